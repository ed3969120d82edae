"""The board in a terminal: men as signs or letters, in colour or without; the last move and a check are marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from historic.diagram import lettered_lines
from historic.squares import NUMBERS
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES

#: Men as signs: filled, and, where there is no colour to tell White's from Black's, outlined.
FILLED: Final = dict(zip("PNBRQKpnbrqk", "♟♞♝♜♛♚♟♞♝♜♛♚", strict=True))
OUTLINED: Final = dict(zip("PNBRQKpnbrqk", "♙♘♗♖♕♔♟♞♝♜♛♚", strict=True))


@dataclass(frozen=True)
class Colours:
    """Of the light and the dark squares, plain and of the last move, of a king in check; of White's men and Black's."""

    light: str
    dark: str
    last_light: str
    last_dark: str
    check: str
    white: str
    black: str


WOOD: Final = Colours("#b59b78", "#7d6144", "#a9a548", "#7b7a2c", "#b8322a", "#ffffff", "#000000")
#: For a terminal that has but 16 colours.
FEW: Final = Colours("cyan", "blue", "yellow", "yellow", "red", "bright_white", "black")


@dataclass(frozen=True)
class Look:
    """How a board is drawn: `signs` or letters for the men, in `colours` or, for None, without; or as `diagram` 2-5."""

    signs: bool
    colours: Colours | None
    diagram: bool = False


def board_text(position: Position, last: Move | None, flipped: bool, look: Look) -> Text:
    """The board, White below, or above if it is `flipped`. `last` is the move that led here."""
    if look.diagram:
        return Text("\n".join(_diagram(position, flipped)))
    return _squared(position, last, flipped, look)


def _diagram(position: Position, flipped: bool) -> list[str]:
    """As the program of 1994 prints it. It has never turned a board round; here it can be."""
    letters = {NUMBERS[name]: man for square, name in enumerate(SQUARE_NAMES) if (man := position.piece_at(square))}
    return lettered_lines(letters, flipped)


def _squared(position: Position, last: Move | None, flipped: bool, look: Look) -> Text:
    ranks, files = range(7, -1, -1), range(8)
    if flipped:
        ranks, files = range(8), range(7, -1, -1)
    letters = "   " + "".join(f" {'abcdefgh'[file]} " for file in files)
    drawn = Text(f"{letters}\n")
    for rank in ranks:
        drawn.append(f" {rank + 1} ")
        for file in files:
            drawn.append_text(_square(position, 8 * rank + file, last, look))
        drawn.append(f" {rank + 1}\n")
    return drawn.append(letters)


def _square(position: Position, square: int, last: Move | None, look: Look) -> Text:
    man = position.piece_at(square)
    light = (square // 8 + square) % 2 == 1
    moved = last is not None and square in (last.from_square, last.to_square)
    checked = man == ("K" if position.side == "white" else "k") and position.is_check()
    if look.colours is None:
        sign = _sign(man, look, OUTLINED) or ("\N{MIDDLE DOT}" if look.signs else ".")
        before, after = "!!" if checked else "[]" if moved else "  "
        return Text(f"{before}{sign}{after}")
    colours = look.colours
    plain, marked = (colours.light, colours.last_light) if light else (colours.dark, colours.last_dark)
    ground = colours.check if checked else marked if moved else plain
    front = colours.white if man and man.isupper() else colours.black
    return Text(f" {_sign(man, look, FILLED) or ' '} ", Style(color=front, bgcolor=ground, bold=not look.signs))


def _sign(man: str | None, look: Look, signs: dict[str, str]) -> str:
    return (signs[man] if look.signs else man) if man else ""
