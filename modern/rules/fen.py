"""FEN: a position as one line of text. The reader is strict: it refuses an impossible position, with the reason.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.1.
"""

from __future__ import annotations

from typing import Final

from modern.facts import Fact, fact
from modern.rules.attacks import PAWN_ATTACKERS, attackers, is_attacked
from modern.rules.bitboard import BIT, DARK_SQUARES, RANKS, SQUARE_NAMES, lowest, popcount, square_named
from modern.rules.board import NO_SQUARE, Board, has_legal_en_passant
from modern.rules.errors import FenError, quoted
from modern.rules.hashing import key_of
from modern.rules.native import i64, vec
from modern.rules.pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_LETTERS,
    QUEEN,
    ROOK,
    WHITE,
    opponent,
    pawn_push,
    piece_fact,
    side_fact,
    side_of,
)

INITIAL_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

#: The longest FEN, with all pieces and counters of five digits, has 93 characters.
MAX_FEN_LENGTH: Final = 120
#: The highest counter. A higher one is written as this number.
MAX_COUNTER: Final = 99999

CASTLING_LETTERS: Final = "KQkq"
#: For each right, in that order, the squares of the king and the rook.
CASTLING_SQUARES: Final = (("e1", "h1"), ("e1", "a1"), ("e8", "h8"), ("e8", "a8"))


def set_fen(board: Board, text: object) -> None:
    """Sets up the position of a FEN on an empty board. Missing counters are read as 0 1.

    Raises FenError, and leaves the board unusable.
    """
    fields = _fields(text)
    _place_pieces(board, fields[0])
    board.turn = _side_to_move(fields[1])
    _validate_pieces(board)
    _validate_checks(board)
    board.castling_rights = _castling_rights(board, fields[2])
    board.halfmove_clock = _counter(fields[4] if len(fields) > 4 else "0", "fen.halfmove_clock", minimum=0)
    board.fullmove_number = _counter(fields[5] if len(fields) > 5 else "1", "fen.fullmove_number", minimum=1)
    square = _en_passant_square(board, fields[3])
    if square != NO_SQUARE and has_legal_en_passant(board.bitboards, square, board.turn):
        board.en_passant_square = square
    board.key = key_of(board.mailbox, board.turn, board.castling_rights, board.en_passant_square)


def fen_of(board: Board) -> str:
    """Returns the FEN of a board, with the en passant square only if a capture there is legal."""
    ranks: list[str] = []
    for rank in range(7, -1, -1):
        row = "".join([PIECE_LETTERS[board.mailbox[8 * rank + file]] for file in range(8)])
        for empty in range(8, 0, -1):
            row = row.replace(" " * empty, str(empty))
        ranks.append(row)
    rights = "".join([letter for bit, letter in enumerate(CASTLING_LETTERS) if board.castling_rights >> bit & 1])
    en_passant = SQUARE_NAMES[board.en_passant_square] if board.en_passant_square != NO_SQUARE else "-"
    turn = "w" if board.turn == WHITE else "b"
    clock, number = min(board.halfmove_clock, MAX_COUNTER), min(board.fullmove_number, MAX_COUNTER)
    return f"{'/'.join(ranks)} {turn} {rights or '-'} {en_passant} {clock} {number}"


def _fields(text: object) -> list[str]:
    if not isinstance(text, str):
        raise FenError(f"a FEN must be a string, not {quoted(text)}")
    if len(text) > MAX_FEN_LENGTH:
        raise FenError(fact("fen.characters", most=MAX_FEN_LENGTH, count=len(text)))
    fen = text.strip(" \t\r\n")
    if not fen.isascii() or not fen.isprintable():
        raise FenError(fact("fen.ascii", fen=quoted(fen, ascii)))
    fields = fen.split()
    if not 4 <= len(fields) <= 6:
        raise FenError(fact("fen.fields", count=len(fields), fen=quoted(fen)))
    return fields


def _place_pieces(board: Board, placement: str) -> None:
    """Puts the pieces on the board, from a8 to h1."""
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise FenError(fact("fen.ranks", count=len(ranks), placement=quoted(placement)))
    for index, row in enumerate(ranks):
        rank = 7 - index
        file = 0
        after_digit = False
        for letter in row:
            if letter in "12345678":
                if after_digit:
                    raise FenError(fact("fen.two_digits", rank=rank + 1, row=quoted(row)))
                file += int(letter)
            elif letter in "PNBRQKpnbrqk":
                if file < 8:
                    square = 8 * rank + file
                    piece = PIECE_LETTERS.index(letter)
                    board.mailbox[square] = piece
                    board.bitboards[piece] |= BIT[square]
                    board.bitboards[side_of(piece)] |= BIT[square]
                file += 1
            else:
                raise FenError(fact("fen.letter", rank=rank + 1, letter=quoted(letter)))
            after_digit = letter in "12345678"
        if file != 8:
            raise FenError(fact("fen.squares", rank=rank + 1, count=file, row=quoted(row)))


def _side_to_move(letter: str) -> i64:
    if letter not in ("w", "b"):
        raise FenError(fact("fen.side", letter=quoted(letter)))
    return WHITE if letter == "w" else BLACK


