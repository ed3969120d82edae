"""`gosub picture`: draws a position or a diagram of the report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.files import DASH, FILE_OR_DASH, check_output_files
from modern.cli.number_range import WholeNumberRange

if TYPE_CHECKING:
    from chess.svg import Arrow

#: The widths allowed, in pixels. A smaller picture is unreadable, and a larger one needs much memory.
WIDTH_RANGE = WholeNumberRange(32, 4096)


def _named_pictures(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Completes the names of pictures in the shell."""
    from modern.pictures.diagrams import NAMED_PICTURES

    return [name for name in (*NAMED_PICTURES, "startpos") if name.startswith(incomplete)]


@click.command(short_help="Draw a position or a diagram of the report.")
@click.argument("what", metavar="WHAT", shell_complete=_named_pictures)
@click.option("--svg", "svg_file", metavar="FILE", type=FILE_OR_DASH, help="Write an SVG; - is standard output.")
@click.option("--png", "png_file", metavar="FILE", type=FILE_OR_DASH, help="Write a PNG; - is standard output.")
@click.option("--arrows", metavar="MOVES", help="Draw arrows and circles: 'e2e4 g8f6:red d4'.")
@click.option("--think", type=click.Choice(["white", "black"]), help="Lay this side's think move board over the board.")
@click.option("--flip", is_flag=True, help="Show the board from Black's side.")
@click.option("--size", metavar="PIXELS", type=WIDTH_RANGE, help="The width in pixels.  [default: the picture's own]")
def picture(
    what: str,
    svg_file: Path | None,
    png_file: Path | None,
    arrows: str | None,
    think: str | None,
    flip: bool,
    size: int | None,
) -> None:
    """Draw WHAT: a position, given as a FEN or startpos, or one of these pictures:

    \b
    title        the title picture of the program of 1994
    diagram-2-1  its 12x12 board, with the number of each square
    diagram-2-3  its sixteen directions
    diagram-2-4  White's think move board at the start of the game
    diagram-2-5  the board of letters that it prints

    Arrows and circles are green, or red, blue or yellow if that colour follows after a colon.
    """
    from modern.cli.output import write
    from modern.pictures.svg import scaled_to_width

    if svg_file is None and png_file is None:
        raise click.UsageError("no file to write; expected --svg FILE, --png FILE or both")
    check_output_files([("--svg", svg_file), ("--png", png_file)])
    if png_file == DASH and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show a PNG; expected a file, or standard output to a file or pipe")
    svg = _draw(what, arrows, think, flip)
    if size:
        svg = scaled_to_width(svg, size)
    png = _png(svg) if png_file else b""
    if svg_file:
        write(svg_file, svg)
    if png_file:
        write(png_file, png)


def _draw(what: str, arrows: str | None, think: str | None, flip: bool) -> str:
    from modern.pictures.diagrams import NAMED_PICTURES

    if what in NAMED_PICTURES:
        for option, given in (("--arrows", arrows is not None), ("--think", think), ("--flip", flip)):
            if given:
                raise click.UsageError(f"{option} applies to a position, not to the picture {what}")
        return NAMED_PICTURES[what]()
    fen = _parse_position(what)
    return _draw_think_move_board(fen, think, arrows or "", flip) if think else _draw_board(fen, arrows or "", flip)


def _png(svg: str) -> bytes:
    from modern.pictures.png import png_of  # imported here because an SVG does not need it

    return png_of(svg)


def _parse_position(what: str) -> str:
    from modern.pictures.diagrams import NAMED_PICTURES
    from modern.rules import Position
    from modern.rules.errors import FenError, quoted
    from modern.rules.fen import INITIAL_FEN

    if what == "startpos":
        return INITIAL_FEN
    if "/" not in what:
        raise click.UsageError(
            f"{quoted(what)} is not a picture; expected {', '.join(NAMED_PICTURES)}, startpos or a FEN"
        )
    try:
        return Position.from_fen(what).fen()
    except FenError as error:
        raise click.ClickException(str(error)) from None


def _parse_arrows(text: str) -> list[Arrow]:
    from modern.pictures.arrows import ArrowError, parse_arrows

    try:
        return parse_arrows(text)
    except ArrowError as error:
        raise click.UsageError(str(error)) from None


def _draw_board(fen: str, arrows: str, flip: bool) -> str:
    from modern.pictures.board import board_picture

    return board_picture(fen, _parse_arrows(arrows), white_at_bottom=not flip)


def _draw_think_move_board(fen: str, side: str, arrows: str, flip: bool) -> str:
    from historic.position.state import State, StateFenError
    from modern.pictures.heat import heat_map

    try:
        return heat_map(State.from_fen(fen), side, not flip, _parse_arrows(arrows))
    except StateFenError as error:
        raise click.ClickException(str(error)) from None
