"""Matches: in one process or several, interrupted and resumed, and ended by an SPRT."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from signal_actions import ctrl_c_raises
from sparring import FaultyFactory, FaultyPlayer, GreedyMover, RandomMover, SparringFactory, outside

from modern.game.clock import TimeSetting
from modern.game.game import Ending, Game
from modern.jobs.journal import JournalError, with_checksum
from modern.jobs.workers import InProcessExecutor, local_workers
from modern.match.journal import entry_of, game_of
from modern.match.openings import Opening, Openings, RandomOpenings
from modern.match.options import MATCH, TournamentOptions
from modern.match.referee import PlayerFactory, name_of, new_player
from modern.match.result import match_lines, result_json
from modern.match.schedule import ScheduledGame
from modern.match.statistics import Sprt
from modern.match.tournament import ALL_PLAYED, ALL_REPEATED, Tournament
from modern.players import Player, PlayerError
from modern.rules import Move

GREEDY = SparringFactory(GreedyMover)
RANDOM = SparringFactory(RandomMover)
#: The greedy player is much stronger than elo1, and the random player much weaker than elo0.
SPRT = Sprt(0, 400)


Players = tuple[PlayerFactory, PlayerFactory]


class CountedGame(NamedTuple):
    """A game that has been counted."""

    scheduled: ScheduledGame
    game: Game

    @property
    def number(self) -> int:
        return self.scheduled.number

    @property
    def names(self) -> tuple[str, str]:
        """The names of White and Black."""
        return self.game.headers["White"], self.game.headers["Black"]

    @property
    def opening(self) -> tuple[str, ...]:
        return tuple(self.game.uci_moves[: self.game.opening_plies])

    @property
    def points(self) -> float:
        """The points of the match's first player, which has White in games with even numbers."""
        assert self.game.ending
        winner = self.game.ending.winner
        return 0.5 if winner is None else float((winner == "white") == (self.number % 2 == 0))


def open_match(
    games: int,
    players: Players = (GREEDY, RANDOM),
    sprt: Sprt | None = None,
    counted: list[CountedGame] | None = None,
    seed: int = 3,
) -> Tournament:
    """Returns a match between the players of sparring.py, which adds its games to `counted`."""
    openings = RandomOpenings(8, seed)
    options = TournamentOptions(("greedy", "random"), games, TimeSetting(depth=1), openings, sprt=sprt, task=MATCH)
    kept = [] if counted is None else counted
    match = Tournament(options, on_game=lambda scheduled, game: kept.append(CountedGame(scheduled, game)))
    match.player_factories = players
    return match


def described(**changed: object) -> str:
    """Returns the first line of a journal, with something changed."""
    form = {"journal": "gosub match", "format": 3, "written_by": "gosub-chess 9.0"}
    return with_checksum({**form, **open_match(2).identity(), **changed}).decode()


def moves_of(counted: CountedGame) -> tuple[object, ...]:
    """Returns what must be the same when a game is repeated: everything but the times."""
    game = counted.game
    return counted.number, counted.names, game.start, game.opening_plies, game.uci_moves, game.ending


def play_match(
    games: int,
    players: Players = (GREEDY, RANDOM),
    sprt: Sprt | None = None,
    executor: Executor | None = None,
    journal: Path | None = None,
    seed: int = 3,
) -> tuple[Tournament, list[CountedGame]]:
    """Plays a match. Returns it and its games."""
    counted: list[CountedGame] = []
    match = open_match(games, players, sprt, counted, seed)
    with match.resumed(journal):
        for _ in match.steps(executor or InProcessExecutor(), 1 if executor is None else 2):
            pass
    return match, counted


def test_each_opening_is_played_twice_with_colours_reversed() -> None:
    match, games = play_match(6)
    assert match.complete
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert [game.names for game in games] == [("greedy", "random"), ("random", "greedy")] * 3
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
    assert len({game.opening for game in games}) == 3


