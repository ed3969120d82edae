"""Searches with techniques of one's choice, and the value of a position by looking at everything."""

from __future__ import annotations

from collections.abc import Callable

import chess

from modern.engine.control import Control
from modern.engine.engine import Engine, IterativeDeepening
from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.history import History
from modern.engine.limits import Limits
from modern.engine.report import Report, discard
from modern.engine.score import MATE
from modern.engine.search import Search
from modern.engine.stability import BestMoveStability
from modern.engine.stopping import StopCondition
from modern.engine.techniques import NOTHING, Techniques
from modern.engine.transposition import TranspositionTable
from modern.rules import Position
from modern.rules.legality import legal_codes

EVALUATION = Evaluation()


def sound_techniques(disabled: str = NOTHING) -> Techniques:
    """Only techniques that must not change the value, less one of them."""
    techniques = Techniques(disabled)
    techniques.disable_pruning()
    techniques.check_extension = False
    return techniques


def new_search(
    position: Position, techniques: Techniques | None = None, table: TranspositionTable | None = None
) -> Search:
    """A search of a position that nothing is known of; without `uses` with all techniques."""
    watch = StopCondition(Control())
    roots = legal_codes(position)
    techniques = techniques or Techniques()
    return Search(
        position.scratch_copy(), roots, table or TranspositionTable(1), History(), EVALUATION, techniques, watch
    )


def deepened(position: Position, techniques: Techniques, depth: int) -> Report:
    """What iterations to a depth find."""
    return IterativeDeepening(new_search(position, techniques), Limits(depth=depth), discard, BestMoveStability()).run(
        1
    )


def think_without(name: str, fen: str, depth: int) -> Report:
    """What a new engine that does without a technique finds to a depth."""
    engine = Engine(1)
    engine.disable(name)
    found = engine.think(Position.from_fen(fen), Limits(depth=depth))
    assert found is not None
    return found


def first_report(engine: Engine, fen: str, limits: Limits, condition: Callable[[Report], bool]) -> Report | None:
    """The first report of a search that is what is looked for, or None."""
    control, hits = Control(), list[Report]()

    def report(said: Report) -> None:
        if condition(said):
            hits.append(said)
            control.stop()

    engine.think(Position.from_fen(fen), limits, control, report)
    return hits[0] if hits else None


def plain_minimax(board: chess.Board, depth: int, ply: int = 0) -> int:
    """The value by looking at everything, with python-chess's moves: no bounds, no table, no order.

    The board is to have no past: what has stood before is then a repetition within the search.
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
    """The same once only captures, promotions and ways out of check are looked at; these go on for too long for all."""
    if board.is_check():
        best, moves = ply - MATE, list(board.legal_moves)
    else:
        best = int(EVALUATION.evaluate(Position.from_fen(board.fen())))
        moves = [move for move in board.legal_moves if board.is_capture(move) or move.promotion]
    for move in sorted(moves, key=lambda move: board.piece_type_at(move.to_square) or 0, reverse=True):
        if best >= beta:
            break
        board.push(move)
        best = max(best, -plain_quiescence(board, ply + 1, -beta, -max(alpha, best)))
        board.pop()
    return best
