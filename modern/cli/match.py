"""`gosub match`: games between two players, and what they say of their strength."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.shell import INTERRUPTED
from modern.cli.figure import SECONDS_TO_THINK, Figure
from modern.cli.files import DASH, FILE_OR_DASH
from modern.cli.match_asked import (
    PLIES,
    RANDOM,
    RISK,
    SECONDS,
    SEED,
    Asked,
    Options,
    check_files,
    openings_of,
    options_of,
    pace_of,
    sprt_of,
)
from modern.cli.player_name import PLAYER

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from modern.match.games_file import GamesFile
    from modern.match.journal import Journal
    from modern.match.match import Match
    from modern.workers import Processes

#: How many games are played where nobody says, and how many where a test is to end it.
GAMES, GAMES_OF_A_TEST = 10, 100_000
#: More than anybody waits for.
MOST = 10**7

FILE = click.Path(path_type=Path)
RISKS = Figure(min=0, min_open=True, max=0.5, max_open=True)
ELO = Figure(min=-1000, max=1000)


@click.command(short_help="Let two players play a match.")
@click.argument("a", type=PLAYER)
@click.argument("b", type=PLAYER)
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, MOST),
    help=f"How many: 1, or an even number, two of each opening.  [{GAMES}; with --sprt, {GAMES_OF_A_TEST} at most]",
)
@click.option("--tc", metavar="SECONDS+INCREMENT", help="Play by a clock; 40/60+1 is 40 moves in 60 seconds.")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_TO_THINK,
    help=f"How long, a move; nobody loses by it.  [{SECONDS}]",
)
@click.option("--depth", metavar="PLIES", type=click.IntRange(1, 100), help="How deep, a move.")
@click.option("--nodes", metavar="N", type=click.IntRange(1, 10**12), help="How many positions, a move.")
@click.option(
    "--openings", metavar="FILE.pgn|FILE.epd|random:PLIES", help=f"Where games begin.  [{RANDOM}{PLIES}]", default=None
)
@click.option("--seed", metavar="N", type=click.IntRange(min=0), help=f"Of random openings.  [{SEED}]")
@click.option("--a-option", "a_options", metavar="NAME=VALUE", multiple=True, help="Set an option of A.")
@click.option("--b-option", "b_options", metavar="NAME=VALUE", multiple=True, help="Set an option of B.")
@click.option("--sprt", nargs=2, type=ELO, metavar="ELO0 ELO1", help="Play until a test knows how strong A is.")
@click.option("--alpha", metavar="RISK", type=RISKS, help=f"The risk of taking ELO0 for ELO1.  [{RISK}]")
@click.option("--beta", metavar="RISK", type=RISKS, help=f"The risk of taking ELO1 for ELO0.  [{RISK}]")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Games at a time. A match by time or a clock should not be shared: then leave it at 1.",
)
@click.option(
    "--pgn", metavar="FILE", type=FILE, help="Write the games, as they are done, into a new file or over an old one."
)
@click.option("--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the figures; - is standard output.")
@click.option("--resume", metavar="FILE", type=FILE, help="Note what is done in a file, and go on from there.")
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
    a_options: Options,
    b_options: Options,
    sprt: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    jobs: int,
    pgn: Path | None,
    json_file: Path | None,
    resume: Path | None,
) -> None:
    """Let the players A and B play a match, and say what it tells of their strength.

    A player is one of our own (modern, historic), or a program outside: uci:COMMAND, xboard:COMMAND. Each opening is
    played twice, with colours swapped. A crash, an illegal move or a fallen flag loses the game, and the match goes on.
    """
    check_files(pgn, json_file, resume, openings)
    games = games or (GAMES_OF_A_TEST if sprt else GAMES)
    if games % 2 and games != 1:
        raise click.UsageError(f"--games is 1 or an even number, two games of each opening, not {games}")
    from modern.match.games_file import GamesFile
    from modern.match.match import Entrant

    asked = Asked(
        Entrant(a, options_of(a_options, "--a-option")),
        Entrant(b, options_of(b_options, "--b-option")),
        games,
        pace_of(tc, seconds, depth, nodes),
        *openings_of(openings, seed, (games + 1) // 2),
        sprt_of(sprt, alpha, beta),
        jobs,
    )
    with ExitStack() as files:
        journal = files.enter_context(_journal(resume, asked)) if resume else None
        _play(ctx, asked, journal, files.enter_context(GamesFile(pgn, asked.pace)), json_file)


def _journal(path: Path, asked: Asked) -> Journal:
    from modern.match.journal import Journal, JournalError

    try:
        return Journal(path, asked.described())
    except JournalError as error:
        raise click.ClickException(str(error)) from None


def _play(ctx: click.Context, asked: Asked, journal: Journal | None, games: GamesFile, json_file: Path | None) -> None:
    from modern.cli.match_result import figures, print_found
    from modern.cli.output import write
    from modern.match.match import Match, Pairing

    pairing = Pairing(asked.first, asked.second, asked.openings, asked.pace)
    going = Match(pairing, asked.games, asked.sprt, journal, games.add)
    start = time.perf_counter()
    failure = "" if going.complete else _have_played(asked, going)
    if not going.complete:
        going.count_the_rest()
    if not going.standing.games and failure not in ("", "interrupted"):
        raise click.ClickException(failure)
    print_found(asked, going, time.perf_counter() - start, to_stderr=json_file == DASH)
    if json_file and not (failure and json_file != DASH):
        write(json_file, json.dumps(figures(asked, going), indent=1) + "\n")
    again = f": the same command goes on from {journal.path}" if journal else ""
    if failure == "interrupted":
        click.echo(f"interrupted{again}", err=json_file == DASH)
        ctx.exit(INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{again}")


def _have_played(asked: Asked, going: Match) -> str:
    """Have it played; returns what broke it off, or nothing."""
    from concurrent.futures import BrokenExecutor

    from modern.cli.match_result import progress
    from modern.match.journal import JournalError
    from modern.match.openings import OpeningError
    from modern.players import PlayerError
    from modern.workers import stopped_early

    try:
        with stopped_early(_processes(asked)) as executor:
            _check_players(asked, executor)
            with progress(asked, going) as show:
                for _ in going.run(executor, asked.jobs):
                    show()
            if going.decided is not None:
                executor.stop()  # nobody waits for games that do not count
    except KeyboardInterrupt:
        return "interrupted"
    except BrokenExecutor:
        return "a process that had games to play has ended"
    except (JournalError, OpeningError, PlayerError) as error:
        return str(error)
    except OSError as error:
        return f"{error.filename} cannot be written: {error.strerror}"
    return ""


def _processes(asked: Asked) -> Processes:
    """Processes to play in, be it one: whoever thinks there, Ctrl-C is heard here at once."""
    from modern.workers import Processes

    if ":" in asked.first.named + asked.second.named:
        from modern.players.program import kill_all

        return Processes(asked.jobs, kill_all)
    return Processes(asked.jobs)


def _check_players(asked: Asked, executor: Executor) -> None:
    """Say before any game that somebody cannot play, or cannot be set so. Raises PlayerError, and BadParameter."""
    from modern.match.match import name_of
    from modern.players import OptionError

    for entrant, flag in ((asked.first, "--a-option"), (asked.second, "--b-option")):
        try:
            executor.submit(name_of, entrant).result()
        except OptionError as error:
            raise click.BadParameter(str(error), param_hint=flag) from None
