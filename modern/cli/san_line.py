"""Lines of moves in SAN, with move numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modern.rules import Move


def san_line(fen: str, moves: Iterable[Move]) -> str:
    """Returns the moves from a position in SAN: `12. Nf3 e6`."""
    import chess

    return chess.Board(fen).variation_san([chess.Move.from_uci(move.uci()) for move in moves])
