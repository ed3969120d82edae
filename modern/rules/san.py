"""SAN, the short notation of moves: Nf3, exd6, R1e2, O-O, e8=Q+. Written exactly, read leniently.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 8.2.3.
"""

from __future__ import annotations

import re
from typing import Final

from modern.rules.bitboard import FILE_NAMES, RANK_NAMES, SQUARE_NAMES, square_named
from modern.rules.board import Board, is_castling
from modern.rules.errors import AmbiguousMove, IllegalMove, MoveError, checked_text, quoted
from modern.rules.legality import legal_codes
from modern.rules.native import i64
from modern.rules.pieces import KING, PAWN, PIECE_TYPE_LETTERS, PIECE_TYPE_NAMES, side_name

KINGSIDE_CASTLING: Final = "O-O"
QUEENSIDE_CASTLING: Final = "O-O-O"
EXPECTED_SAN: Final = "a move in SAN, such as Nf3, exd6, R1e2, O-O or e8=Q, was expected"

#: Longer than any move with all that may be written after it.
MAX_SAN_LENGTH: Final = 20
#: Man, file and rank that it comes from, a sign, where it goes, what it becomes. Files and ranks may both stand.
SAN_PATTERN: Final = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)([-x:]?)([a-h][1-8])(?:=?([NBRQnbrq])|\(([NBRQ])\))?")
CASTLING_PATTERN: Final = re.compile(r"[O0o]-[O0o](-[O0o])?")
#: What may stand behind a move and says nothing about which it is.
SUFFIX_PATTERN: Final = re.compile(r"(?: ?e\.p\.)?[+#!?]*")


def san_of(board: Board, code: i64) -> str:
    """A legal move in SAN."""
    after = board.scratch_copy()
    after.make_move(code)
    check = after.in_check()
    mate = check and not legal_codes(after)
    return _san_without_check(board, code) + ("#" if mate else "+" if check else "")


def code_from_san(board: Board, text: object) -> int:
    """The legal move that a SAN means.

    Lenient: 0-0 for O-O, e8Q or e8(Q) for e8=Q, long forms such as e2-e4 and Ng1f3, signs that are missing or are not
    needed (+, #, x, !?). A pawn's capture has to be told as one. Raises MoveError where the text is no SAN, IllegalMove
    and AmbiguousMove, its subclasses, where no legal move answers to it, or several do.
    """
    written = _without_suffix(text)
    legal = legal_codes(board)
    castling = CASTLING_PATTERN.fullmatch(written)
    if castling:
        return _parse_castling(board, legal, QUEENSIDE_CASTLING if castling.group(1) else KINGSIDE_CASTLING)
    form = SAN_PATTERN.fullmatch(written)
    if not form:
        raise MoveError(f"no move: {quoted(text)}; {EXPECTED_SAN}")
    letter, file, rank, sign, target = form.group(1, 2, 3, 4, 5)
    becomes = form.group(6) or form.group(7) or ""
    kind = PIECE_TYPE_LETTERS.index(letter) if letter else int(PAWN)
    to = square_named(target)
    if kind == PAWN and not file and sign not in ("x", ":"):
        file = target[0]
    reaching = [code for code in legal if _matches(board, code, kind, to, file, rank)]
    fitting = [code for code in reaching if not becomes or code >> 12 == PIECE_TYPE_LETTERS.index(becomes.upper())]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        meant = ", ".join([_san_without_check(board, code) for code in fitting])
        raise AmbiguousMove(f"{quoted(text)} is ambiguous: one of {meant} was expected")
    if reaching:
        raise IllegalMove(f"{quoted(text)} is no legal move: a {PIECE_TYPE_NAMES[kind]} does not become anything there")
    raise IllegalMove(f"{quoted(text)} is no legal move: {_why_illegal(board, legal, kind, to, form.group(2) + rank)}")


def _matches(board: Board, code: i64, kind: int, to: int, file: str, rank: str) -> bool:
    """Whether a legal move takes a man of that kind to that square, from that file and rank if they are given."""
    start = code & 63
    return (
        code >> 6 & 63 == to
        and board.mailbox[start] & 7 == kind
        and (not file or FILE_NAMES[start & 7] == file)
        and (not rank or RANK_NAMES[start >> 3] == rank)
        and not _castling_san(board, code)
    )


def _without_suffix(text: object) -> str:
    """The move without what stands around it and behind it."""
    given = checked_text(text, "a move", MoveError)
    written = given.strip(" \t\r\n") if len(given) <= MAX_SAN_LENGTH else ""
    for end in range(1, len(written) + 1):
        if SUFFIX_PATTERN.fullmatch(written, end):
            return written[:end]
    raise MoveError(f"no move: {quoted(given)}; {EXPECTED_SAN}")


def _parse_castling(board: Board, legal: list[int], form: str) -> int:
    for code in legal:
        if _castling_san(board, code) == form:
            return code
    way = "long" if form == QUEENSIDE_CASTLING else "short"
    raise IllegalMove(f"'{form}' is no legal move: {side_name(board.turn)} may not castle {way} here")


def _castling_san(board: Board, code: i64) -> str:
    """O-O or O-O-O for a legal move that castles, and nothing for another."""
    start, to = code & 63, code >> 6 & 63
    if board.mailbox[start] & 7 != KING or not is_castling(start, to):
        return ""
    return KINGSIDE_CASTLING if to > start else QUEENSIDE_CASTLING


def _san_without_check(board: Board, code: i64) -> str:
    """A legal move in SAN, without a sign for check or mate."""
    castled = _castling_san(board, code)
    if castled:
        return castled
    start, to = code & 63, code >> 6 & 63
    kind = board.mailbox[start] & 7
    target = SQUARE_NAMES[to]
    if kind == PAWN:
        takes = f"{FILE_NAMES[start & 7]}x" if start & 7 != to & 7 else ""
        becomes = f"={PIECE_TYPE_LETTERS[code >> 12]}" if code >> 12 != 0 else ""
        return takes + target + becomes
    takes = "x" if board.mailbox[to] != 0 else ""
    return PIECE_TYPE_LETTERS[kind] + _disambiguation(board, code) + takes + target


def _disambiguation(board: Board, code: i64) -> str:
    """What tells a man from the others of its kind that may go there: its file, else its rank, else both."""
    start = code & 63
    others = [
        other & 63
        for other in legal_codes(board)
        if other >> 6 == code >> 6 and other & 63 != start and board.mailbox[other & 63] == board.mailbox[start]
    ]
    if not others:
        return ""
    if all(other & 7 != start & 7 for other in others):
        return FILE_NAMES[start & 7]
    if all(other >> 3 != start >> 3 for other in others):
        return RANK_NAMES[start >> 3]
    return SQUARE_NAMES[start]


def _why_illegal(board: Board, legal: list[int], kind: int, to: int, origin: str) -> str:
    """Why no legal move was found for a man of that kind to go to that square."""
    if kind == KING and any(_castling_san(board, code) and code >> 6 & 63 == to for code in legal):
        return "castling is written O-O or O-O-O"
    name = PIECE_TYPE_NAMES[kind]
    if board.bitboards[board.turn + kind] == 0:
        return f"{side_name(board.turn)} has no {name}"
    where = f" from {origin}" if origin else ""
    check = " out of check" if board.in_check() else ""
    return f"no {name} of {side_name(board.turn)}'s can go{where} to {SQUARE_NAMES[to]}{check}"
