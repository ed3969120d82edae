"""Lines of moves in SAN, with move numbers."""

from __future__ import annotations

from collections.abc import Iterable

from modern.rules.move import Move
from modern.rules.position import Position


def san_line(fen: str, moves: Iterable[Move]) -> str:
    """Returns the moves from a position in SAN: `12. Nf3 e6`. Raises FenError, IllegalMove and MoveError."""
    position = Position(fen)
    words: list[str] = []
    for move in moves:
        if position.side == "white":
            words.append(f"{position.fullmove_number}. {position.san(move)}")
        else:
            words.append(position.san(move) if words else f"{position.fullmove_number}...{position.san(move)}")
        position.make(move)
    return " ".join(words)
