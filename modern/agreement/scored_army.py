"""An army on a scored board, with what the rules of the listing make of its pieces."""

from __future__ import annotations

from historic.position.sides import side_named
from historic.position.state import CAPTURED, NOT_MOVED, State
from historic.tables import VALUES
from modern.agreement.formula import CENTRE_BITBOARD, CHECK_PENALTY, FORMULA_VALUES, Army, ArmyPiece
from modern.agreement.pair import SQUARE_64
from modern.rules.pieces import KING, PAWN


class ScoredArmy:
    """One of the two armies on a scored board, with the counts that several classes need.

    `army_scored` is True for the army of the scored side. `occupied` has all pieces of the board.
    """

    def __init__(self, army: Army, opponent: Army, state: State, occupied: int, army_scored: bool) -> None:
        self.army = army
        self.opponent = opponent
        self.occupied = occupied
        self.army_scored = army_scored
        #: The side's PM.
        self.flags = state.pieces(army.side)[1]
        self.forward = 8 if army.side == "white" else -8
        #: The pawns of the army.
        self.pawns = [piece for piece in army.pieces if piece.piece_type == PAWN]
        #: The pieces that PM says were captured, although they are on the scored board.
        self.captured = [piece for piece in army.pieces if self.flags[piece.number] == CAPTURED]
        #: The king, or nothing if it is not on the board or PM says that it was captured.
        self.kings = [piece for piece in army.pieces if piece.piece_type == KING and piece not in self.captured]
        #: The pawns to which WHITE2 (BLACK2) gives a double push, which starts at the home square wherever they are.
        self.double_pushes = [pawn for pawn in self.pawns if self._has_double_push(pawn)]
        self._count_centre()

    def _count_centre(self) -> None:
        """Counts the attacks on the centre, and the pawns directly behind a square of it."""
        #: The number of attacks on centre squares: of all pieces, and of pawns.
        self.centre_attacks = self.centre_attacks_of_pawns = 0
        #: The number of attacks on occupied centre squares, of all pieces but pawns.
        self.occupied_centre_attacks = 0
        for piece in self.army.pieces:
            attacked = piece.attacks & CENTRE_BITBOARD
            if attacked:
                self.centre_attacks += attacked.bit_count()
                if piece.piece_type == PAWN:
                    self.centre_attacks_of_pawns += attacked.bit_count()
                else:
                    self.occupied_centre_attacks += (attacked & self.occupied).bit_count()
        before_centre = [pawn for pawn in self.pawns if _is_centre(self.square_ahead(pawn.square))]
        #: The pawns directly behind an empty centre square.
        self.centre_pushes = [pawn for pawn in before_centre if self.is_empty(self.square_ahead(pawn.square))]
        #: The number of centre pushes whose bit is too small for WHITE2, with no other bit on the square ahead.
        self.lone_centre_pushes = len([pawn for pawn in self.centre_pushes if self._is_alone(pawn)])
        blocked = [pawn for pawn in before_centre if not self.is_empty(self.square_ahead(pawn.square))]
        #: The number of pawns directly behind an occupied centre square that count, because of the bits on it.
        self.counted_blocked_pawns = len([pawn for pawn in blocked if self._bits_before(pawn) > self._threshold])

    def home_square(self, pawn: ArmyPiece) -> int:
        """Returns the square of the pawn of this number in the initial position."""
        return SQUARE_64[side_named(self.army.side).a_pawn_home + pawn.number]

    def square_ahead(self, square: int) -> int:
        """Returns the square ahead of a pawn's, which may be off the board."""
        return square + self.forward

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
        return free and self.flags[pawn.number] == NOT_MOVED

    @property
    def _threshold(self) -> int:
        """The sum of bits that the centre square must exceed: 1 in WHITE2, 0 in BLACK2."""
        return 1 if self.army.side == "white" else 0

    def _bits_before(self, pawn: ArmyPiece) -> int:
        """Returns the sum of the side's bits on the square ahead when the scan from a1 arrives at the pawn."""
        ahead = self.square_ahead(pawn.square)
        before = [piece for piece in self.army.pieces if piece.square < pawn.square]
        return sum([1 << piece.number for piece in before if piece.attacks >> ahead & 1])

    def _is_alone(self, pawn: ArmyPiece) -> bool:
        """Returns True if the square ahead has only pawn 0's bit so far: a sum of 1, which WHITE2 does not count."""
        ahead = self.square_ahead(pawn.square)
        if 1 << pawn.number > self._threshold:
            return False
        return not any(
            piece.square < pawn.square and piece.piece_type != PAWN and piece.attacks >> ahead & 1
            for piece in self.army.pieces
        )


def _is_centre(square: int) -> bool:
    return 0 <= square < 64 and bool(CENTRE_BITBOARD >> square & 1)
