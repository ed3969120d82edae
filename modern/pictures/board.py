"""Draws a board with arrows and marks. python-chess draws it, in the colours of the other pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import chess
import chess.svg

from modern.pictures.svg import ARROW_ALPHA, ARROW_COLOURS, BACKGROUND, DARK, LIGHT

#: The width and height of a board, in pixels.
DEFAULT_SIZE: Final = 480
BOARD_COLOURS: Final = {"margin": BACKGROUND, "coord": "#333333", "square light": LIGHT, "square dark": DARK}
TRANSLUCENT_ARROWS: Final = {f"arrow {name}": colour + ARROW_ALPHA for name, colour in ARROW_COLOURS.items()}


def draw_board(
    board: chess.Board,
    arrows: Iterable[chess.svg.Arrow] = (),
    fill: Mapping[int, str] | None = None,
    size: int = DEFAULT_SIZE,
    white_at_bottom: bool = True,
    check: int | None = None,
) -> str:
    """Draws a board as SVG, with arrows.

    `fill` maps squares to colours, `size` is in pixels, and `check` is the square of a king to mark as in check.
    """
    return chess.svg.board(
        board,
        orientation=white_at_bottom,
        check=check,
        arrows=arrows,
        fill=dict(fill or {}),
        size=size,
        colors={**BOARD_COLOURS, **TRANSLUCENT_ARROWS},
    )


def board_picture(fen: str, arrows: Iterable[chess.svg.Arrow] = (), white_at_bottom: bool = True) -> str:
    """Draws the position of a valid FEN as an SVG picture with a title; a king in check is highlighted."""
    board = chess.Board(fen)
    check = board.king(board.turn) if board.is_check() else None
    drawing = draw_board(board, arrows, white_at_bottom=white_at_bottom, check=check)
    title = f"{'White' if board.turn else 'Black'} to move{', in check' if check is not None else ''}: {fen}"
    root_tag, body = drawing.split(">", 1)
    return f'{root_tag} role="img" aria-label="{title}"><title>{title}</title>{body}\n'
