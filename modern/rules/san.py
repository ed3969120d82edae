"""SAN, standard algebraic notation: Nf3, exd6, R1e2, O-O, e8=Q+. The writer is exact, the reader is lenient.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 8.2.3.
"""

from __future__ import annotations

import re
from typing import Final

from modern.facts import Fact, fact
from modern.rules.bitboard import FILE_NAMES, RANK_NAMES, SQUARE_NAMES, square_named
from modern.rules.board import Board, is_castling
from modern.rules.errors import AmbiguousMove, IllegalMove, MoveError, quoted
from modern.rules.legality import check_legal, why_castling_illegal, why_illegal, why_none_can_go
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.movegen import legal_codes
from modern.rules.native import i64
from modern.rules.pieces import KING, PAWN, PIECE_TYPE_LETTERS, WHITE, piece_type_of

KINGSIDE_CASTLING: Final = "O-O"
QUEENSIDE_CASTLING: Final = "O-O-O"

#: Longer than any move with a suffix.
MAX_SAN_LENGTH: Final = 20
#: The piece type, the file and rank that it leaves, a separator, the square that it moves to, the promotion. File and
#: rank may both be given.
SAN_PATTERN: Final = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)([-x:]?)([a-h][1-8])(?:=?([NBRQnbrq])|\(([NBRQ])\))?")
CASTLING_PATTERN: Final = re.compile(r"[O0o]-[O0o](-[O0o])?")
#: A suffix that does not identify the move.
SUFFIX_PATTERN: Final = re.compile(r"(?: ?e\.p\.)?[+#!?]*")


def san_of(board: Board, code: i64) -> str:
    """Returns a legal move in SAN."""
    after = board.scratch_copy()
    after.make_move(code)
    check = after.in_check()
    mate = check and not legal_codes(after)
    return _san_without_check(board, code) + ("#" if mate else "+" if check else "")


def variation_san(board: Board, codes: list[int]) -> str:
    """Returns a line of moves from a position in SAN, with move numbers. Raises IllegalMove if one is not legal."""
    after = board.scratch_copy()
    sans: list[str] = []
    for code in codes:
        check_legal(after, code)
        number = f"{after.fullmove_number}. " if after.turn == WHITE else "" if sans else f"{after.fullmove_number}..."
        sans.append(number + san_of(after, code))
        after.make_move(code)
    return " ".join(sans)


def code_from_san(board: Board, text: object) -> int:
    """Returns the code of the legal move that a SAN names.

    Also accepts 0-0 for O-O, e8Q or e8(Q) for e8=Q, long forms such as e2-e4 and Ng1f3, and missing or superfluous
    signs (+, #, x, !?). A pawn capture must name its file or have an x. Raises MoveError if the text is not SAN, and
    its subclasses IllegalMove if no legal move matches and AmbiguousMove if several do.
    """
    san = _without_suffix(text)
    legal = legal_codes(board)
    castling = CASTLING_PATTERN.fullmatch(san)
    if castling:
        return _parse_castling(board, legal, QUEENSIDE_CASTLING if castling.group(1) else KINGSIDE_CASTLING)
    match = SAN_PATTERN.fullmatch(san)
    if not match:
        raise MoveError(_not_san(text))
    letter, file, rank, separator, target = match.group(1, 2, 3, 4, 5)
    promotion = match.group(6) or match.group(7) or ""
    piece_type = PIECE_TYPE_LETTERS.index(letter) if letter else int(PAWN)
    to_square = square_named(target)
    if piece_type == PAWN and not file and separator not in ("x", ":"):
        file = target[0]
    candidates = [code for code in legal if _matches(board, code, piece_type, to_square, file, rank)]
    promoted = PIECE_TYPE_LETTERS.index(promotion.upper())
    matching = [code for code in candidates if not promotion or promotion_of(code) == promoted]
    if len(matching) == 1:
        return matching[0]
    if matching:
        options = ", ".join([_san_without_check(board, code) for code in matching])
        raise AmbiguousMove(fact("move.ambiguous", move=quoted(text), moves=options))
    if candidates:
        reason = why_illegal(board, candidates[0] & 4095 | promoted << 12)
    else:
        reason = why_none_can_go(board, piece_type, to_square, file, rank)
    raise IllegalMove(fact("move.illegal", move=quoted(text), why=reason))


def _matches(board: Board, code: i64, piece_type: int, to_square: int, file: str, rank: str) -> bool:
    """Returns True if a legal move has this piece type, target and, if given, origin, and is not castling."""
    from_square = from_square_of(code)
    return (
        to_square_of(code) == to_square
        and piece_type_of(board.mailbox[from_square]) == piece_type
        and (not file or FILE_NAMES[from_square & 7] == file)
        and (not rank or RANK_NAMES[from_square >> 3] == rank)
        and not _castling_san(board, code)
    )


def _without_suffix(text: object) -> str:
    """Returns a move without surrounding white space and without its suffix."""
    if not isinstance(text, str):
        raise MoveError(f"a move must be a string, not {quoted(text)}")
    san = text.strip(" \t\r\n") if len(text) <= MAX_SAN_LENGTH else ""
    for end in range(1, len(san) + 1):
        if SUFFIX_PATTERN.fullmatch(san, end):
            return san[:end]
    raise MoveError(_not_san(text))


def _not_san(text: object) -> Fact:
    return fact("move.unreadable", typed=quoted(text), expected=fact("move.san_format"))


def _parse_castling(board: Board, legal: list[int], san: str) -> int:
    for code in legal:
        if _castling_san(board, code) == san:
            return code
    raise IllegalMove(fact("move.illegal", move=san, why=why_castling_illegal(board, san == QUEENSIDE_CASTLING)))


def _castling_san(board: Board, code: i64) -> str:
    """Returns O-O or O-O-O if a legal move castles, and an empty string if it does not."""
    from_square, to_square = from_square_of(code), to_square_of(code)
    if piece_type_of(board.mailbox[from_square]) != KING or not is_castling(from_square, to_square):
        return ""
    return KINGSIDE_CASTLING if to_square > from_square else QUEENSIDE_CASTLING


def _san_without_check(board: Board, code: i64) -> str:
    """Returns a legal move in SAN, without + or #."""
    castling = _castling_san(board, code)
    if castling:
        return castling
    from_square, to_square = from_square_of(code), to_square_of(code)
    piece_type = piece_type_of(board.mailbox[from_square])
    target = SQUARE_NAMES[to_square]
    if piece_type == PAWN:
        capture = f"{FILE_NAMES[from_square & 7]}x" if from_square & 7 != to_square & 7 else ""
        promotion = f"={PIECE_TYPE_LETTERS[promotion_of(code)]}" if promotion_of(code) != 0 else ""
        return capture + target + promotion
    capture = "x" if board.mailbox[to_square] != 0 else ""
    return PIECE_TYPE_LETTERS[piece_type] + _disambiguation(board, code) + capture + target


def _disambiguation(board: Board, code: i64) -> str:
    """Returns what distinguishes a piece from others of its type that can go there: file, else rank, else both."""
    from_square = from_square_of(code)
    others = [
        from_square_of(other)
        for other in legal_codes(board)
        if to_square_of(other) == to_square_of(code)
        and from_square_of(other) != from_square
        and board.mailbox[from_square_of(other)] == board.mailbox[from_square]
    ]
    if not others:
        return ""
    if all(other & 7 != from_square & 7 for other in others):
        return FILE_NAMES[from_square & 7]
    if all(other >> 3 != from_square >> 3 for other in others):
        return RANK_NAMES[from_square >> 3]
    return SQUARE_NAMES[from_square]
