"""`gosub page`: makes an HTML page for stepping through a game and seeing what the 1994 program sees."""

from __future__ import annotations

import io
from pathlib import Path

import click

from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    FILE_FOLDER_OR_DASH,
    INPUT_FILE_OR_DASH,
    READING_OPTION,
    SECONDS_IN_A_GAME,
    SECONDS_OR_ZERO,
    check_files,
    jobs_option,
    player_option,
)
from modern.cli.shell import DASH, Command, reported
from modern.input_files import read_to_end
from modern.pages import DEFAULT_ANALYST
from modern.players import PlayerError

with lazily():
    from modern.cli.analyse import analysing, writing


@click.command(cls=Command)
@click.argument("pgn", metavar="GAME.pgn", type=INPUT_FILE_OR_DASH)
@click.option(
    "--html",
    metavar="FILE",
    type=FILE_FOLDER_OR_DASH,
    help="Write the page to FILE; - is standard output. For several games, name a folder.  "
    "[default: GAME.html, or the folder GAME]",
)
@click.option(
    "--analyse",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_OR_ZERO,
    default=SECONDS_IN_A_GAME,
    show_default=True,
    help="How long the player thinks about each position; 0 for no analysis.",
)
@player_option("The player that analyses each position.  [default: modern]")
@READING_OPTION
@click.option(
    "--game",
    "game_number",
    metavar="N",
    type=AT_LEAST_1,
    help="Make the page of game N of the file.",
)
@jobs_option(1, "Number of games that are analysed in parallel.")
@click.pass_context
def page(
    ctx: click.Context,
    pgn: Path,
    html: Path | None,
    seconds: float,
    player: str | None,
    reading: str,
    game_number: int | None,
    jobs: int,
) -> None:
    """Make an HTML page to step through a game, with what the 1994 program and another player think at each ply.

    The page is a single file that opens in any browser and loads nothing from the network. - as GAME.pgn is standard
    input.

    A file of several games becomes a folder of pages with an index. For a single page, choose a game with --game, or
    let --html end in .html for the first.
    """
    if pgn == DASH and html is None:
        raise click.UsageError("standard input has no name for the page; expected --html FILE")
    check_files()
    if game_number is None and html and writing.is_page_name(html):
        game_number = 1
    name = analysing.file_name(pgn)
    with click.open_file(str(pgn), "rb") as file:
        games = analysing.games_in(io.BytesIO(read_to_end(file, pgn)), name, game_number)
    page_file = html or (pgn.with_suffix(".html") if games.count == 1 else _without_suffix(pgn))
    limits = analysing.time_limits(seconds)
    outputs = writing.Outputs(html=page_file)
    request = analysing.AnalysisRequest(
        player or DEFAULT_ANALYST, limits, outputs, reading, jobs, is_quiet=True, quicker="--analyse 0.05"
    )
    with reported(PlayerError):
        analysing.analyse_games(ctx, name, games, request)


def _without_suffix(pgn: Path) -> Path:
    """Returns the folder for a file's pages: its name without the suffix, or with one if it has none."""
    return pgn.with_suffix("") if pgn.suffix else pgn.with_name(f"{pgn.name}-pages")
