"""`gosub match`: games between two players, and the difference in strength that they imply."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.files import DASH, FILE_OR_DASH
from modern.cli.match.options import (
    DEFAULT_PLIES,
    DEFAULT_RISK,
    DEFAULT_SECONDS,
    DEFAULT_SEED,
    RANDOM_PREFIX,
    MatchOptions,
    OptionTexts,
    check_files,
    openings_of,
    options_of,
    pace_of,
    sprt_of,
)
from modern.cli.number_range import SECONDS_TO_THINK, NumberRange, WholeNumberRange
from modern.cli.player_name import PLAYER
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from modern.jobs.workers import ProcessPool
    from modern.match.games_file import GamesFile
    from modern.match.journal import MatchJournal
    from modern.match.match import Match

#: The default number of games, without an SPRT and with one.
DEFAULT_GAMES, MAX_SPRT_GAMES = 10, 100_000
#: The maximum of --games.
MAX_GAMES = 10**7

FILE = click.Path(path_type=Path)
RISK = NumberRange(min=0, min_open=True, max=0.5, max_open=True)
ELO = NumberRange(min=-1000, max=1000)


@click.command(short_help="Play a match between two players.")
@click.argument("a", type=PLAYER)
@click.argument("b", type=PLAYER)
@click.option(
    "--games",
    metavar="N",
    type=WholeNumberRange(1, MAX_GAMES),
    help=f"Number of games: even, or 1.  [default: {DEFAULT_GAMES}; with --sprt, {MAX_SPRT_GAMES}]",
)
@click.option("--tc", metavar="SECONDS+INCREMENT", help="Time control; 40/60+1 is 40 moves in 60 seconds.")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_TO_THINK,
    help=f"Time for each move; exceeding it does not lose.  [default: {DEFAULT_SECONDS}]",
)
@click.option("--depth", metavar="PLIES", type=WholeNumberRange(1, 100), help="Depth for each move.")
@click.option("--nodes", metavar="N", type=WholeNumberRange(1, 10**12), help="Nodes for each move.")
@click.option(
    "--openings",
    metavar="FILE.pgn|FILE.epd|random:PLIES",
    help=f"Openings of the games.  [default: {RANDOM_PREFIX}{DEFAULT_PLIES}]",
    default=None,
)
@click.option(
    "--seed", metavar="N", type=WholeNumberRange(min=0), help=f"Seed of the random openings.  [default: {DEFAULT_SEED}]"
)
@click.option("--a-option", "a_options", metavar="NAME=VALUE", multiple=True, help="Set an option of A.")
@click.option("--b-option", "b_options", metavar="NAME=VALUE", multiple=True, help="Set an option of B.")
@click.option(
    "--sprt",
    nargs=2,
    type=ELO,
    metavar="ELO0 ELO1",
    help="Stop as soon as an SPRT accepts that A is ELO0 or ELO1 stronger.",
)
@click.option("--alpha", metavar="RISK", type=RISK, help=f"Risk of accepting ELO1 wrongly.  [default: {DEFAULT_RISK}]")
@click.option("--beta", metavar="RISK", type=RISK, help=f"Risk of accepting ELO0 wrongly.  [default: {DEFAULT_RISK}]")
@click.option(
    "--jobs",
    metavar="N",
    type=WholeNumberRange(min=1),
    default=1,
    show_default=True,
    help="Number of games played in parallel. Leave it at 1 for games by time: parallel games share the processor.",
)
@click.option("--pgn", metavar="FILE", type=FILE, help="Write the games as they finish; overwrites the file.")
@click.option(
    "--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the result as JSON; - is standard output."
)
@click.option("--resume", metavar="FILE", type=FILE, help="Save progress in a file, or resume from it.")
@click.pass_context
def match(
    ctx: click.Context,
    a: str,
    b: str,
    games: int | None,
    tc: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    openings: str | None,
    seed: int | None,
    a_options: OptionTexts,
    b_options: OptionTexts,
    sprt: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    jobs: int,
    pgn: Path | None,
    json_file: Path | None,
    resume: Path | None,
) -> None:
    """Play a match between players A and B, and estimate the difference in strength.

    A player is modern, historic or an outside program: uci:COMMAND, xboard:COMMAND. Each opening is played twice, with
    colours reversed. A crash, an illegal move or a fallen flag loses the game, and the match continues.
    """
    check_files(pgn, json_file, resume, openings)
    games = games or (MAX_SPRT_GAMES if sprt else DEFAULT_GAMES)
    if games % 2 and games != 1:
        raise click.UsageError(f"--games {games} is odd; expected an even number, two games for each opening, or 1")
    from modern.match.games_file import GamesFile
    from modern.match.match import Entrant

    options = MatchOptions(
        Entrant(a, options_of(a_options, "--a-option")),
        Entrant(b, options_of(b_options, "--b-option")),
        games,
        pace_of(tc, seconds, depth, nodes),
        *openings_of(openings, seed, (games + 1) // 2),
        sprt_of(sprt, alpha, beta),
        jobs,
    )
    with ExitStack() as files:
        journal = files.enter_context(_journal(resume, options)) if resume else None
        _play(ctx, options, journal, files.enter_context(GamesFile(pgn, options.pace)), json_file)


def _journal(path: Path, options: MatchOptions) -> MatchJournal:
    from modern.match.journal import JournalError, MatchJournal

    try:
        return MatchJournal(path, options.identity())
    except JournalError as error:
        raise click.ClickException(str(error)) from None


def _play(
    ctx: click.Context, options: MatchOptions, journal: MatchJournal | None, games: GamesFile, json_file: Path | None
) -> None:
    from modern.cli.match.result import figures, print_result
    from modern.cli.output import write
    from modern.match.match import Match, Pairing

    pairing = Pairing(options.first, options.second, options.openings, options.pace)
    match = Match(pairing, options.games, options.sprt, journal, games.add)
    start = time.perf_counter()
    failure = "" if match.complete else _run_match(options, match)
    if not match.complete:
        match.count_remaining()
    if not match.standing.games and failure not in ("", "interrupted"):
        raise click.ClickException(failure)
    print_result(options, match, time.perf_counter() - start, to_stderr=json_file == DASH)
    if json_file and not (failure and json_file != DASH):
        write(json_file, json.dumps(figures(options, match), indent=1) + "\n")
    resume_hint = f": the same command resumes from {journal.path}" if journal else ""
    if failure == "interrupted":
        click.echo(f"interrupted{resume_hint}", err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{resume_hint}")


def _run_match(options: MatchOptions, match: Match) -> str:
    """Plays the match. Returns what interrupted it, or an empty string."""
    from concurrent.futures import BrokenExecutor

    from modern.cli.match.result import progress
    from modern.jobs.workers import terminated_on_error
    from modern.match.journal import JournalError
    from modern.match.openings import OpeningError
    from modern.players import PlayerError

    try:
        with terminated_on_error(_processes(options)) as executor:
            _check_players(options, executor)
            with progress(options, match) as show:
                for _ in match.run(executor, options.jobs):
                    show()
            if match.sprt_verdict is not None:
                executor.stop()  # the remaining games do not count
    except KeyboardInterrupt:
        return "interrupted"
    except BrokenExecutor:
        return "a process that was playing a game has ended"
    except (JournalError, OpeningError, PlayerError) as error:
        return str(error)
    except OSError as error:
        return f"{error.filename} cannot be written: {error.strerror}"
    return ""


def _processes(options: MatchOptions) -> ProcessPool:
    """Returns the pool of processes that play. Even a single game runs in one, so that Ctrl-C takes effect here."""
    from modern.jobs.workers import ProcessPool

    if ":" in options.first.player_name + options.second.player_name:
        from modern.players.engine_process import kill_all

        return ProcessPool(options.jobs, kill_all)
    return ProcessPool(options.jobs)


def _check_players(options: MatchOptions, executor: Executor) -> None:
    """Makes each player once before the first game. Raises PlayerError, and BadParameter for its options."""
    from modern.match.match import name_of
    from modern.players import OptionError

    for entrant, flag in ((options.first, "--a-option"), (options.second, "--b-option")):
        try:
            executor.submit(name_of, entrant).result()
        except OptionError as error:
            raise click.BadParameter(str(error), param_hint=flag) from None
