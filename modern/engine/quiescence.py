"""Quiescence: the value of a position once all captures are over. Nobody has to capture, but whoever is in check has to
leave it.

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
    """The value of the node at `ply`; `moves` is used from index `first` on. Beyond alpha or beta it is a bound."""
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
        hash_move, bound, score = table.move(), table.bound(), table.score(ply)
        if (
            bound == EXACT_SCORE
            or (bound == LOWER_BOUND and score >= beta)
            or (bound == UPPER_BOUND and score <= alpha)
        ):
            return score
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
        # Standing pat: there is nearly always a quiet move that does not make it worse.
        if static_eval == -INFINITE:
            static_eval = stack.static_evaluation()
        best_score = static_eval
        if best_score >= beta:
            if tt_depth < 0:
                table.store(key, 0, best_score, 0, LOWER_BOUND, ply, static_eval)
            return best_score
        end = generate_tactical(board, moves, start)
        score_captures(stack, start, end, hash_move)

    raised_alpha = alpha
    if best_score > raised_alpha:
        raised_alpha = best_score
    best_move: i64 = 0
    for index in range(start, end):
        move = pick_best(moves, scores, index, end)
        if not in_check:
            optimistic_score = static_eval + DELTA_MARGIN + SEE_VALUES[board.mailbox[move >> 6 & 63] & 7]
            if techniques.delta_pruning and optimistic_score <= raised_alpha and move >> 12 == 0:
                if optimistic_score > best_score:
                    best_score = optimistic_score
                continue
            if techniques.see and not see_at_least(board, move, 0):
                continue
        stack.make_move(move, ply)
        score = -quiesce(stack, -beta, -raised_alpha, ply + 1, end)
        board.unmake()
        if stack.stopped:
            return DRAW
        if score > best_score:
            best_score = score
            if score > raised_alpha:
                raised_alpha = score
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
