"""`gosub page`: a game as a page, to step through it and see what the program of 1994 sees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from historic.shell import EXIT_INTERRUPTED
from modern.cli.files import DASH, FILE_OR_DASH, check_distinct
from modern.cli.number_range import SECONDS_OR_ZERO

if TYPE_CHECKING:
    from modern.pictures.page.page_game import PageGame

#: Of a file of games, in bytes.
MAX_PGN_SIZE = 200_000_000
#: How long the engine of today thinks about a position, in seconds.
DEFAULT_SECONDS = 0.5


@click.command(short_help="Make a page of a game, to step through it.")
@click.argument("pgn", metavar="GAME.pgn", type=FILE_OR_DASH)
@click.option("--html", metavar="FILE", required=True, type=FILE_OR_DASH, help="Write the page; - is standard output.")
@click.option(
    "--analyse",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_OR_ZERO,
    default=DEFAULT_SECONDS,
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
def page(pgn: Path, html: Path, seconds: float, reading: str, game_number: int) -> None:
    """Make one HTML file of a game: the board, and what the program of 1994 sees at each ply.

    It opens from disk in any browser, and fetches nothing. GAME.pgn may be - for standard input.
    """
    from historic.shell import check_writable
    from modern.cli.output import write
    from modern.pictures.page.page_game import PageGameError, game_from_pgn

    check_distinct([("GAME.pgn", None if pgn == DASH else pgn), ("--html", None if html == DASH else html)])
    if html != DASH:
        check_writable(html)
    with click.open_file(str(pgn), "rb") as file:
        content = file.read(MAX_PGN_SIZE + 1)
    if len(content) > MAX_PGN_SIZE:
        raise click.ClickException(f"{pgn} is too large: at most {MAX_PGN_SIZE // 1_000_000} MB of games were expected")
    try:
        page_game = game_from_pgn(content, game_number)
    except PageGameError as error:
        raise click.ClickException(f"{'standard input' if pgn == DASH else pgn}: {error}") from None
    text = page_text(page_game, reading, seconds)
    write(html, text)
    if html != DASH:
        click.echo(result_line(html, len(page_game.game.moves), text))


def page_text(page_game: PageGame, reading: str, seconds: float) -> str:
    """The page of a game; a bar shows how far it is. Ctrl-C ends the command: nothing is to be written."""
    from modern.cli.output import progress
    from modern.pictures.page.data import page_positions
    from modern.pictures.page.page import game_page

    try:
        with progress(
            page_positions(page_game, reading, seconds), "thinking", len(page_game.game.moves) + 1
        ) as thinking:
            return game_page(page_game, list(thinking), reading, seconds)
    except KeyboardInterrupt:
        click.echo("interrupted: nothing has been written", err=True)
        click.get_current_context().exit(EXIT_INTERRUPTED)


def result_line(html: Path, plies: int, text: str) -> str:
    """What has been written."""
    return f"{html}: {'1 ply' if plies == 1 else f'{plies} plies'}, {len(text.encode()) / 1000:.0f} kB"
