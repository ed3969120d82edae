"""Parses a move as people type it: Nf3, nf3, g1f3, g1-f3, 0-0, 1. Nf3. Lists the moves that can be typed."""

from __future__ import annotations

import re
from typing import Final

from modern.facts import Fact, fact, in_quotes
from modern.rules.bitboard import FILE_NAMES, SQUARE_NAMES, square_named
from modern.rules.errors import AmbiguousMove, IllegalMove, MoveError, quoted
from modern.rules.legality import why_no_move_from
from modern.rules.move import Move
from modern.rules.move_text import without_marks
from modern.rules.pieces import PAWN, piece_type_of
from modern.rules.position import Position
from modern.rules.san import KINGSIDE_CASTLING, QUEENSIDE_CASTLING

#: Two squares, with or without a sign between them, and the promotion.
TWO_SQUARES: Final = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?\(?([qrbn]?)\)?")
CASTLING: Final = re.compile(r"[oO0]-?[oO0](-?[oO0])?")
#: A letter and a digit: something meant as a square, whether or not it is one.
SQUARE_LIKE: Final = re.compile(r"[a-z][0-9]")

PIECE_LETTERS: Final = ("n", "b", "r", "q", "k")


def parse_typed_move(position: Position, text: str) -> Move:
    """Returns the legal move that a text means. The default promotion is to a queen.

    Raises MoveError if the text is not a move, and its subclasses IllegalMove and AmbiguousMove. The error's text is
    one line that gives the reason.
    """
    typed = without_marks(text)
    squares = TWO_SQUARES.fullmatch(typed.lower())
    if squares:
        from_name, to_name, promotion = squares.group(1, 2, 3)
        is_pawn = piece_type_of(position.mailbox[square_named(from_name)]) == PAWN
        return position.parse_uci(from_name + to_name + (promotion or ("q" if is_pawn and to_name[1] in "18" else "")))
    castling = CASTLING.fullmatch(typed)
    if castling:
        return position.parse_san(QUEENSIDE_CASTLING if castling.group(1) else KINGSIDE_CASTLING)
    illegal_moves = []
    for san in _san_readings(typed):
        try:
            return _parse_san(position, san)
        except IllegalMove as error:
            illegal_moves.append(error)
        except AmbiguousMove:
            raise
        except MoveError:
            continue
    raise illegal_moves[0] if illegal_moves else MoveError(_not_a_move(text))


def legal_sans(position: Position, square_name: str = "") -> list[str]:
    """Returns the legal moves in SAN, or those of the piece on a square, sorted.

    Raises MoveError, with the reason, if there is no such square or no such move.
    """
    legal = position.legal_moves()
    name = square_name.lower()
    if name:
        if name not in SQUARE_NAMES:
            raise MoveError(f"{in_quotes(square_name[:40])} is not a square; a square is written like g1")
        square = square_named(name)
        if reason := why_no_move_from(position, square):
            raise MoveError(reason)
        legal = [move for move in legal if move.from_square == square]
    return sorted(position.san(move) for move in legal)


def _san_readings(typed: str) -> list[str]:
    """Returns the text in SAN's letter case: lower case for a file, upper case for a piece. A b can be either."""
    first, rest = typed[:1], typed[1:].lower()
    pawn_readings = [first.lower() + rest] if first.lower() in FILE_NAMES and first != "B" else []
    piece_readings = [first.upper() + rest] if first.lower() in PIECE_LETTERS else []
    return pawn_readings + piece_readings


def _parse_san(position: Position, san: str) -> Move:
    try:
        return position.parse_san(san)
    except AmbiguousMove:
        if san[:1].isupper():
            raise
        return position.parse_san(f"{san}=Q")  # ambiguous because the promotion is not given


def _not_a_move(text: str) -> Fact:
    """Says why a text is not a move."""
    for name in SQUARE_LIKE.findall(text.lower()):
        if name not in SQUARE_NAMES:
            return fact("move.no_square", typed=quoted(text), square=name)
    expected = fact("move.castling_format" if "castl" in text.lower() else "move.format")
    return fact("move.unreadable", typed=quoted(text), expected=expected)
