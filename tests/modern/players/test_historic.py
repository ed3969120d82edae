"""The program of 1994 as a player: what it keeps from turn to turn, and what the arbiter makes of its choices."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import random_boards

from historic.replay import GameEnd, replay, self_play
from historic.sample_game import SAMPLE_GAME
from modern.agreement.classes import CLASS_BY_NAME, CLASSES, DifferenceClass
from modern.engine.control import Control
from modern.engine.limits import Limits
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report
from modern.players import Decision, Game, OptionError, Turn
from modern.players.historic import Carryover, HistoricPlayer
from modern.rules import Move


class DecisionRecord:
    """The player asked once: its decision, notes and reports."""

    def __init__(self, player: HistoricPlayer, game: Game, limits: Limits | None = None) -> None:
        self.notes: list[str] = []
        self.reports: list[Report] = []
        turn = Turn(game, limits or Limits(), report=self.reports.append, note=self.notes.append)
        self.decision: Decision = player.decide(turn)

    @property
    def move(self) -> str:
        return str(self.decision.move)


def decided(fen: str, moves: str = "", only: str = "") -> DecisionRecord:
    limits = Limits(only=tuple(Move.from_uci(uci) for uci in only.split()))
    return DecisionRecord(HistoricPlayer(), Game(fen, moves.split()), limits)


def test_it_plays_the_recorded_game_as_the_program_does() -> None:
    player, game = HistoricPlayer(), Game()
    player.set_option("Reading", "recorded")
    for recorded in SAMPLE_GAME:
        given_turn = DecisionRecord(player, game)
        assert given_turn.move == recorded
        assert given_turn.notes == []
        game.make(Move.from_uci(recorded))


def test_its_value_is_the_programs_and_its_line_goes_on_with_the_reply() -> None:
    ply = next(iter(replay()))
    first = DecisionRecord(HistoricPlayer(), Game())
    assert first.decision.score is not None
    assert first.decision.score.centipawns == round(100 * ply.thought.value)
    assert len(first.decision.pv) == 2
    assert (first.decision.depth, first.decision.nodes) == (2, len(ply.thought.candidates))
    assert [report.bound for report in first.reports] == [UCI_LOWER_BOUND] * (len(first.reports) - 1) + [UCI_EXACT]


def test_left_to_itself_it_goes_the_way_of_the_programs_own_game() -> None:
    player, game = HistoricPlayer(), Game()
    for ply in self_play(plies=16):
        if isinstance(ply, GameEnd):
            break
        move = DecisionRecord(player, game).move
        assert move == ply.thought.move
        game.make(Move.from_uci(move))
    assert len(game.moves) == 16


def test_what_ii_and_iii_were_left_at_stays_within_a_game_and_goes_with_a_new_one() -> None:
    player = HistoricPlayer()
    game = Game()
    DecisionRecord(player, game)
    left = player.carryovers[-1]
    game.make(Move.from_uci("e2e4"))
    game.make(Move.from_uci("e7e5"))
    assert player.carryovers[-1] is left
    DecisionRecord(player, game)
    assert [one.ply for one in player.carryovers] == [0, 2]
    DecisionRecord(player, Game(moves=["e2e4", "e7e5", "g1f3"]))
    assert [one.ply for one in player.carryovers] == [0, 2, 3]
    DecisionRecord(player, Game(moves=["e2e4", "c7c5"]))  # moves were taken back
    assert [one.ply for one in player.carryovers] == [0, 2]
    DecisionRecord(player, Game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
    assert [one.ply for one in player.carryovers] == [0]
    player.new_game()
    assert player.carryovers == []


def test_what_ii_was_left_at_decides_whether_it_thinks_of_castling() -> None:
    """Both rooks have moved, so nothing is looked at (quirk stale-ii)."""
    game = Game("4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", ["h1h2", "e8d8", "h2h3", "d8e8", "a1b1", "a7a6"])
    thought_of_castling = {}
    for left in (0, 1):
        player = HistoricPlayer()
        player.start, player.moves, player.carryovers = game.start, game.moves[:4], [Carryover(4, left, 0)]
        thought_of_castling[left] = any("e1g1" in note or "e1c1" in note for note in DecisionRecord(player, game).notes)
    assert thought_of_castling == {0: True, 1: False}


def test_asked_twice_it_answers_alike() -> None:
    player, game = HistoricPlayer(), Game(moves=["d2d4"])
    assert DecisionRecord(player, game).decision.pv == DecisionRecord(player, game).decision.pv


def test_where_castling_is_unlawful_the_arbiter_takes_the_best_lawful_candidate() -> None:
    fen = CLASS_BY_NAME["castles-into-attack"].fen
    castles = decided(fen)
    assert "the rules forbid (e1c1 is no legal move" in castles.notes[0]
    assert f"the arbiter plays {castles.move}" in castles.notes[0]
    ranked = HistoricPlayer()
    ranked.set_option("MultiPV", "256")
    lines = DecisionRecord(ranked, Game(fen)).reports
    best = [report for report in lines if report.bound == UCI_EXACT]
    assert best[0].pv[0].uci() == castles.move
    values = [report.score.centipawns or 0 for report in best]
    assert values == sorted(values, reverse=True)
    assert len({report.pv[0] for report in best}) == len(best) > 10


def test_after_error_9_the_best_lawful_candidate_is_played() -> None:
    one = CLASS_BY_NAME["castles-past-a-pawn"]
    stopped = decided(one.fen, one.moves)
    assert "it stopped with error 9" in stopped.notes[0]
    assert stopped.move in stopped.notes[0]


def test_where_only_en_passant_is_legal_the_first_legal_move_is_played() -> None:
    only = decided("8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 1")
    assert only.move == "a4b3"
    assert "a4b3, the first legal move, since no lawful one was tried" in only.notes[0]
    assert only.decision.score is None


def test_a_third_knight_is_held_as_a_bishop_and_moves_as_a_knight() -> None:
    third = decided("7k/8/8/3N4/8/8/8/1N2K1N1 w - - 0 1")
    assert third.notes[0] == "it has no number for the knight on d5, and holds it as a bishop"
    promoted = decided("4k3/P7/8/8/8/8/8/1N2K1N1 w - - 0 1", "a7a8n e8d7")
    assert promoted.notes[0] == "it has no number for the knight on a8, and holds it as a bishop"
    board = chess.Board("N7/3k4/8/8/8/8/8/1N2K1N1 w - - 1 2")
    assert chess.Move.from_uci(promoted.move) in board.legal_moves


def test_men_beyond_all_numbers_are_held_as_queens() -> None:
    fen = "k7/8/8/8/8/NNNN4/8/RNB1KBNR w KQ - 0 1"
    many = decided(fen)
    assert [note.rpartition(" ")[2] for note in many.notes if "holds" in note] == ["queen"] * 4
    assert chess.Move.from_uci(many.move) in chess.Board(fen).legal_moves


def test_it_considers_only_what_was_asked_for() -> None:
    assert decided(chess.STARTING_FEN, only="a2a3").move == "a2a3"
    assert "was not asked for" in decided(chess.STARTING_FEN, only="a2a3").notes[0]
    assert decided(chess.STARTING_FEN).notes == []


def test_stopped_at_once_it_plays_the_first_legal_move_and_says_so() -> None:
    control, notes = Control(), list[str]()
    control.stop()
    decision = HistoricPlayer().decide(Turn(Game(), control=control, note=notes.append))
    assert decision.move in Game().position.legal_moves()
    assert "it was stopped after 0 moves" in notes[0]


def test_stopped_after_some_moves_it_plays_the_best_of_them() -> None:
    control, notes, reports = Control(), list[str](), list[Report]()

    def report(said: Report) -> None:
        reports.append(said)
        if len(reports) == 3:
            control.stop()

    decision = HistoricPlayer().decide(Turn(Game(), control=control, report=report, note=notes.append))
    assert decision.move == reports[2].pv[0]
    assert decision.nodes < 20
    assert "it was stopped after" in notes[0]


def test_where_there_is_no_legal_move_it_decides_on_none() -> None:
    assert decided("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").decision == Decision(None)


def test_a_reading_that_there_is_not_is_refused() -> None:
    with pytest.raises(OptionError, match="Reading is printed or recorded, not 'other'"):
        HistoricPlayer().set_option("reading", "other")


def test_its_terms_are_what_its_scores_are_made_of() -> None:
    terms = HistoricPlayer().terms(Game())
    assert [term.name for term in terms][:2] == ["material", "attacked and unprotected"]
    assert sum(term.white for term in terms) == pytest.approx(sum(term.black for term in terms), abs=30)


def is_over(board: chess.Board) -> bool:
    """By mate, stalemate, or a draw that may be claimed; men that cannot mate play on."""
    return not any(board.legal_moves) or board.can_claim_draw()


@pytest.mark.parametrize("one", CLASSES, ids=lambda one: f"{one.kind}-{one.name}")
def test_a_game_through_each_class_of_difference_ends_lawfully(one: DifferenceClass) -> None:
    game = Game(one.fen, one.moves.split())
    board = chess.Board(one.fen)
    for uci in one.moves.split():
        board.push_uci(uci)
    players = {chess.WHITE: HistoricPlayer(), chess.BLACK: HistoricPlayer()}
    while not is_over(board):
        assert len(board.move_stack) < 400
        move = players[board.turn].decide(Turn(game)).move
        assert move is not None
        board.push(board.parse_uci(move.uci()))  # raises where it is illegal
        game.make(move)
    assert len(game.moves) > len(one.moves.split())


@given(random_boards())
@settings(max_examples=25, deadline=None)
def test_whatever_the_game_its_move_is_legal(board: chess.Board) -> None:
    game = Game(moves=[move.uci() for move in board.move_stack])
    notes: list[str] = []
    decision = HistoricPlayer().decide(Turn(game, note=notes.append))
    if decision.move is None:
        assert not any(board.legal_moves)
    else:
        assert chess.Move.from_uci(decision.move.uci()) in board.legal_moves
        assert decision.pv[0] == decision.move
        for move in decision.pv:
            board.push(board.parse_uci(move.uci()))
