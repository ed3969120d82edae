"""The 1994 program as a player: the variables that carry over from turn to turn, and the arbiter's decisions."""

from __future__ import annotations

import time

import chess
import pytest
from decisions import DecisionRecord
from hypothesis import given, settings
from refusals import codes
from scenarios import random_boards

from historic.study.replay import GameEnd, replay, self_play
from historic.study.sample_game import SAMPLE_GAME
from modern.agreement.classes import CLASS_BY_NAME, CLASSES
from modern.agreement.differences import DifferenceClass
from modern.engine.control import Control
from modern.facts import fact
from modern.players import Decision, Game, MoveRequest, OptionError
from modern.players.historic import Carryover, HistoricPlayer
from modern.report import UCI_EXACT, UCI_LOWER_BOUND, Report
from modern.rules import Move


def decided(fen: str, moves: str = "", only: str = "") -> DecisionRecord:
    return DecisionRecord(HistoricPlayer(), Game(fen, moves.split()), only=only)


@pytest.mark.both_builds
@pytest.mark.parametrize("plies", [4, pytest.param(len(SAMPLE_GAME), marks=pytest.mark.slow)])
def test_it_plays_the_recorded_game_as_the_program_does(plies: int) -> None:
    player, game = HistoricPlayer(), Game()
    player.set_option("Reading", "recorded")
    for recorded in SAMPLE_GAME[:plies]:
        record = DecisionRecord(player, game)
        assert record.move == recorded
        assert record.notes == []
        game.make(Move.from_uci(recorded))


def test_its_score_is_the_programs_value_and_its_pv_ends_with_the_reply() -> None:
    ply = next(iter(replay()))
    first = DecisionRecord(HistoricPlayer(), Game())
    assert first.decision.score is not None
    assert first.decision.score.centipawns == round(100 * ply.thought.value)
    assert len(first.decision.pv) == 2
    assert (first.decision.depth, first.decision.nodes) == (2, len(ply.thought.candidates))
    assert [report.bound for report in first.reports] == [UCI_LOWER_BOUND] * (len(first.reports) - 1) + [UCI_EXACT]


@pytest.mark.both_builds
@pytest.mark.parametrize("plies", [4, pytest.param(24, marks=pytest.mark.slow)])
def test_its_self_play_begins_like_the_programs(plies: int) -> None:
    player, game = HistoricPlayer(), Game()
    for ply in self_play(plies=plies):
        if isinstance(ply, GameEnd):
            break
        move = DecisionRecord(player, game).move
        assert move == ply.thought.move
        game.make(Move.from_uci(move))
    assert len(game.moves) == plies


