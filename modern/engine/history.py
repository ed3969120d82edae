"""History heuristics: quiet moves that caused beta cutoffs before, or left no good reply, are searched earlier.

The corrections of the static evaluation (modern.engine.correction) are kept here, too. The tables outlive a search. At
the start of each search the butterfly history is divided by eight: it still orders the moves, but a few new cutoffs
outweigh it. The other tables keep their entries.
"""

from __future__ import annotations

from typing import Final

from modern.engine.stack import PIECE_TO_SIZE, STACK_SIZE, SearchStack, piece_to_index
from modern.rules.board import Board
from modern.rules.move import NO_MOVE, from_square_of, promotion_of, to_square_of
from modern.rules.native import i16, i64, vec
from modern.rules.pieces import opponent

#: The largest absolute value of a history entry: two to the power of MAX_HISTORY_BITS.
MAX_HISTORY_BITS: Final[i64] = 14
MAX_HISTORY: Final[i64] = 1 << 14
#: The largest bonus for one cutoff.
MAX_HISTORY_BONUS: Final[i64] = 3000

#: A side's part of `butterfly` starts at this number times the side (0 or 8); the same goes for the other two tables.
BUTTERFLY_STRIDE: Final[i64] = 512
COUNTERMOVE_STRIDE: Final[i64] = PIECE_TO_SIZE // 8
CONTINUATION_STRIDE: Final[i64] = PIECE_TO_SIZE * PIECE_TO_SIZE // 8
#: A table of corrections has two to the power of this many entries for each side to move, and for each owner of pieces.
CORRECTION_BITS: Final[i64] = 14
#: The bits of a move's code that hold its from square and its to square.
FROM_TO_MASK: Final[i64] = 4095


