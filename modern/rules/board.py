"""The board: the position as bitboards and a mailbox, and how moves are made and unmade.

Inside modern.rules and modern.engine, a move is one number, its code (modern.rules.move).

Board does not check moves: movegen generates legal moves only, and Position checks those that come from outside.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import PAWN_ATTACKERS, attackers, is_attacked
from modern.rules.bitboard import BIT, lowest
from modern.rules.errors import MoveError
from modern.rules.hashing import CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, TURN_KEY
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, KING, PAWN, ROOK, WHITE, opponent, pawn_push, piece_type_of

NO_SQUARE: Final[i64] = -1

WHITE_KINGSIDE: Final[i64] = 1
WHITE_QUEENSIDE: Final[i64] = 2
BLACK_KINGSIDE: Final[i64] = 4
BLACK_QUEENSIDE: Final[i64] = 8

#: The castling rights that remain after a move from or to each square.
CASTLING_MASKS: Final = vec[i64]([15] * 64)
CASTLING_MASKS[0] = 15 - WHITE_QUEENSIDE
CASTLING_MASKS[4] = 15 - WHITE_QUEENSIDE - WHITE_KINGSIDE
CASTLING_MASKS[7] = 15 - WHITE_KINGSIDE
CASTLING_MASKS[56] = 15 - BLACK_QUEENSIDE
CASTLING_MASKS[60] = 15 - BLACK_QUEENSIDE - BLACK_KINGSIDE
CASTLING_MASKS[63] = 15 - BLACK_KINGSIDE

#: The initial capacity of the undo stack, in plies.
INITIAL_CAPACITY: Final = 256

#: Bit offsets in an entry of the undo stack. The move takes the bits below the first, the halfmove clock the last.
CAPTURED_SHIFT: Final[i64] = 15
CASTLING_SHIFT: Final[i64] = 19
EN_PASSANT_SHIFT: Final[i64] = 23
HALFMOVE_CLOCK_SHIFT: Final[i64] = 30


class Board:
    """A position, and the moves that led to it.

    `bitboards`          one bitboard for each piece (modern.rules.pieces); bitboards[side] has all pieces of a side.
    `mailbox`            the piece on each square, 0 for an empty square.
    `turn`               the side to move.
    `castling_rights`    a sum of WHITE_KINGSIDE, WHITE_QUEENSIDE, BLACK_KINGSIDE and BLACK_QUEENSIDE.
    `en_passant_square`  the square that a pawn has just passed with a double push, if an en passant capture is legal;
                         otherwise NO_SQUARE.
    `halfmove_clock`     plies since the last capture or pawn move.
    `fullmove_number`    the number of the move, from 1.
    `key`                the Zobrist key (modern.rules.hashing).
    `ply`                the number of moves that can be unmade.
    `undo_stack`, `key_history`  for each of these moves, what unmake cannot derive: the state before it, and the key.
    """

    def __init__(self) -> None:
        self.bitboards: Final = vec[i64]([0] * 16)
        self.mailbox: Final = vec[i64]([0] * 64)
        self.turn: i64 = WHITE
        self.castling_rights: i64 = 0
        self.en_passant_square: i64 = NO_SQUARE
        self.halfmove_clock: i64 = 0
        self.fullmove_number: i64 = 1
        self.key: i64 = 0
        self.ply: i64 = 0
        self.undo_stack: vec[i64] = vec[i64]([0] * INITIAL_CAPACITY)
        self.key_history: vec[i64] = vec[i64]([0] * INITIAL_CAPACITY)

    def copy_from(self, other: Board) -> None:
        """Copies the position and the history of `other`."""
        for piece in range(16):
            self.bitboards[piece] = other.bitboards[piece]
        for square in range(64):
            self.mailbox[square] = other.mailbox[square]
        self.turn = other.turn
        self.castling_rights = other.castling_rights
        self.en_passant_square = other.en_passant_square
        self.halfmove_clock = other.halfmove_clock
        self.fullmove_number = other.fullmove_number
        self.key = other.key
        self.ply = other.ply
        self.undo_stack = other.undo_stack[:]
        self.key_history = other.key_history[:]

    def scratch_copy(self) -> Board:
        """Returns a copy to try moves on, so an interrupted test can never leave this board changed."""
        other = Board()
        other.copy_from(self)
        return other

    def make_move(self, move: i64) -> None:
        """Makes a legal move, given by its code. Does not check that it is legal."""
        bitboards, mailbox = self.bitboards, self.mailbox
        us = self.turn
        them = opponent(us)
        from_square, to_square, promotion = from_square_of(move), to_square_of(move), promotion_of(move)
        piece, captured = mailbox[from_square], mailbox[to_square]
        piece_type = piece_type_of(piece)
        key = self.key ^ TURN_KEY
        self._push_undo(move, captured)

        self.halfmove_clock += 1
        if self.en_passant_square != NO_SQUARE:
            key ^= EN_PASSANT_KEYS[self.en_passant_square & 7]
        if self.castling_rights != 0:
            kept = self.castling_rights & CASTLING_MASKS[from_square] & CASTLING_MASKS[to_square]
            key ^= CASTLING_KEYS[self.castling_rights] ^ CASTLING_KEYS[kept]
            self.castling_rights = kept

        from_to = BIT[from_square] ^ BIT[to_square]
        bitboards[us] ^= from_to
        bitboards[piece] ^= from_to
        mailbox[from_square] = 0
        mailbox[to_square] = piece
        key ^= PIECE_KEYS[64 * piece + from_square] ^ PIECE_KEYS[64 * piece + to_square]
        if captured != 0:
            bitboards[them] ^= BIT[to_square]
            bitboards[captured] ^= BIT[to_square]
            key ^= PIECE_KEYS[64 * captured + to_square]
            self.halfmove_clock = 0

        en_passant_square = NO_SQUARE
        if piece_type == PAWN:
            self.halfmove_clock = 0
            if promotion != 0:
                bitboards[piece] ^= BIT[to_square]
                bitboards[us + promotion] ^= BIT[to_square]
                mailbox[to_square] = us + promotion
                key ^= PIECE_KEYS[64 * piece + to_square] ^ PIECE_KEYS[64 * (us + promotion) + to_square]
            elif to_square == self.en_passant_square:
                pawn = to_square - pawn_push(us)
                bitboards[them] ^= BIT[pawn]
                bitboards[them + PAWN] ^= BIT[pawn]
                mailbox[pawn] = 0
                key ^= PIECE_KEYS[64 * (them + PAWN) + pawn]
            elif from_square ^ to_square == 16 and has_legal_en_passant(bitboards, to_square - pawn_push(us), them):
                en_passant_square = to_square - pawn_push(us)
                key ^= EN_PASSANT_KEYS[en_passant_square & 7]
        elif piece_type == KING and is_castling(from_square, to_square):
            key ^= self._castle_rook(us, from_square, to_square)

        self.en_passant_square = en_passant_square
        self.key = key
        self.turn = them
        self.fullmove_number += us >> 3

    def unmake(self) -> None:
        """Unmakes the last move. Raises MoveError if there is none."""
        if self.ply == 0:
            raise MoveError("there is no move to unmake")
        bitboards, mailbox = self.bitboards, self.mailbox
        them = self.turn
        us = opponent(them)
        ply = self.ply - 1
        undo = self.undo_stack[ply]
        from_square, to_square, promotion = from_square_of(undo), to_square_of(undo), promotion_of(undo)
        captured = undo >> CAPTURED_SHIFT & 15
        self.ply = ply
        self.key = self.key_history[ply]
        self.castling_rights = undo >> CASTLING_SHIFT & 15
        self.en_passant_square = (undo >> EN_PASSANT_SHIFT & 127) - 1
        self.halfmove_clock = undo >> HALFMOVE_CLOCK_SHIFT
        self.turn = us
        self.fullmove_number -= us >> 3

        piece = mailbox[to_square]
        if promotion != 0:
            bitboards[piece] ^= BIT[to_square]
            piece = us + PAWN
            bitboards[piece] ^= BIT[to_square]
        from_to = BIT[from_square] ^ BIT[to_square]
        bitboards[us] ^= from_to
        bitboards[piece] ^= from_to
        mailbox[from_square] = piece
        mailbox[to_square] = captured
        if captured != 0:
            bitboards[them] ^= BIT[to_square]
            bitboards[captured] ^= BIT[to_square]
        if piece_type_of(piece) == PAWN:
            if to_square == self.en_passant_square:
                pawn = to_square - pawn_push(us)
                bitboards[them] ^= BIT[pawn]
                bitboards[them + PAWN] ^= BIT[pawn]
                mailbox[pawn] = them + PAWN
        elif piece_type_of(piece) == KING and is_castling(from_square, to_square):
            self._castle_rook(us, from_square, to_square, undo=True)

    def make_null(self) -> None:
        """Passes the turn (a null move). The side to move must not be in check. Only unmake_null undoes it.

        The halfmove clock restarts, so no position before the null move counts as a repetition of one after it:
        https://www.chessprogramming.org/Null_Move
        """
        self._push_undo(0, 0)
        self.key ^= TURN_KEY
        if self.en_passant_square != NO_SQUARE:
            self.key ^= EN_PASSANT_KEYS[self.en_passant_square & 7]
            self.en_passant_square = NO_SQUARE
        self.halfmove_clock = 0
        self.turn = opponent(self.turn)

    def unmake_null(self) -> None:
        """Unmakes the null move that make_null made last."""
        ply = self.ply - 1
        undo = self.undo_stack[ply]
        self.ply = ply
        self.key = self.key_history[ply]
        self.en_passant_square = (undo >> EN_PASSANT_SHIFT & 127) - 1
        self.halfmove_clock = undo >> HALFMOVE_CLOCK_SHIFT
        self.turn = opponent(self.turn)

    def last_move(self) -> i64:
        """Returns the code of the last move made, which is NO_MOVE if it was a null move; there must be one."""
        return self.undo_stack[self.ply - 1] & (1 << CAPTURED_SHIFT) - 1

    def last_captured(self) -> i64:
        """Returns the piece that the last move captured on its target square, or 0. There must be a last move."""
        return self.undo_stack[self.ply - 1] >> CAPTURED_SHIFT & 15

    def king_square(self, side: i64) -> i64:
        """Returns the square of a side's king."""
        return lowest(self.bitboards[side + KING])

    def in_check(self) -> bool:
        """Returns True if the side to move is in check."""
        bitboards, us = self.bitboards, self.turn
        occupied = bitboards[WHITE] | bitboards[BLACK]
        return is_attacked(bitboards, lowest(bitboards[us + KING]), opponent(us), occupied)

    def _push_undo(self, move: i64, captured: i64) -> None:
        """Pushes onto the undo stack what unmaking `move` will need, as one number, and the key."""
        ply = self.ply
        if ply == len(self.undo_stack):
            self.undo_stack = _doubled(self.undo_stack)
            self.key_history = _doubled(self.key_history)
        rights = self.castling_rights << CASTLING_SHIFT | self.en_passant_square + 1 << EN_PASSANT_SHIFT
        self.undo_stack[ply] = move | captured << CAPTURED_SHIFT | rights | self.halfmove_clock << HALFMOVE_CLOCK_SHIFT
        self.key_history[ply] = self.key
        self.ply = ply + 1

    def _castle_rook(self, us: i64, from_square: i64, to_square: i64, undo: bool = False) -> i64:
        """Moves the rook when the king castles, or back with `undo`. Returns the change of the key."""
        rook = us + ROOK
        rook_from = to_square + 1 if to_square > from_square else to_square - 2
        rook_to = (from_square + to_square) >> 1
        from_to = BIT[rook_from] ^ BIT[rook_to]
        self.bitboards[us] ^= from_to
        self.bitboards[rook] ^= from_to
        self.mailbox[rook_from] = rook if undo else 0
        self.mailbox[rook_to] = 0 if undo else rook
        return PIECE_KEYS[64 * rook + rook_from] ^ PIECE_KEYS[64 * rook + rook_to]


