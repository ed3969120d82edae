"""FEN: a position in one line. Read strictly: what cannot be a position is refused, with the reason.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.1.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import PAWN_ATTACKS, attackers, is_attacked
from modern.rules.bitboard import BIT, DARK_SQUARES, RANKS, SQUARE_NAMES, lowest, popcount, square_named
from modern.rules.board import NO_SQUARE, Board, has_legal_en_passant
from modern.rules.errors import FenError, checked_text, quoted
from modern.rules.hashing import key_of
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, PIECE_LETTERS, QUEEN, ROOK, WHITE, side_name

INITIAL_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

#: The longest FEN, with all men and counters of five digits, has 93 characters.
MAX_FEN_LENGTH: Final = 120
#: Counters go up to here, and stay here when a FEN is written.
MAX_COUNTER: Final = 99999

CASTLING_LETTERS: Final = "KQkq"
#: For each right, in that order: the squares of the king and the rook, by name.
CASTLING_SQUARES: Final = (("e1", "h1"), ("e1", "a1"), ("e8", "h8"), ("e8", "a8"))


def set_fen(board: Board, text: object) -> None:
    """Put the position of a FEN onto an empty board. Missing counters are read as 0 1.

    Raises FenError; the board is then of no use.
    """
    fields = _fields(text)
    _place_pieces(board, fields[0])
    board.turn = _side_to_move(fields[1])
    _validate_pieces(board)
    _validate_checks(board)
    board.castling_rights = _castling_rights(board, fields[2])
    board.halfmove_clock = _counter(fields[4] if len(fields) > 4 else "0", "halfmove clock", least=0)
    board.fullmove_number = _counter(fields[5] if len(fields) > 5 else "1", "move number", least=1)
    behind = _en_passant_square(board, fields[3])
    if behind != NO_SQUARE and has_legal_en_passant(board.bitboards, behind, board.turn):
        board.en_passant_square = behind
    board.key = key_of(board.mailbox, board.turn, board.castling_rights, board.en_passant_square)


def fen_of(board: Board) -> str:
    """The FEN of a board: the en-passant square only where a pawn may lawfully take, counters up to HIGHEST_COUNT."""
    ranks: list[str] = []
    for rank in range(7, -1, -1):
        row = "".join([PIECE_LETTERS[board.mailbox[8 * rank + file]] for file in range(8)])
        for blanks in range(8, 0, -1):
            row = row.replace(" " * blanks, str(blanks))
        ranks.append(row)
    rights = "".join([letter for bit, letter in enumerate(CASTLING_LETTERS) if board.castling_rights >> bit & 1])
    behind = SQUARE_NAMES[board.en_passant_square] if board.en_passant_square != NO_SQUARE else "-"
    turn = "w" if board.turn == WHITE else "b"
    clock, number = min(board.halfmove_clock, MAX_COUNTER), min(board.fullmove_number, MAX_COUNTER)
    return f"{'/'.join(ranks)} {turn} {rights or '-'} {behind} {clock} {number}"


def _fields(text: object) -> list[str]:
    written = checked_text(text, "a FEN", FenError)
    if len(written) > MAX_FEN_LENGTH:
        raise FenError(f"a FEN of {len(written)} characters: at most {MAX_FEN_LENGTH} were expected")
    written = written.strip(" \t\r\n")
    if not written.isascii() or not written.isprintable():
        raise FenError(f"a FEN has only ASCII characters that can be printed: {quoted(written)}")
    fields = written.split()
    if not 4 <= len(fields) <= 6:
        raise FenError(f"a FEN of {len(fields)} fields, where 4 to 6 were expected: {quoted(written)}")
    return fields


def _place_pieces(board: Board, placement: str) -> None:
    """Put the men on the board, from a8 to h1."""
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise FenError(f"{len(ranks)} ranks, where 8 were expected: {quoted(placement)}")
    for index, row in enumerate(ranks):
        rank = 7 - index
        file = 0
        after_digit = False
        for letter in row:
            if letter in "12345678":
                if after_digit:
                    raise FenError(f"rank {rank + 1} has two numbers of empty squares in a row: {quoted(row)}")
                file += int(letter)
            elif letter in "PNBRQKpnbrqk":
                if file < 8:
                    square = 8 * rank + file
                    man = PIECE_LETTERS.index(letter)
                    board.mailbox[square] = man
                    board.bitboards[man] |= BIT[square]
                    board.bitboards[man & 8] |= BIT[square]
                file += 1
            else:
                raise FenError(
                    f"rank {rank + 1} has {quoted(letter)}, where a man (PNBRQKpnbrqk) or 1 to 8 was expected"
                )
            after_digit = letter in "12345678"
        if file != 8:
            raise FenError(f"rank {rank + 1} has {file} squares, where 8 were expected: {quoted(row)}")


def _side_to_move(letter: str) -> i64:
    if letter not in ("w", "b"):
        raise FenError(f"the side to move is {quoted(letter)}, where w or b was expected")
    return WHITE if letter == "w" else BLACK


def _validate_pieces(board: Board) -> None:
    """One king each, no pawn on the first or the last rank, and no more men than a game can have."""
    sides: list[i64] = [WHITE, BLACK]
    for side in sides:
        kings = popcount(board.bitboards[side + KING])
        if kings != 1:
            raise FenError(f"{side_name(side)} has {kings} kings, where one was expected")
        misplaced = board.bitboards[side + PAWN] & (RANKS[0] | RANKS[7])
        if misplaced != 0:
            raise FenError(f"a pawn stands on {SQUARE_NAMES[lowest(misplaced)]}, where no pawn can stand")
        pawns = popcount(board.bitboards[side + PAWN])
        if pawns > 8:
            raise FenError(f"{side_name(side)} has {pawns} pawns, where at most 8 were expected")
        promoted = _promoted_pieces(board.bitboards, side)
        if promoted > 8 - pawns:
            raise FenError(
                f"{side_name(side)} has {pawns} pawns and {promoted} men that were pawns, where 8 in all were expected"
            )


def _promoted_pieces(men: vec[i64], side: i64) -> i64:
    """How many men of a side must once have been pawns: those beyond the ones that a game begins with."""
    bishops = men[side + BISHOP]
    counts = (
        popcount(men[side + QUEEN]) - 1,
        popcount(men[side + ROOK]) - 2,
        popcount(men[side + KNIGHT]) - 2,
        popcount(bishops & DARK_SQUARES) - 1,
        popcount(bishops & ~DARK_SQUARES) - 1,
    )
    return sum([max(count, 0) for count in counts])


def _validate_checks(board: Board) -> None:
    """The side that has moved is not in check, and the other in check by two men at most."""
    men, us = board.bitboards, board.turn
    them = us ^ 8
    occupied = men[us] | men[them]
    if is_attacked(men, board.king_square(them), us, occupied):
        raise FenError(f"{side_name(them)}'s king could be taken: {side_name(us)} is to move")
    if popcount(attackers(men, board.king_square(us), them, occupied)) > 2:
        raise FenError(f"{side_name(us)}'s king is in check by more than two men")


def _castling_rights(board: Board, letters: str) -> i64:
    rights: i64 = 0
    if letters == "-":
        return rights
    for letter in letters:
        bit = CASTLING_LETTERS.find(letter)
        if bit < 0 or letters.count(letter) > 1:
            raise FenError(f"the castling rights are {quoted(letters)}, where some of KQkq, or -, were expected")
        side = WHITE if bit < 2 else BLACK
        for kind, name in zip((KING, ROOK), CASTLING_SQUARES[bit], strict=True):
            if board.mailbox[square_named(name)] != side + kind:
                man = "king" if kind == KING else "rook"
                raise FenError(f"the castling right {letter} without {side_name(side)}'s {man} on {name}")
        rights |= 1 << bit
    return rights


def _counter(digits: str, what: str, least: int) -> int:
    if not digits.isdigit() or len(digits) > len(str(MAX_COUNTER)) or int(digits) < least:
        raise FenError(f"the {what} is {quoted(digits)}, where a number from {least} to {MAX_COUNTER} was expected")
    return int(digits)


def _en_passant_square(board: Board, name: str) -> i64:
    """The square of that name, if a pawn can just have passed over it, or NOWHERE for `-`."""
    if name == "-":
        return NO_SQUARE
    behind = square_named(name)
    if behind < 0:
        raise FenError(f"the en-passant square is {quoted(name)}, where a square, or -, was expected")
    us = board.turn
    them = us ^ 8
    if behind >> 3 != (5 if us == WHITE else 2):
        raise FenError(f"the en-passant square {name} is not on the rank that {side_name(them)}'s pawns pass over")
    pawn = behind ^ 8
    home = behind ^ 24
    reason = _double_push_error(board, home, behind, pawn)
    if reason:
        raise FenError(f"the en-passant square {name} is explained by no double step: {reason}")
    return behind


def _double_push_error(board: Board, home: i64, behind: i64, pawn: i64) -> str:
    """Why the last move was no double step from `home` over `behind` to `pawn`, or nothing if it may have been."""
    men, us = board.bitboards, board.turn
    them = us ^ 8
    if board.mailbox[pawn] != them + PAWN:
        return f"{side_name(them)} has no pawn on {SQUARE_NAMES[pawn]}"
    for square in (behind, home):
        if board.mailbox[square] != 0:
            return f"{SQUARE_NAMES[square]} is not empty"
    if board.halfmove_clock != 0:
        return f"the halfmove clock is {board.halfmove_clock}, not 0"
    king = board.king_square(us)
    before = (men[us] | men[them]) ^ BIT[pawn] ^ BIT[home]
    others = attackers(men, king, them, before) & ~BIT[pawn]
    if others != 0 or PAWN_ATTACKS[8 * us + king] & BIT[home] != 0:
        return f"{side_name(us)}'s king would have been in check before it"
    return ""
