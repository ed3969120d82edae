"""The board of the novice opponent: 64 squares, the squares that each piece reaches, and the two scores.

A side's strength is its material plus its mobility: one point for each square that one of its pieces can reach. Check
is not tested, because the text never mentions it; the value of a king is 200 points, and it can be captured like any
other piece. Such moves are pseudo-legal. Where the text is silent, this is our reading:

- A promotion is one square for the mobility and four moves for the search: to queen, rook, bishop, knight.
- Castling needs the right to castle and free squares between king and rook; attacked squares do not matter.
- En passant is possible for one ply after a double push. Castling rights and the en passant square are kept beside the
  board of 64.

A move is one number, its code in modern.rules.move.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import PAWN_ATTACKS, attacks_of, is_attacked
from modern.rules.bitboard import BIT, lowest, popcount
from modern.rules.board import CASTLING_MASKS, NO_SQUARE
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    opponent,
    pawn_push,
    piece_type_of,
    side_of,
)

#: The ranking of the pieces in points, by piece.
POINTS: Final = vec[i64]([0, 1, 3, 3, 5, 9, 200, 0, 0, 1, 3, 3, 5, 9, 200, 0])
#: The most squares that a piece can reach, by piece type: an upper bound of its mobility.
MOST_SQUARES: Final = vec[i64]([0, 4, 8, 13, 14, 27, 10, 0])
#: The squares between king and rook, by the number of the castling right: 1, 2, 4 and 8.
_KINGSIDE_PATH: Final = vec[i64]([BIT[5] | BIT[6], BIT[61] | BIT[62]])
_QUEENSIDE_PATH: Final = vec[i64]([BIT[1] | BIT[2] | BIT[3], BIT[57] | BIT[58] | BIT[59]])


class NoviceBoard:
    """A board of the novice opponent.

    `mailbox`            the piece on each square, numbered as in modern.rules.pieces; 0 for an empty square.
    `bitboards`          one bitboard for each piece; bitboards[side] has all pieces of a side.
    `castling_rights`, `en_passant_square`  as in modern.rules.board, but any double push sets the square.
    `material`           the material of each side in points, at index WHITE and at index BLACK.
    `most_squares`       an upper bound of the mobility of each side, at the same indices.
    """

    def __init__(self, pieces: list[int], castling_rights: i64, en_passant_square: i64) -> None:
        self.mailbox: Final = vec[i64]([0] * 64)
        self.bitboards: Final = vec[i64]([0] * 16)
        self.material: Final = vec[i64]([0] * 16)
        self.most_squares: Final = vec[i64]([0] * 16)
        self.castling_rights: i64 = castling_rights
        self.en_passant_square: i64 = en_passant_square
        for square in range(64):
            piece: i64 = pieces[square]
            if piece != 0:
                self._put(piece, square)

    def targets(self, square: i64) -> i64:
        """Returns the squares that the piece on a square can reach."""
        piece = self.mailbox[square]
        side, piece_type = side_of(piece), piece_type_of(piece)
        own = self.bitboards[side]
        occupied = own | self.bitboards[opponent(side)]
        if piece_type == PAWN:
            return self._pawn_targets(square, side, occupied)
        targets = attacks_of(piece, square, occupied) & ~own
        return targets | self._castling_targets(square, side, occupied) if piece_type == KING else targets

    def _pawn_targets(self, square: i64, side: i64, occupied: i64) -> i64:
        """Returns the squares that a pawn can reach: pushes, captures and en passant."""
        enemies = self.bitboards[opponent(side)]
        step = pawn_push(side)
        first = i64(1) if side == WHITE else i64(6)
        ahead = square + step
        passed = self.en_passant_square
        # Only the side that has just been passed can reach the square: the other one's own pawn stands behind it.
        if passed != NO_SQUARE and passed >> 3 == (i64(5) if side == WHITE else i64(2)):
            enemies |= BIT[passed]
        targets = PAWN_ATTACKS[8 * side + square] & enemies
        if occupied & BIT[ahead] == 0:
            targets |= BIT[ahead]
            if square >> 3 == first and occupied & BIT[ahead + step] == 0:
                targets |= BIT[ahead + step]
        return targets

    def _castling_targets(self, king: i64, side: i64, occupied: i64) -> i64:
        """Returns the squares that the king can reach by castling."""
        rights = self.castling_rights if side == WHITE else self.castling_rights >> 2
        targets: i64 = 0
        if rights & 1 != 0 and occupied & _KINGSIDE_PATH[side >> 3] == 0:
            targets |= BIT[king + 2]
        if rights & 2 != 0 and occupied & _QUEENSIDE_PATH[side >> 3] == 0:
            targets |= BIT[king - 2]
        return targets

    def generate(self, side: i64, moves: vec[i64], end: i64) -> i64:
        """Writes the moves of a side to `moves` from index `end` on. Returns the index after the last one.

        They are ordered by from square, to square and promotion: a1, b1 to h8, and queen, rook, bishop, knight.
        """
        pieces = self.bitboards[side]
        while pieces != 0:
            square = lowest(pieces)
            pieces ^= BIT[square]
            is_pawn = piece_type_of(self.mailbox[square]) == PAWN
            targets = self.targets(square)
            while targets != 0:
                target = lowest(targets)
                targets ^= BIT[target]
                move = square | target << 6
                if is_pawn and (target >= 56 or target < 8):
                    moves[end] = move | QUEEN << 12
                    moves[end + 1] = move | ROOK << 12
                    moves[end + 2] = move | BISHOP << 12
                    moves[end + 3] = move | KNIGHT << 12
                    end += 4
                else:
                    moves[end] = move
                    end += 1
        return end

    def mobility(self, side: i64) -> i64:
        """Returns the number of squares that the pieces of a side can reach, each counted once for every piece."""
        total: i64 = 0
        pieces = self.bitboards[side]
        while pieces != 0:
            square = lowest(pieces)
            pieces ^= BIT[square]
            total += popcount(self.targets(square))
        return total

    def score(self, side: i64) -> i64:
        """Returns the strength of a side less the other's, in points."""
        other = opponent(side)
        return self.material[side] + self.mobility(side) - self.material[other] - self.mobility(other)

    def king_may_be_captured(self, side: i64) -> bool:
        """Returns True if the king of a side is on the board and attacked."""
        kings = self.bitboards[side + KING]
        if kings == 0:
            return False
        occupied = self.bitboards[WHITE] | self.bitboards[BLACK]
        return is_attacked(self.bitboards, lowest(kings), opponent(side), occupied)

    def make(self, move: i64) -> i64:
        """Makes a move from `generate`. Returns the data for `unmake`."""
        start, finish, promotion = from_square_of(move), to_square_of(move), promotion_of(move)
        piece, captured = self.mailbox[start], self.mailbox[finish]
        side, piece_type = side_of(piece), piece_type_of(piece)
        undo = captured | self.castling_rights << 4 | self.en_passant_square + 1 << 8
        passed = self.en_passant_square
        self.en_passant_square = NO_SQUARE
        self.castling_rights &= CASTLING_MASKS[start] & CASTLING_MASKS[finish]
        self._remove(start)
        if captured != 0:
            self._remove(finish)
        if piece_type == PAWN:
            if finish == passed and captured == 0 and start & 7 != finish & 7:
                self._remove(finish - pawn_push(side))
            elif finish == start + 16 or finish == start - 16:
                self.en_passant_square = finish - pawn_push(side)
        elif piece_type == KING and (finish == start + 2 or finish == start - 2):
            self._castle_rook(finish)
        self._put(piece if promotion == 0 else side + promotion, finish)
        return undo

    def unmake(self, move: i64, undo: i64) -> None:
        """Takes back a move; `undo` is the result of `make`."""
        start, finish, promotion = from_square_of(move), to_square_of(move), promotion_of(move)
        piece, captured = self.mailbox[finish], undo & 15
        side, piece_type = side_of(piece), piece_type_of(piece)
        self.castling_rights = undo >> 4 & 15
        self.en_passant_square = (undo >> 8) - 1
        self._remove(finish)
        self._put(piece if promotion == 0 else side + PAWN, start)
        if captured != 0:
            self._put(captured, finish)
        elif piece_type == PAWN and start & 7 != finish & 7 and promotion == 0:
            self._put(opponent(side) + PAWN, finish - pawn_push(side))
        elif piece_type == KING and (finish == start + 2 or finish == start - 2):
            self._uncastle_rook(finish)

    def _castle_rook(self, king: i64) -> None:
        """Moves the rook of a castling; `king` is the king's square after it."""
        corner, beside = _rook_squares(king)
        rook = self.mailbox[corner]
        self._remove(corner)
        self._put(rook, beside)

    def _uncastle_rook(self, king: i64) -> None:
        """Moves the rook of a castling back."""
        corner, beside = _rook_squares(king)
        rook = self.mailbox[beside]
        self._remove(beside)
        self._put(rook, corner)

    def _put(self, piece: i64, square: i64) -> None:
        """Puts a piece on an empty square."""
        side = side_of(piece)
        self.mailbox[square] = piece
        self.bitboards[piece] |= BIT[square]
        self.bitboards[side] |= BIT[square]
        self.material[side] += POINTS[piece]
        self.most_squares[side] += MOST_SQUARES[piece_type_of(piece)]

    def _remove(self, square: i64) -> None:
        """Removes the piece from a square."""
        piece = self.mailbox[square]
        side = side_of(piece)
        self.mailbox[square] = 0
        self.bitboards[piece] ^= BIT[square]
        self.bitboards[side] ^= BIT[square]
        self.material[side] -= POINTS[piece]
        self.most_squares[side] -= MOST_SQUARES[piece_type_of(piece)]


def _rook_squares(king: i64) -> tuple[i64, i64]:
    """Returns the rook's squares before and after a castling, from the king's square after it."""
    return (king + 1, king - 1) if king & 7 == 6 else (king - 2, king + 1)