def is_castling(from_square: i64, to_square: i64) -> bool:
    """Returns True if a king move is castling: no other king move crosses two files."""
    return to_square - from_square == 2 or from_square - to_square == 2


def is_en_passant_legal(bitboards: vec[i64], from_square: i64, to_square: i64, us: i64) -> bool:
    """Returns True if the pawn of side `us` may capture en passant without leaving its own king in check.

    Two pawns leave their squares at once, so the pin test of movegen is not enough. The king is tested for attackers in
    the position after the capture, in which the captured pawn does not count.
    """
    them = opponent(us)
    pawn = BIT[to_square - pawn_push(us)]
    occupied = (bitboards[us] | bitboards[them]) ^ pawn ^ BIT[from_square] ^ BIT[to_square]
    return attackers(bitboards, lowest(bitboards[us + KING]), them, occupied) & ~pawn == 0


def has_legal_en_passant(bitboards: vec[i64], en_passant_square: i64, them: i64) -> bool:
    """Returns True if a pawn of side `them` has a legal en passant capture on `en_passant_square`."""
    capturers = PAWN_ATTACKERS[8 * them + en_passant_square] & bitboards[them + PAWN]
    while capturers != 0:
        capturer = lowest(capturers)
        if is_en_passant_legal(bitboards, capturer, en_passant_square, them):
            return True
        capturers ^= BIT[capturer]
    return False


def _doubled(history: vec[i64]) -> vec[i64]:
    """Returns a copy of `history` that is twice as long, padded with zeros."""
    longer = vec[i64]([0] * (2 * len(history)))
    for index in range(len(history)):
        longer[index] = history[index]
    return longer
