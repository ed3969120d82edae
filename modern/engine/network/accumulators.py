"""The accumulators: the sums of the hidden layer, kept for the positions of the current line.

A move changes two to four inputs. So the sums of a position are those of an earlier one, plus the weights of the pieces
that have come, less those of the pieces that have gone: the update that gives NNUE its name. Here nothing happens when
a move is made or unmade. A position is looked at only when it is evaluated, and then compared, piece by piece, with the
nearest position before it that was evaluated. Its key tells whether an entry still belongs to the current line.

A view changes when its king crosses the middle of the board, so its sums cannot be carried on. They start from the last
position that had no predecessor in this view; the first one starts from the empty board.
https://www.chessprogramming.org/NNUE
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.network.features import INPUTS, QUEENSIDE, VIEW_SIZE, VIEWS, input_table, view_of
from modern.engine.network.lanes import capture, exchange
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, WHITE

#: The number of entries for positions of the line, by ply modulo this number: a power of two. Then follows an entry for
#: each view.
ENTRIES: Final[i64] = 128
#: How many plies back a position is looked for.
MAX_DISTANCE: Final[i64] = 4
#: The most pieces that can differ between two positions.
MAX_CHANGES: Final = 32


class Accumulators:
    """The sums of the hidden layer for the positions of the current line.

    `words`      the number of 64-bit integers that an accumulator takes.
    `values`     two accumulators for each entry: White's view at 2 * words * entry, Black's after it.
    `keys`       the key of the position of each entry.
    `positions`  the bitboards of that position, 16 for each entry.
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
        self.positions: Final = vec[i64]([0] * (16 * (ENTRIES + VIEWS)))
        #: The pieces that the last comparison found, as 64 * piece + square.
        self.added: Final = vec[i64]([0] * MAX_CHANGES)
        self.removed: Final = vec[i64]([0] * MAX_CHANGES)
        #: How many of them there are.
        self.come: i64 = 0
        self.gone: i64 = 0

    def entry_of(self, board: Board) -> i64:
        """Returns the number of the entry with the sums of a position, computed if it is not there yet."""
        entry = board.ply & (ENTRIES - 1)
        if self.keys[entry] == board.key:
            return entry
        bitboards = board.bitboards
        before = self._entry_before(board)
        white_view, black_view = view_of(bitboards, WHITE), view_of(bitboards, BLACK)
        white_source = self._source(before, WHITE, white_view)
        black_source = self._source(before, BLACK, black_view)
        self._compare(bitboards, white_source, entry)
        self._update(entry, white_source, WHITE, white_view)
        if black_source != white_source:
            self._compare(bitboards, black_source, entry)
        self._update(entry, black_source, BLACK, black_view)
        if white_source != before:
            self._keep(entry, white_source, WHITE)
        if black_source != before:
            self._keep(entry, black_source, BLACK)
        self.keys[entry] = board.key
        return entry

    def _entry_before(self, board: Board) -> i64:
        """Returns the entry of the nearest position before this one, or -1."""
        ply = board.ply - 1
        last = ply - MAX_DISTANCE
        while ply >= 0 and ply > last:
            if self.keys[ply & (ENTRIES - 1)] == board.key_history[ply]:
                return ply & (ENTRIES - 1)
            ply -= 1
        return -1

    def _source(self, before: i64, side: i64, view: i64) -> i64:
        """Returns the entry from which the sums of a side are updated: `before`, or the one kept for this view."""
        if before < 0:
            return ENTRIES + view
        if ((self.positions[16 * before + side + KING] & QUEENSIDE) != 0) == (view & 1 != 0):
            return before
        return ENTRIES + view

    def _compare(self, bitboards: vec[i64], source: i64, entry: i64) -> None:
        """Lists the pieces by which a position differs from that of the entry `source`, and copies it to `entry`."""
        positions, added, removed = self.positions, self.added, self.removed
        start, to = 16 * source, 16 * entry
        come: i64 = 0
        gone: i64 = 0
        for piece in range(PAWN, BLACK + KING + 1):
            now, then = bitboards[piece], positions[start + piece]
            positions[to + piece] = now
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
        """Computes the sums of a side from those of another entry and the pieces listed last."""
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

    def _keep(self, entry: i64, source: i64, side: i64) -> None:
        """Copies the sums of a side to the entry of their view, to start from when it is next needed."""
        at = self.words * (side >> 3)
        to, start = 2 * self.words * source + at, 2 * self.words * entry + at
        exchange(self.values, to, start, self.weights, self.no_input, self.no_input, self.words)
        for piece in range(16):
            self.positions[16 * source + piece] = self.positions[16 * entry + piece]
