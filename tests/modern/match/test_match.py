"""Matches: whoever plays them, whatever interrupts them, and where a test ends them."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest
from sparring import FaultyFactory, FaultyPlayer, GreedyMover, RandomMover, SparringFactory, outside

from modern.match.journal import JournalError, MatchJournal
from modern.match.match import Entrant, Match, Pairing, PlayerFactory, name_of
from modern.match.openings import RandomOpenings
from modern.match.pace import Pace
from modern.match.record import PlayedGame
from modern.match.statistics import Sprt
from modern.players import OptionError, Player, PlayerError
from modern.workers import InProcessExecutor, local_workers

GREEDY = SparringFactory(GreedyMover)
RANDOM = SparringFactory(RandomMover)
DEPTH = Pace(depth=1)
DESCRIBED = {"a": "greedy", "b": "random", "seed": 3}
#: Greedy is far stronger than that, and a random player far weaker.
SURE = Sprt(0, 200)


def pairing(first: PlayerFactory = GREEDY, second: PlayerFactory = RANDOM, seed: int = 3) -> Pairing:
    return Pairing(first, second, RandomOpenings(8, seed), DEPTH)


def moves_of(game: PlayedGame) -> tuple[object, ...]:
    """What must be the same again: all but the time that it took."""
    return game.number, game.white, game.black, game.opening, [move.uci for move in game.moves], game.ending


def finished(
    games: int,
    of: Pairing | None = None,
    sprt: Sprt | None = None,
    executor: Executor | None = None,
    journal: MatchJournal | None = None,
) -> tuple[Match, list[PlayedGame]]:
    """A match that has been played, and its games."""
    kept: list[PlayedGame] = []
    match = Match(of or pairing(), games, sprt, journal, kept.append)
    for _ in match.run(executor or InProcessExecutor(), 1 if executor is None else 2):
        pass
    return match, kept


def test_each_opening_is_played_twice_with_colours_swapped() -> None:
    match, games = finished(6)
    assert match.complete
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert [(game.white, game.black) for game in games] == [("greedy", "random"), ("random", "greedy")] * 3
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
    assert len({game.opening for game in games}) == 3


def test_points_are_the_first_players_whatever_its_colour() -> None:
    match, games = finished(6)
    assert match.standing.points == sum(game.points for game in games)
    for game in games:
        if game.ending.winner:
            winner = game.white if game.ending.winner == "white" else game.black
            assert game.points == (winner == "greedy")
    assert match.standing.results["a"] >= 5
    assert sum(match.standing.pairs) == 3
    turned, _ = finished(6, pairing(RANDOM, GREEDY))
    assert turned.standing.results["b"] >= 5


def test_a_player_of_equal_strength_is_even_within_the_error() -> None:
    match, _ = finished(20, pairing(SparringFactory(seed=1), SparringFactory(seed=2)))
    found = match.standing.strength
    assert found
    assert found.low < 0 < found.high
    assert 0.02 < found.superiority < 0.98


def test_a_stronger_one_is_found_out() -> None:
    match, _ = finished(14)
    found = match.standing.strength
    assert found
    assert found.low > 100
    assert found.superiority > 0.999


def test_two_processes_play_the_same_games_as_one() -> None:
    one = finished(8)[1]
    with local_workers(2) as (executor, _):
        two = finished(8, executor=executor)[1]
    assert list(map(moves_of, two)) == list(map(moves_of, one))
    other = finished(8, pairing(seed=4))[1]
    assert list(map(moves_of, other)) != list(map(moves_of, one))


def test_a_crash_is_a_loss_and_the_match_goes_on() -> None:
    FaultyPlayer.closed_count = 0
    match, games = finished(6, pairing(FaultyFactory("crash"), RANDOM))
    assert [game.ending.reason for game in games] == ["crash"] * 6
    assert [game.points for game in games] == [0.0] * 6
    assert match.standing.endings == {("crash", "b"): 6}
    # A fresh one for each game: each makes two moves before its third.
    assert [len(game.moves) for game in games] == [4, 5] * 3
    assert FaultyPlayer.closed_count == 6


def test_who_took_how_long_is_told_of_the_right_one() -> None:
    match, games = finished(4)
    for player, name in (("a", "greedy"), ("b", "random")):
        times = [
            move.seconds
            for game in games
            for index, move in enumerate(game.moves)
            if (game.white, game.black)[index % 2] == name  # eight plies: White begins
        ]
        assert match.standing.moves[player] == len(times)
        assert match.standing.seconds_per_move(player) == pytest.approx(sum(times) / len(times))


# Going on.


def test_what_a_file_has_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    complete = finished(10)[1]
    made = 0

    def counted() -> Player:
        nonlocal made
        made += 1
        return GREEDY()

    with MatchJournal(path, DESCRIBED) as journal:
        running = Match(pairing(counted), 10, journal=journal).run(InProcessExecutor(), 1)
        for _ in range(3):
            next(running)
    assert made == 3
    path.write_bytes(path.read_bytes()[:-40])  # a kill in the middle of the third game's line
    with MatchJournal(path, DESCRIBED) as journal:
        assert sorted(journal.games) == [0, 1]
        match, games = finished(10, pairing(counted), journal=journal)
    assert match.earlier_games == 2
    assert made == 3 + 8
    assert list(map(moves_of, games)) == list(map(moves_of, complete))
    with MatchJournal(path, DESCRIBED) as journal:
        again, games = finished(10, pairing(counted), journal=journal)
    assert made == 3 + 8
    assert again.complete
    assert again.standing.results == match.standing.results
    assert list(map(moves_of, games)) == list(map(moves_of, complete))


def test_a_file_has_each_game_once(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with MatchJournal(path, DESCRIBED) as journal:
        first, games = finished(4, journal=journal)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    path.write_bytes(b"".join([lines[0], *lines[:0:-1], lines[2]]))  # in another order, and one again
    with MatchJournal(path, DESCRIBED) as journal:
        kept: list[PlayedGame] = []
        match = Match(pairing(), 4, journal=journal, on_game=kept.append)
    assert match.complete
    assert list(map(moves_of, kept)) == list(map(moves_of, games))
    assert match.standing.pairs == first.standing.pairs


def test_a_match_may_be_prolonged(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with MatchJournal(path, DESCRIBED) as journal:
        finished(4, journal=journal)
    with MatchJournal(path, DESCRIBED) as journal:
        match, games = finished(8, journal=journal)
    assert match.earlier_games == 4
    assert list(map(moves_of, games)) == list(map(moves_of, finished(8)[1]))
    with MatchJournal(path, DESCRIBED) as journal:
        shorter = Match(pairing(), 6, journal=journal)
    assert (shorter.complete, shorter.standing.games) == (True, 6)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Dear mother\n", "is not a journal of `gosub match --resume`"),
        ('{"journal": "gosub agree", "a": "greedy"}\n', "is not a journal of `gosub match --resume`"),
        ('{"journal": "gosub match", "a": "greedy", "b": "random", "seed": 4}\n', "seed is 4, not 3"),
        ('{"journal": "gosub match", "a": "greedy", "b": "timid", "seed": 3}\n', 'b is "timid", not "random"'),
        ("HEADER\nrubbish\n", "line 2 does not record how a game went"),
        ('HEADER\n{"game": 0}\n', "line 2 does not record how a game went"),
        ("HEADER\n" + "[" * 100_000 + "\n", "line 2 does not record how a game went"),
    ],
)
def test_a_file_that_is_none_of_this_match_is_refused_and_left_as_it_is(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    MatchJournal(path, DESCRIBED).file.close()
    path.write_text(text.replace("HEADER", path.read_text().strip()))
    before = path.read_text()
    with pytest.raises(JournalError) as refused:
        MatchJournal(path, DESCRIBED)
    assert reason in str(refused.value)
    assert path.read_text() == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: entry.update(game=-1),
        lambda entry: entry.update(game="0"),
        lambda entry: entry.update(ending=["green", "checkmate", ""]),
        lambda entry: entry.update(ending=[None]),
        lambda entry: entry.update(moves=[["e2e4"]]),
        lambda entry: entry.pop("white"),
    ],
)
def test_a_line_that_is_no_game_is_not_taken_for_one(spoil: Callable[[dict[str, object]], object]) -> None:
    game = finished(2)[1][0]
    entry = game.as_json()
    assert PlayedGame.from_json(entry) == game
    spoil(entry)
    with pytest.raises((KeyError, TypeError, ValueError)):
        PlayedGame.from_json(entry)


# A test that ends it.


def test_a_test_ends_the_match_when_it_is_sure() -> None:
    match, games = finished(400, sprt=SURE)
    assert match.sprt_verdict is True
    assert match.complete
    assert len(games) < 100
    assert len(games) % 2 == 0
    assert SURE.verdict(match.standing.pairs) is True
    fewer, _ = finished(len(games) - 2)
    assert SURE.verdict(fewer.standing.pairs) is None
    turned, _ = finished(400, pairing(RANDOM, GREEDY), sprt=SURE)
    assert turned.sprt_verdict is False


def test_where_a_test_ends_it_does_not_depend_on_who_was_fastest() -> None:
    one, games = finished(400, sprt=SURE)
    with local_workers(2) as (executor, _):
        two, same = finished(400, sprt=SURE, executor=executor)
    assert list(map(moves_of, same)) == list(map(moves_of, games))
    assert two.standing.pairs == one.standing.pairs


def test_games_after_the_decision_do_not_count_though_they_are_there(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with MatchJournal(path, DESCRIBED) as journal:
        finished(24, journal=journal)
    with MatchJournal(path, DESCRIBED) as journal:
        match, games = finished(400, sprt=SURE, journal=journal)
    assert list(map(moves_of, games)) == list(map(moves_of, finished(400, sprt=SURE)[1]))
    with MatchJournal(path, DESCRIBED) as journal:
        stricter, _ = finished(400, sprt=Sprt(0, 200, 0.001, 0.001), journal=journal)
    assert stricter.standing.games > match.standing.games


def test_games_are_counted_in_their_order_and_the_rest_when_it_is_broken_off() -> None:
    games = finished(6)[1]
    kept: list[PlayedGame] = []
    match = Match(pairing(), 6, on_game=kept.append)
    for number in (0, 3, 2, 5):
        match._add(number, games[number])
    assert [game.number for game in kept] == [0]
    assert not match.complete
    match._add(1, games[1])
    assert [game.number for game in kept] == [0, 1, 2, 3]
    match.count_remaining()
    assert [game.number for game in kept] == [0, 1, 2, 3, 5]
    assert match.standing.games == 5
    assert sum(match.standing.pairs) == 2


def test_control_c_waits_until_a_game_is_noted_counted_and_kept(tmp_path: Path) -> None:
    kept: list[PlayedGame] = []

    def keep(game: PlayedGame) -> None:
        if len(kept) == 1:
            signal.raise_signal(signal.SIGINT)
        kept.append(game)

    with MatchJournal(tmp_path / "journal", DESCRIBED) as journal:
        match = Match(pairing(), 6, journal=journal, on_game=keep)
        with pytest.raises(KeyboardInterrupt):
            list(match.run(InProcessExecutor(), 1))
        assert len(kept) == match.standing.games == 2
    with MatchJournal(tmp_path / "journal", DESCRIBED) as journal:
        assert sorted(journal.games) == [0, 1]


# Who plays.


def test_an_entrant_is_made_with_its_options() -> None:
    player = Entrant("modern", (("hash", "2"),))()
    assert player.settings["Hash"] == "2"
    assert name_of(Entrant(f"uci:{outside()}", (("Level", "4"),))) == "Sparring Partner"


@pytest.mark.parametrize(
    ("entrant", "error"),
    [
        (Entrant("nobody"), PlayerError),
        (Entrant("uci:/no/such/program"), PlayerError),
        (Entrant("modern", (("Courage", "2"),)), OptionError),
        (Entrant(f"uci:{outside()}", (("Level", "40"),)), OptionError),
    ],
)
def test_an_entrant_that_cannot_be_made_is_told_of(entrant: Entrant, error: type[Exception]) -> None:
    with pytest.raises(error):
        name_of(entrant)


def test_a_player_that_can_no_longer_be_made_ends_the_match_with_the_games_so_far() -> None:
    made = 0

    def rare() -> Player:
        nonlocal made
        made += 1
        if made > 3:
            raise PlayerError("it is not here any more")
        return RANDOM()

    match = Match(pairing(GREEDY, rare), 8)
    with pytest.raises(PlayerError, match="not here any more"):
        list(match.run(InProcessExecutor(), 1))
    assert match.standing.games == 3
