"""`gosub match`: games between two players, and the difference in strength that they imply."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from modern.cli.files import DASH
from modern.cli.match.game_options import with_file_options, with_game_options, with_job_option
from modern.cli.match.options import (
    OptionTexts,
    adjudication_of,
    check_files,
    games_of,
    openings_of,
    options_of,
    pace_of,
    sprt_of,
)
from modern.cli.number_range import NumberRange, WholeNumberRange
from modern.cli.player_name import PLAYER
from modern.cli.shell import EXIT_INTERRUPTED
from modern.match.defaults import DEFAULT_GAMES, DEFAULT_RISK, MAX_GAMES, MAX_SPRT_GAMES

if TYPE_CHECKING:
    from modern.match.match import Match
    from modern.match.options import MatchOptions

#: The options that set an option of A and of B, and what a match that Ctrl-C has stopped prints.
OPTION_FLAGS: Final = ("--a-option", "--b-option")

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
@with_game_options
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
@with_job_option
@with_file_options
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
    draw: tuple[int, int, int] | None,
    resign: tuple[int, int] | None,
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

    A player is one that `gosub players` lists, or an outside program: uci:COMMAND, xboard:COMMAND. Options may follow
    its name: 'modern[UCI_Elo=1500]'. Each opening is played twice, with colours reversed. A crash, an illegal move or a
    fallen flag loses the game, and the match continues.
    """
    check_files(pgn, json_file, resume, openings)
    games = games_of(games, with_sprt=sprt is not None)
    from modern.match.fixture import Entrant
    from modern.match.journal import JournalError
    from modern.match.options import MatchOptions
    from modern.match.play import open_match

    options = MatchOptions(
        Entrant(a, options_of(a_options, OPTION_FLAGS[0])),
        Entrant(b, options_of(b_options, OPTION_FLAGS[1])),
        games,
        pace_of(tc, seconds, depth, nodes),
        openings_of(openings, seed, games),
        sprt_of(sprt, alpha, beta),
        jobs,
        adjudication_of(draw, resign),
    )
    try:
        with open_match(options, pgn, resume) as opened:
            _play(ctx, options, opened, json_file)
    except JournalError as error:
        raise click.ClickException(str(error)) from None


def _play(ctx: click.Context, options: MatchOptions, match: Match, json_file: Path | None) -> None:
    """Plays a match and prints its result, also if it is interrupted."""
    from modern.cli.match.result import print_result
    from modern.cli.output import write
    from modern.jobs.workers import INTERRUPTED
    from modern.match.result import result_json

    start = time.perf_counter()
    failure = "" if match.complete else _run(options, match)
    match.count_remaining()
    if not match.standing.games and failure not in ("", INTERRUPTED):
        raise click.ClickException(failure)
    print_result(options, match, time.perf_counter() - start, to_stderr=json_file == DASH)
    if json_file and not (failure and json_file != DASH):
        write(json_file, json.dumps(result_json(options, match), indent=1) + "\n")
    resume_hint = f": the same command resumes from {match.journal.path}" if match.journal else ""
    if failure == INTERRUPTED:
        click.echo(f"{failure}{resume_hint}", err=json_file == DASH)
        ctx.exit(EXIT_INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{resume_hint}")


def _run(options: MatchOptions, match: Match) -> str:
    """Plays the games, and shows the standing. Returns what stopped the match early, or an empty string."""
    from modern.cli.match.result import progress
    from modern.jobs.workers import INTERRUPTED
    from modern.match.play import playing
    from modern.match.processes import EntrantOptionError, MatchError

    try:
        with playing(options, match) as games, progress(options, match) as show:
            for _ in games:
                show()
    except KeyboardInterrupt:
        return INTERRUPTED
    except EntrantOptionError as error:
        raise click.BadParameter(str(error), param_hint=OPTION_FLAGS[error.number]) from None
    except MatchError as error:
        return str(error)
    return ""