def test_points_belong_to_the_first_player_whatever_its_colour() -> None:
    match, games = play_match(6)
    assert match.crosstable.total(0).points == sum(game.points for game in games)
    for game in games:
        ending = game.game.ending
        if ending and ending.winner:
            winner = game.names[0] if ending.winner == "white" else game.names[1]
            assert game.points == (winner == "greedy")
    assert match.crosstable.total(0).won >= 5
    assert sum(match.crosstable.pairs()) == 3
    assert match.crosstable.pairs(1, 0) == match.crosstable.pairs()[::-1]
    reversed_match, _ = play_match(6, (RANDOM, GREEDY))
    assert reversed_match.crosstable.total(1).won >= 5


def test_a_crash_loses_the_game_and_the_match_continues() -> None:
    FaultyPlayer.closed_count = 0
    match, games = play_match(6, (FaultyFactory("crash"), RANDOM))
    assert [game.game.ending and game.game.ending.reason for game in games] == ["crash"] * 6
    assert [game.points for game in games] == [0.0] * 6
    assert match.crosstable.endings_by_player == {("crash", 1): 6}
    assert match_lines(match)[-1] == "A lost 6 games by crash: it is its third move"
    # Each game has a new faulty player, which makes two moves before it crashes.
    assert [len(game.game.moves) - game.game.opening_plies for game in games] == [4, 5] * 3
    assert FaultyPlayer.closed_count == 6


def test_times_are_added_to_the_player_that_took_them() -> None:
    match, games = play_match(4)
    for player, name in enumerate(("greedy", "random")):
        times = [
            note.seconds or 0.0
            for game in games
            for index, note in enumerate(game.game.notes[game.game.opening_plies :])
            if game.names[index % 2] == name  # eight plies: White begins
        ]
        assert match.crosstable.moves[player] == len(times)
        assert match.crosstable.seconds_per_move(player) == pytest.approx(sum(times) / len(times))


# Resuming.


@pytest.mark.slow
def test_games_in_the_journal_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    complete = play_match(10)[1]
    players_made = 0

    def counting_factory() -> Player:
        nonlocal players_made
        players_made += 1
        return GREEDY()

    begun = open_match(10, (counting_factory, RANDOM))
    with begun.resumed(path):
        running = begun.steps(InProcessExecutor(), 1)
        for _ in range(3):
            next(running)
    assert players_made == 3
    path.write_bytes(path.read_bytes()[:-40])  # as if killed while writing the line of the third game
    match, games = play_match(10, (counting_factory, RANDOM), journal=path)
    assert match.earlier_games == 2
    assert players_made == 3 + 8
    assert list(map(moves_of, games)) == list(map(moves_of, complete))
    again, games = play_match(10, (counting_factory, RANDOM), journal=path)
    assert players_made == 3 + 8
    assert again.complete
    assert again.crosstable.results == match.crosstable.results
    assert list(map(moves_of, games)) == list(map(moves_of, complete))


def test_a_game_that_is_twice_in_the_journal_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first, games = play_match(4, journal=path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    path.write_bytes(b"".join([lines[0], *lines[:0:-1], lines[2]]))  # in reverse order, and one of them twice
    counted: list[CountedGame] = []
    match = open_match(4, counted=counted)
    with match.resumed(path):
        assert match.complete
    assert list(map(moves_of, counted)) == list(map(moves_of, games))
    assert match.crosstable.pairs() == first.crosstable.pairs()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (described(journal="gosub tournament"), "is not a journal of `gosub match --resume`"),
        (described(b="timid"), "b: timid; asked for: random"),
        (
            described(format=4),
            "was written by gosub-chess 9.0, in a form that this version does not read; "
            "expected the journal of a match, or a new file",
        ),
        (described().replace("greedy", "greedz"), "line 1 is damaged, which says of which match this journal is"),
    ],
)
def test_a_file_that_is_not_the_journal_of_this_match_is_refused_and_left_unchanged(
    text: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(JournalError) as refused, open_match(2).resumed(path):
        pass
    assert reason in str(refused.value)
    assert path.read_text() == text


def test_a_line_that_records_no_game_is_named_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    before = (described() + with_checksum({"game": 0}).decode()).encode()
    path.write_bytes(before)
    match = open_match(2)
    with match.resumed(path):
        [sentence] = match.damage
        assert sentence.startswith(f"{path}: line 2 does not count: ")
    assert path.read_bytes() == before


@pytest.fixture(scope="module")
def first_game() -> CountedGame:
    return play_match(2)[1][0]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: entry.update(game=-1),
        lambda entry: entry.update(game="0"),
        lambda entry: entry.update(ending=["green", "checkmate", ""]),
        lambda entry: entry.update(ending=[None]),
        lambda entry: entry.update(moves=[["e2e4"]]),
        lambda entry: entry.update(moves=[["e4e3", "", 0, 0.0, "", False]]),
        lambda entry: entry.update(opening="e2e5"),
        lambda entry: entry.pop("white"),
    ],
)
def test_a_line_that_is_not_a_game_is_refused(
    spoil: Callable[[dict[str, object]], object], first_game: CountedGame
) -> None:
    game = first_game
    entry = entry_of(game.number, game.game)
    number, same = game_of(entry)
    assert moves_of(game._replace(game=same)) == moves_of(game)
    assert (number, same.notes) == (game.number, game.game.notes)
    spoil(entry)
    with pytest.raises((KeyError, TypeError, ValueError)):
        game_of(entry)