def _validate_pieces(board: Board) -> None:
    """Checks that each side has one king, no pawn on the first or last rank, and no more pieces than a game allows."""
    sides: list[i64] = [WHITE, BLACK]
    for side in sides:
        kings = popcount(board.bitboards[side + KING])
        if kings != 1:
            raise FenError(fact("fen.kings", side=side_fact(side), count=kings))
        misplaced = board.bitboards[side + PAWN] & (RANKS[0] | RANKS[7])
        if misplaced != 0:
            raise FenError(fact("fen.pawn_rank", square=SQUARE_NAMES[lowest(misplaced)]))
        pawns = popcount(board.bitboards[side + PAWN])
        if pawns > 8:
            raise FenError(fact("fen.pawns", side=side_fact(side), count=pawns))
        promoted = _promoted_pieces(board.bitboards, side)
        if promoted > 8 - pawns:
            raise FenError(fact("fen.promoted", side=side_fact(side), count=pawns, promoted=promoted))


def _promoted_pieces(bitboards: vec[i64], side: i64) -> i64:
    """Counts the pieces of a side that must be promoted pawns: those beyond the pieces of the initial position."""
    bishops = bitboards[side + BISHOP]
    counts = (
        popcount(bitboards[side + QUEEN]) - 1,
        popcount(bitboards[side + ROOK]) - 2,
        popcount(bitboards[side + KNIGHT]) - 2,
        popcount(bishops & DARK_SQUARES) - 1,
        popcount(bishops & ~DARK_SQUARES) - 1,
    )
    return sum([max(count, 0) for count in counts])


def _validate_checks(board: Board) -> None:
    """Checks that the opponent of the side to move is not in check, and that at most two pieces give check."""
    bitboards, us = board.bitboards, board.turn
    them = opponent(us)
    occupied = bitboards[us] | bitboards[them]
    if is_attacked(bitboards, board.king_square(them), us, occupied):
        raise FenError(fact("fen.king_captured", side=side_fact(them), other=side_fact(us)))
    if popcount(attackers(bitboards, board.king_square(us), them, occupied)) > 2:
        raise FenError(fact("fen.triple_check", side=side_fact(us)))


def _castling_rights(board: Board, letters: str) -> i64:
    rights: i64 = 0
    if letters == "-":
        return rights
    for letter in letters:
        bit = CASTLING_LETTERS.find(letter)
        if bit < 0 or letters.count(letter) > 1:
            raise FenError(fact("fen.castling", letters=quoted(letters)))
        side = WHITE if bit < 2 else BLACK
        for piece_type, name in zip((KING, ROOK), CASTLING_SQUARES[bit], strict=True):
            if board.mailbox[square_named(name)] != side + piece_type:
                raise FenError(
                    fact("fen.castling_needs", letter=letter, piece=piece_fact(side, piece_type), square=name)
                )
        rights |= 1 << bit
    return rights


def _counter(digits: str, what: str, minimum: int) -> int:
    if not digits.isdigit() or len(digits) > len(str(MAX_COUNTER)) or int(digits) < minimum:
        raise FenError(fact("fen.counter", what=fact(what), digits=quoted(digits), least=minimum, most=MAX_COUNTER))
    return int(digits)


def _en_passant_square(board: Board, name: str) -> i64:
    """Returns the en passant square, or NO_SQUARE for `-`. Raises FenError if no double push can have crossed it."""
    if name == "-":
        return NO_SQUARE
    square = square_named(name)
    if square < 0:
        raise FenError(fact("fen.en_passant", square=quoted(name)))
    us = board.turn
    them = opponent(us)
    rank: i64 = 5 if us == WHITE else 2
    if square >> 3 != rank:
        raise FenError(fact("fen.en_passant_rank", square=name, rank=rank + 1, side=side_fact(them)))
    from_square, to_square = square - pawn_push(them), square + pawn_push(them)
    reason = _double_push_error(board, from_square, square, to_square)
    if reason:
        raise FenError(fact("fen.no_double_push", square=name, why=reason))
    return square


def _double_push_error(board: Board, from_square: i64, middle: i64, to_square: i64) -> Fact | None:
    """Returns the reason why the last move cannot have been this double push, or None if it can."""
    bitboards, us = board.bitboards, board.turn
    them = opponent(us)
    if board.mailbox[to_square] != them + PAWN:
        return fact("fen.no_pawn", side=side_fact(them), square=SQUARE_NAMES[to_square])
    for square in (middle, from_square):
        if board.mailbox[square] != 0:
            return fact("fen.not_empty", square=SQUARE_NAMES[square])
    if board.halfmove_clock != 0:
        return fact("fen.clock_not_0", count=board.halfmove_clock)
    king = board.king_square(us)
    before = (bitboards[us] | bitboards[them]) ^ BIT[to_square] ^ BIT[from_square]
    others = attackers(bitboards, king, them, before) & ~BIT[to_square]
    if others != 0 or PAWN_ATTACKERS[8 * them + king] & BIT[from_square] != 0:
        return fact("fen.was_in_check", side=side_fact(us))
    return None
