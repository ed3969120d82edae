"""Quiescence search: continues with captures and promotions until the position is quiet.

The side to move may stand pat instead of capturing, unless it is in check; then all check evasions are searched.

https://www.chessprogramming.org/Quiescence_Search
"""

from __future__ import annotations

from typing import Final

from modern.engine.history import History
from modern.engine.ordering import pick_best, score_captures, score_moves
from modern.engine.oversights import remove_overlooked
from modern.engine.pruning import DELTA_MARGIN
from modern.engine.score import DRAW, INFINITE, MATE, MAX_PLY
from modern.engine.see import SEE_VALUES, see_at_least
from modern.engine.stack import SearchStack
from modern.engine.stopping.node_counter import NodeCounter
from modern.engine.techniques import Techniques
from modern.engine.transposition import (
    EXACT_SCORE,
    LOWER_BOUND,
    NO_ENTRY,
    UPPER_BOUND,
    TranspositionTable,
    is_decisive,
    move_of,
    score_of,
    static_eval_of,
    tt_key,
)
from modern.rules.movegen import generate, generate_tactical
from modern.rules.native import i64


class QuiescenceSearch:
    """The quiescence search of one search, with which it shares the stack, the tables and the node counter."""

    def __init__(
        self,
        stack: SearchStack,
        table: TranspositionTable,
        history: History,
        techniques: Techniques,
        counter: NodeCounter,
    ) -> None:
        self.stack: Final = stack
        self.table: Final = table
        self.history: Final = history
        self.techniques: Final = techniques
        self.counter: Final = counter

    def quiesce(self, alpha: i64, beta: i64, ply: i64, start: i64) -> i64:
        """Returns the quiescence score of the node at `ply`, in centipawns for the side to move.

        A score of alpha or less is an upper bound, and a score of beta or more a lower bound (fail-soft). `start` is
        the first free index of `moves`.
        """
        stack, table = self.stack, self.table
        stack.pv_end[ply] = ply
        if self.counter.visit(ply):
            return DRAW
        if ply >= MAX_PLY:
            return stack.static_evaluation()
        key = tt_key(stack.board)
        entry = table.probe(key) if self.techniques.transposition_table else NO_ENTRY
        if entry != NO_ENTRY and is_decisive(entry, alpha, beta, ply):
            return score_of(entry, ply)

        best_score = -INFINITE
        static_eval = -INFINITE if entry == NO_ENTRY else static_eval_of(entry)
        if stack.in_check[ply] != 0:
            end = generate(stack.board, stack.moves, start)
            if end == start:
                return ply - MATE
            score_moves(stack, self.history, self.techniques, start, end, ply)
        else:
            # Stand pat: the static evaluation is a lower bound, because there is nearly always a quiet move that keeps
            # it.
            if static_eval == -INFINITE:
                static_eval = stack.static_evaluation()
            best_score = static_eval
            if best_score >= beta:
                if entry == NO_ENTRY:
                    table.store(key, 0, best_score, 0, LOWER_BOUND, ply, static_eval)
                return best_score
            end = generate_tactical(stack.board, stack.moves, start)
            if stack.overlooked != 0:
                end = remove_overlooked(stack, start, end, ply, move_of(entry))
            score_captures(stack, start, end, move_of(entry))
        return self._search_moves(alpha, beta, ply, start, end, best_score, static_eval)

    def _search_moves(
        self, alpha: i64, beta: i64, ply: i64, start: i64, end: i64, best_score: i64, static_eval: i64
    ) -> i64:
        """Returns the score of the best move from index `start` to `end` (exclusive), and stores it in the table.

        `best_score` is the score of standing pat, or -INFINITE in check.
        """
        stack, techniques = self.stack, self.techniques
        board, moves, scores = stack.board, stack.moves, stack.move_scores
        in_check = stack.in_check[ply] != 0
        if best_score > alpha:
            alpha = best_score
        best_move: i64 = 0
        for index in range(start, end):
            move = pick_best(moves, scores, index, end)
            if not in_check:
                optimistic_score = static_eval + DELTA_MARGIN + SEE_VALUES[board.mailbox[move >> 6 & 63] & 7]
                if techniques.delta_pruning and optimistic_score <= alpha and move >> 12 == 0:
                    # Delta pruning: even with a margin the captured piece does not raise the score above alpha.
                    # https://www.chessprogramming.org/Delta_Pruning
                    if optimistic_score > best_score:
                        best_score = optimistic_score
                    continue
                if techniques.static_exchange_evaluation and not see_at_least(board, move, 0):
                    continue
            stack.make_move(move, ply)
            score = -self.quiesce(-beta, -alpha, ply + 1, end)
            board.unmake()
            if self.counter.stopped:
                return DRAW
            if score > best_score:
                best_score = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    stack.update_pv(ply, move)
                    if score >= beta:
                        break
        bound = UPPER_BOUND
        if best_score >= beta:
            bound = LOWER_BOUND
        elif best_move != 0:
            bound = EXACT_SCORE
        self.table.store(tt_key(board), best_move, best_score, 0, bound, ply, static_eval)
        return best_score
