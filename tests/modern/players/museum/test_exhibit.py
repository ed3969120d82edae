"""What the exhibits share: the arbiter over programs that choose as the tests want, and what a caller is told.

At the end, what every exhibit does.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Timer

import chess
import pytest
from decisions import DecisionRecord
from exhibits import EXHIBITS, reduced
from hypothesis import given, settings
from scenarios import random_boards

from modern.engine.control import Control
from modern.facts import fact
from modern.limits import Limits
from modern.players import Decision, Game, MoveRequest, player_named
from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.report import Report, Score
from modern.rules import Move

#: White may promote; White's king is in check from the rook.
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
CHECK = "4r3/6k1/8/8/8/8/8/4K2R w K - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
BY_THE_ARBITER = {"move": "g1f3", "what": fact("arbiter.best_tried")}


class FixedChoice(Exhibit):
    """A program that always makes the same choice; `turns` counts how often it was asked."""

    name = "fixed"

    def __init__(self, choice: ProgramChoice) -> None:
        super().__init__()
        self.choice = choice
        self.turns = 0

    def choose(self, request: MoveRequest) -> ProgramChoice:
        self.turns += 1
        return self.choice


class Answered:
    """The decision on a choice in a position, with what was said before it."""

    def __init__(
        self, choice: ProgramChoice, fen: str = "", moves: str = "", only: str = "", stop: bool = False
    ) -> None:
        self.said: list[str | Report] = []
        self.exhibit = FixedChoice(choice)
        control = Control()
        if stop:
            control.stop()
        game = Game(fen) if fen else Game()
        limits = Limits(only=tuple(Move.from_uci(uci) for uci in only.split()))
        self.decision: Decision = self.exhibit.decide(
            MoveRequest(game, limits, control, report=self.said.append, note=self.said.append)
        )

    @property
    def move(self) -> str:
        return str(self.decision.move)

    @property
    def notes(self) -> list[str]:
        return [text for text in self.said if isinstance(text, str)]

    @property
    def reports(self) -> list[Report]:
        return [report for report in self.said if isinstance(report, Report)]


def chosen(
    move: str, tried: Sequence[str] = (), pv: Sequence[str] = (), score: int | None = 25, reason: str = "finds no move"
) -> ProgramChoice:
    return ProgramChoice(move, None if score is None else Score(score), 123, 4, pv, tried, reason)


def test_a_legal_choice_is_played_without_a_note() -> None:
    answered = Answered(chosen("e2e4"))
    assert (answered.move, answered.notes, answered.decision.by_arbiter) == ("e2e4", [], False)


def test_the_programs_own_figures_are_reported_once() -> None:
    (report,) = Answered(chosen("e2e4")).reports
    assert (report.score, report.nodes, report.depth, report.multipv) == (Score(25), 123, 4, 1)
    assert [str(move) for move in report.pv] == ["e2e4"]


def test_the_decision_has_the_figures_of_the_report() -> None:
    answered = Answered(chosen("e2e4"))
    (report,) = answered.reports
    decision = answered.decision
    assert (decision.score, decision.nodes, decision.depth, decision.pv) == (Score(25), 123, 4, report.pv)


def test_a_program_without_a_score_reports_nothing() -> None:
    answered = Answered(chosen("e2e4", score=None))
    assert (answered.move, answered.reports, answered.decision.score) == ("e2e4", [], None)


def test_an_illegal_choice_is_replaced_by_the_best_legal_move_that_was_tried() -> None:
    answered = Answered(chosen("h1h7", tried=["h1h7", "e1f2", "e1d2"]), CHECK)
    assert answered.move == "e1f2"
    (note,) = answered.notes
    assert note.startswith("it chooses an illegal move (")
    assert note.endswith("; the arbiter plays e1f2, the best legal move that it tried")
    assert answered.decision.by_arbiter


def test_the_report_of_a_replaced_choice_has_the_move_that_is_played() -> None:
    answered = Answered(chosen("h1h2", tried=["e1d2"], pv=["h1h2", "e8e1"]), CHECK)
    (report,) = answered.reports
    assert [str(move) for move in report.pv] == ["e1d2"]
    assert [str(move) for move in answered.decision.pv] == ["e1d2"]


def test_the_first_legal_move_is_played_if_no_legal_move_was_tried() -> None:
    answered = Answered(chosen("e1g1", tried=["e1g1", "h1g1"]), CHECK)
    assert answered.move == str(Game(CHECK).position.legal_moves()[0])
    assert answered.notes[0].endswith(f"; the arbiter plays {answered.move}, the first legal move")
    assert answered.decision.by_arbiter


@pytest.mark.parametrize("nonsense", ["e9e4", "king", "0000", "e2e4q", "e2", "\xe92e4"])
def test_a_choice_that_is_no_move_is_replaced(nonsense: str) -> None:
    answered = Answered(chosen(nonsense, tried=["d2d4"]))
    assert answered.move == "d2d4"
    assert len(answered.notes) == 1


def test_a_program_that_finds_no_move_says_why() -> None:
    answered = Answered(chosen("", tried=["g1f3"], reason="finds no move that loses nothing"))
    assert answered.notes == [fact("arbiter.plays_what", why="it finds no move that loses nothing", **BY_THE_ARBITER)]


def test_a_promotion_needs_its_piece() -> None:
    assert Answered(chosen("a7a8q"), PROMOTION).notes == []
    answered = Answered(chosen("a7a8", tried=["a7a8", "a7a8q"]), PROMOTION)
    assert (answered.move, len(answered.notes)) == ("a7a8q", 1)


def test_a_choice_that_is_not_allowed_is_replaced_by_one_that_is() -> None:
    answered = Answered(chosen("e2e4", tried=["e2e4", "d2d4", "g1f3"]), only="g1f3 b1c3")
    assert answered.move == "g1f3"
    assert answered.notes[0].startswith("it chooses e2e4, which is not one of the allowed moves; ")


def test_no_allowed_move_is_legal_so_all_legal_moves_are_allowed() -> None:
    answered = Answered(chosen("e2e4"), only="e2e5 a1a8")
    assert (answered.move, answered.notes) == ("e2e4", [])


def test_the_expected_line_ends_before_its_first_illegal_move() -> None:
    answered = Answered(chosen("e2e4", pv=["e2e4", "e7e5", "e1e3", "e8e7"]))
    assert [str(move) for move in answered.decision.pv] == ["e2e4", "e7e5"]


def test_the_program_is_not_asked_when_the_game_is_over() -> None:
    answered = Answered(chosen("h8h7"), STALEMATE)
    assert answered.decision.move is None
    assert (answered.exhibit.turns, answered.said) == (0, [])


def test_a_stop_before_the_choice_is_answered_with_a_legal_move() -> None:
    answered = Answered(chosen("", tried=["g1f3"]), stop=True)
    assert answered.move == "g1f3"
    assert answered.notes == [fact("arbiter.plays_what", why=fact("arbiter.stopped_before"), **BY_THE_ARBITER)]


def test_the_game_is_left_as_it_was() -> None:
    game = Game(moves=["e2e4", "c7c5"])
    before = game.position.fen()
    FixedChoice(chosen("g1f3", pv=["g1f3", "d7d6"])).decide(MoveRequest(game))
    assert (game.position.fen(), len(game.moves)) == (before, 2)


# Every exhibit.

#: Exhibits that would search for minutes in QUEENS. The 1994 program and the random mover have no such depth.
DEEP = (
    *("firstchess[Depth=9]", "huo[Depth=5]", "novice[Depth=5]", "diablo[Depth=30]"),
    *(f"huo-tutorial[Stage={stage}]" for stage in ("three-ply", "minimax", "third-lesson")),
)
QUEENS = "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1"

each = pytest.mark.parametrize("name", EXHIBITS)


@each
@settings(max_examples=6, deadline=None)
@given(board=random_boards())
def test_each_plays_a_legal_move_in_any_game_and_leaves_the_game_as_it_was(name: str, board: chess.Board) -> None:
    game = Game(moves=[move.uci() for move in board.move_stack])
    record = DecisionRecord(player_named(reduced(name)), game)
    assert (game.position.fen(), len(game.moves)) == (board.fen(en_passant="legal"), len(board.move_stack))
    assert (record.decision.move is None) == (not any(board.legal_moves))
    for move in record.decision.pv:
        board.push(board.parse_uci(move.uci()))  # raises if it is illegal


@each
def test_each_plays_only_an_allowed_move(name: str) -> None:
    assert DecisionRecord(player_named(reduced(name)), Game(), only="f2f3 h2h3").move in ("f2f3", "h2h3")


@each
def test_each_decides_on_no_move_if_there_is_none(name: str) -> None:
    assert DecisionRecord(player_named(name), Game(STALEMATE)).decision.move is None


@each
def test_each_answers_a_stop_before_it_thinks_with_a_legal_move(name: str) -> None:
    control = Control()
    control.stop()
    record = DecisionRecord(player_named(name), Game(QUEENS), control=control)
    assert record.decision.move in Game(QUEENS).position.legal_moves()


@pytest.mark.parametrize("name", DEEP)
def test_a_stop_ends_a_deep_search_at_once(name: str) -> None:
    control = Control()
    timer = Timer(0.1, control.stop)
    timer.start()
    start = time.perf_counter()
    record = DecisionRecord(player_named(name), Game(QUEENS), control=control)
    assert time.perf_counter() - start < 20
    assert record.decision.move in Game(QUEENS).position.legal_moves()
