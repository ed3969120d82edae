"""The pieces that each side has captured in a game, and the balance of material."""

from __future__ import annotations

from typing import Final

from modern.game.game import BLACK, WHITE, Game
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES

#: The usual values of the pieces, in pawns.
VALUES: Final = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


def captured_pieces(game: Game) -> dict[str, str]:
    """Returns for each side the letters of the pieces that it has captured, the most valuable first."""
    captured = {WHITE: "", BLACK: ""}
    position = Position.from_fen(game.start)
    for move in game.moves:
        captured[position.side] += _captured_by(position, move.from_square, move.to_square)
        position.make(move)
    return {side: "".join(sorted(letters, key=_value_of, reverse=True)) for side, letters in captured.items()}


def balance(position: Position) -> int:
    """Returns by how many pawns White is ahead in material; below 0, Black is."""
    pieces = filter(None, map(position.piece_at, range(64)))
    return sum(_value_of(piece) if piece.isupper() else -_value_of(piece) for piece in pieces)


def _value_of(piece: str) -> int:
    return VALUES[piece.upper()]


def _captured_by(position: Position, from_square: int, to_square: int) -> str:
    """Returns the letter of the piece that a move captures, or ''."""
    target = position.piece_at(to_square)
    if target:
        return target
    changes_file = SQUARE_NAMES[from_square][0] != SQUARE_NAMES[to_square][0]
    if position.piece_at(from_square) in ("P", "p") and changes_file:  # en passant
        return "p" if position.side == WHITE else "P"
    return ""
