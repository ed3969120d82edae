"""Move ordering: the earlier the best move is searched, the more of the tree alpha-beta cuts off.

Every move gets a score, and the picker (modern.engine.picker) takes the moves by falling score: captures and queen
promotions that do not lose material (SEE), by MVV-LVA; the countermove; the other quiet moves, en passant among them,
by history and continuation history; losing captures and underpromotions.
https://www.chessprogramming.org/Move_Ordering
"""

from __future__ import annotations

from typing import Final

from modern.engine.history import BUTTERFLY_STRIDE, FROM_TO_MASK, History, continuation_row, countermove_index
from modern.engine.see import SEE_VALUES, see_at_least
from modern.engine.stack import SearchStack
from modern.engine.techniques import Techniques
from modern.rules.board import Board
from modern.rules.move import NO_MOVE, from_square_of, promotion_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import QUEEN, piece_type_of

#: The score of the hash move among captures, in quiescence search.
HASH_MOVE_SCORE: Final[i64] = 1 << 26
#: Added to the MVV-LVA score of captures and promotions; subtracted from that of losing captures and underpromotions.
CAPTURE_SCORE: Final[i64] = 1 << 24
#: No score of a capture or promotion is nearer to 0 than this, and no score of a quiet move as far from it.
CAPTURE_BAND: Final[i64] = 1 << 23
#: The score of the countermove: larger than any history score.
COUNTERMOVE_SCORE: Final[i64] = 1 << 22


def mvv_lva(mailbox: vec[i64], move: i64) -> i64:
    """Returns the MVV-LVA score of a capture or promotion: most valuable victim first, then least valuable attacker.

    The gain counts 16 times, so that the attacker, 1 to 6, only breaks ties. An en passant capture has no victim here.
    https://www.chessprogramming.org/MVV-LVA
    """
    gain = SEE_VALUES[mailbox[to_square_of(move)]] + SEE_VALUES[promotion_of(move)]
    return 16 * gain - piece_type_of(mailbox[from_square_of(move)])


def score_tactical_moves(
    board: Board, techniques: Techniques, moves: vec[i64], scores: vec[i64], count: i64, hash_move: i64
) -> None:
    """Scores captures and promotions by MVV-LVA alone; the hash move comes first."""
    mailbox = board.mailbox
    if not techniques.mvv_lva:
        for index in range(count):
            scores[index] = HASH_MOVE_SCORE if moves[index] == hash_move else CAPTURE_SCORE
        return
    for index in range(count):
        move = moves[index]
        scores[index] = HASH_MOVE_SCORE if move == hash_move else CAPTURE_SCORE + mvv_lva(mailbox, move)


def score_moves(
    stack: SearchStack,
    history: History,
    techniques: Techniques,
    moves: vec[i64],
    scores: vec[i64],
    first: i64,
    end: i64,
    ply: i64,
) -> None:
    """Scores the moves of the node at `ply` from index `first` up to `end` (exclusive).

    Before countermoves were known, the ply's killer move takes the place of the countermove.
    """
    board = stack.board
    mailbox, side = board.mailbox, board.turn
    one_back, two_back = stack.piece_to(ply - 1), stack.piece_to(ply - 2)
    countermove = NO_MOVE
    if techniques.countermoves:
        countermove = history.countermoves[countermove_index(side, one_back)]
    if techniques.killers:
        countermove = history.killers[ply]
    use_see, use_history = techniques.static_exchange_evaluation, techniques.history
    use_mvv_lva = techniques.mvv_lva
    use_continuation = techniques.continuation_history
    butterfly, continuation = history.butterfly, history.continuation
    butterfly_row = BUTTERFLY_STRIDE * side
    one_back_row, two_back_row = continuation_row(side, one_back), continuation_row(side, two_back)
    for index in range(first, end):
        move = moves[index]
        # Interpreted, the functions that name these expressions would take 2 % of the search here.
        from_square, to_square, promotion = move & 63, move >> 6 & 63, move >> 12
        if mailbox[to_square] != 0 or promotion != 0:
            score = _score_tactical(board, move, use_see, use_mvv_lva)
        elif move == countermove:
            score = COUNTERMOVE_SCORE
        else:
            score = 0
            if use_history:
                score = i64(butterfly[butterfly_row + (move & FROM_TO_MASK)])  # widened from 16 bits
            if use_continuation:
                piece_to = 64 * (mailbox[from_square] & 7) + to_square
                score += i64(continuation[one_back_row + piece_to]) + i64(continuation[two_back_row + piece_to])
        scores[index] = score


def _score_tactical(board: Board, move: i64, use_see: bool, use_mvv_lva: bool) -> i64:
    """Returns the score of a capture or promotion: above all quiet moves, or below them if it loses material."""
    mailbox, promotion = board.mailbox, promotion_of(move)
    score: i64 = 0
    if use_mvv_lva:
        score = mvv_lva(mailbox, move)
    if promotion != 0 and promotion != QUEEN:
        return score - CAPTURE_SCORE
    # Capturing a piece of the same type or a more valuable one cannot lose material, so SEE is not needed.
    captured, capturing = mailbox[to_square_of(move)], mailbox[from_square_of(move)]
    wins_at_least_as_much = piece_type_of(captured) >= piece_type_of(capturing)
    if not use_see or wins_at_least_as_much or see_at_least(board, move, 0):
        return score + CAPTURE_SCORE
    return score - CAPTURE_SCORE


def bring_to_front(moves: vec[i64], count: i64, move: i64) -> None:
    """Swaps `move`, which is one of the `count` moves, with the first of them."""
    for index in range(count):
        if moves[index] == move:
            moves[index] = moves[0]
            moves[0] = move
            return


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
