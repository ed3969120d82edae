"""An army on a scored board, with what the rules of the listing make of its pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from historic.position.sides import side_named
from historic.position.state import CAPTURED, NOT_MOVED, State
from historic.tables import VALUES
from modern.agreement.formula import CENTRE_BITBOARD, CHECK_PENALTY, FORMULA_VALUES, Army, ArmyPiece
from modern.agreement.pair import SQUARE_64
from modern.rules.pieces import KING, PAWN


@dataclass(frozen=True)
class ScoredArmy:
    """One of the two armies on a scored board, with the counts that several classes need.

    `army_scored` is True for the army of the scored side. `occupied` has all pieces of the board.
    """

    army: Army
    opponent: Army
    state: State
    occupied: int
    army_scored: bool

    @cached_property
    def pawns(self) -> list[ArmyPiece]:
        return [piece for piece in self.army.pieces if piece.piece_type == PAWN]

    @cached_property
    def captured(self) -> list[ArmyPiece]:
        """The pieces that PM says were captured, although they are on the scored board."""
        return [piece for piece in self.army.pieces if self._flags[piece.number] == CAPTURED]

    @cached_property
    def kings(self) -> list[ArmyPiece]:
        """The king, or nothing if it is not on the board or PM says that it was captured."""
        return [piece for piece in self.army.pieces if piece.piece_type == KING and piece not in self.captured]

    @cached_property
    def double_pushes(self) -> list[ArmyPiece]:
        """The pawns to which WHITE2 (BLACK2) gives a double push, which starts at the home square wherever they are."""
        return [pawn for pawn in self.pawns if self._has_double_push(pawn)]

    @cached_property
    def centre_attacks(self) -> int:
        """The number of attacks on centre squares, of all pieces."""
        return sum((piece.attacks & CENTRE_BITBOARD).bit_count() for piece in self.army.pieces)

    @cached_property
    def centre_attacks_of_pawns(self) -> int:
        return sum((pawn.attacks & CENTRE_BITBOARD).bit_count() for pawn in self.pawns)

    @cached_property
    def occupied_centre_attacks(self) -> int:
        """The number of attacks on occupied centre squares, of all pieces but pawns."""
        occupied = CENTRE_BITBOARD & self.occupied
        return sum((piece.attacks & occupied).bit_count() for piece in self.army.pieces if piece.piece_type != PAWN)

    @cached_property
    def centre_pushes(self) -> list[ArmyPiece]:
        """The pawns directly behind an empty centre square."""
        return [pawn for pawn in self._before_centre if self.is_empty(self.square_ahead(pawn.square))]

    @cached_property
    def lone_centre_pushes(self) -> int:
        """The number of centre pushes whose bit is too small for WHITE2, with no other bit on the square ahead."""
        return sum(self._is_alone(pawn) for pawn in self.centre_pushes)

    @cached_property
    def counted_blocked_pawns(self) -> int:
        """The number of pawns directly behind an occupied centre square that count, because of the bits on it."""
        blocked = (pawn for pawn in self._before_centre if not self.is_empty(self.square_ahead(pawn.square)))
        return sum(self._bits_before(pawn) > self._threshold for pawn in blocked)

    @cached_property
    def _flags(self) -> list[int]:
        """The side's PM."""
        return self.state.pieces(self.army.side)[1]

    @cached_property
    def _before_centre(self) -> list[ArmyPiece]:
        """The pawns directly behind a centre square."""
        return [pawn for pawn in self.pawns if _is_centre(self.square_ahead(pawn.square))]

    def home_square(self, pawn: ArmyPiece) -> int:
        """Returns the square of the pawn of this number in the initial position."""
        return SQUARE_64[side_named(self.army.side).a_pawn_home + pawn.number]

    def square_ahead(self, square: int) -> int:
        """Returns the square ahead of a pawn's, which may be off the board."""
        return square + 8 if self.army.side == "white" else square - 8

    def is_empty(self, square: int) -> bool:
        """Returns True if the square is on the board and empty."""
        return 0 <= square < 64 and not self.occupied >> square & 1

    def rank(self, piece: ArmyPiece) -> int:
        """Returns the rank of a piece as its side sees it, from 0 to 7."""
        return piece.square // 8 if self.army.side == "white" else 7 - piece.square // 8

    def formula_penalty(self, piece: ArmyPiece) -> int:
        """Returns what the formula adds for an unprotected piece, or for a king in check: 0 or less."""
        if piece.piece_type == KING:
            return -CHECK_PENALTY if self.opponent.attacks(piece.square) else 0
        return 0 if self.army.attacks(piece.square) else -FORMULA_VALUES[piece.piece_type] // 4

    def listing_score(self, piece: ArmyPiece) -> int:
        """Returns what the listing adds for a piece: its value, less a quarter if it is attacked and unprotected."""
        if piece in self.captured:
            return 0
        value = 100 * VALUES[piece.number]
        exposed = self.opponent.attacks(piece.square) and not self.army.attacks(piece.square)
        return value + (-value // 4 if exposed else 0)

    def _has_double_push(self, pawn: ArmyPiece) -> bool:
        first = self.square_ahead(self.home_square(pawn))
        free = self.is_empty(first) and self.is_empty(self.square_ahead(first))
        return free and self._flags[pawn.number] == NOT_MOVED

    @property
    def _threshold(self) -> int:
        """The sum of bits that the centre square must exceed: 1 in WHITE2, 0 in BLACK2."""
        return 1 if self.army.side == "white" else 0

    def _bits_before(self, pawn: ArmyPiece) -> int:
        """Returns the sum of the side's bits on the square ahead when the scan from a1 arrives at the pawn."""
        ahead = self.square_ahead(pawn.square)
        before = (piece for piece in self.army.pieces if piece.square < pawn.square)
        return sum(1 << piece.number for piece in before if piece.attacks >> ahead & 1)

    def _is_alone(self, pawn: ArmyPiece) -> bool:
        """Returns True if the square ahead has only pawn 0's bit so far: a sum of 1, which WHITE2 does not count."""
        ahead = self.square_ahead(pawn.square)
        reached_before = any(
            piece.square < pawn.square and piece.piece_type != PAWN and piece.attacks >> ahead & 1
            for piece in self.army.pieces
        )
        return 1 << pawn.number <= self._threshold and not reached_before


def _is_centre(square: int) -> bool:
    return 0 <= square < 64 and bool(CENTRE_BITBOARD >> square & 1)
