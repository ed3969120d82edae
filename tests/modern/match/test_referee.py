"""The referee of a single game."""

from __future__ import annotations

import time
from itertools import count

import chess
import pytest
from sparring import FaultyPlayer, GreedyMover, RandomMover

from modern.game.clock import TimeControl, TimeSetting
from modern.game.game import Ending
from modern.game.move_notes import MoveNote
from modern.limits import Clock, Limits
from modern.match.openings import Opening
from modern.match.referee import play_game
from modern.players import Decision, MoveRequest, Player, PlayerError
from modern.rules import Move
from modern.rules.fen import INITIAL_FEN

DEPTH = TimeSetting(depth=1)
INITIAL = Opening()
BEFORE_THE_MATE = Opening(INITIAL_FEN, ("f2f3", "e7e5", "g2g4"))


class ScriptedPlayer(Player):
    """Plays the given moves; `seen` are its limits and the game at each turn."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        super().__init__()
        self.moves = list(moves)
        self.seen: list[tuple[Limits, list[str]]] = []

    def decide(self, request: MoveRequest) -> Decision:
        self.seen.append((request.limits, [move.uci() for move in request.game.moves]))
        return Decision(Move.from_uci(self.moves.pop(0)))


def game(
    white: Player, black: Player, opening: Opening = INITIAL, time_setting: TimeSetting = DEPTH
) -> tuple[list[str], Ending, list[MoveNote]]:
    """Plays a game. Returns the moves after the opening, the ending, and the notes on these moves."""
    played = play_game({"white": white, "black": black}, opening, time_setting)
    assert played.ending
    return played.uci_moves[played.opening_plies :], played.ending, played.notes[played.opening_plies :]


def test_a_mate_ends_the_game() -> None:
    moves, ending, _ = game(RandomMover(), ScriptedPlayer("d8h4"), BEFORE_THE_MATE)
    assert moves == ["d8h4"]
    assert ending == Ending("black", "checkmate")
    assert ending.comment == "White loses by checkmate."


@pytest.mark.parametrize(
    ("opening", "white", "black", "reason"),
    [
        (Opening(), "g1f3 f3g1 g1f3 f3g1", "g8f6 f6g8 g8f6", "threefold repetition"),
        (Opening("4k3/8/8/8/8/8/8/R3K3 w - - 98 80"), "a1a2", "", "fifty moves"),
        (Opening("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1"), "f5f7", "", "stalemate"),
        (Opening("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1"), "e1d2", "", "insufficient material"),
    ],
)
def test_a_draw_that_may_be_claimed_is_claimed(opening: Opening, white: str, black: str, reason: str) -> None:
    _, ending, _ = game(ScriptedPlayer(*white.split()), ScriptedPlayer(*black.split()), opening)
    assert (ending.winner, ending.reason) == (None, reason)


def test_the_time_of_a_move_is_recorded_with_four_decimals(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0.0, 1.23456)
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks))
    _, _, notes = game(RandomMover(), ScriptedPlayer("d8h4"), BEFORE_THE_MATE)
    (note,) = notes
    assert note.seconds
    assert note.seconds == pytest.approx(round(note.seconds, 4), abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_moves_are_legal_and_the_outcome_is_that_of_python_chess(seed: int) -> None:
    moves, ending, _ = game(RandomMover(seed), GreedyMover(seed))
    board = chess.Board()
    for move in moves:
        assert board.outcome(claim_draw=True) is None
        board.push_uci(move)
    outcome = board.outcome(claim_draw=True)
    assert outcome is not None
    assert (outcome.result(), outcome.termination.name.lower()) == (
        ending.result,
        ending.reason.replace(" ", "_"),
    )


@pytest.mark.parametrize(
    ("fault", "reason", "words"),
    [
        ("crash", "crash", "it is its third move"),
        ("illegal", "illegal move", "a1h7 is not a legal move"),
        ("none", "illegal move", "it chose no move, but there are legal moves"),
        ("wrong", "illegal move", "it is its third move"),
        ("silent", "no answer", "it is its third move"),
        ("resigns", "resignation", "it is its third move"),
    ],
)
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_player_that_cannot_continue_loses(side: str, fault: str, reason: str, words: str) -> None:
    faulty, other = FaultyPlayer(fault), RandomMover()
    moves, ending, _ = game(faulty, other) if side == "white" else game(other, faulty)
    assert len(moves) == (4 if side == "white" else 5)
    assert ending == Ending("black" if side == "white" else "white", reason, words)


def test_a_player_that_cannot_begin_loses() -> None:
    class AbsentPlayer(RandomMover):
        def new_game(self) -> None:
            raise PlayerError("it is not here")

    assert game(RandomMover(), AbsentPlayer())[1] == Ending("white", "crash", "it is not here")


def test_a_player_that_exceeds_its_time_is_sent_a_stop_and_loses() -> None:
    _, ending, _ = game(RandomMover(), FaultyPlayer("slow"), time_setting=TimeSetting(TimeControl(1)))
    assert (ending.winner, ending.reason) == ("white", "time forfeit")
    used, _, left = ending.details.removesuffix(" s").partition(" s used of ")
    assert float(used) >= float(left)  # to the thousandth


def test_a_fallen_flag_takes_precedence_over_a_crash() -> None:
    class LatePlayer(RandomMover):
        def decide(self, request: MoveRequest) -> Decision:
            while not request.control.stopped:
                time.sleep(0.001)
            raise PlayerError("too late")

    assert game(LatePlayer(), RandomMover(), time_setting=TimeSetting(TimeControl(0.01)))[1].reason == "time forfeit"
    assert game(LatePlayer(), RandomMover(), time_setting=TimeSetting(seconds=0.001))[1].reason == "crash"


class FakeClock:
    """Replaces the module `time` by a clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setattr("modern.match.referee.time", clock)
    return clock


