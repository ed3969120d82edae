"""Matches: in one process or several, interrupted and resumed, and ended by an SPRT."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest
from signal_actions import ctrl_c_raises
from sparring import FaultyFactory, FaultyPlayer, GreedyMover, RandomMover, SparringFactory, outside

from modern.game.clock import TimeSetting
from modern.jobs.workers import InProcessExecutor, local_workers
from modern.match.fixture import Entrant, PlayerFactory, name_of
from modern.match.journal import JournalError, MatchJournal
from modern.match.match import Match, Pairing
from modern.match.openings import RandomOpenings
from modern.match.record import PlayedGame
from modern.match.statistics import Sprt
from modern.players import OptionError, Player, PlayerError

GREEDY = SparringFactory(GreedyMover)
RANDOM = SparringFactory(RandomMover)
DEPTH = TimeSetting(depth=1)
DESCRIPTION = {"a": "greedy", "b": "random", "seed": 3}
#: The greedy player is much stronger than elo1, and the random player much weaker than elo0.
SPRT = Sprt(0, 200)


def pairing(first: PlayerFactory = GREEDY, second: PlayerFactory = RANDOM, seed: int = 3) -> Pairing:
    return Pairing(first, second, RandomOpenings(8, seed), DEPTH)


def moves_of(game: PlayedGame) -> tuple[object, ...]:
    """Returns what must be the same when a game is repeated: everything but the times."""
    return game.number, game.white, game.black, game.opening, [move.uci for move in game.moves], game.ending


def play_match(
    games: int,
    players: Pairing | None = None,
    sprt: Sprt | None = None,
    executor: Executor | None = None,
    journal: MatchJournal | None = None,
) -> tuple[Match, list[PlayedGame]]:
    """Plays a match. Returns it and its games."""
    counted: list[PlayedGame] = []
    match = Match(players or pairing(), games, sprt, journal, counted.append)
    for _ in match.run(executor or InProcessExecutor(), 1 if executor is None else 2):
        pass
    return match, counted


def test_each_opening_is_played_twice_with_colours_reversed() -> None:
    match, games = play_match(6)
    assert match.complete
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert [(game.white, game.black) for game in games] == [("greedy", "random"), ("random", "greedy")] * 3
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
    assert len({game.opening for game in games}) == 3


def test_points_belong_to_the_first_player_whatever_its_colour() -> None:
    match, games = play_match(6)
    assert match.standing.points == sum(game.points for game in games)
    for game in games:
        if game.ending.winner:
            winner = game.white if game.ending.winner == "white" else game.black
            assert game.points == (winner == "greedy")
    assert match.standing.results["a"] >= 5
    assert sum(match.standing.pairs) == 3
    reversed_match, _ = play_match(6, pairing(RANDOM, GREEDY))
    assert reversed_match.standing.results["b"] >= 5


def test_equal_players_are_even_within_the_error() -> None:
    match, _ = play_match(12, pairing(SparringFactory(seed=1), SparringFactory(seed=2)))
    strength = match.standing.strength
    assert strength
    assert strength.low < 0 < strength.high
    assert 0.02 < strength.superiority < 0.98


def test_a_stronger_player_is_recognised() -> None:
    match, _ = play_match(14)
    strength = match.standing.strength
    assert strength
    assert strength.low > 100
    assert strength.superiority > 0.999


def test_two_processes_play_the_same_games_as_one() -> None:
    one = play_match(8)[1]
    with local_workers(2) as (executor, _):
        two = play_match(8, executor=executor)[1]
    assert list(map(moves_of, two)) == list(map(moves_of, one))
    other = play_match(8, pairing(seed=4))[1]
    assert list(map(moves_of, other)) != list(map(moves_of, one))


def test_a_crash_loses_the_game_and_the_match_continues() -> None:
    FaultyPlayer.closed_count = 0
    match, games = play_match(6, pairing(FaultyFactory("crash"), RANDOM))
    assert [game.ending.reason for game in games] == ["crash"] * 6
    assert [game.points for game in games] == [0.0] * 6
    assert match.standing.endings == {("crash", "b"): 6}
    # Each game has a new faulty player, which makes two moves before it crashes.
    assert [len(game.moves) for game in games] == [4, 5] * 3
    assert FaultyPlayer.closed_count == 6


def test_times_are_added_to_the_player_that_took_them() -> None:
    match, games = play_match(4)
    for player, name in (("a", "greedy"), ("b", "random")):
        times = [
            move.seconds
            for game in games
            for index, move in enumerate(game.moves)
            if (game.white, game.black)[index % 2] == name  # eight plies: White begins
        ]
        assert match.standing.moves[player] == len(times)
        assert match.standing.seconds_per_move(player) == pytest.approx(sum(times) / len(times))


# Resuming.


def test_games_in_the_journal_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    complete = play_match(10)[1]
    players_made = 0

    def counting_factory() -> Player:
        nonlocal players_made
        players_made += 1
        return GREEDY()

    with MatchJournal(path, DESCRIPTION) as journal:
        running = Match(pairing(counting_factory), 10, journal=journal).run(InProcessExecutor(), 1)
        for _ in range(3):
            next(running)
    assert players_made == 3
    path.write_bytes(path.read_bytes()[:-40])  # as if killed while writing the line of the third game
    with MatchJournal(path, DESCRIPTION) as journal:
        assert sorted(journal.games) == [0, 1]
        match, games = play_match(10, pairing(counting_factory), journal=journal)
    assert match.earlier_games == 2
    assert players_made == 3 + 8
    assert list(map(moves_of, games)) == list(map(moves_of, complete))
    with MatchJournal(path, DESCRIPTION) as journal:
        again, games = play_match(10, pairing(counting_factory), journal=journal)
    assert players_made == 3 + 8
    assert again.complete
    assert again.standing.results == match.standing.results
    assert list(map(moves_of, games)) == list(map(moves_of, complete))


def test_a_game_that_is_twice_in_the_journal_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with MatchJournal(path, DESCRIPTION) as journal:
        first, games = play_match(4, journal=journal)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    path.write_bytes(b"".join([lines[0], *lines[:0:-1], lines[2]]))  # in reverse order, and one of them twice
    with MatchJournal(path, DESCRIPTION) as journal:
        counted: list[PlayedGame] = []
        match = Match(pairing(), 4, journal=journal, on_game=counted.append)
    assert match.complete
    assert list(map(moves_of, counted)) == list(map(moves_of, games))
    assert match.standing.pairs == first.standing.pairs


def test_a_match_may_be_extended(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with MatchJournal(path, DESCRIPTION) as journal:
        play_match(4, journal=journal)
    with MatchJournal(path, DESCRIPTION) as journal:
        match, games = play_match(8, journal=journal)
    assert match.earlier_games == 4
    assert list(map(moves_of, games)) == list(map(moves_of, play_match(8)[1]))
    with MatchJournal(path, DESCRIPTION) as journal:
        shorter = Match(pairing(), 6, journal=journal)
    assert (shorter.complete, shorter.standing.games) == (True, 6)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Dear mother\n", "is not a journal of `gosub match --resume`"),
        ('{"journal": "gosub agree", "a": "greedy"}\n', "is not a journal of `gosub match --resume`"),
        ('{"journal": "gosub match", "a": "greedy", "b": "random", "seed": 4}\n', "seed: 4; asked for: 3"),
        ('{"journal": "gosub match", "a": "greedy", "b": "timid", "seed": 3}\n', "b: timid; asked for: random"),
        ("HEADER\nrubbish\n", "line 2 does not record a game"),
        ('HEADER\n{"game": 0}\n', "line 2 does not record a game"),
        ("HEADER\n" + "[" * 100_000 + "\n", "line 2 does not record a game"),
    ],
)
def test_a_file_that_is_not_the_journal_of_this_match_is_refused_and_left_unchanged(
    text: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    MatchJournal(path, DESCRIPTION).file.close()
    path.write_text(text.replace("HEADER", path.read_text().strip()))
    before = path.read_text()
    with pytest.raises(JournalError) as refused:
        MatchJournal(path, DESCRIPTION)
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
def test_a_line_that_is_not_a_game_is_refused(spoil: Callable[[dict[str, object]], object]) -> None:
    game = play_match(2)[1][0]
    entry = game.as_json()
    assert PlayedGame.from_json(entry) == game
    spoil(entry)
    with pytest.raises((KeyError, TypeError, ValueError)):
        PlayedGame.from_json(entry)


# The SPRT.


def test_the_sprt_ends_the_match_when_it_accepts_a_hypothesis() -> None:
    match, games = play_match(400, sprt=SPRT)
    assert match.sprt_verdict is True
    assert match.complete
    assert len(games) < 100
    assert len(games) % 2 == 0
    assert SPRT.verdict(match.standing.pairs) is True
    fewer, _ = play_match(len(games) - 2)
    assert SPRT.verdict(fewer.standing.pairs) is None
    reversed_match, _ = play_match(400, pairing(RANDOM, GREEDY), sprt=SPRT)
    assert reversed_match.sprt_verdict is False


def test_the_end_by_sprt_does_not_depend_on_which_game_finished_first() -> None:
    one, games = play_match(400, sprt=SPRT)
    with local_workers(2) as (executor, _):
        two, same = play_match(400, sprt=SPRT, executor=executor)
    assert list(map(moves_of, same)) == list(map(moves_of, games))
    assert two.standing.pairs == one.standing.pairs


def test_games_after_the_decision_do_not_count_even_if_they_are_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with MatchJournal(path, DESCRIPTION) as journal:
        play_match(24, journal=journal)
    with MatchJournal(path, DESCRIPTION) as journal:
        match, games = play_match(400, sprt=SPRT, journal=journal)
    assert list(map(moves_of, games)) == list(map(moves_of, play_match(400, sprt=SPRT)[1]))
    with MatchJournal(path, DESCRIPTION) as journal:
        stricter, _ = play_match(400, sprt=Sprt(0, 200, 0.001, 0.001), journal=journal)
    assert stricter.standing.games > match.standing.games


def test_games_are_counted_in_order_and_the_rest_after_an_interruption() -> None:
    games = play_match(6)[1]
    counted: list[PlayedGame] = []
    match = Match(pairing(), 6, on_game=counted.append)
    for number in (0, 3, 2, 5):
        match._add(number, games[number])
    assert [game.number for game in counted] == [0]
    assert not match.complete
    match._add(1, games[1])
    assert [game.number for game in counted] == [0, 1, 2, 3]
    match.count_remaining()
    assert [game.number for game in counted] == [0, 1, 2, 3, 5]
    assert match.standing.games == 5
    assert sum(match.standing.pairs) == 2


def test_control_c_waits_until_a_game_is_recorded_and_counted(tmp_path: Path) -> None:
    counted: list[PlayedGame] = []

    def interrupt_at_the_second(game: PlayedGame) -> None:
        if len(counted) == 1:
            signal.raise_signal(signal.SIGINT)
        counted.append(game)

    with MatchJournal(tmp_path / "journal", DESCRIPTION) as journal:
        match = Match(pairing(), 6, journal=journal, on_game=interrupt_at_the_second)
        with ctrl_c_raises(), pytest.raises(KeyboardInterrupt):
            list(match.run(InProcessExecutor(), 1))
        assert len(counted) == match.standing.games == 2
    with MatchJournal(tmp_path / "journal", DESCRIPTION) as journal:
        assert sorted(journal.games) == [0, 1]


# The players.


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
def test_an_entrant_that_cannot_be_made_raises_an_error(entrant: Entrant, error: type[Exception]) -> None:
    with pytest.raises(error):
        name_of(entrant)


def test_if_a_player_can_no_longer_be_made_the_match_ends_with_the_games_so_far() -> None:
    players_made = 0

    def failing_factory() -> Player:
        nonlocal players_made
        players_made += 1
        if players_made > 3:
            raise PlayerError("it cannot be started any more")
        return RANDOM()

    match = Match(pairing(GREEDY, failing_factory), 8)
    with pytest.raises(PlayerError, match="cannot be started any more"):
        list(match.run(InProcessExecutor(), 1))
    assert match.standing.games == 3
