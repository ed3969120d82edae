"""`gosub picture`: a position, or a diagram of the report, as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.files import DASH, FILE_OR_DASH, check_output_files

if TYPE_CHECKING:
    from chess.svg import Arrow

#: In pixels: less shows nothing, and more takes much memory.
WIDTH_RANGE = click.IntRange(32, 4096)


def _named_pictures(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """What a shell may complete."""
    from modern.pictures.diagrams import NAMED_PICTURES

    return [name for name in (*NAMED_PICTURES, "startpos") if name.startswith(incomplete)]


@click.command(short_help="Draw a position, or a diagram of the report.")
@click.argument("what", metavar="WHAT", shell_complete=_named_pictures)
@click.option("--svg", "svg_file", metavar="FILE", type=FILE_OR_DASH, help="Write it as SVG; - is standard output.")
@click.option("--png", "png_file", metavar="FILE", type=FILE_OR_DASH, help="Write it as PNG; - is standard output.")
@click.option("--arrows", metavar="MOVES", help="Arrows, and circles: 'e2e4 g8f6:red d4'.")
@click.option("--think", type=click.Choice(["white", "black"]), help="Lay this side's think move board over it.")
@click.option("--flip", is_flag=True, help="Show it from Black's side.")
@click.option("--size", metavar="PIXELS", type=WIDTH_RANGE, help="Its width in pixels.  [as the picture has it]")
def picture(
    what: str,
    svg_file: Path | None,
    png_file: Path | None,
    arrows: str | None,
    think: str | None,
    flip: bool,
    size: int | None,
) -> None:
    """Draw WHAT: a position, as a FEN or startpos, or one of these pictures by its name.

    \b
    title        what the program of 1994 shows when it begins
    diagram-2-1  its board of 12 x 12, with the number of each square
    diagram-2-3  its sixteen directions
    diagram-2-4  White's first think move board
    diagram-2-5  the board of letters, as it prints it

    Arrows may be green, red, blue or yellow.
    """
    from modern.cli.output import write
    from modern.pictures.svg import scaled_to_width

    if svg_file is None and png_file is None:
        raise click.UsageError("a file is missing: --svg FILE, --png FILE or both are needed")
    check_output_files([("--svg", svg_file), ("--png", png_file)])
    if png_file == DASH and sys.stdout.isatty():
        raise click.UsageError("a terminal shows no PNG: a file was expected, or something that reads standard output")
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
                raise click.UsageError(f"{option} goes with a position, not with the picture {what}")
        return NAMED_PICTURES[what]()
    fen = _parse_position(what)
    return _draw_think_move_board(fen, think, arrows or "", flip) if think else _draw_board(fen, arrows or "", flip)


def _png(svg: str) -> bytes:
    from modern.pictures.png import png_of  # an SVG alone needs none of it

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
            f"{quoted(what)} is no picture: {', '.join(NAMED_PICTURES)}, startpos or a FEN was expected"
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
    from historic.state import State, StateFenError
    from modern.pictures.heat import heat_map

    try:
        return heat_map(State.from_fen(fen), side, not flip, _parse_arrows(arrows))
    except StateFenError as error:
        raise click.ClickException(str(error)) from None
