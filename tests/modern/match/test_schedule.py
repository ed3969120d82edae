"""Who plays whom in a tournament."""

from __future__ import annotations

from collections import Counter

import pytest

from modern.match.schedule import Schedule, ScheduledGame, berger_pairings


@pytest.mark.parametrize("players", range(2, 12))
def test_in_a_round_robin_every_two_players_meet_once_in_each_round(players: int) -> None:
    pairs = [tuple(sorted(pair)) for pair in berger_pairings(players)]
    assert sorted(pairs) == [(first, second) for first in range(players) for second in range(first + 1, players)]


@pytest.mark.parametrize("players", [4, 6, 10])
def test_each_turn_of_the_berger_tables_has_every_player_once(players: int) -> None:
    pairs = berger_pairings(players)
    turn = players // 2
    for start in range(0, len(pairs), turn):
        assert sorted(player for pair in pairs[start : start + turn] for player in pair) == list(range(players))


@pytest.mark.parametrize(
    ("players", "table"),
    [
        (4, "1-4 2-3  4-3 1-2  2-4 3-1"),
        (6, "1-6 2-5 3-4  6-4 5-3 1-2  2-6 3-1 4-5  6-5 1-4 2-3  3-6 4-2 5-1"),
        (
            8,
            "1-8 2-7 3-6 4-5  8-5 6-4 7-3 1-2  2-8 3-1 4-7 5-6  8-6 7-5 1-4 2-3  3-8 4-2 5-1 6-7  "
            "8-7 1-6 2-5 3-4  4-8 5-3 6-2 7-1",
        ),
    ],
)
def test_the_pairings_and_colours_are_those_of_fides_berger_tables(players: int, table: str) -> None:
    assert [f"{white + 1}-{black + 1}" for white, black in berger_pairings(players)] == table.split()


@pytest.mark.parametrize("players", range(2, 12))
def test_nobody_has_white_in_two_games_more_than_black(players: int) -> None:
    pairs = berger_pairings(players)
    white, black = (Counter(pair[colour] for pair in pairs) for colour in (0, 1))
    assert all(abs(white[player] - black[player]) <= 1 for player in range(players))


@pytest.mark.parametrize("gauntlet", [None, 2])
def test_every_pairing_has_both_colours_in_each_round(gauntlet: int | None) -> None:
    schedule = Schedule(5, 4, gauntlet)
    games = [schedule.game(number) for number in range(schedule.games)]
    assert len(games) == (4 if gauntlet else 10) * 4
    for one in (0, 1):
        colours = Counter((game.white, game.black) for game in games if game.round == one)
        assert set(colours.values()) == {1}
        assert all((black, white) in colours for white, black in colours)
    if gauntlet:
        assert all(gauntlet in (game.white, game.black) for game in games)


def test_a_longer_tournament_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = Schedule(4, 2), Schedule(4, 6)
    assert [short.game(number) for number in range(12)] == [long.game(number) for number in range(12)]
    assert long.game(12) == ScheduledGame(12, 0, 3, 1)
