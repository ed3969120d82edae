"""History heuristics: quiet moves that caused beta cutoffs before are searched earlier.

The tables outlive a search. At the start of each search the butterfly history is halved, so recent cutoffs count more
than old ones.
"""

from __future__ import annotations

from typing import Final

from modern.engine.stack import SearchStack
from modern.rules.native import i16, i64, vec

#: The largest absolute value of a history entry.
MAX_HISTORY: Final[i64] = 1 << 14
MAX_HISTORY_BITS: Final[i64] = 14
#: The largest bonus for one cutoff.
MAX_HISTORY_BONUS: Final[i64] = 1600

#: The number of piece-to indices: 64 * piece type + target square. The colour follows from the side to move.
PIECE_TO_SIZE: Final[i64] = 512
#: CONTINUATION_STRIDE * side (0 or 8) is the offset of that side's half of `continuation`.
CONTINUATION_STRIDE: Final[i64] = PIECE_TO_SIZE * PIECE_TO_SIZE // 8


class History:
    """Tables of quiet moves that caused beta cutoffs. The large ones have 16-bit entries, to stay in the caches.

    `countermoves`  the last such reply to the previous move, at PIECE_TO_SIZE * side // 8 + piece-to index of the
                    previous move. https://www.chessprogramming.org/Countermove_Heuristic
    `butterfly`     the history score of each move, at 512 * side + from-to (12 bits). A move's own cutoffs raise it;
                    cutoffs of moves searched after it lower it. https://www.chessprogramming.org/History_Heuristic
    `continuation`  the same for a move that follows another by one or two plies, at CONTINUATION_STRIDE * side +
                    PIECE_TO_SIZE * piece-to index of the earlier move + piece-to index of this move.
                    https://www.chessprogramming.org/History_Heuristic#Continuation_History
    """

    def __init__(self) -> None:
        self.countermoves: Final = vec[i64]([0] * (2 * PIECE_TO_SIZE))
        self.butterfly: Final = vec[i16]([0] * (16 * 512))
        self.continuation: vec[i16] = vec[i16]([0])
        self.clear()

    def clear(self) -> None:
        """Resets all tables to zero."""
        self.decay(MAX_HISTORY_BITS + 1)
        for index in range(2 * PIECE_TO_SIZE):
            self.countermoves[index] = 0
        self.continuation = vec[i16]([0] * (2 * PIECE_TO_SIZE * PIECE_TO_SIZE))

    def decay(self, bits: i64 = 1) -> None:
        """Prepares for a new search: divides the butterfly history by 2 ** `bits`."""
        butterfly = self.butterfly
        for index in range(len(butterfly)):
            number = i64(butterfly[index])
            if number < 0:
                number += (1 << bits) - 1  # so that it is rounded towards zero
            butterfly[index] = i16(number >> bits)

    def reward_cutoff(self, stack: SearchStack, depth: i64, ply: i64, start: i64, cutoff_index: i64) -> None:
        """Rewards the quiet move at `cutoff_index`, which failed high, and penalizes the quiet moves tried before it.

        The move also becomes the countermove. `start` is the index of the node's first move.
        """
        board, moves = stack.board, stack.moves
        one_back, two_back = stack.piece_to[ply + 1], stack.piece_to[ply]
        self.countermoves[PIECE_TO_SIZE * (board.turn >> 3) + one_back] = moves[cutoff_index]
        bonus = history_bonus(depth)
        for index in range(start, cutoff_index + 1):
            move = moves[index]
            if board.mailbox[move >> 6 & 63] != 0 or move >> 12 != 0:
                continue
            bonus_or_malus = bonus if index == cutoff_index else -bonus
            add_bonus(self.butterfly, 512 * board.turn + (move & 4095), bonus_or_malus)
            piece_to = CONTINUATION_STRIDE * board.turn + 64 * (board.mailbox[move & 63] & 7) + (move >> 6 & 63)
            add_bonus(self.continuation, PIECE_TO_SIZE * one_back + piece_to, bonus_or_malus)
            add_bonus(self.continuation, PIECE_TO_SIZE * two_back + piece_to, bonus_or_malus)


def history_bonus(depth: i64) -> i64:
    """Returns the bonus for a cutoff: the deeper the search that it saves, the larger the bonus."""
    bonus = 150 * depth - 90
    return MAX_HISTORY_BONUS if bonus > MAX_HISTORY_BONUS else bonus


def add_bonus(table: vec[i16], index: i64, bonus: i64) -> None:
    """Adds a bonus, or a malus if negative, to a history entry.

    The change shrinks as the entry approaches MAX_HISTORY, so that the entry never exceeds it (history gravity).
    https://www.chessprogramming.org/History_Heuristic#History_Bonuses
    """
    old = i64(table[index])
    magnitude = -bonus if bonus < 0 else bonus
    table[index] = i16(old + bonus - (old * magnitude >> MAX_HISTORY_BITS))
