"""Move ordering: the earlier the best move is searched, the more of the tree alpha-beta cuts off.

The order is: the hash move; captures and queen promotions that do not lose material (SEE), by MVV-LVA; the countermove;
the other quiet moves by history and continuation history; losing captures and underpromotions.
https://www.chessprogramming.org/Move_Ordering
"""

from __future__ import annotations

from typing import Final

from modern.engine.history import CONTINUATION_STRIDE, PIECE_TO_SIZE, History
from modern.engine.see import SEE_VALUES, see_at_least
from modern.engine.stack import SearchStack
from modern.engine.techniques import Techniques
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import QUEEN

HASH_MOVE: Final[i64] = 1 << 26
#: A quiet move without history.
QUIET: Final[i64] = 0
#: Added to the MVV-LVA score of captures and promotions that do not lose material, and subtracted if they do.
GOOD_CAPTURE: Final[i64] = 1 << 24
COUNTERMOVE: Final[i64] = 1 << 22


def bring_to_front(moves: vec[i64], start: i64, end: i64, move: i64) -> bool:
    """Moves `move` to the front of the list, at index `start`; returns False if it is not in the list."""
    for index in range(start, end):
        if moves[index] == move:
            moves[index] = moves[start]
            moves[start] = move
            return True
    return False


def score_captures(stack: SearchStack, start: i64, end: i64, hash_move: i64) -> None:
    """Scores captures and promotions by MVV-LVA: most valuable victim first, then least valuable attacker.

    `hash_move` is 0 if there is none. https://www.chessprogramming.org/MVV-LVA
    """
    moves, scores, mailbox = stack.moves, stack.move_scores, stack.board.mailbox
    for index in range(start, end):
        move = moves[index]
        scores[index] = HASH_MOVE if move == hash_move else mvv_lva(mailbox, move)


def mvv_lva(mailbox: vec[i64], move: i64) -> i64:
    """Returns the MVV-LVA score of a capture or promotion; moves with higher scores are searched first."""
    return 16 * (SEE_VALUES[mailbox[move >> 6 & 63] & 7] + SEE_VALUES[move >> 12]) - (mailbox[move & 63] & 7)


def score_moves(stack: SearchStack, history: History, techniques: Techniques, start: i64, end: i64, ply: i64) -> None:
    """Scores the moves from index `start` up to `end` (exclusive); moves with higher scores are searched first."""
    board, moves, scores = stack.board, stack.moves, stack.move_scores
    mailbox, turn = board.mailbox, board.turn
    countermove: i64 = -1
    one_back, two_back = stack.piece_to[ply + 1], stack.piece_to[ply]
    if techniques.countermoves:
        countermove = history.countermoves[PIECE_TO_SIZE * (turn >> 3) + one_back]
    use_see, use_history = techniques.static_exchange_evaluation, techniques.history
    use_continuation = techniques.continuation_history
    butterfly, continuation = history.butterfly, history.continuation
    butterfly_row = 512 * turn
    one_back_row = CONTINUATION_STRIDE * turn + PIECE_TO_SIZE * one_back
    two_back_row = CONTINUATION_STRIDE * turn + PIECE_TO_SIZE * two_back
    for index in range(start, end):
        move = moves[index]
        if mailbox[move >> 6 & 63] != 0 or move >> 12 != 0:
            score = _score_tactical(board, move, use_see)
        elif move == countermove:
            score = COUNTERMOVE
        else:
            score = QUIET
            if use_history:
                score = i64(butterfly[butterfly_row + (move & 4095)])
            if use_continuation:
                piece_to = 64 * (mailbox[move & 63] & 7) + (move >> 6 & 63)
                score += i64(continuation[one_back_row + piece_to]) + i64(continuation[two_back_row + piece_to])
        scores[index] = score


def _score_tactical(board: Board, move: i64, use_see: bool) -> i64:
    """Returns the score of a capture or promotion: above all quiet moves, or below them if it loses material."""
    mailbox, promotion = board.mailbox, move >> 12
    score = mvv_lva(mailbox, move)
    if promotion != 0 and promotion != QUEEN:
        return score - GOOD_CAPTURE
    # Capturing a piece of the same type or a more valuable one cannot lose material, so SEE is not needed.
    wins_at_least_as_much = mailbox[move >> 6 & 63] & 7 >= mailbox[move & 63] & 7
    if not use_see or wins_at_least_as_much or see_at_least(board, move, 0):
        return score + GOOD_CAPTURE
    return score - GOOD_CAPTURE


def pick_best(moves: vec[i64], scores: vec[i64], index: i64, end: i64) -> i64:
    """Swaps the move with the highest score from `index` on to `index`, and returns it; the first wins a tie.

    This is one step of a selection sort. A cutoff usually comes early, so sorting all moves would waste time.
    """
    best = index
    score = scores[index]
    for candidate in range(index + 1, end):
        if scores[candidate] > score:
            best = candidate
            score = scores[candidate]
    move = moves[best]
    if best != index:
        moves[best], scores[best] = moves[index], scores[index]
        moves[index], scores[index] = move, score
    return move
