"""`gosub page`: makes an HTML page for stepping through a game and seeing what the program of 1994 sees."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from modern.cli.files import DASH, FILE_OR_DASH, check_distinct
from modern.cli.number_range import SECONDS_OR_ZERO, WholeNumberRange
from modern.cli.player_name import PLAYER
from modern.cli.shell import EXIT_INTERRUPTED
from modern.pictures.page import DEFAULT_ANALYST

if TYPE_CHECKING:
    from modern.pictures.page.page_game import PageGame

#: How long the analysing player thinks about each position, in seconds.
DEFAULT_SECONDS = 0.5


@click.command(short_help="Make an HTML page for stepping through a game.")
@click.argument("pgn", metavar="GAME.pgn", type=FILE_OR_DASH)
@click.option(
    "--html", metavar="FILE", required=True, type=FILE_OR_DASH, help="Write the page to FILE; - is standard output."
)
@click.option(
    "--analyse",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_OR_ZERO,
    default=DEFAULT_SECONDS,
    show_default=True,
    help="The time for the player to analyse each position; 0 for no analysis.",
)
@click.option(
    "--player",
    "analyst",
    type=PLAYER,
    default=DEFAULT_ANALYST,
    show_default=True,
    metavar="NAME",
    help="The player that analyses each position.",
)
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True, help=READING_HELP)
@click.option(
    "--game",
    "game_number",
    metavar="N",
    type=WholeNumberRange(1),
    default=1,
    show_default=True,
    help="The number of the game in the file.",
)
def page(pgn: Path, html: Path, seconds: float, analyst: str, reading: str, game_number: int) -> None:
    """Make an HTML page of a game: the board, and what the program of 1994 and another player see at each ply.

    The page is a single file. It opens from disk in any browser and loads nothing from the network. GAME.pgn may be -
    for standard input.
    """
    from modern.cli.output import write
    from modern.input_files import read_to_end
    from modern.output_files import check_writable
    from modern.pictures.page.page_game import PageGameError, game_from_pgn

    check_distinct([("GAME.pgn", None if pgn == DASH else pgn), ("--html", None if html == DASH else html)])
    if html != DASH:
        check_writable(html)
    with click.open_file(str(pgn), "rb") as file:
        content = read_to_end(file, pgn)
    try:
        page_game = game_from_pgn(content, game_number)
    except PageGameError as error:
        raise click.ClickException(f"{'standard input' if pgn == DASH else pgn}: {error}") from None
    text = page_text(page_game, reading, seconds, analyst)
    write(html, text)
    if html != DASH:
        click.echo(result_line(html, len(page_game.game.moves), text))


def page_text(page_game: PageGame, reading: str, seconds: float, analyst: str = DEFAULT_ANALYST) -> str:
    """Returns the page of a game, with a progress bar meanwhile. Ctrl-C exits the command before it writes any file."""
    from modern.cli.output import progress
    from modern.pictures.page.data import page_positions
    from modern.pictures.page.page import game_page
    from modern.players import PlayerError, player_named

    try:
        name = ""
        if analyst != DEFAULT_ANALYST:
            with closing(player_named(analyst)) as player:
                name = player.name
        positions = page_positions(page_game, reading, seconds, analyst)
        with progress(positions, "thinking", len(page_game.game.moves) + 1) as tracked:
            return game_page(page_game, list(tracked), reading, seconds, name)
    except PlayerError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        click.echo("interrupted: nothing has been written", err=True)
        click.get_current_context().exit(EXIT_INTERRUPTED)


def result_line(html: Path, plies: int, text: str) -> str:
    """Returns the line that reports the page written."""
    return f"{html}: {'1 ply' if plies == 1 else f'{plies} plies'}, {len(text.encode()) / 1000:.0f} kB"
