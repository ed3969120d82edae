"""The 1994 program with replies to its most promising moves only: with all of them it is the program itself."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest
from decisions import DecisionRecord
from hypothesis import given, settings
from refusals import codes
from scenarios import random_boards

from historic import Program
from historic.study.sample_game import SAMPLE_GAME
from historic.thought import Thought, TriedMove
from modern.agreement.classes import CLASS_BY_NAME
from modern.engine.control import Control
from modern.players import Game, MoveRequest, OptionError
from modern.players.game_state import GameState
from modern.players.historic import HistoricPlayer
from modern.players.museum.historic_selective import HistoricSelectivePlayer, by_promise
from modern.report import UCI_EXACT, Report, Score
from modern.rules import Move
from modern.rules.pieces import MAX_MOVES

#: Plies of the recorded game: the first, and Black's castling, on which the readings differ.
SOME_PLIES = (1, 22)

#: The note of an error in the lines that play the choice, which the selective player does not run.
STOPPED_AS_IT_PLAYED = re.compile(r"error 9: .* C(WHITE|BLACK)3\b")


def found(record: DecisionRecord) -> tuple[object, ...]:
    decision = record.decision
    return decision.move, decision.score, decision.pv, decision.nodes, record.lines


def selective(width: int, reading: str = "printed") -> HistoricSelectivePlayer:
    player = HistoricSelectivePlayer()
    player.set_option("Width", str(width))
    player.set_option("Reading", reading)
    return player


def historic(reading: str) -> HistoricPlayer:
    player = HistoricPlayer()
    player.set_option("Reading", reading)
    return player


def assert_full_width_is_historic(game: Game, reading: str) -> None:
    program, wide = historic(reading), selective(MAX_MOVES, reading)
    expected, actual = DecisionRecord(program, game), DecisionRecord(wide, game)
    assert found(actual) == found(expected)
    assert wide.memory() == program.memory()
    if not any(STOPPED_AS_IT_PLAYED.search(note) for note in expected.notes):
        assert bool(actual.notes) == bool(expected.notes)


def full_thought(game: Game) -> Thought:
    """Returns the thought of the program itself, which searches the replies to all of its moves."""
    program = Program()
    program.state = GameState(game).state
    return program.think(game.position.side)


@pytest.mark.parametrize("reading", ["printed", "recorded"])
@pytest.mark.parametrize("ply", SOME_PLIES)
def test_with_all_moves_it_is_the_program_itself(ply: int, reading: str) -> None:
    assert_full_width_is_historic(Game(moves=SAMPLE_GAME[: ply - 1]), reading)


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_it_does_not_stop_where_the_program_stops_as_it_plays_its_choice(reading: str) -> None:
    """The program plays the rook's move to e8 as if it were a promotion (quirk everyone-promotes)."""
    game = Game("3k4/2p4r/p1B4n/P4b1p/N1P3p1/1n4Q1/4R3/R2K4 w - - 2 37")
    program, wide = DecisionRecord(historic(reading), game), DecisionRecord(selective(MAX_MOVES, reading), game)
    assert wide.move == program.move == "e2e8"
    assert wide.notes == []
    assert len(program.notes) == 1
    assert STOPPED_AS_IT_PLAYED.search(program.notes[0])
    assert_full_width_is_historic(game, reading)


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_with_all_moves_it_is_the_program_itself_in_the_whole_recorded_game(reading: str) -> None:
    program, wide, game = historic(reading), selective(MAX_MOVES, reading), Game()
    for recorded in SAMPLE_GAME:
        assert found(DecisionRecord(wide, game)) == found(DecisionRecord(program, game))
        assert wide.memory() == program.memory()
        game.make(Move.from_uci(recorded))


@pytest.mark.slow
@given(random_boards())
@settings(max_examples=60, deadline=None)
def test_with_all_moves_it_is_the_program_itself_in_any_position(board: chess.Board) -> None:
    game = Game(moves=[move.uci() for move in board.move_stack])
    if game.position.legal_moves():
        assert_full_width_is_historic(game, "printed")
        assert_full_width_is_historic(game, "recorded")


@pytest.mark.parametrize(
    "fen", [chess.STARTING_FEN, "r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPPQ1PPP/R3K2R b KQkq - 4 8"]
)
def test_it_searches_replies_to_the_four_moves_with_the_highest_own_scores(fen: str) -> None:
    """The own scores are those of the program's whole turn, and the moves keep the order in which they are tried."""
    thought = full_thought(Game(fen))
    own_scores = [candidate.own_score for candidate in thought.candidates]
    fourth = sorted(own_scores, reverse=True)[3]
    record = DecisionRecord(selective(4), Game(fen))
    assert len(record.lines) == 4
    assert record.lines == [one.printed for one in thought.candidates if one.printed in record.lines]
    assert {one.printed for one in thought.candidates if one.own_score > fourth} < set(record.lines)
    best = max(round(100 * one.value) for one in thought.candidates if one.printed in record.lines)
    assert record.decision.score == Score(centipawns=best)


