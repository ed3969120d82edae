"""Draws the board for a terminal: pieces as chess symbols or letters, with or without colours.

The last move and a king in check are highlighted.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.style import Style
from rich.text import Text

from historic.machine.system import can_show, msvcrt
from historic.position.squares import NAME_TO_SQUARE
from historic.study.diagram import board_lines
from modern.facts import counted
from modern.game.game import BLACK, WHITE, Game
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES

#: The space on both sides of a square of a large board.
LARGE_PADDING: Final = "  "
#: Chess symbols. With colours both sides have filled ones; without, White's are outlined to tell the sides apart.
FILLED_SYMBOLS: Final = dict(zip("PNBRQKpnbrqk", "♟♞♝♜♛♚♟♞♝♜♛♚", strict=True))
OUTLINED_SYMBOLS: Final = dict(zip("PNBRQKpnbrqk", "♙♘♗♖♕♔♟♞♝♜♛♚", strict=True))
#: All of these, and the sign of an empty square.
ALL_SYMBOLS: Final = "♟♞♝♜♛♚♙♘♗♖♕♔\N{MIDDLE DOT}"
#: The usual values of the pieces, in pawns.
VALUES: Final = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


@dataclass(frozen=True)
class BoardColours:
    """The colours of a board: its squares, those of the last move, a king in check, and the pieces of each side."""

    light: str
    dark: str
    last_light: str
    last_dark: str
    check: str
    white: str
    black: str


WOOD: Final = BoardColours("#b59b78", "#7d6144", "#a9a548", "#7b7a2c", "#b8322a", "#ffffff", "#000000")
#: For a terminal with only 16 colours.
SIXTEEN_COLOURS: Final = BoardColours("cyan", "blue", "yellow", "yellow", "red", "bright_white", "black")


@dataclass(frozen=True)
class BoardStyle:
    """How to draw a board: as `diagram` 2-5 of the report, or as a grid.

    In a grid, pieces are chess `symbols` or else letters. `colours` is None for a terminal without colours. The squares
    of a `large` grid are 7 characters wide and 3 lines high; in a small one, 3 wide and 1 high.
    """

    symbols: bool
    colours: BoardColours | None
    diagram: bool = False
    large: bool = False


def board_style(out: Console, diagram: bool, ascii_pieces: bool, large: bool = False) -> BoardStyle:
    """Returns the board's style for this terminal: symbols or letters, with or without colour."""
    terminal = os.environ.get("TERM") or ("" if msvcrt is None else "console")  # Windows sets no TERM
    capable = out.is_terminal and terminal not in ("", "dumb")
    # A console before Windows 10, or one in its legacy mode, has a font without them.
    pictorial = terminal != "linux" and not out.legacy_windows
    symbols = capable and not ascii_pieces and pictorial and can_show(ALL_SYMBOLS, out.encoding)
    coloured = capable and not out.no_color and out.color_system is not None
    colours = (SIXTEEN_COLOURS if out.color_system in ("standard", "windows") else WOOD) if coloured else None
    return BoardStyle(symbols, colours, diagram, large)


def board_text(position: Position, last_move: Move | None, flipped: bool, style: BoardStyle) -> Text:
    """Returns the board with White at the bottom, or at the top if `flipped`. `last_move` is highlighted."""
    if style.diagram:
        return Text("\n".join(_diagram(position, flipped)))
    return _grid(position, last_move, flipped, style)


def _diagram(position: Position, flipped: bool) -> list[str]:
    """Returns the lines of the board as the 1994 program prints it, although that program cannot flip it."""
    letters_by_number = {
        NAME_TO_SQUARE[name]: piece for square, name in enumerate(SQUARE_NAMES) if (piece := position.piece_at(square))
    }
    return board_lines(letters_by_number, flipped)


def _grid(position: Position, last_move: Move | None, flipped: bool, style: BoardStyle) -> Text:
    ranks, files = range(7, -1, -1), range(8)
    if flipped:
        ranks, files = range(8), range(7, -1, -1)
    padding = LARGE_PADDING if style.large else ""
    file_letters = "   " + "".join(f"{padding} {'abcdefgh'[file]} {padding}" for file in files)
    drawn = Text(f"{file_letters}\n")
    for rank in ranks:
        squares = [_square(position, 8 * rank + file, last_move, style) for file in files]
        blank = Text().join([Text("   "), *(Text(f"{padding}   {padding}", square.style) for square in squares)])
        line = Text(f" {rank + 1} ")
        for square in squares:
            line.append(padding, square.style).append_text(square).append(padding, square.style)
        line.append(f" {rank + 1}")
        drawn.append_text(Text("\n").join([blank, line, blank] if style.large else [line])).append("\n")
    return drawn.append(file_letters)


def _square(position: Position, square: int, last_move: Move | None, style: BoardStyle) -> Text:
    piece = position.piece_at(square)
    light = (square // 8 + square) % 2 == 1
    in_last_move = last_move is not None and square in (last_move.from_square, last_move.to_square)
    king_in_check = piece == ("K" if position.side == "white" else "k") and position.is_check()
    if style.colours is None:
        symbol = _piece_symbol(piece, style, OUTLINED_SYMBOLS) or ("\N{MIDDLE DOT}" if style.symbols else ".")
        left, right = "!!" if king_in_check else "[]" if in_last_move else "  "
        return Text(f"{left}{symbol}{right}")
    colours = style.colours
    plain, highlighted = (colours.light, colours.last_light) if light else (colours.dark, colours.last_dark)
    background = colours.check if king_in_check else highlighted if in_last_move else plain
    foreground = colours.white if piece and piece.isupper() else colours.black
    return Text(
        f" {_piece_symbol(piece, style, FILLED_SYMBOLS) or ' '} ",
        Style(color=foreground, bgcolor=background, bold=not style.symbols),
    )


def _piece_symbol(piece: str | None, style: BoardStyle, symbols: dict[str, str]) -> str:
    return (symbols[piece] if style.symbols else piece) if piece else ""


def captured_text(captured: Mapping[str, str], balance: int, style: BoardStyle) -> str:
    """Returns a line with the pieces that each side has captured, and who is ahead by how much; '' if nothing."""
    parts = [f"{side.capitalize()} has taken {_row_of(pieces, style)}" for side, pieces in captured.items() if pieces]
    if balance:
        parts.append(f"{'White' if balance > 0 else 'Black'} is ahead by {counted(abs(balance), 'pawn')}")
    return "; ".join(parts)


def _row_of(pieces: str, style: BoardStyle) -> str:
    return "".join(_piece_symbol(piece, style, OUTLINED_SYMBOLS) for piece in pieces)


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
