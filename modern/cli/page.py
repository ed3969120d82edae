"""`gosub page`: a game as a page, to step through it and see what the program of 1994 sees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from historic.shell import INTERRUPTED
from modern.cli.figure import SECONDS_OR_NONE
from modern.cli.files import DASH, FILE_OR_DASH, check_apart

if TYPE_CHECKING:
    from modern.pictures.page.told import Told

#: Of a file of games, in bytes.
LARGEST = 200_000_000
#: How long the engine of today thinks about a position, in seconds.
SECONDS = 0.5


@click.command(short_help="Make a page of a game, to step through it.")
@click.argument("pgn", metavar="GAME.pgn", type=FILE_OR_DASH)
@click.option("--html", metavar="FILE", required=True, type=FILE_OR_DASH, help="Write the page; - is standard output.")
@click.option(
    "--analyse",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_OR_NONE,
    default=SECONDS,
    show_default=True,
    help="How long the engine of today thinks about a position; 0 leaves it out.",
)
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True, help=READING_HELP)
@click.option(
    "--game",
    "number",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Which game of the file.",
)
def page(pgn: Path, html: Path, seconds: float, reading: str, number: int) -> None:
    """Make one HTML file of a game: the board, and what the program of 1994 sees at each ply.

    It opens from disk in any browser, and fetches nothing. GAME.pgn may be - for standard input.
    """
    from historic.shell import check_can_write
    from modern.cli.output import write
    from modern.pictures.page.told import NoGame, game_of_pgn

    check_apart([("GAME.pgn", None if pgn == DASH else pgn), ("--html", None if html == DASH else html)])
    if html != DASH:
        check_can_write(html)
    with click.open_file(str(pgn), "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise click.ClickException(f"{pgn} is too large: at most {LARGEST // 1_000_000} MB of games were expected")
    try:
        told = game_of_pgn(content, number)
    except NoGame as error:
        raise click.ClickException(f"{'standard input' if pgn == DASH else pgn}: {error}") from None
    text = page_text(told, reading, seconds)
    write(html, text)
    if html != DASH:
        click.echo(described(html, len(told.game.moves), text))


def page_text(told: Told, reading: str, seconds: float) -> str:
    """The page of a game; a bar shows how far it is. Ctrl-C ends the command: nothing is to be written."""
    from modern.cli.output import progress
    from modern.pictures.page.data import positions
    from modern.pictures.page.page import page

    try:
        with progress(positions(told, reading, seconds), "thinking", len(told.game.moves) + 1) as passing:
            return page(told, list(passing), reading, seconds)
    except KeyboardInterrupt:
        click.echo("interrupted: nothing has been written", err=True)
        click.get_current_context().exit(INTERRUPTED)


def described(html: Path, plies: int, text: str) -> str:
    """What has been written."""
    return f"{html}: {'1 ply' if plies == 1 else f'{plies} plies'}, {len(text.encode()) / 1000:.0f} kB"
