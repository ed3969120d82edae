"""Shows positions as pictures in Jupyter and IPython.

A compiled class knows nothing of pictures, so the notebook is told how to draw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modern.rules import Position

#: The MIME type of an SVG picture.
SVG: str = "image/svg+xml"


def show_positions(shell: Any) -> None:
    """Makes a running IPython shell show a Position as a board. Its class is not imported for that."""
    shell.display_formatter.formatters[SVG].for_type_by_name("modern.rules.position", "Position", position_svg)


def position_svg(position: Position) -> str:
    """Returns the board as SVG, with an arrow for the last move and the king marked if it is in check."""
    from chess.svg import Arrow

    from modern.pictures.board import board_picture

    last = [Arrow(move.from_square, move.to_square) for move in position.moves_made()[-1:]]
    return board_picture(position.fen(), last)