class History:
    """Tables of what searches have learnt, most of them of quiet moves that caused beta cutoffs.

    The large ones have 16-bit entries, to stay in the caches.

    `countermoves`  the last such reply to the previous move, at countermove_index(side, previous move).
                    https://www.chessprogramming.org/Countermove_Heuristic
    `killers`       at ply: the last quiet move that caused a cutoff there, for years before countermoves.
                    https://www.chessprogramming.org/Killer_Heuristic
    `butterfly`     the history score of each move, at butterfly_index(side, move). The move's own cutoffs raise it, as
                    does a node that fails low after it; cutoffs of moves searched after it lower it.
                    https://www.chessprogramming.org/History_Heuristic
    `continuation`  the same for a move that follows another by one or two plies, at continuation_row(side, earlier
                    move) + piece-to index of this move.
                    https://www.chessprogramming.org/History_Heuristic#Continuation_History
    `pawn_corrections`, `piece_corrections`, `move_corrections`
                    what the static evaluation was found to lack, at modern.engine.correction's pawns_index(board),
                    pieces_index(board, owner) and moves_index(stack, ply).

    The previous and the earlier moves are given as piece-to indices. These do not say whose move it was, so the moves
    one and two plies ago share a row if both put a piece of the same type on the same square.
    """

    def __init__(self) -> None:
        self.countermoves: Final = vec[i64]([NO_MOVE] * (2 * PIECE_TO_SIZE))
        self.killers: Final = vec[i64]([NO_MOVE] * STACK_SIZE)
        self.butterfly: Final = vec[i16]([0] * (16 * BUTTERFLY_STRIDE))
        self.continuation: vec[i16] = vec[i16]([0] * (2 * PIECE_TO_SIZE * PIECE_TO_SIZE))
        self.pawn_corrections: Final = vec[i16]([0] * (2 << int(CORRECTION_BITS)))
        self.piece_corrections: Final = vec[i16]([0] * (4 << int(CORRECTION_BITS)))
        self.move_corrections: vec[i16] = vec[i16]([0] * (2 * PIECE_TO_SIZE * PIECE_TO_SIZE))

    def clear(self) -> None:
        """Empties all tables."""
        for index in range(len(self.countermoves)):
            self.countermoves[index] = NO_MOVE
        for index in range(len(self.killers)):
            self.killers[index] = NO_MOVE
        for table in (self.butterfly, self.pawn_corrections, self.piece_corrections):
            for index in range(len(table)):
                table[index] = 0
        # Half a million entries each: interpreted, a new array takes a tenth of the time of a loop.
        self.continuation = vec[i16]([0] * (2 * PIECE_TO_SIZE * PIECE_TO_SIZE))
        self.move_corrections = vec[i16]([0] * (2 * PIECE_TO_SIZE * PIECE_TO_SIZE))

    def decay(self) -> None:
        """Prepares for a new search: divides the butterfly history by eight, rounded towards zero."""
        butterfly = self.butterfly
        for index in range(len(butterfly)):
            score = i64(butterfly[index])
            butterfly[index] = i16(score + 7 >> 3 if score < 0 else score >> 3)

    def reward_cutoff(self, stack: SearchStack, depth: i64, ply: i64, moves: vec[i64], cutoff_index: i64) -> None:
        """Rewards the quiet move at `cutoff_index`, which failed high, and penalizes the quiet moves before it.

        The move also becomes the countermove and the ply's killer move. `moves` are those of the node at `ply`, in the
        picker's order. The moves that the search skipped are penalized like those that it searched.
        """
        board = stack.board
        side, mailbox = board.turn, board.mailbox
        one_back, two_back = stack.piece_to(ply - 1), stack.piece_to(ply - 2)
        one_back_row, two_back_row = continuation_row(side, one_back), continuation_row(side, two_back)
        self.countermoves[countermove_index(side, one_back)] = moves[cutoff_index]
        self.killers[ply] = moves[cutoff_index]
        bonus = history_bonus(depth)
        for index in range(cutoff_index + 1):
            move = moves[index]
            if not is_quiet(board, move):
                continue
            bonus_or_malus = bonus if index == cutoff_index else -bonus
            piece_to = piece_to_index(mailbox[from_square_of(move)], to_square_of(move))
            self._add(butterfly_index(side, move), one_back_row + piece_to, two_back_row + piece_to, bonus_or_malus)

    def reward_last_move(self, stack: SearchStack, depth: i64, ply: i64) -> None:
        """Rewards the move that led to the node at `ply`, which has failed low: half as much as a cutoff there.

        No reply to it raises alpha, so it is good, even where it causes no cutoff. Stockfish rewards it, too. Captures
        and promotions are not rewarded.
        """
        board = stack.board
        move = board.last_move()
        if move == NO_MOVE or board.last_captured() != 0 or promotion_of(move) != 0:
            return
        side, piece_to = opponent(board.turn), stack.piece_to(ply - 1)
        one_back_row = continuation_row(side, stack.piece_to(ply - 2))
        two_back_row = continuation_row(side, stack.piece_to(ply - 3))
        bonus = history_bonus(depth) // 2
        self._add(butterfly_index(side, move), one_back_row + piece_to, two_back_row + piece_to, bonus)

    def _add(self, butterfly: i64, one_back: i64, two_back: i64, bonus: i64) -> None:
        """Adds a bonus to a move's entry in `butterfly`, and to its two entries in `continuation`, given by index."""
        add_bonus(self.butterfly, butterfly, bonus)
        add_bonus(self.continuation, one_back, bonus)
        add_bonus(self.continuation, two_back, bonus)


def is_quiet(board: Board, move: i64) -> bool:
    """Returns True if the target square of a move is empty and it does not promote: en passant counts as quiet."""
    return board.mailbox[to_square_of(move)] == 0 and promotion_of(move) == 0


def butterfly_index(side: i64, move: i64) -> i64:
    """Returns the index of a side's move in `butterfly`."""
    return BUTTERFLY_STRIDE * side + (move & FROM_TO_MASK)


def countermove_index(side: i64, previous_piece_to: i64) -> i64:
    """Returns the index in `countermoves` of a side's reply to the opponent's last move."""
    return COUNTERMOVE_STRIDE * side + previous_piece_to


def continuation_row(side: i64, earlier_piece_to: i64) -> i64:
    """Returns where the row of an earlier move starts in `continuation`, for the moves of a side."""
    return CONTINUATION_STRIDE * side + PIECE_TO_SIZE * earlier_piece_to


def history_bonus(depth: i64) -> i64:
    """Returns the bonus for a cutoff: the deeper the search that it saves, the larger the bonus."""
    bonus = 260 * depth - 90
    return MAX_HISTORY_BONUS if bonus > MAX_HISTORY_BONUS else bonus


def add_bonus(table: vec[i16], index: i64, bonus: i64) -> None:
    """Adds a bonus, or a malus if negative, to a history entry.

    The change shrinks as the entry approaches MAX_HISTORY, so that the entry never exceeds it (history gravity).
    https://www.chessprogramming.org/History_Heuristic#History_Bonuses
    """
    old = i64(table[index])
    magnitude = -bonus if bonus < 0 else bonus
    table[index] = i16(old + bonus - (old * magnitude >> MAX_HISTORY_BITS))
