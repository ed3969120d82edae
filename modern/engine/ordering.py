"""In which order moves are tried: the sooner the best comes, the less of the others has to be looked at."""

from __future__ import annotations

from typing import Final

from modern.rules.board import Board
from modern.rules.native import i64, vec

#: What was the best move when the position was last looked at goes first.
HASH_MOVE: Final[i64] = 1 << 20
#: Captures and promotions go before all others, in the generator's order.
QUIET: Final[i64] = 0


def score_moves(board: Board, moves: vec[i64], scores: vec[i64], first: i64, end: i64, best: i64) -> None:
    """Give each move from `first` to before `end` a number: the higher, the sooner it is to be tried.

    Of captures, the most valuable victim goes first, and of those the least valuable aggressor (MVV-LVA). `best` is
    the hash move, or 0. https://www.chessprogramming.org/MVV-LVA
    """
    on = board.on
    for index in range(first, end):
        move = moves[index]
        if move == best:
            scores[index] = HASH_MOVE
            continue
        score = QUIET
        victim = on[move >> 6 & 63]
        if victim != 0:
            score = 16 * (victim & 7) + 8 - (on[move & 63] & 7)
        if move >> 12 != 0:
            score += 16 * (move >> 12)
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
    # The others keep their order.
    while best > index:
        moves[best] = moves[best - 1]
        scores[best] = scores[best - 1]
        best -= 1
    moves[index] = move
    scores[index] = score
    return move
