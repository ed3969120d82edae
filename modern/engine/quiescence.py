"""Quiescence search: continues with captures and promotions until the position is quiet.

The side to move may stand pat instead of capturing, unless it is in check; then all check evasions are searched.

https://www.chessprogramming.org/Quiescence_Search
"""

from __future__ import annotations

from modern.engine.ordering import pick_best, score_captures, score_moves
from modern.engine.pruning import DELTA_MARGIN
from modern.engine.score import DRAW, INFINITE, MATE, MAX_PLY
from modern.engine.see import SEE_VALUES, see_at_least
from modern.engine.stack import SearchStack
from modern.engine.transposition import EXACT_SCORE, LOWER_BOUND, UPPER_BOUND, tt_key
from modern.rules.movegen import generate, generate_tactical
from modern.rules.native import i64


def quiesce(stack: SearchStack, alpha: i64, beta: i64, ply: i64, start: i64) -> i64:
    """Returns the quiescence score of the node at `ply`, in centipawns for the side to move.

    A score of alpha or less is an upper bound, and a score of beta or more a lower bound (fail-soft). `start` is the
    first free index of `moves`.
    """
    stack.visit(ply)
    if stack.stopped:
        return DRAW
    board, table, techniques = stack.board, stack.table, stack.techniques
    if ply >= MAX_PLY:
        return stack.static_evaluation()

    key = tt_key(board)
    best_score = -INFINITE
    static_eval = -INFINITE
    hash_move: i64 = 0
    tt_depth: i64 = -1
    if techniques.transposition_table and table.probe(key):
        hash_move, tt_bound, tt_score = table.move(), table.bound(), table.score(ply)
        if (
            tt_bound == EXACT_SCORE
            or (tt_bound == LOWER_BOUND and tt_score >= beta)
            or (tt_bound == UPPER_BOUND and tt_score <= alpha)
        ):
            return tt_score
        static_eval = table.static_eval()
        tt_depth = table.depth()

    moves, scores = stack.moves, stack.move_scores
    in_check = stack.in_check[ply] != 0
    if in_check:
        end = generate(board, moves, start)
        if end == start:
            return ply - MATE
        score_moves(stack, start, end, ply)
    else:
        # Stand pat: the static evaluation is a lower bound, because there is nearly always a quiet move that keeps it.
        if static_eval == -INFINITE:
            static_eval = stack.static_evaluation()
        best_score = static_eval
        if best_score >= beta:
            if tt_depth < 0:
                table.store(key, 0, best_score, 0, LOWER_BOUND, ply, static_eval)
            return best_score
        end = generate_tactical(board, moves, start)
        score_captures(stack, start, end, hash_move)

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
            if techniques.see and not see_at_least(board, move, 0):
                continue
        stack.make_move(move, ply)
        score = -quiesce(stack, -beta, -alpha, ply + 1, end)
        board.unmake()
        if stack.stopped:
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
    table.store(key, best_move, best_score, 0, bound, ply, static_eval)
    return best_score
