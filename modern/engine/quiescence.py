"""Quiescence search: continues with captures and promotions until the position is quiet.

The side to move may stand pat instead of capturing, unless it is in check; then all check evasions are searched.

https://www.chessprogramming.org/Quiescence_Search
"""

from __future__ import annotations

from typing import Final

from modern.engine.node_counter import NodeCounter
from modern.engine.picker import MovePicker, MovePickers
from modern.engine.pruning import DELTA_MARGIN
from modern.engine.score import DRAW, FIFTY_MOVES, INFINITE, MATE, MAX_PLY
from modern.engine.see import SEE_VALUES, see_at_least
from modern.engine.stack import SearchStack
from modern.engine.techniques import Techniques
from modern.engine.transposition import (
    EXACT_SCORE,
    LOWER_BOUND,
    NO_ENTRY,
    NO_STATIC_EVAL,
    UPPER_BOUND,
    TranspositionTable,
    is_decisive,
    move_of,
    score_of,
    static_eval_of,
    tt_key,
)
from modern.rules.move import NO_MOVE, promotion_of, to_square_of
from modern.rules.native import i64


class QuiescenceSearch:
    """The quiescence search of one search, with which it shares its stack, pickers, table and counter."""

    def __init__(
        self,
        stack: SearchStack,
        pickers: MovePickers,
        table: TranspositionTable,
        techniques: Techniques,
        counter: NodeCounter,
    ) -> None:
        self.stack: Final = stack
        self.pickers: Final = pickers
        self.table: Final = table
        self.techniques: Final = techniques
        self.counter: Final = counter

    def quiesce(self, alpha: i64, beta: i64, ply: i64) -> i64:
        """Returns the quiescence score of the node at `ply`, in centipawns for the side to move.

        The score is fail-soft, like that of Search._alphabeta. Of the draws, it recognises the fifty-move rule. Raises
        SearchStopped.
        """
        stack, table = self.stack, self.table
        stack.pv_end[ply] = ply  # the principal variation is empty
        self.counter.visit(ply)
        if ply >= MAX_PLY:
            return stack.evaluate()
        if stack.board.halfmove_clock >= FIFTY_MOVES and stack.in_check[ply] == 0:
            return DRAW
        key = tt_key(stack.board)
        entry = table.probe(key) if self.techniques.transposition_table else NO_ENTRY
        if is_decisive(entry, alpha, beta, ply):
            return score_of(entry, ply)

        static_eval = NO_STATIC_EVAL if entry == NO_ENTRY else static_eval_of(entry)
        if stack.in_check[ply] != 0:
            picker = self.pickers.at(ply)
            if not picker.start(ply, NO_MOVE):
                return ply - MATE
            if stack.board.halfmove_clock >= FIFTY_MOVES:
                return DRAW  # checkmate comes before the fifty-move rule
            return self._search_moves(picker, key, alpha, beta, ply, -INFINITE, static_eval)
        # Stand pat: the static evaluation is a lower bound, because there is nearly always a quiet move that keeps it.
        if static_eval == NO_STATIC_EVAL:
            static_eval = stack.evaluate()
        if static_eval >= beta:
            if entry == NO_ENTRY:  # otherwise it may be from a deeper search
                table.store(key, NO_MOVE, static_eval, 0, LOWER_BOUND, ply, static_eval)
            return static_eval
        picker = self.pickers.at(ply)
        picker.start_tactical(ply, move_of(entry))
        return self._search_moves(picker, key, alpha, beta, ply, static_eval, static_eval)

    def _search_moves(
        self, picker: MovePicker, key: i64, alpha: i64, beta: i64, ply: i64, best_score: i64, static_eval: i64
    ) -> i64:
        """Returns the score of the best of the picker's moves, and stores it in the table.

        `best_score` is the score of standing pat, or -INFINITE in check.
        """
        stack, techniques = self.stack, self.techniques
        board = stack.board
        in_check = stack.in_check[ply] != 0
        if best_score > alpha and techniques.alpha_beta:
            alpha = best_score
        best_move = NO_MOVE
        while True:
            move = picker.next_best()
            if move == NO_MOVE:
                break
            if not in_check:
                optimistic_score = static_eval + DELTA_MARGIN + SEE_VALUES[board.mailbox[to_square_of(move)]]
                if techniques.delta_pruning and optimistic_score <= alpha and promotion_of(move) == 0:
                    # Delta pruning: even with a margin the captured piece does not raise the score above alpha.
                    # https://www.chessprogramming.org/Delta_Pruning
                    if optimistic_score > best_score:
                        best_score = optimistic_score
                    continue
                if techniques.static_exchange_evaluation and not see_at_least(board, move, 0):
                    continue
            stack.make_move(move, ply)
            score = -self.quiesce(-beta, -alpha, ply + 1)
            board.unmake()
            if score > best_score:
                best_score = score
                if score > alpha:
                    if techniques.alpha_beta:
                        alpha = score
                    best_move = move
                    stack.update_pv(ply, move)
                    if score >= beta:
                        break
        bound = UPPER_BOUND
        if best_score >= beta:
            bound = LOWER_BOUND
        elif best_move != NO_MOVE:
            bound = EXACT_SCORE
        self.table.store(key, best_move, best_score, 0, bound, ply, static_eval)
        return best_score
