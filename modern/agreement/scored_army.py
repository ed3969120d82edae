"""An army on a scored board, with what the rules of the listing make of its pieces."""

from __future__ import annotations

from historic.position.sides import side_named
from historic.position.state import CAPTURED, NOT_MOVED, State
from historic.study.terms import POWER
from historic.tables import VALUES
from modern.agreement.formula import CENTRE_BITBOARD, CHECK_PENALTY, FORMULA_VALUES, Army, ArmyPiece
from modern.agreement.pair import SQUARE_64
from modern.rules.bitboard import BIT, popcount
from modern.rules.native import i64
from modern.rules.pieces import KING, PAWN


class ScoredArmy:
    """One of the two armies on a scored board, with the counts that several classes need.

    `army_scored` is True for the army of the scored side. `occupied` has all pieces of the board.
    """

    def __init__(self, army: Army, opponent: Army, state: State, occupied: i64, army_scored: bool) -> None:
        self.army = army
        self.opponent = opponent
        self.occupied = occupied
        self.army_scored = army_scored
        self.is_white = army.side == "white"
        #: The side's PM.
        self.flags: list[int] = state.pieces(army.side)[1]
        self.forward: i64 = 8 if self.is_white else -8
        #: The home square of pawn 0.
        self.a_pawn_home: i64 = SQUARE_64[side_named(army.side).a_pawn_home]
        #: The pawns of the army.
        self.pawns: list[ArmyPiece] = []
        #: The pieces that PM says were captured, although they are on the scored board.
        self.captured: list[ArmyPiece] = []
        #: The king, or nothing if it is not on the board or PM says that it was captured.
        self.kings: list[ArmyPiece] = []
        for piece in army.pieces:
            if piece.piece_type == PAWN:
                self.pawns.append(piece)
            if self.is_captured(piece):
                self.captured.append(piece)
            elif piece.piece_type == KING:
                self.kings.append(piece)
        #: The pawns to which WHITE2 (BLACK2) gives a double push, which starts at the home square wherever they are.
        self.double_pushes = [pawn for pawn in self.pawns if self._has_double_push(pawn)]
        self._count_centre()

    def _count_centre(self) -> None:
        """Counts the attacks on the centre, and the pawns directly behind a square of it."""
        #: The number of attacks on centre squares: of all pieces, and of pawns.
        self.centre_attacks: i64 = 0
        self.centre_attacks_of_pawns: i64 = 0
        #: The number of attacks on occupied centre squares, of all pieces but pawns.
        self.occupied_centre_attacks: i64 = 0
        for piece in self.army.pieces:
            attacked = piece.attacks & CENTRE_BITBOARD
            if attacked != 0:
                self.centre_attacks += popcount(attacked)
                if piece.piece_type == PAWN:
                    self.centre_attacks_of_pawns += popcount(attacked)
                else:
                    self.occupied_centre_attacks += popcount(attacked & self.occupied)
        #: The number of pawns directly behind an empty centre square.
        self.centre_pushes: i64 = 0
        #: The number of centre pushes whose bit is too small for WHITE2, with no other bit on the square ahead.
        self.lone_centre_pushes: i64 = 0
        #: The number of pawns directly behind an occupied centre square that count, because of the bits on it.
        self.counted_blocked_pawns: i64 = 0
        for pawn in self.pawns:
            ahead = pawn.square + self.forward
            if not _is_centre(ahead):
                continue
            if self.is_empty(ahead):
                self.centre_pushes += 1
                if self._is_alone(pawn, ahead):
                    self.lone_centre_pushes += 1
            elif self._bits_before(pawn, ahead) > self._threshold:
                self.counted_blocked_pawns += 1

    def home_square(self, pawn: ArmyPiece) -> i64:
        """Returns the square of the pawn of this number in the initial position."""
        return self.a_pawn_home + pawn.number

    def is_empty(self, square: i64) -> bool:
        """Returns True if the square is on the board and empty."""
        return 0 <= square < 64 and self.occupied & BIT[square] == 0

    def rank(self, piece: ArmyPiece) -> i64:
        """Returns the rank of a piece as its side sees it, from 0 to 7."""
        return piece.square >> 3 if self.is_white else 7 - (piece.square >> 3)

    def formula_penalty(self, piece: ArmyPiece) -> i64:
        """Returns what the formula adds for an unprotected piece, or for a king in check: 0 or less."""
        if piece.piece_type == KING:
            return -CHECK_PENALTY if self.opponent.attacks(piece.square) else 0
        return 0 if self.army.attacks(piece.square) else -FORMULA_VALUES[piece.piece_type] // 4

    def listing_score(self, piece: ArmyPiece) -> i64:
        """Returns what the listing adds for a piece: its value, less a quarter if it is attacked and unprotected."""
        if self.is_captured(piece):
            return 0
        value: i64 = 100 * VALUES[piece.number]
        exposed = self.opponent.attacks(piece.square) and not self.army.attacks(piece.square)
        return value - value // 4 if exposed else value

    def listing_score_up_to(self, square: i64) -> i64:
        """Returns what the listing adds for the pieces up to a square, in ascending order from a1."""
        score: i64 = 0
        for piece in self.army.pieces:
            if piece.square <= square:
                score += self.listing_score(piece)
        return score

    def is_captured(self, piece: ArmyPiece) -> bool:
        """Returns True if PM says that a piece of the board was captured."""
        return self.flags[piece.number] == CAPTURED

    def _has_double_push(self, pawn: ArmyPiece) -> bool:
        first = self.home_square(pawn) + self.forward
        free = self.is_empty(first) and self.is_empty(first + self.forward)
        return free and self.flags[pawn.number] == NOT_MOVED

    @property
    def _threshold(self) -> i64:
        """The sum of bits that the centre square must exceed: 1 in WHITE2, 0 in BLACK2."""
        return 1 if self.is_white else 0

    def _bits_before(self, pawn: ArmyPiece, ahead: i64) -> i64:
        """Returns the sum of the side's bits on the square ahead when the scan from a1 arrives at the pawn."""
        bits: i64 = 0
        for piece in self.army.pieces:
            if piece.square < pawn.square and piece.attacks & BIT[ahead] != 0:
                bits += POWER[piece.number]
        return bits

    def _is_alone(self, pawn: ArmyPiece, ahead: i64) -> bool:
        """Returns True if the square ahead has only pawn 0's bit so far: a sum of 1, which WHITE2 does not count."""
        if POWER[pawn.number] > self._threshold:
            return False
        for piece in self.army.pieces:
            if piece.square < pawn.square and piece.piece_type != PAWN and piece.attacks & BIT[ahead] != 0:
                return False
        return True


def _is_centre(square: i64) -> bool:
    return 0 <= square < 64 and CENTRE_BITBOARD & BIT[square] != 0