def test_ii_and_iii_carry_over_within_a_game_and_are_forgotten_in_a_new_one() -> None:
    player = HistoricPlayer()
    game = Game()
    DecisionRecord(player, game)
    first = player.carryovers[-1]
    game.make(Move.from_uci("e2e4"))
    game.make(Move.from_uci("e7e5"))
    assert player.carryovers[-1] is first
    DecisionRecord(player, game)
    assert [entry.ply for entry in player.carryovers] == [0, 2]
    DecisionRecord(player, Game(moves=["e2e4", "e7e5", "g1f3"]))
    assert [entry.ply for entry in player.carryovers] == [0, 2, 3]
    DecisionRecord(player, Game(moves=["e2e4", "c7c5"]))  # moves were taken back
    assert [entry.ply for entry in player.carryovers] == [0, 2]
    DecisionRecord(player, Game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
    assert [entry.ply for entry in player.carryovers] == [0]
    player.new_game()
    assert player.carryovers == []


def test_after_a_take_back_only_turns_of_the_moves_that_are_still_there_count() -> None:
    """There were turns at plies 0, 2 and 4. Another move at a ply forgets the turns behind it, and one is made anew."""
    line, moves = ["e2e4", "e7e5", "g1f3", "b8c6"], Game(moves=["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "a7a6"])
    others = ("d2d4", "c7c5", "b1c3", "g8f6")
    for ply, left in ((0, [0]), (1, [0]), (2, [0, 2]), (3, [0, 2]), (4, [0, 2])):
        player = HistoricPlayer()
        player.recall(moves, "0:1,0 2:2,0 4:3,0")
        another = [*line[:ply], *others[ply : ply + 1]]
        if ply % 2:
            another += [next(move.uci() for move in Game(moves=another).position.legal_moves())]
        player._carryover_before(Game(moves=another))
        assert [entry.ply for entry in player.carryovers] == left, ply


def test_the_value_left_in_ii_decides_whether_castling_is_tried() -> None:
    """Both rooks have moved, so the listing tests the old value of II (quirk stale-ii)."""
    game = Game("4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", ["h1h2", "e8d8", "h2h3", "d8e8", "a1b1", "a7a6"])
    castling_tried = {}
    for ii in (0, 1):
        player = HistoricPlayer()
        player.start, player.moves, player.carryovers = game.start, game.moves[:4], [Carryover(4, ii, 0)]
        castling_tried[ii] = any("e1g1" in note or "e1c1" in note for note in DecisionRecord(player, game).notes)
    assert castling_tried == {0: True, 1: False}


def test_a_report_has_the_time_since_its_turn_began() -> None:
    start = time.perf_counter()
    reports = DecisionRecord(HistoricPlayer(), Game()).reports
    elapsed = time.perf_counter() - start
    assert 0 <= reports[0].seconds <= reports[-1].seconds <= elapsed


def test_the_same_position_gives_the_same_decision() -> None:
    player, game = HistoricPlayer(), Game(moves=["d2d4"])
    assert DecisionRecord(player, game).decision.pv == DecisionRecord(player, game).decision.pv


def test_if_castling_is_illegal_the_arbiter_plays_the_best_legal_candidate() -> None:
    fen = CLASS_BY_NAME["castles-into-attack"].fen
    castles = decided(fen)
    assert "arbiter.illegal" in codes(castles.notes[0])
    assert castles.move in castles.notes[0]
    assert castles.decision.by_arbiter
    ranked = HistoricPlayer()
    ranked.set_option("MultiPV", "256")
    lines = DecisionRecord(ranked, Game(fen)).reports
    best = [report for report in lines if report.bound == UCI_EXACT]
    assert best[0].pv[0].uci() == castles.move
    values = [report.score.centipawns or 0 for report in best]
    assert values == sorted(values, reverse=True)
    assert len({report.pv[0] for report in best}) == len(best) > 10


def test_after_error_9_the_best_legal_candidate_is_played() -> None:
    example = CLASS_BY_NAME["castles-past-a-pawn"]
    stopped = decided(example.fen, example.moves)
    assert "error 9" in stopped.notes[0]
    assert stopped.move in stopped.notes[0]
    assert stopped.decision.by_arbiter


def test_if_only_en_passant_is_legal_the_first_legal_move_is_played() -> None:
    only = decided("8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 1")
    assert only.move == "a4b3"
    assert "arbiter.first_legal" in codes(only.notes[0])
    assert only.decision.by_arbiter
    assert only.decision.score is None


def test_a_third_knight_is_stored_as_a_bishop_but_moves_as_a_knight() -> None:
    third = decided("7k/8/8/3N4/8/8/8/1N2K1N1 w - - 0 1")
    assert third.notes[0] == fact("arbiter.no_number", piece="knight", square="d5", other="bishop")
    promoted = decided("4k3/P7/8/8/8/8/8/1N2K1N1 w - - 0 1", "a7a8n e8d7")
    assert promoted.notes[0] == fact("arbiter.no_number", piece="knight", square="a8", other="bishop")
    board = chess.Board("N7/3k4/8/8/8/8/8/1N2K1N1 w - - 1 2")
    assert chess.Move.from_uci(promoted.move) in board.legal_moves


def test_pieces_beyond_all_numbers_are_stored_as_queens() -> None:
    fen = "k7/8/8/8/8/NNNN4/8/RNB1KBNR w KQ - 0 1"
    many = decided(fen)
    assert [note.rpartition(" ")[2] for note in many.notes if "stores" in note] == ["queen"] * 4
    assert chess.Move.from_uci(many.move) in chess.Board(fen).legal_moves


def test_it_considers_only_the_allowed_moves() -> None:
    assert decided(chess.STARTING_FEN, only="a2a3").move == "a2a3"
    assert "arbiter.not_allowed" in codes(decided(chess.STARTING_FEN, only="a2a3").notes[0])
    assert decided(chess.STARTING_FEN).notes == []


def test_stopped_before_the_first_move_it_plays_the_first_legal_move_and_says_so() -> None:
    control = Control()
    control.stop()
    stopped = DecisionRecord(HistoricPlayer(), Game(), control=control)
    assert stopped.decision.move in Game().position.legal_moves()
    assert "arbiter.stopped_after" in codes(stopped.notes[0])


def test_stopped_after_some_moves_it_plays_the_best_of_them() -> None:
    control, notes, reports = Control(), list[str](), list[Report]()

    def stop_after_three(report: Report) -> None:
        reports.append(report)
        if len(reports) == 3:
            control.stop()

    decision = HistoricPlayer().decide(MoveRequest(Game(), control=control, report=stop_after_three, note=notes.append))
    assert decision.move == reports[2].pv[0]
    assert decision.nodes < 20
    assert "arbiter.stopped_after" in codes(notes[0])


def test_without_a_legal_move_it_decides_on_none() -> None:
    assert decided("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").decision == Decision(None)


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(OptionError, match=r"'other' .* Reading; .* printed or recorded"):
        HistoricPlayer().set_option("reading", "other")


#: Within 16 plies of self-play the rook gives check on the same two squares again.
ROOK_ENDING = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"


def repeated_positions(game: Game) -> int:
    """Returns how many positions of a game have occurred in it before."""
    board = chess.Board(game.start)
    seen, repeated = {board._transposition_key()}, 0
    for move in game.moves:
        board.push_uci(move.uci())
        repeated += board._transposition_key() in seen
        seen.add(board._transposition_key())
    return repeated


def self_played(avoid_repetition: str, fen: str, plies: int) -> tuple[Game, list[str]]:
    """Returns a game of the program against itself, and the notes of its decisions."""
    player, game, notes = HistoricPlayer(), Game(fen), list[str]()
    player.set_option("Avoid Repetition", avoid_repetition)
    for _ in range(plies):
        record = DecisionRecord(player, game)
        assert record.decision.move is not None
        notes += [note for note in record.notes if "repeat no position" in note]
        game.make(record.decision.move)
    return game, notes


def test_it_repeats_positions_unless_it_is_told_to_avoid_that() -> None:
    repeats, silence = self_played("false", ROOK_ENDING, 16)
    assert (repeated_positions(repeats) > 0, silence) == (True, [])
    avoids, notes = self_played("true", ROOK_ENDING, 16)
    assert repeated_positions(avoids) == 0
    assert notes


def test_instead_of_a_repetition_the_best_of_the_other_tried_moves_is_played() -> None:
    game, _ = self_played("false", ROOK_ENDING, 16)
    moves = [move.uci() for move in game.moves]
    ply = next(ply for ply in range(16) if repeated_positions(Game(game.start, moves[: ply + 1])))
    before = Game(game.start, moves[:ply])
    player = HistoricPlayer()
    for name, value in {"MultiPV": "256", "Avoid Repetition": "true"}.items():
        player.set_option(name, value)
    record = DecisionRecord(player, before)
    ranked = [report for report in record.reports if report.bound == UCI_EXACT]
    scores = {report.pv[0].uci(): report.score.centipawns or 0 for report in ranked}
    fresh = {uci for uci in scores if not repeated_positions(Game(before.start, [*moves[:ply], uci]))}
    assert moves[ply] in set(scores) - fresh
    assert scores[record.move] == max(scores[uci] for uci in fresh)
    (note,) = record.notes
    assert {"arbiter.illegal", "arbiter.repeats_none", "arbiter.best_tried"} <= codes(note)
    assert record.decision.by_arbiter


def test_a_legal_choice_that_repeats_a_position_is_replaced_and_the_note_says_why() -> None:
    moves = "a1e5 e8d7 e5d5 d7c7 d5e5 c7c6 e5e4 c6d6 e4d4 d6c6"  # d4e4 comes again
    player, game = HistoricPlayer(), Game("4k3/8/8/8/8/8/8/Q5K1 w - - 0 1", moves.split())
    own = DecisionRecord(player, game)
    assert (own.move, own.notes, own.decision.by_arbiter) == ("d4e4", [], False)
    player = HistoricPlayer()
    player.set_option("Avoid Repetition", "true")
    record = DecisionRecord(player, game)
    (note,) = record.notes
    assert note.startswith(f"d4e4 repeats a position of the game; the arbiter plays {record.move}, ")
    assert record.decision.by_arbiter
    assert repeated_positions(Game(game.start, [*moves.split(), record.move])) == repeated_positions(game)


def test_a_move_is_played_although_it_repeats_if_every_tried_move_does() -> None:
    """White has one legal move, which repeats."""
    game = Game("7k/8/8/8/8/1r6/8/K7 w - - 0 1", ["a1a2", "b3b4", "a2a1", "b4b3"])
    player = HistoricPlayer()
    player.set_option("Avoid Repetition", "true")
    record = DecisionRecord(player, game)
    assert record.move == "a1a2"
    assert record.notes == []
    assert not record.decision.by_arbiter


def test_its_terms_are_nearly_balanced_in_the_initial_position() -> None:
    terms = HistoricPlayer().terms(Game())
    assert [term.name for term in terms][:2] == ["material", "attacked and unprotected"]
    assert sum(term.white for term in terms) == pytest.approx(sum(term.black for term in terms), abs=30)


def is_over(board: chess.Board) -> bool:
    """Returns True after mate, stalemate or a draw that may be claimed; insufficient material does not end a game."""
    return not any(board.legal_moves) or board.can_claim_draw()


each_class = pytest.mark.parametrize(
    "difference", CLASSES, ids=lambda difference: f"{difference.kind}-{difference.name}"
)


@each_class
def test_it_plays_legal_moves_after_each_class_of_difference(difference: DifferenceClass) -> None:
    play_on(difference, max_plies=2)


@pytest.mark.slow
@each_class
def test_a_game_through_each_class_of_difference_reaches_a_legal_end(difference: DifferenceClass) -> None:
    assert is_over(play_on(difference, max_plies=400))


def play_on(difference: DifferenceClass, max_plies: int) -> chess.Board:
    """Returns the board after the program has played on from the example of a class. Fails at an illegal move."""
    game = Game(difference.fen, difference.moves.split())
    board = chess.Board(difference.fen)
    for uci in difference.moves.split():
        board.push_uci(uci)
    players = {chess.WHITE: HistoricPlayer(), chess.BLACK: HistoricPlayer()}
    before = len(board.move_stack)
    while not is_over(board) and len(board.move_stack) < before + max_plies:
        move = players[board.turn].decide(MoveRequest(game)).move
        assert move is not None
        board.push(board.parse_uci(move.uci()))  # raises if it is illegal
        game.make(move)
    assert len(board.move_stack) > before
    return board


@given(random_boards())
@settings(max_examples=5, deadline=None)
def test_its_move_is_legal_in_any_game(board: chess.Board) -> None:
    game = Game(moves=[move.uci() for move in board.move_stack])
    notes: list[str] = []
    decision = HistoricPlayer().decide(MoveRequest(game, note=notes.append))
    if decision.move is None:
        assert not any(board.legal_moves)
    else:
        assert chess.Move.from_uci(decision.move.uci()) in board.legal_moves
        assert decision.pv[0] == decision.move
        for move in decision.pv:
            board.push(board.parse_uci(move.uci()))
