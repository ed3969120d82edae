"""Searches with selected techniques, and plain minimax on python-chess's moves as a reference."""

from __future__ import annotations

from collections.abc import Callable

import chess

from modern.engine.control import Control
from modern.engine.engine import Engine
from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.history import History
from modern.engine.iterative_deepening import IterativeDeepening
from modern.engine.score import MATE
from modern.engine.search import Search, SearchSetup
from modern.engine.stopping.condition import StopCondition
from modern.engine.techniques import NOTHING, Techniques
from modern.engine.transposition import TranspositionTable
from modern.limits import Limits
from modern.report import Report, discard
from modern.rules import Position
from modern.rules.movegen import legal_codes

EVALUATOR = HandEvaluator()
NO_LIMITS = Limits()


def sound_techniques(disabled: str = NOTHING) -> Techniques:
    """Returns the techniques that must not change the score, except `disabled`."""
    techniques = Techniques(disabled)
    techniques.disable_pruning()
    techniques.check_extension = False
    return techniques


def fresh_search(position: Position, techniques: Techniques | None = None, limits: Limits = NO_LIMITS) -> Search:
    """Returns a search of a position with empty tables; by default all techniques are enabled."""
    root_moves = legal_codes(position)
    table, history, stop_condition = TranspositionTable(1), History(), StopCondition(limits, Control())
    techniques = techniques or Techniques()
    board = position.scratch_copy()
    return Search(SearchSetup(board, root_moves, EVALUATOR, table, history, techniques, stop_condition))


def search_to_depth(position: Position, techniques: Techniques, depth: int) -> Report:
    """Returns the result of iterative deepening to a depth."""
    search = fresh_search(position, techniques, Limits(depth=depth))
    return IterativeDeepening(search, discard).run(1)


def think_without(name: str, fen: str, depth: int) -> Report:
    """Returns the result of a new engine with one technique disabled, to a depth."""
    engine = Engine(1)
    engine.disable(name)
    best = engine.think(Position.from_fen(fen), Limits(depth=depth))
    assert best is not None
    return best


def first_report(engine: Engine, fen: str, limits: Limits, condition: Callable[[Report], bool]) -> Report | None:
    """Searches until a report fulfils the condition, and returns that report, or None."""
    control, hits = Control(), list[Report]()

    def report(latest: Report) -> None:
        if condition(latest):
            hits.append(latest)
            control.stop()

    engine.think(Position.from_fen(fen), limits, control, report)
    return hits[0] if hits else None


def plain_minimax(board: chess.Board, depth: int, ply: int = 0) -> int:
    """Returns the minimax score of a position with python-chess's moves: no alpha-beta, no table, no move ordering.

    The board must have no move history: every repetition is then a repetition within the search.
    """
    if depth == 0:
        return plain_quiescence(board, ply)
    if ply and (board.is_repetition(2) or (any(board.legal_moves) and board.halfmove_clock >= 100)):
        return 0
    if not any(board.legal_moves):
        return ply - MATE if board.is_check() else 0
    values = []
    for move in list(board.legal_moves):
        board.push(move)
        values.append(-plain_minimax(board, depth - 1, ply + 1))
        board.pop()
    return max(values)


def plain_quiescence(board: chess.Board, ply: int, alpha: int = -MATE, beta: int = MATE) -> int:
    """Returns the score of a quiescence search: captures, promotions and check evasions only.

    It uses alpha-beta, because plain minimax would take too long here.
    """
    if board.is_check():
        best, moves = ply - MATE, list(board.legal_moves)
    else:
        best = int(EVALUATOR.evaluate(Position.from_fen(board.fen())))
        moves = [move for move in board.legal_moves if board.is_capture(move) or move.promotion]
    for move in sorted(moves, key=lambda move: board.piece_type_at(move.to_square) or 0, reverse=True):
        if best >= beta:
            break
        board.push(move)
        best = max(best, -plain_quiescence(board, ply + 1, -beta, -max(alpha, best)))
        board.pop()
    return best
