"""Quiescence: the value of a position once all captures are over. Nobody has to capture, but whoever is in check has to
leave it.

https://www.chessprogramming.org/Quiescence_Search
"""

from __future__ import annotations

from modern.engine.exchange import PRICES, exchange_gains
from modern.engine.ordering import bring_next, score_captures, score_moves
from modern.engine.pruning import DELTA
from modern.engine.score import DEEPEST_PLY, DRAW, INFINITE, MATE
from modern.engine.transposition import AT_LEAST, AT_MOST, EXACTLY, key_of
from modern.engine.tree import Tree
from modern.rules.movegen import generate, generate_tactical
from modern.rules.native import i64


def quiesce(tree: Tree, alpha: i64, beta: i64, ply: i64, first: i64) -> i64:
    """The value of the node at `ply`; `moves` is used from index `first` on. Beyond alpha or beta it is a bound."""
    tree.visit(ply)
    if tree.stopped:
        return DRAW
    board, table, uses = tree.board, tree.table, tree.uses
    if ply >= DEEPEST_PLY:
        return tree.worth()

    key = key_of(board)
    best = -INFINITE
    static = -INFINITE
    known: i64 = 0
    known_depth: i64 = -1
    if uses.transpositions and table.probe(key):
        known, bound, score = table.move(), table.bound(), table.score(ply)
        if bound == EXACTLY or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha):
            return score
        static = table.static()
        known_depth = table.depth()

    moves, scores = tree.moves, tree.scores
    checked = tree.checked[ply] != 0
    if checked:
        end = generate(board, moves, first)
        if end == first:
            return ply - MATE
        score_moves(tree, first, end, ply)
    else:
        # Standing pat: there is nearly always a quiet move that does not make it worse.
        if static == -INFINITE:
            static = tree.worth()
        best = static
        if best >= beta:
            if known_depth < 0:
                table.store(key, 0, best, 0, AT_LEAST, ply, static)
            return best
        end = generate_tactical(board, moves, first)
        score_captures(tree, first, end, known)

    raised = alpha
    if best > raised:
        raised = best
    best_move: i64 = 0
    for index in range(first, end):
        move = bring_next(moves, scores, index, end)
        if not checked:
            gain = static + DELTA + PRICES[board.on[move >> 6 & 63] & 7]
            if uses.delta and gain <= raised and move >> 12 == 0:
                if gain > best:
                    best = gain
                continue
            if uses.exchanges and not exchange_gains(board, move, 0):
                continue
        tree.play(move, ply)
        score = -quiesce(tree, -beta, -raised, ply + 1, end)
        board.unmake()
        if tree.stopped:
            return DRAW
        if score > best:
            best = score
            if score > raised:
                raised = score
                best_move = move
                tree.extend_line(ply, move)
                if score >= beta:
                    break
    bound = AT_MOST
    if best >= beta:
        bound = AT_LEAST
    elif best_move != 0:
        bound = EXACTLY
    table.store(key, best_move, best, 0, bound, ply, static)
    return best
