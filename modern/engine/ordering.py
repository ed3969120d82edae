"""In which order moves are tried: the sooner the best comes, the less of the others has to be looked at.

First the move that was best when the position was last looked at (the hash move), then captures that lose nothing, then
quiet moves that have cut off elsewhere, and captures that lose something last.
https://www.chessprogramming.org/Move_Ordering
"""

from __future__ import annotations

from typing import Final

from modern.engine.exchange import PRICES, exchange_gains
from modern.engine.history import OF_A_SIDE, PLAYED
from modern.engine.tree import Tree
from modern.rules.men import QUEEN
from modern.rules.native import i64, vec

HASH_MOVE: Final[i64] = 1 << 26
#: Nothing is known of a quiet move.
QUIET: Final[i64] = 0
#: Captures and promotions, if they lose nothing; if they do, as much below 0.
GOOD: Final[i64] = 1 << 24
KILLER: Final[i64] = 1 << 22
SECOND_KILLER: Final[i64] = KILLER - 1
COUNTERMOVE: Final[i64] = KILLER - 2


def bring_to_front(moves: vec[i64], first: i64, end: i64, wanted: i64) -> bool:
    """Whether a move is among the moves; it then stands first."""
    for index in range(first, end):
        if moves[index] == wanted:
            moves[index] = moves[first]
            moves[first] = wanted
            return True
    return False


def score_captures(tree: Tree, first: i64, end: i64, known: i64) -> None:
    """Give captures and promotions their numbers: the most valuable victim first, then the least valuable aggressor.

    `known` is the hash move, or 0. https://www.chessprogramming.org/MVV-LVA
    """
    moves, scores, on = tree.moves, tree.scores, tree.board.on
    for index in range(first, end):
        move = moves[index]
        scores[index] = HASH_MOVE if move == known else victim_first(on, move)


def victim_first(on: vec[i64], move: i64) -> i64:
    """The number of a capture or promotion: the higher, the sooner it is to be tried."""
    return 16 * (PRICES[on[move >> 6 & 63] & 7] + PRICES[move >> 12]) - (on[move & 63] & 7)


def score_moves(tree: Tree, first: i64, end: i64, ply: i64) -> None:
    """Give each move from `first` to before `end` a number: the higher, the sooner it is to be tried."""
    board, history, uses = tree.board, tree.history, tree.uses
    moves, scores, on, turn = tree.moves, tree.scores, board.on, board.turn
    killer: i64 = -1
    second: i64 = -1
    counter: i64 = -1
    if uses.killers:
        killer, second = history.killers[2 * ply], history.killers[2 * ply + 1]
    before, earlier = tree.played[ply + 1], tree.played[ply]
    if uses.countermoves:
        counter = history.countermoves[PLAYED * (turn >> 3) + before]
    quiet, following = history.quiet, history.following
    side = 512 * turn
    after = OF_A_SIDE * turn + PLAYED * before
    after_earlier = OF_A_SIDE * turn + PLAYED * earlier
    for index in range(first, end):
        move = moves[index]
        man, victim = on[move & 63], on[move >> 6 & 63]
        if victim != 0 or move >> 12 != 0:
            score = victim_first(on, move)
            if move >> 12 != 0 and move >> 12 != QUEEN:
                score -= GOOD
            # What takes a man of more than its own worth loses nothing.
            elif not uses.exchanges or victim & 7 >= man & 7 or exchange_gains(board, move, 0):
                score += GOOD
            else:
                score -= GOOD
        elif move == killer:
            score = KILLER
        elif move == second:
            score = SECOND_KILLER
        elif move == counter:
            score = COUNTERMOVE
        else:
            score = QUIET
            if uses.history:
                score = quiet[side + (move & 4095)]
            if uses.continuations:
                goes = 64 * (man & 7) + (move >> 6 & 63)
                score += following[after + goes] + following[after_earlier + goes]
        scores[index] = score


def bring_next(moves: vec[i64], scores: vec[i64], index: i64, end: i64) -> i64:
    """Bring the best move from `index` on to stand there; returns it. Of equals the first goes first."""
    best = index
    score = scores[index]
    for other in range(index + 1, end):
        if scores[other] > score:
            best = other
            score = scores[other]
    move = moves[best]
    if best != index:
        moves[best], scores[best] = moves[index], scores[index]
        moves[index], scores[index] = move, score
    return move