def test_preparation_before_the_first_move_is_not_on_the_clock(clock: FakeClock) -> None:
    class SlowStarter(ScriptedPlayer):
        def new_game(self) -> None:
            clock.now += 1000

    black = SlowStarter("d8h4")
    _, ending, _ = game(RandomMover(), black, BEFORE_THE_MATE, TimeSetting(TimeControl(60, 1)))
    assert ending.reason == "checkmate"
    assert black.seen[0][0].black == Clock(60, 1)


@pytest.mark.parametrize(("seconds", "reason"), [(30, "checkmate"), (30.001, "time forfeit")])
def test_a_flag_falls_only_if_more_than_the_time_left_is_used(seconds: float, reason: str, clock: FakeClock) -> None:
    class Thinker(ScriptedPlayer):
        def decide(self, request: MoveRequest) -> Decision:
            clock.now += seconds
            return super().decide(request)

    white = Thinker("d1h5", "f1c4", "h5f7")
    opening = Opening(INITIAL_FEN, ("e2e4", "e7e5"))
    _, ending, played = game(white, ScriptedPlayer("b8c6", "g8f6"), opening, TimeSetting(TimeControl(80, 5)))
    assert ending.reason == reason
    assert [note.seconds for note in played][::2] == [seconds] * (3 if reason == "checkmate" else 2)


def test_players_receive_the_whole_game_and_the_clocks() -> None:
    white, black = ScriptedPlayer("d1h5", "f1c4", "h5f7"), ScriptedPlayer("b8c6", "g8f6")
    opening = Opening(INITIAL_FEN, ("e2e4", "e7e5"))
    moves, ending, played = game(white, black, opening, TimeSetting(TimeControl(60, 5, 40)))
    assert ending == Ending("white", "checkmate")
    assert [game_moves for _, game_moves in white.seen] == [["e2e4", "e7e5", *moves[:ply]] for ply in (0, 2, 4)]
    limits = white.seen[1][0]
    assert limits.moves_to_go == 39
    assert limits.white
    assert played[0].seconds is not None
    assert limits.white.left == pytest.approx(65 - played[0].seconds, abs=0.001)
    assert limits.black
    assert played[1].seconds is not None
    assert limits.black.left == pytest.approx(65 - played[1].seconds, abs=0.001)


def test_the_notes_of_a_player_are_kept() -> None:
    class TalkativePlayer(ScriptedPlayer):
        def decide(self, request: MoveRequest) -> Decision:
            request.note("a {brace}\nand a line")
            request.note("another")
            return super().decide(request)

    _, _, played = game(RandomMover(), TalkativePlayer("d8h4"), BEFORE_THE_MATE)
    assert played[0].comment == "a (brace) and a line another"
