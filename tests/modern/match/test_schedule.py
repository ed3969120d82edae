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
