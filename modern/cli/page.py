"""`gosub page`: makes an HTML page for stepping through a game and seeing what the 1994 program sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    FILE_FOLDER_OR_DASH,
    INPUT_FILE_OR_DASH,
    READING_OPTION,
    SECONDS_OR_ZERO,
    check_files,
    jobs_option,
    player_option,
)
from modern.cli.output import carry_out, exit_early, progress, progress_bar, write
from modern.cli.shell import DASH, Command, echo, reported
from modern.facts import counted
from modern.game.game import Game
from modern.input_files import read_to_end
from modern.output_files import check_writable
from modern.pages import DEFAULT_ANALYST
from modern.players import PlayerError, player_named
from modern.players.spec import is_outside

with lazily():
    from modern.cli import problems
    from modern.game import pgn_reading
    from modern.jobs import early_end, workers
    from modern.jobs import work as works
    from modern.pages import folder as pages
    from modern.pages import game_page, positions
    from modern.players import engine_process

#: How long the analysing player thinks about each position, in seconds.
DEFAULT_SECONDS = 0.5
#: A name with one of these endings is that of a page, not of a folder of pages.
PAGE_SUFFIXES = (".html", ".htm")


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
    default=DEFAULT_SECONDS,
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
def page(
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
    analyst = player or DEFAULT_ANALYST
    if pgn == DASH and html is None:
        raise click.UsageError("standard input has no name for the page; expected --html FILE")
    check_files()
    source = "standard input" if pgn == DASH else str(pgn)
    with click.open_file(str(pgn), "rb") as file:
        content = read_to_end(file, pgn)
    may_be_folder = game_number is None and (
        html is None or (html != DASH and html.suffix.lower() not in PAGE_SUFFIXES)
    )
    try:
        if may_be_folder and pgn_reading.has_several_games(pgn_reading.decode(content)):
            write_folder(
                pgn_reading.decode(content), source, html or _without_suffix(pgn), seconds, analyst, reading, jobs
            )
            return
        html = html or pgn.with_suffix(".html")
        if html != DASH:
            check_writable(html)
        game = pgn_reading.standard_game(content, game_number or 1)
    except pgn_reading.PgnError as error:
        raise click.ClickException(f"{source}: {error}") from None
    report = problems.ReadingReport(source)
    report.add_game(game_number or 1, game)
    write_page(game, html, reading, seconds, analyst)
    click.get_current_context().exit(report.exit_code)


def write_page(game: Game, html: Path, reading: str, seconds: float, analyst: str) -> None:
    """Writes the page of a game, and says where. Ctrl-C exits before the file is written. Raises ClickException."""
    text = page_text(game, reading, seconds, analyst)
    write(html, text)
    if html != DASH:
        echo(result_line(html, len(game.moves), text))


def _without_suffix(pgn: Path) -> Path:
    """Returns the folder for a file's pages: its name without the suffix, or with one if it has none."""
    return pgn.with_suffix("") if pgn.suffix else pgn.with_name(f"{pgn.name}-pages")


def write_folder(pgn: str, source: str, folder: Path, seconds: float, analyst: str, reading: str, jobs: int) -> None:
    """Writes a page for each game of a PGN, and the index. After Ctrl-C the index has the pages that are finished.

    Games that cannot be read are reported and named in the index, and the exit code is 1.
    """
    pages.check_pages_folder(folder, pages.GENERATOR, "pages of games")
    report = problems.ReadingReport(source)
    games, failed = [], []
    for number, game in enumerate(pgn_reading.every_game(pgn), 1):
        report.add_game(number, game)
        if game.error:
            failed.append(pgn_reading.error_text(game, number))
        else:
            games.append((number, game))
    report.print_count()
    page_of = partial(_numbered_page, reading, seconds, analyst, 0 if jobs > 1 else len(games) + len(failed))
    work = works.ListWork("making pages", page_of, games, in_order=True)
    written = pages.PagesFolder(folder)

    @contextmanager
    def writing() -> Iterator[Callable[[tuple[int, Game]], None]]:
        """Yields a function that writes the page of a game that is done; with several processes, shows a bar."""
        with progress_bar(work.title, work.left, shown=jobs > 1) as advance:

            def write_page(numbered: tuple[int, Game]) -> None:
                _, text = work.done.pop()  # the pages of many games would take much memory
                written.add(*numbered, text)
                advance("")

            yield write_page

    on_exit = engine_process.kill_all if is_outside(analyst) else None
    with reported(PlayerError):
        carry_out(work, jobs, display=writing, used=workers.local_workers(jobs, on_exit))
    written.write_index(f"{counted(len(written.games), 'game')} of {Path(source).name}", failed)
    echo(f"{written.index}: {len(written.games)} of {len(games) + len(failed)} games")
    exit_early(work.failure, ": the index has the games that are finished", err=True)
    click.get_current_context().exit(report.exit_code)


def page_text(game: Game, reading: str, seconds: float, analyst: str = DEFAULT_ANALYST) -> str:
    """Returns the page of a game, with a progress bar meanwhile. Ctrl-C exits the command before it writes any file."""
    with early_end.early_end() as end:
        text = _analysed_page(game, reading, seconds, analyst, "thinking")
    exit_early(end.failure, ": nothing has been written", err=True)
    return text


def _numbered_page(reading: str, seconds: float, analyst: str, count: int, numbered: tuple[int, Game]) -> str:
    """Returns the page of a game with its number. Shows the progress as that of one of `count` games, unless that is 0.

    Raises PlayerError.
    """
    number, game = numbered
    return _analysed_page(game, reading, seconds, analyst, f"game {number} of {count}", shown=count > 0)


def _analysed_page(game: Game, reading: str, seconds: float, analyst: str, description: str, shown: bool = True) -> str:
    """Returns the page of a game; `description` stands beside the progress bar. Raises ClickException."""
    name = ""
    with reported(PlayerError):
        if analyst != DEFAULT_ANALYST:
            with player_named(analyst) as player:
                name = player.name
        thoughts = positions.page_positions(game, reading, seconds, analyst)
        with progress(thoughts, description, len(game.moves) + 1, shown) as tracked:
            return game_page.game_page(game, list(tracked), reading, seconds, name)


def result_line(html: Path, plies: int, text: str) -> str:
    """Returns the line that reports the page written."""
    return f"{html}: {counted(plies, 'ply', 'plies')}, {len(text.encode()) / 1000:.0f} kB"
