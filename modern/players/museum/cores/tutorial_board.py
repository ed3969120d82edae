"""The board of Huo Chess's tutorial: 64 squares in the order in which its loops scan them, and its test of legality.

The tutorial keeps chessboard$(column, rank) and scans it with nested loops: columns a to h outside, ranks 1 to 8
inside. Here a square is 8 times its column plus its rank, both from 0: a1 is 0, a2 is 1, b1 is 8, h8 is 63. So an
ascending scan is the tutorial's scan. The numbers are as in modern.rules, with columns and ranks exchanged. That
turns ranks into files and keeps diagonals, so the attack tables of modern.rules hold for every piece but the pawn.

Legality is the test of ElegxosNomimotitas: how the piece moves, that its way is free, and that it captures no piece of
its own side. Check, castling, en passant and promotion are not part of it.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import BISHOP_RAYS, KNIGHT_ATTACKS, ROOK_RAYS, attacks_of
from modern.rules.bitboard import BIT, bitboard_of, lowest
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, opponent, piece_type_of, side_of

#: The values of countScore in pawns, by piece: positive for White, negative for Black.
VALUES: Final = vec[i64]([0, 1, 3, 3, 5, 9, 100, 0, 0, -1, -3, -3, -5, -9, -100, 0])


def _pawn_captures(forward: int) -> list[int]:
    """Returns, for each square, the squares that a pawn captures on if it moves `forward` ranks at a time."""
    table: list[int] = []
    for square in range(64):
        column, rank = square // 8, square % 8 + forward
        table.append(bitboard_of([8 * c + rank for c in (column - 1, column + 1) if 0 <= c < 8 and 0 <= rank < 8]))
    return table


#: Indexed by 8 * side + square, as PAWN_ATTACKS in modern.rules.
PAWN_CAPTURES: Final = vec[i64](_pawn_captures(1) + _pawn_captures(-1))


def start_of(move: i64) -> i64:
    """Returns the square that the piece leaves. A move is 64 times its first square plus its last one."""
    return move >> 6


def finish_of(move: i64) -> i64:
    """Returns the square that the piece moves to."""
    return move & 63


class TutorialBoard:
    """A board of the tutorial.

    `mailbox`   the piece on each square, numbered as in modern.rules.pieces; 0 for an empty square.
    `occupied`  the squares of all pieces of a side, at index WHITE and at index BLACK.
    `kings`     the square of each king, at the same indices; it has no meaning while that king is captured.
    """

    def __init__(self, pieces: list[int]) -> None:
        self.mailbox: Final = vec[i64](pieces)
        self.occupied: Final = vec[i64]([0] * 16)
        self.kings: Final = vec[i64]([0] * 16)
        for square in range(64):
            piece = self.mailbox[square]
            if piece != 0:
                self.occupied[side_of(piece)] |= BIT[square]
            if piece_type_of(piece) == KING:
                self.kings[side_of(piece)] = square

    def targets(self, square: i64) -> i64:
        """Returns the squares to which the piece on a square may move, by ElegxosNomimotitas."""
        piece = self.mailbox[square]
        side, piece_type = side_of(piece), piece_type_of(piece)
        own = self.occupied[side]
        occupied = own | self.occupied[opponent(side)]
        if piece_type == PAWN:
            return self._pawn_targets(square, side, ~occupied)
        return attacks_of(piece, square, occupied) & ~own

    def _pawn_targets(self, square: i64, side: i64, empty: i64) -> i64:
        """Returns the squares to which a pawn may move. On its last rank it has no moves."""
        forward, first, last = i64(1), i64(1), i64(7)
        if side == BLACK:
            forward, first, last = i64(-1), i64(6), i64(0)
        rank = square & 7
        if rank == last:
            return 0
        targets = PAWN_CAPTURES[8 * side + square] & self.occupied[opponent(side)]
        if empty & BIT[square + forward] != 0:
            targets |= BIT[square + forward]
            if rank == first and empty & BIT[square + 2 * forward] != 0:
                targets |= BIT[square + 2 * forward]
        return targets

    def generate(self, side: i64, moves: vec[i64], end: i64) -> i64:
        """Writes the moves of a side to `moves` from index `end` on, in the order of the tutorial's scan.

        Returns the index after the last one.
        """
        pieces = self.occupied[side]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            targets = self.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                moves[end] = 64 * start + finish
                end += 1
        return end

    def move(self, start: i64, finish: i64) -> i64:
        """Moves a piece, as the tutorial does: a pawn stays a pawn. Returns the piece that was on `finish`, or 0."""
        piece, captured = self.mailbox[start], self.mailbox[finish]
        self.mailbox[start] = 0
        self.mailbox[finish] = piece
        self.occupied[side_of(piece)] ^= BIT[start] ^ BIT[finish]
        if captured != 0:
            self.occupied[side_of(captured)] ^= BIT[finish]
        if piece_type_of(piece) == KING:
            self.kings[side_of(piece)] = finish
        return captured

    def undo(self, start: i64, finish: i64, captured: i64) -> None:
        """Takes a move back; `captured` is the result of `move`."""
        piece = self.mailbox[finish]
        self.mailbox[start] = piece
        self.mailbox[finish] = captured
        self.occupied[side_of(piece)] ^= BIT[start] ^ BIT[finish]
        if captured != 0:
            self.occupied[side_of(captured)] ^= BIT[finish]
        if piece_type_of(piece) == KING:
            self.kings[side_of(piece)] = start

    def score(self) -> i64:
        """Returns the material in pawns, White's less Black's: countScore."""
        total: i64 = 0
        for square in range(64):
            total += VALUES[self.mailbox[square]]
        return total

    def is_in_check(self, side: i64) -> bool:
        """Returns True if a piece may move to the square of the other side's king; `side` is the king's."""
        king = self.kings[side]
        pieces = self.occupied[opponent(side)] & (KNIGHT_ATTACKS[king] | BISHOP_RAYS[king] | ROOK_RAYS[king])
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            if self.targets(start) & BIT[king] != 0:
                return True
        return False