def test_of_equally_promising_moves_the_first_tried_comes_first() -> None:
    tried = [TriedMove(piece, 40, 0, score, score) for piece, score in enumerate((1.0, 2.0, 1.0, 2.0))]
    assert by_promise(tried) == [1, 3, 0, 2]


def test_a_move_that_is_not_promising_is_not_chosen_however_good_it_is() -> None:
    """At ply 9 the program prefers f4-a4 after the replies; before them 20 other moves have a higher score."""
    game = Game(moves=SAMPLE_GAME[:8])
    thought = full_thought(game)
    assert thought.chosen is not None
    own_scores = [candidate.own_score for candidate in thought.candidates]
    assert sum(score > thought.chosen.own_score for score in own_scores) == 20
    assert DecisionRecord(selective(20), game).move != thought.move == SAMPLE_GAME[8]
    assert DecisionRecord(selective(21), game).move == thought.move


def test_it_keeps_the_first_moves_of_the_recorded_game() -> None:
    player, game = selective(4), Game()
    for recorded in SAMPLE_GAME[:2]:
        assert DecisionRecord(player, game).move == recorded
        game.make(Move.from_uci(recorded))


def test_its_default_width_is_the_reports_four() -> None:
    assert DecisionRecord(HistoricSelectivePlayer(), Game()).decision.nodes == 4


@pytest.mark.parametrize("value", ["0", "-1", "four", "257"])
def test_a_width_without_moves_is_refused(value: str) -> None:
    with pytest.raises(OptionError, match=f"'{value}' .* Width; .* 1 to 256"):
        HistoricSelectivePlayer().set_option("width", value)


def test_if_no_promising_move_is_legal_the_arbiter_goes_on_to_the_next() -> None:
    """The one promising move castles into an attack."""
    fen = CLASS_BY_NAME["castles-into-attack"].fen
    record = DecisionRecord(selective(1), Game(fen))
    assert "arbiter.plays_what" in codes(record.notes[0])
    assert record.decision.score is not None
    assert chess.Move.from_uci(record.move) in chess.Board(fen).legal_moves


def test_stopped_after_two_moves_it_plays_the_better_of_them() -> None:
    control, notes, reports = Control(), list[str](), list[Report]()
    shown: list[str] = []

    def stop_after_two(line: str) -> None:
        shown.append(line)
        if len(shown) == 2:
            control.stop()

    request = MoveRequest(Game(), control=control, report=reports.append, note=notes.append, show=stop_after_two)
    decision = HistoricSelectivePlayer().decide(request)
    assert decision.nodes == 2
    assert "arbiter.stopped_after" in codes(notes[0])
    assert decision.move == next(report for report in reports if report.bound == UCI_EXACT).pv[0]


def test_ii_and_iii_carry_over_and_can_be_saved() -> None:
    player, game = HistoricSelectivePlayer(), Game(moves=["e2e4", "e7e5"])
    player.recall(game, "0:3,0")
    DecisionRecord(player, game)
    assert player.memory() == "0:3,0 2:0,0"


def test_its_reasons_have_the_terms_of_the_values() -> None:
    player = HistoricSelectivePlayer()
    record = DecisionRecord(player, Game())
    explained_lines = player.explained_lines()
    assert next(reason.pv[0] for reason in explained_lines) == record.decision.move
    assert len(explained_lines) == 4
    for reason in explained_lines:
        total = sum(term.white - term.black for term in reason.terms)
        assert total == pytest.approx(reason.score.centipawns, abs=5)


def rows_of_widths() -> list[tuple[int, int, int]]:
    """Returns the rows of the page's table: the width, and the recorded moves kept in both readings."""
    page = (Path(__file__).parents[4] / "docs" / "program" / "museum" / "historic-selective.md").read_text(
        encoding="utf-8"
    )
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| [\d.]+ \|$", page, re.M)
    return [(int(width), int(printed), int(recorded)) for width, printed, recorded in rows]


def kept_moves(width: int, reading: str) -> int:
    """Returns how many of the 23 recorded moves are chosen."""
    player, game, count = selective(width, reading), Game(), 0
    for recorded in SAMPLE_GAME:
        count += DecisionRecord(player, game).move == recorded
        game.make(Move.from_uci(recorded))
    return count


def test_the_table_of_its_page_has_the_widths_1_to_8_and_tells_how_many_moves_width_1_keeps() -> None:
    rows = rows_of_widths()
    assert [row[0] for row in rows][:8] == [*range(1, 9)]
    assert kept_moves(1, "printed") == rows[0][1]


@pytest.mark.slow
@pytest.mark.parametrize("row", rows_of_widths(), ids=lambda row: f"width-{row[0]}")
def test_the_table_of_its_page_tells_how_many_recorded_moves_it_keeps(row: tuple[int, int, int]) -> None:
    assert (kept_moves(row[0], "printed"), kept_moves(row[0], "recorded")) == row[1:]
