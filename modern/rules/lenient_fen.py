"""FEN as programs write it: repairs what the strict reader refuses, where the position stays the same.

Castling rights that no king and rook back, and an en passant square that nobody can use, change no move; a fullmove
number of 0 is only a way to count. What could mean another position is left for the strict reader to refuse.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.rules.fen import CASTLING_LETTERS, CASTLING_SQUARES

#: A castling right of another form: its letters name the file of the rook.
FILE_RIGHTS: Final = {"H": "K", "A": "Q", "h": "k", "a": "q"}
#: A board has 8 ranks of 8 squares.
SIZE: Final = 8


class LenientFen(NamedTuple):
    """A FEN for the strict reader, and what was repaired: what is wrong, and what was done."""

    fen: str
    remarks: tuple[tuple[str, str], ...] = ()

    @property
    def warnings(self) -> list[str]:
        """The remarks, a line for each."""
        return [f"{what}; {done}" for what, done in self.remarks]


def lenient_fen(text: str) -> LenientFen:
    """Returns a FEN with what can safely be repaired repaired, and a remark on each repair.

    A FEN that cannot be repaired is returned as it is. A fullmove number of 0 is read as 1 without a remark, as in
    `0 0`, which many programs write. A tab or several blanks between fields become one blank.
    """
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        return LenientFen(text)
    board = _board(fields[0])
    if board is None:
        return LenientFen(text)
    remarks: list[tuple[str, str]] = []
    if fields[1] in ("W", "B"):
        remarks.append((f"the side to move is {fields[1]}", f"read as {fields[1].lower()}"))
        fields[1] = fields[1].lower()
    fields[2] = _castling(board, fields[2], remarks)
    fields[3] = _en_passant(board, fields, remarks)
    if len(fields) == 6:
        _counters(fields, remarks)
    return LenientFen(" ".join(fields), tuple(remarks))


def _board(placement: str) -> dict[str, str] | None:
    """Returns the piece on each square, such as e1; None if this is not a placement."""
    pieces: dict[str, str] = {}
    ranks = placement.split("/")
    if len(ranks) != SIZE:
        return None
    for number, rank in zip(range(SIZE, 0, -1), ranks, strict=True):
        row = "".join(" " * int(letter) if letter in "12345678" else letter for letter in rank)
        if len(row) != SIZE:
            return None
        pieces |= {f"{file}{number}": piece for file, piece in zip("abcdefgh", row, strict=True) if piece != " "}
    return pieces


def _castling(board: dict[str, str], rights: str, remarks: list[tuple[str, str]]) -> str:
    """Returns the castling rights without those that no king and rook back, unless they may be of Chess960."""
    known = "".join(dict.fromkeys(FILE_RIGHTS.get(letter, letter) for letter in rights))
    if rights == "-" or not set(known) <= set(CASTLING_LETTERS):
        return rights
    kept, missing = "", []
    for letter, (king_square, rook_square) in zip(CASTLING_LETTERS, CASTLING_SQUARES, strict=True):
        if letter not in known:
            continue
        king, rook = ("K", "R") if letter.isupper() else ("k", "r")
        if board.get(king_square) == king and board.get(rook_square) == rook:
            kept += letter
        elif _may_be_chess960(board, letter, king, rook):
            return rights
        else:
            what = f"king on {king_square}" if board.get(king_square) != king else f"rook on {rook_square}"
            missing.append((f"the castling right {letter} has no {what}", "left out"))
    remarks += missing
    if set(rights) - set(CASTLING_LETTERS):
        remarks.append((f"the castling rights {rights} name files", f"read as {kept or '-'}"))
    elif len(set(rights)) < len(rights):
        remarks.append((f"the castling rights {rights} name a right twice", f"read as {kept or '-'}"))
    elif len(kept) == len(rights):
        return rights
    return kept or "-"


def _may_be_chess960(board: dict[str, str], letter: str, king: str, rook: str) -> bool:
    """Returns True if a king that is not on the e-file could castle with a rook on that side in Chess960."""
    rank = "1" if king == "K" else "8"
    kings = [square for square, piece in board.items() if piece == king and square[1] == rank]
    if len(kings) != 1 or kings[0][0] in "aeh":
        return False
    rooks = [square for square, piece in board.items() if piece == rook and square[1] == rank]
    return any(square > kings[0] if letter in "Kk" else square < kings[0] for square in rooks)


def _en_passant(board: dict[str, str], fields: list[str], remarks: list[tuple[str, str]]) -> str:
    """Returns the en passant square, or `-` if no pawn can capture there."""
    name = fields[3]
    square = name.lower()
    if len(square) != 2 or square[0] not in "abcdefgh" or square[1] not in "12345678":
        return name
    white = fields[1] == "w"
    rank, ours, theirs = ("6", "P", "p") if white else ("3", "p", "P")
    from_rank, to_rank = ("7", "5") if white else ("2", "4")
    file = square[0]
    neighbours = [chr(ord(file) + step) for step in (-1, 1)]
    is_double_push = board.get(f"{file}{to_rank}") == theirs and not (
        board.get(f"{file}{rank}") or board.get(f"{file}{from_rank}")
    )
    if square[1] == rank and is_double_push:
        captures = any(board.get(f"{neighbour}{to_rank}") == ours for neighbour in neighbours)
        clock = fields[4] if len(fields) > 4 else "0"
        if captures or clock.strip("0") == "":
            return square
    remarks.append((f"no pawn can capture on the en passant square {name}", "left out"))
    return "-"


def _counters(fields: list[str], remarks: list[tuple[str, str]]) -> None:
    """Repairs the counters: a fullmove number of 0 is read as 1, and a dash as what a new game has."""
    if fields[4:] == ["-", "-"]:
        remarks.append(("the FEN has no counters", "read as 0 1"))
        fields[4:] = ["0", "1"]
    elif fields[5].isdigit() and fields[5].isascii() and len(fields[5]) < 6 and int(fields[5]) == 0:
        fields[5] = "1"
