"""The accumulators: the sums of the hidden layer, updated from position to position.

A move changes two to four inputs. So the sums of a position are those of its parent, plus the weights of the pieces
that the move added, less those of the pieces that it removed: the update that gives NNUE its name. The board has its
last move, and its keys tell whether the parent's sums are still there. So unmaking a move undoes nothing here.

When a king crosses the middle of the board, its side's perspective is mirrored, and the parent's sums do not help. Then
the sums are refreshed: computed from the last position that was refreshed in this perspective and the pieces by which
the two positions differ, the first time from the empty board. The same happens if the parent's sums are not there. The
entries of these last positions are a refresh cache, also called a Finny table.
https://www.chessprogramming.org/NNUE
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, PERSPECTIVES, input_table, perspective_of
from modern.engine.network.lanes import add_sub, add_sub_sub
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import CAPTURED_SHIFT, Board, is_castling
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, ROOK, WHITE, opponent, pawn_push

#: The number of entries for positions of the line, by ply modulo this number: a power of two. Then follows the refresh
#: entry of each perspective.
ENTRIES: Final[i64] = 128
#: The most pieces that can be added, or removed, between two positions.
MAX_CHANGES: Final = 32


class Accumulators:
    """The sums of the hidden layer for the positions of the current line.

    `words`         the number of 64-bit integers that an accumulator takes.
    `values`        two accumulators for each entry: White's perspective at 2 * words * entry, Black's after it.
    `keys`          the key of the position of each entry of the line.
    `perspectives`  at 2 * entry the number of White's perspective of that position, then that of Black's.
    `positions`     the bitboards of the position of each refresh entry, 16 for each perspective.
    """

    def __init__(self, weights: Sequence[int], biases: Sequence[int]) -> None:
        """`weights` are the packed weights, input by input, `biases` those of an empty accumulator, packed."""
        words = len(biases)
        self.words: Final[i64] = words
        rows = [*weights, *([0] * words)]
        empty = [*biases] * (2 * (int(ENTRIES) + int(PERSPECTIVES)))
        self.weights: Final = vec[i64](rows)
        #: The index of weights of 0, for no piece: they follow those of the last input.
        self.no_input: Final[i64] = int(INPUTS) * words
        self.inputs: Final = vec[i64](input_table(words))
        self.values: Final = vec[i64](empty)
        self.keys: Final = vec[i64]([0] * ENTRIES)
        self.perspectives: Final = vec[i64]([0] * (2 * ENTRIES))
        self.positions: Final = vec[i64]([0] * (16 * PERSPECTIVES))
        #: The pieces that were added and removed, as 64 * piece + square, and their numbers.
        self.added: Final = vec[i64]([0] * MAX_CHANGES)
        self.removed: Final = vec[i64]([0] * MAX_CHANGES)
        self.added_count: i64 = 0
        self.removed_count: i64 = 0

    def entry_of(self, board: Board) -> i64:
        """Returns the number of the entry with the sums of a position; computes them if they are not there yet."""
        entry = board.ply & (ENTRIES - 1)
        if self.keys[entry] == board.key:
            return entry
        perspectives = self.perspectives
        white_perspective = perspective_of(board.bitboards, WHITE)
        black_perspective = perspective_of(board.bitboards, BLACK)
        parent = (board.ply - 1) & (ENTRIES - 1)
        updates_white = updates_black = False
        if board.ply > 0 and self.keys[parent] == board.key_history[board.ply - 1]:
            updates_white = perspectives[2 * parent] == white_perspective
            updates_black = perspectives[2 * parent + 1] == black_perspective
            self._read_move(board)
        if updates_white:
            self._update(entry, parent, WHITE, white_perspective)
        if updates_black:
            self._update(entry, parent, BLACK, black_perspective)
        if not updates_white:
            self._refresh(board.bitboards, entry, WHITE, white_perspective)
        if not updates_black:
            self._refresh(board.bitboards, entry, BLACK, black_perspective)
        perspectives[2 * entry] = white_perspective
        perspectives[2 * entry + 1] = black_perspective
        self.keys[entry] = board.key
        return entry

    def _read_move(self, board: Board) -> None:
        """Lists the pieces that the last move added and removed; none after a null move."""
        added, removed = self.added, self.removed
        undo = board.undo_stack[board.ply - 1]
        from_square, to_square, promotion = from_square_of(undo), to_square_of(undo), promotion_of(undo)
        self.added_count = self.removed_count = 0
        if from_square == to_square:
            return
        us, them = opponent(board.turn), board.turn
        piece = board.mailbox[to_square]
        added[0] = 64 * piece + to_square
        if promotion != 0:
            piece = us + PAWN
        removed[0] = 64 * piece + from_square
        self.added_count = self.removed_count = 1
        captured = undo >> CAPTURED_SHIFT & 15
        if captured != 0:
            removed[1] = 64 * captured + to_square
            self.removed_count = 2
        elif piece == us + PAWN and (from_square ^ to_square) & 7 != 0:  # en passant
            removed[1] = 64 * (them + PAWN) + to_square - pawn_push(us)
            self.removed_count = 2
        elif piece == us + KING and is_castling(from_square, to_square):
            added[1] = 64 * (us + ROOK) + ((from_square + to_square) >> 1)
            removed[1] = 64 * (us + ROOK) + to_square - 2
            if to_square > from_square:
                removed[1] = 64 * (us + ROOK) + to_square + 1
            self.added_count = self.removed_count = 2

    def _refresh(self, bitboards: vec[i64], entry: i64, side: i64, perspective: i64) -> None:
        """Computes the sums of a side from those of its perspective's refresh entry, and copies them there."""
        self._read_differences(bitboards, perspective)
        self._update(entry, ENTRIES + perspective, side, perspective)
        self.added_count = self.removed_count = 0
        self._update(ENTRIES + perspective, entry, side, perspective)

    def _read_differences(self, bitboards: vec[i64], perspective: i64) -> None:
        """Lists the pieces by which a position differs from that of a refresh entry, and replaces the latter."""
        positions, added, removed = self.positions, self.added, self.removed
        first = 16 * perspective
        added_count: i64 = 0
        removed_count: i64 = 0
        for piece in range(PAWN, BLACK + KING + 1):
            now, then = bitboards[piece], positions[first + piece]
            positions[first + piece] = now
            if now == then or piece == BLACK:  # bitboards[BLACK] has all of Black's pieces
                continue
            squares = now & ~then
            while squares != 0:
                square = lowest(squares)
                squares ^= BIT[square]
                added[added_count] = 64 * piece + square
                added_count += 1
            squares = then & ~now
            while squares != 0:
                square = lowest(squares)
                squares ^= BIT[square]
                removed[removed_count] = 64 * piece + square
                removed_count += 1
        self.added_count = added_count
        self.removed_count = removed_count

    def _update(self, entry: i64, source: i64, side: i64, perspective: i64) -> None:
        """Computes the sums of a side from those of another entry and the pieces that were added and removed."""
        values, weights, inputs, words = self.values, self.weights, self.inputs, self.words
        added, removed, added_count, removed_count = self.added, self.removed, self.added_count, self.removed_count
        to = words * (2 * entry + (side >> 3))
        start = words * (2 * source + (side >> 3))
        first = PERSPECTIVE_SIZE * perspective
        if added_count == 1 and removed_count == 2:
            plus, minus = inputs[first + added[0]], inputs[first + removed[0]]
            add_sub_sub(values, to, start, weights, plus, minus, inputs[first + removed[1]], words)
            return
        index: i64 = 0
        while True:
            plus = minus = self.no_input
            if index < added_count:
                plus = inputs[first + added[index]]
            if index < removed_count:
                minus = inputs[first + removed[index]]
            add_sub(values, to, start, weights, plus, minus, words)
            start = to
            index += 1
            if index >= added_count and index >= removed_count:
                return
