"""`gosub picture`: draws a position or a diagram of the report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from historic.position.state import State, StateFenError
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import FILE_OR_DASH, POSITION, START_POSITION, Choice, WholeNumberRange, check_files
from modern.cli.output import console, write
from modern.cli.play.board import board_style, board_text
from modern.cli.shell import DASH, Command, echo
from modern.cli.typed_game import pgn_place, typed_game, usage_errors
from modern.pictures.svg import scaled_to_width
from modern.rules import MoveError, Position
from modern.rules.typed_move import parse_typed_move

with lazily():
    from modern.cli import names
    from modern.pictures import arrows, board, diagrams, heat, png

if TYPE_CHECKING:
    from chess.svg import Arrow

#: The widths allowed, in pixels. A smaller picture is unreadable, and a larger one needs much memory.
WIDTH_RANGE = WholeNumberRange(32, 4096)


def _named_pictures(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completes the names of pictures and positions in the shell."""
    pictures = [CompletionItem(name) for name in diagrams.NAMED_PICTURES if name.startswith(incomplete)]
    return pictures + POSITION.shell_complete(ctx, param, incomplete)


@click.command(cls=Command)
@click.argument("what", metavar="[WHAT]", default=START_POSITION, shell_complete=_named_pictures)
@click.option("--svg", "svg_file", metavar="FILE", type=FILE_OR_DASH, help="Write an SVG; - is standard output.")
@click.option("--png", "png_file", metavar="FILE", type=FILE_OR_DASH, help="Write a PNG; - is standard output.")
@click.option("--arrows", metavar="MOVES", help="Draw arrows and circles: 'e2e4 g8f6:red Nc3 d4'.")
@click.option("--think", type=Choice(["white", "black"]), help="Show this side's think move board.")
@click.option("--flip", is_flag=True, help="Show the board from Black's side.")
@click.option("--size", metavar="PIXELS", type=WIDTH_RANGE, help="The width in pixels.  [default: the picture's own]")
@click.pass_context
def picture(
    ctx: click.Context,
    what: str,
    svg_file: Path | None,
    png_file: Path | None,
    arrows: str | None,
    think: str | None,
    flip: bool,
    size: int | None,
) -> None:
    """Draw WHAT: a position (startpos, a FEN or an EPD, or GAME.pgn:PLY), or a picture of the report.

    The pictures are title (the 1994 program's title picture), diagram-2-1 (its 12x12 board with the number of each
    square), diagram-2-3 (its sixteen directions), diagram-2-4 (White's think move board at the start of the game) and
    diagram-2-5 (its board of letters).

    Without --svg or --png, a position is printed as a board in the terminal. Arrows and circles are green; add :red,
    :blue or :yellow for another colour.
    """
    check_combination(ctx)
    if svg_file is None and png_file is None:
        _print_board(what, flip)
        return
    check_files()
    if png_file == DASH and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show a PNG; expected a file, or standard output to a file or pipe")
    svg = _draw(what, arrows, think, flip)
    if size:
        svg = scaled_to_width(svg, size)
    drawn = _png_of(svg) if png_file else b""
    if svg_file:
        write(svg_file, svg)
    if png_file:
        write(png_file, drawn)


def _png_of(svg: str) -> bytes:
    try:
        return png.png_of(svg)
    except ImportError as error:  # a library of the system is missing: Windows' loader says no more than that
        raise click.ClickException(f"a PNG cannot be drawn here, an SVG can: {error}") from None


def _draw(what: str, arrows: str | None, think: str | None, flip: bool) -> str:
    if what in diagrams.NAMED_PICTURES:
        for option, given in (("--arrows", arrows is not None), ("--think", think), ("--flip", flip)):
            if given:
                raise click.UsageError(f"{option} applies to a position, not to the picture {what}")
        return diagrams.NAMED_PICTURES[what]()
    position = _parse_position(what)
    drawn = _parse_arrows(arrows or "", position)
    return _draw_think_move_board(position, think, drawn, flip) if think else _draw_board(position, drawn, flip)


def _print_board(what: str, flip: bool) -> None:
    """Prints a position as `gosub play` does. Raises UsageError for a picture, which only a file shows."""
    if what in diagrams.NAMED_PICTURES:
        raise click.UsageError("no file to write; expected --svg FILE, --png FILE or both")
    position = _parse_position(what)
    out = console()
    out.print(board_text(position, None, flip, board_style(out, diagram=False, ascii_pieces=False)))
    echo(f"{position.side.capitalize()} to move: {position.fen()}")


def _parse_position(what: str) -> Position:
    with usage_errors("WHAT"):
        if "/" not in what and what != START_POSITION and not pgn_place(what):
            expected = f"expected {', '.join(diagrams.NAMED_PICTURES)}, startpos, GAME.pgn:PLY or a FEN"
            raise names.bad_name("picture", what, diagrams.NAMED_PICTURES, expected)
        return typed_game(what).position


def _parse_arrows(text: str, position: Position) -> list[Arrow]:
    """Returns arrows and circles. A word that is neither may be a move in the position: `Nf3:red`."""
    drawn: list[Arrow] = []
    for word in text.split():
        try:
            drawn += arrows.parse_arrows(word)
        except arrows.ArrowError as error:
            move, colon, colour = word.partition(":")
            try:
                drawn += arrows.parse_arrows(f"{parse_typed_move(position, move)}{colon}{colour}")
            except (MoveError, arrows.ArrowError):
                raise click.UsageError(str(error)) from None
    return drawn


def _draw_board(position: Position, arrows: list[Arrow], flip: bool) -> str:
    return board.board_picture(position.fen(), arrows, white_at_bottom=not flip)


def _draw_think_move_board(position: Position, side: str, arrows: list[Arrow], flip: bool) -> str:
    try:
        return heat.heat_map(State.from_fen(position.fen()), side, not flip, arrows)
    except StateFenError as error:
        raise click.BadParameter(str(error), param_hint="WHAT") from None
