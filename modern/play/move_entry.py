"""Parses a move as people type it: Nf3, nf3, g1f3, g1-f3, 0-0. Lists the moves that can be typed."""

from __future__ import annotations

import re
from typing import Final

from modern.play.why_illegal import why_castling_illegal, why_king_attacked, why_san_illegal
from modern.rules import AmbiguousMove, IllegalMove, Move, MoveError, Position
from modern.rules.bitboard import FILE_NAMES, SQUARE_NAMES, square_named
from modern.rules.errors import quoted
from modern.rules.move import code_from_uci
from modern.rules.pieces import KING, PAWN, side_name

#: Two squares, with or without a sign between them, and the promotion.
TWO_SQUARES: Final = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?\(?([qrbn]?)\)?[+#!?]*")
CASTLING_MOVES: Final = {"e1g1": "O-O", "e8g8": "O-O", "e1c1": "O-O-O", "e8c8": "O-O-O"}
CASTLING: Final = re.compile(r"[oO0]-?[oO0](-?[oO0])?[+#!?]*")
#: A letter and a digit: something meant as a square, whether or not it is one.
SQUARE_LIKE: Final = re.compile(r"[a-z][0-9]")

#: Dashes that text pasted from elsewhere may have instead of hyphens.
DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
PIECE_LETTERS: Final = ("n", "b", "r", "q", "k")
MOVE_FORMAT: Final = "a move is written Nf3, g1f3 or g1-f3"


def parse_typed_move(position: Position, text: str) -> Move:
    """Returns the legal move that a text means. The default promotion is to a queen.

    Raises MoveError if the text is not a move, and its subclasses IllegalMove and AmbiguousMove. The error's text is
    one line that gives the reason.
    """
    typed = text.translate(DASHES).replace(" ", "")
    squares = TWO_SQUARES.fullmatch(typed.lower())
    if squares:
        return _parse_squares(position, squares)
    castling = CASTLING.fullmatch(typed)
    if castling:
        return _parse_castling(position, "O-O-O" if castling.group(1) else "O-O")
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
            raise MoveError(f"{square_name[:40]!a} is not a square; a square is written like g1")
        legal = [move for move in legal if SQUARE_NAMES[move.from_square] == name]
        if not legal:
            raise MoveError(_why_no_move_from(position, name))
    return sorted(position.san(move) for move in legal)


def _why_no_move_from(position: Position, name: str) -> str:
    """Returns why the side to move has no legal move from a square."""
    piece = position.mailbox[square_named(name)]
    if piece == 0:
        return f"there is no piece on {name}"
    if piece & 8 != position.turn:
        return f"the piece on {name} is {side_name(piece & 8)}'s"
    return f"the piece on {name} has no legal move"


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
        return position.parse_san(f"{san.rstrip('+#!?')}=Q")  # ambiguous because the promotion is not given
    except IllegalMove as error:
        raise IllegalMove(why_san_illegal(position, san) or str(error)) from None


def _parse_castling(position: Position, san: str) -> Move:
    try:
        return position.parse_san(san)
    except IllegalMove as error:
        raise IllegalMove(why_castling_illegal(position, san) or str(error)) from None


def _not_a_move(text: str) -> str:
    """Says why a text is not a move."""
    quoted_text = quoted(text)
    for name in SQUARE_LIKE.findall(text.lower()):
        if name not in SQUARE_NAMES:
            return f"{quoted_text} is not a move: there is no square {name}"
    return f"{quoted_text} is not a move; {MOVE_FORMAT}"


def _parse_squares(position: Position, squares: re.Match[str]) -> Move:
    from_name, to_name, promotion = squares.group(1, 2, 3)
    piece = position.mailbox[square_named(from_name)]
    if piece & 7 == PAWN and to_name[1] in "18" and not promotion:
        promotion = "q"
    if piece == position.turn + KING and from_name + to_name in CASTLING_MOVES:
        return _parse_castling(position, CASTLING_MOVES[from_name + to_name])
    uci = from_name + to_name + promotion
    try:
        return position.parse_uci(uci)
    except IllegalMove as error:
        raise IllegalMove(why_king_attacked(position, code_from_uci(uci)) or str(error)) from None