# The SPRT.


@cache
def decided_match() -> tuple[Tournament, list[CountedGame]]:
    """Returns a match that its SPRT has ended, and its games."""
    return play_match(400, sprt=SPRT)


@pytest.mark.slow
def test_the_sprt_ends_the_match_when_it_accepts_a_hypothesis() -> None:
    match, games = decided_match()
    assert match.sprt_verdict is True
    assert match.complete
    assert len(games) < 100
    assert len(games) % 2 == 0
    assert SPRT.verdict(match.crosstable.pairs()) is True
    fewer, _ = play_match(len(games) - 2)
    assert SPRT.verdict(fewer.crosstable.pairs()) is None
    reversed_match, _ = play_match(400, (RANDOM, GREEDY), sprt=SPRT)
    assert reversed_match.sprt_verdict is False


@pytest.mark.slow
def test_the_end_by_sprt_does_not_depend_on_which_game_finished_first() -> None:
    one, games = decided_match()
    with local_workers(2) as (executor, _):
        two, same = play_match(400, sprt=SPRT, executor=executor)
    assert list(map(moves_of, same)) == list(map(moves_of, games))
    assert two.crosstable.pairs() == one.crosstable.pairs()


@pytest.mark.slow
def test_games_after_the_decision_do_not_count_even_if_they_are_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    play_match(16, journal=path)
    match, games = play_match(400, sprt=SPRT, journal=path)
    assert list(map(moves_of, games)) == list(map(moves_of, decided_match()[1]))
    stricter, _ = play_match(400, sprt=Sprt(0, 400, 0.001, 0.001), journal=path)
    assert stricter.crosstable.games > match.crosstable.games


class OpeningsInTurn(Openings):
    """Two openings, again and again."""

    def for_pair(self, pair: int) -> Opening:
        return Opening(moves=(("e2e4", "d2d4")[pair % 2],))

    def different(self, pairs: int) -> int:
        return min(pairs, 2)

    def as_json(self) -> str:
        return "two openings"


def sprt_match(games: int, names: tuple[str, str]) -> Tournament:
    """Returns a match with an SPRT and two openings."""
    openings = OpeningsInTurn("in turn")
    options = TournamentOptions(names, games, TimeSetting(depth=1), openings, sprt=Sprt(0, 10), task=MATCH)
    return Tournament(options)


