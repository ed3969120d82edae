"""The accumulators: the sums of the hidden layer, kept for the positions of the current line.

A move changes two to four inputs. So the sums of a position are those of the position before it, plus the weights of
the pieces that have come, less those of the pieces that have gone: the update that gives NNUE its name. The board knows
its last move, and its keys tell whether the sums of the position before it are still there. So nothing needs to be
undone when a move is unmade.

A view changes when its king crosses the middle of the board, so its sums cannot be carried on. They are then computed
from the last position that was computed so in this view, and the pieces by which the two differ; the first time from
the empty board. The same happens if the sums of the position before are not there.
https://www.chessprogramming.org/NNUE
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.network.features import INPUTS, VIEW_SIZE, VIEWS, input_table, view_of
from modern.engine.network.lanes import capture, exchange
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import CAPTURED_SHIFT, Board, is_castling
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, ROOK, WHITE

#: The number of entries for positions of the line, by ply modulo this number: a power of two. Then follows an entry for
#: each view.
ENTRIES: Final[i64] = 128
#: The most pieces that can differ between two positions.
MAX_CHANGES: Final = 32


class Accumulators:
    """The sums of the hidden layer for the positions of the current line.

    `words`      the number of 64-bit integers that an accumulator takes.
    `values`     two accumulators for each entry: White's view at 2 * words * entry, Black's after it.
    `keys`       the key of the position of each entry of the line.
    `views`      the views of that position, at 2 * entry White's, then Black's.
    `positions`  the bitboards of the position of each view's own entry, 16 for each view.
    """

    def __init__(self, weights: Sequence[int], biases: Sequence[int]) -> None:
        """`weights` are the packed weights, input by input, `biases` those of an empty accumulator, packed."""
        words = len(biases)
        self.words: Final[i64] = words
        rows = [*weights, *([0] * words)]
        empty = [*biases] * (2 * (int(ENTRIES) + int(VIEWS)))
        self.weights: Final = vec[i64](rows)
        #: Where the weights of no piece are: they follow those of the last input.
        self.no_input: Final[i64] = int(INPUTS) * words
        self.inputs: Final = vec[i64](input_table(words))
        self.values: Final = vec[i64](empty)
        self.keys: Final = vec[i64]([0] * ENTRIES)
        self.views: Final = vec[i64]([0] * (2 * ENTRIES))
        self.positions: Final = vec[i64]([0] * (16 * VIEWS))
        #: The pieces that have come and gone, as 64 * piece + square, and how many of them there are.
        self.added: Final = vec[i64]([0] * MAX_CHANGES)
        self.removed: Final = vec[i64]([0] * MAX_CHANGES)
        self.come: i64 = 0
        self.gone: i64 = 0

    def entry_of(self, board: Board) -> i64:
        """Returns the number of the entry with the sums of a position, computed if it is not there yet."""
        entry = board.ply & (ENTRIES - 1)
        if self.keys[entry] == board.key:
            return entry
        views = self.views
        white_view, black_view = view_of(board.bitboards, WHITE), view_of(board.bitboards, BLACK)
        before = (board.ply - 1) & (ENTRIES - 1)
        white_goes_on = black_goes_on = False
        if board.ply > 0 and self.keys[before] == board.key_history[board.ply - 1]:
            white_goes_on = views[2 * before] == white_view
            black_goes_on = views[2 * before + 1] == black_view
            self._read_move(board)
        if white_goes_on:
            self._update(entry, before, WHITE, white_view)
        if black_goes_on:
            self._update(entry, before, BLACK, black_view)
        if not white_goes_on:
            self._renew(board.bitboards, entry, WHITE, white_view)
        if not black_goes_on:
            self._renew(board.bitboards, entry, BLACK, black_view)
        views[2 * entry] = white_view
        views[2 * entry + 1] = black_view
        self.keys[entry] = board.key
        return entry

    def _read_move(self, board: Board) -> None:
        """Lists the pieces that have come and gone with the last move; none after a null move."""
        added, removed = self.added, self.removed
        undo = board.undo_stack[board.ply - 1]
        from_square, to_square, promotion = undo & 63, undo >> 6 & 63, undo >> 12 & 7
        self.come = self.gone = 0
        if from_square == to_square:
            return
        us, them = board.turn ^ 8, board.turn
        piece = board.mailbox[to_square]
        added[0] = 64 * piece + to_square
        if promotion != 0:
            piece = us + PAWN
        removed[0] = 64 * piece + from_square
        self.come = self.gone = 1
        captured = undo >> CAPTURED_SHIFT & 15
        if captured != 0:
            removed[1] = 64 * captured + to_square
            self.gone = 2
        elif piece == us + PAWN and (from_square ^ to_square) & 7 != 0:  # en passant
            removed[1] = 64 * (them + PAWN) + (to_square ^ 8)
            self.gone = 2
        elif piece == us + KING and is_castling(from_square, to_square):
            added[1] = 64 * (us + ROOK) + ((from_square + to_square) >> 1)
            removed[1] = 64 * (us + ROOK) + to_square - 2
            if to_square > from_square:
                removed[1] = 64 * (us + ROOK) + to_square + 1
            self.come = self.gone = 2

    def _renew(self, bitboards: vec[i64], entry: i64, side: i64, view: i64) -> None:
        """Computes the sums of a side from those of its view's own entry, and copies them there for the next time."""
        self._compare(bitboards, view)
        self._update(entry, ENTRIES + view, side, view)
        self.come = self.gone = 0
        self._update(ENTRIES + view, entry, side, view)

    def _compare(self, bitboards: vec[i64], view: i64) -> None:
        """Lists the pieces by which a position differs from the one of a view's own entry, and replaces that."""
        positions, added, removed = self.positions, self.added, self.removed
        first = 16 * view
        come: i64 = 0
        gone: i64 = 0
        for piece in range(PAWN, BLACK + KING + 1):
            now, then = bitboards[piece], positions[first + piece]
            positions[first + piece] = now
            if now == then or piece == BLACK:  # bitboards[BLACK] has all of Black's pieces
                continue
            squares = now & ~then
            while squares != 0:
                square = lowest(squares)
                squares ^= BIT[square]
                added[come] = 64 * piece + square
                come += 1
            squares = then & ~now
            while squares != 0:
                square = lowest(squares)
                squares ^= BIT[square]
                removed[gone] = 64 * piece + square
                gone += 1
        self.come = come
        self.gone = gone

    def _update(self, entry: i64, source: i64, side: i64, view: i64) -> None:
        """Computes the sums of a side from those of another entry and the pieces that have come and gone."""
        values, weights, inputs, words = self.values, self.weights, self.inputs, self.words
        added, removed, come, gone = self.added, self.removed, self.come, self.gone
        to = words * (2 * entry + (side >> 3))
        start = words * (2 * source + (side >> 3))
        first = VIEW_SIZE * view
        if come == 1 and gone == 2:
            plus, minus = inputs[first + added[0]], inputs[first + removed[0]]
            capture(values, to, start, weights, plus, minus, inputs[first + removed[1]], words)
            return
        index: i64 = 0
        while True:
            plus = minus = self.no_input
            if index < come:
                plus = inputs[first + added[index]]
            if index < gone:
                minus = inputs[first + removed[index]]
            exchange(values, to, start, weights, plus, minus, words)
            start = to
            index += 1
            if index >= come and index >= gone:
                return
