"""Draws a board with arrows and marks. python-chess draws it, in the colours of the other pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import chess
import chess.svg

from modern.pictures.svg import ARROW_ALPHA, ARROW_COLOURS, BACKGROUND, DARK, LIGHT, Picture, arrow_elements

#: The width and height of a board, in pixels.
DEFAULT_SIZE: Final = 480
#: The space for the coordinates in python-chess's picture.
BOARD_OFFSET: Final = 15
#: An arrow to a neighbouring square: the lengths of its head and its shaft's width, in python-chess's units of 45 to a
#: square, and how far it goes beyond the middle of its square, as a part of its length.
SHORT_HEAD_LENGTH: Final = 18
SHAFT_WIDTH: Final = 9
SHORT_ARROW_OVERSHOOT: Final = 0.15
BOARD_COLOURS: Final = {"margin": BACKGROUND, "coord": "#333333", "square light": LIGHT, "square dark": DARK}
TRANSLUCENT_ARROWS: Final = {f"arrow {name}": colour + ARROW_ALPHA for name, colour in ARROW_COLOURS.items()}


def move_arrow(move: str, colour: str) -> chess.svg.Arrow:
    """Returns a translucent arrow for a move in UCI notation."""
    return chess.svg.Arrow(chess.parse_square(move[:2]), chess.parse_square(move[2:4]), color=colour + ARROW_ALPHA)


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
    drawn = list(arrows)
    short = [arrow for arrow in drawn if chess.square_distance(arrow.tail, arrow.head) == 1]
    picture = chess.svg.board(
        board,
        orientation=white_at_bottom,
        check=check,
        arrows=[arrow for arrow in drawn if arrow not in short],
        fill=dict(fill or {}),
        size=size,
        colors={**BOARD_COLOURS, **TRANSLUCENT_ARROWS},
    )
    elements = "".join(_short_arrow(arrow, white_at_bottom) for arrow in short)
    return picture.removesuffix("</svg>") + elements + "</svg>" if short else picture


def _short_arrow(arrow: chess.svg.Arrow, white_at_bottom: bool) -> str:
    """Draws an arrow to a neighbouring square. Of that of python-chess hardly more than the head would be seen."""
    tail, head = (_middle(square, white_at_bottom) for square in (arrow.tail, arrow.head))
    overshoot = SHORT_ARROW_OVERSHOOT
    tip = (head[0] + overshoot * (head[0] - tail[0]), head[1] + overshoot * (head[1] - tail[1]))
    colour = TRANSLUCENT_ARROWS.get(f"arrow {arrow.color}", arrow.color)
    opaque, alpha = colour[:7], int(colour[7:] or "ff", 16)
    lines = arrow_elements(tail, tip, opaque, SHAFT_WIDTH, SHORT_HEAD_LENGTH)
    return f'<g class="arrow" opacity="{alpha / 255:.2f}">{"".join(lines)}</g>'


def _middle(square: int, white_at_bottom: bool) -> tuple[float, float]:
    """Returns the middle of a square in the coordinates of python-chess's picture."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    column, row = (file, 7 - rank) if white_at_bottom else (7 - file, rank)
    return BOARD_OFFSET + (column + 0.5) * chess.svg.SQUARE_SIZE, BOARD_OFFSET + (row + 0.5) * chess.svg.SQUARE_SIZE


def board_picture(fen: str, arrows: Iterable[chess.svg.Arrow] = (), white_at_bottom: bool = True) -> Picture:
    """Draws the position of a valid FEN as an SVG picture with a title; a king in check is highlighted."""
    board = chess.Board(fen)
    check = board.king(board.turn) if board.is_check() else None
    drawing = draw_board(board, arrows, white_at_bottom=white_at_bottom, check=check)
    title = f"{'White' if board.turn else 'Black'} to move{', in check' if check is not None else ''}: {fen}"
    return titled(drawing, title)


def titled(drawing: str, title: str) -> Picture:
    """Returns a drawing of a board with a title, which a screen reader reads out."""
    root_tag, body = drawing.split(">", 1)
    return Picture(f'{root_tag} role="img" aria-label="{title}"><title>{title}</title>{body}\n')