def drawn_game(number: int, reply: str) -> Game:
    """Returns a drawn game of one move from the opening of a game with this number."""
    game = Game(moves=OpeningsInTurn("").for_pair(number // 2).moves, headers={"White": "", "Black": "", "Date": ""})
    game.opening_plies = 1
    game.make(Move.from_uci(reply))
    game.ending = Ending(None, "agreement")
    return game


@pytest.mark.parametrize(
    ("names", "games", "reason"),
    [
        (("modern", "historic"), 4, ALL_PLAYED),
        (("modern[Nodes=5]", "uci:x[Seed=0]"), 8, ALL_REPEATED),
        (("uci:x", "uci:y[UCI_Elo=1500,Seed=1]"), 8, ALL_REPEATED),
        (("uci:x", "uci:y[UCI_Elo=1500]"), 20, ""),
        (("modern", "modern[UCI_Elo=1500,Seed=0]"), 20, ""),
        (("modern", "modern[UCI_LimitStrength=true]"), 20, ""),
    ],
)
def test_an_sprt_ends_undecided_when_no_different_game_can_follow(
    names: tuple[str, str], games: int, reason: str
) -> None:
    """Players of ours need each opening once; an outside program shows that it repeats its games."""
    match = sprt_match(20, names)
    for number in range(20):
        if not match.complete:
            match.record(number, drawn_game(number, "e7e5"))
    assert (match.crosstable.games, match.exhausted, match.sprt_verdict) == (games, reason, None)
    assert ("undecided, because" in match_lines(match)[-1]) == bool(reason)
    assert result_json(match)["sprt"]["exhausted"] == bool(reason)


def test_an_outside_program_that_finds_another_game_gets_each_opening_again(tmp_path: Path) -> None:
    replies = ["e7e5"] * 6 + ["c7c5"] + ["e7e5"] * 13
    match, resumed = sprt_match(20, ("uci:x", "uci:y")), sprt_match(20, ("uci:x", "uci:y"))
    with match.resumed(tmp_path / "journal"):
        for number in (1, 0, 2, 5, 4, 3, 7, 6, 8, 11, 10, 9):
            assert not match.complete
            match.record(number, drawn_game(number, replies[number]))
    assert (match.crosstable.games, match.exhausted) == (12, ALL_REPEATED)
    with resumed.resumed(tmp_path / "journal"):
        pass
    assert (resumed.complete, resumed.earlier_games, resumed.exhausted) == (True, 12, ALL_REPEATED)


def test_games_are_counted_in_order_and_the_rest_after_an_interruption() -> None:
    games = play_match(6)[1]
    counted: list[CountedGame] = []
    match = open_match(6, counted=counted)
    for number in (0, 3, 2, 5):
        match.record(number, games[number].game)
    assert [game.number for game in counted] == [0]
    assert not match.complete
    match.record(1, games[1].game)
    assert [game.number for game in counted] == [0, 1, 2, 3]
    match.count_remaining()
    assert [game.number for game in counted] == [0, 1, 2, 3, 5]
    assert match.crosstable.games == 5
    assert sum(match.crosstable.pairs()) == 2


def test_control_c_waits_until_a_game_is_recorded_and_counted(tmp_path: Path) -> None:
    counted: list[Game] = []

    def interrupt_at_the_second(scheduled: ScheduledGame, game: Game) -> None:
        if len(counted) == 1:
            signal.raise_signal(signal.SIGINT)
        counted.append(game)

    match, resumed = open_match(6), open_match(6)
    match.on_game = interrupt_at_the_second
    with match.resumed(tmp_path / "journal"), ctrl_c_raises(), pytest.raises(KeyboardInterrupt):
        list(match.steps(InProcessExecutor(), 1))
    assert len(counted) == match.crosstable.games == 2
    with resumed.resumed(tmp_path / "journal"):
        assert resumed.earlier_games == 2


# The players.


def test_a_player_is_made_with_its_options() -> None:
    player = new_player("modern", (("hash", "2"),))
    assert player.settings["Hash"] == "2"
    assert (
        name_of(partial(new_player, f"uci:{outside()}", (("Level", "4"),)), TimeSetting(depth=1)) == "Sparring Partner"
    )


def test_if_a_player_can_no_longer_be_made_the_match_ends_with_the_games_so_far() -> None:
    players_made = 0

    def failing_factory() -> Player:
        nonlocal players_made
        players_made += 1
        if players_made > 3:
            raise PlayerError("it cannot be started any more")
        return RANDOM()

    match = open_match(8, (GREEDY, failing_factory))
    with pytest.raises(PlayerError, match="cannot be started any more"):
        list(match.steps(InProcessExecutor(), 1))
    assert match.crosstable.games == 3
