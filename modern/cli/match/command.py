"""`gosub match`: two players, and how much stronger one is. `gosub tournament`: many players, and their ratings."""

from __future__ import annotations

import json
import shlex
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from modern.cli.match.options import (
    adjudication_of,
    anchor_of,
    check_files,
    check_workers,
    even_games,
    games_of,
    gauntlet_of,
    openings_of,
    options_of,
    players_of,
    sprt_of,
    time_setting_of,
    with_file_options,
    with_game_options,
    with_job_option,
)
from modern.cli.options import DASH, PLAYER, NumberRange, WholeNumberRange
from modern.cli.shell import EXIT_INTERRUPTED
from modern.match.defaults import DEFAULT_GAMES, DEFAULT_RISK, MAX_GAMES, MAX_PAIRING_GAMES, MAX_SPRT_GAMES

if TYPE_CHECKING:
    from modern.game.game import Game
    from modern.match.options import TournamentOptions
    from modern.match.schedule import ScheduledGame
    from modern.match.tournament import Tournament

#: The options that set an option of A and of B.
OPTION_FLAGS: Final = ("--a-option", "--b-option")
RISK: Final = NumberRange(min=0, min_open=True, max=0.5, max_open=True)
ELO: Final = NumberRange(min=-1000, max=1000)

#: The key of the words on the command line in the metadata of the context.
WORDS: Final = "modern.cli.match.words"


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
    a_options: tuple[str, ...],
    b_options: tuple[str, ...],
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
    from modern.match.options import MATCH, TournamentOptions

    player_options = tuple(map(options_of, (a_options, b_options), OPTION_FLAGS))
    options = TournamentOptions(
        (a, b),
        games,
        time_setting_of(tc, seconds, depth, nodes),
        openings_of(openings, seed, games),
        sprt=sprt_of(sprt, alpha, beta),
        adjudication=adjudication_of(draw, resign),
        jobs=jobs,
        player_options=player_options,
        task=MATCH,
    )
    _play(ctx, options, Output(pgn, json_file, resume))


class WordsCommand(click.Command):
    """A command that keeps the words it was called with."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps the words, and parses them."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)


@click.command(cls=WordsCommand, short_help="Play a tournament and rate its players.")
@click.argument("players", metavar="P1 P2 ...", type=PLAYER, nargs=-1, required=True)
@click.option(
    "--gauntlet", metavar="PLAYER", type=PLAYER, help="One player meets all others, which do not meet each other."
)
@click.option(
    "--games",
    metavar="N",
    type=WholeNumberRange(2, MAX_PAIRING_GAMES),
    default=DEFAULT_GAMES,
    show_default=True,
    callback=even_games,
    help="Number of games of each pairing: even.",
)
@with_game_options
@click.option("--anchor", metavar="PLAYER=ELO", help="Give a player this Elo.  [default: the average is 0]")
@with_job_option
@click.option("--dask", "cluster", metavar="ADDRESS", help="Play on a Dask cluster (extra `cluster`).")
@with_file_options
@click.option("--html", metavar="FOLDER", type=click.Path(path_type=Path), help="Write pages of the result and games.")
@click.pass_context
def tournament(
    ctx: click.Context,
    players: tuple[str, ...],
    gauntlet: str | None,
    games: int,
    tc: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    openings: str | None,
    seed: int | None,
    draw: tuple[int, int, int] | None,
    resign: tuple[int, int] | None,
    anchor: str | None,
    jobs: int,
    cluster: str | None,
    pgn: Path | None,
    json_file: Path | None,
    resume: Path | None,
    html: Path | None,
) -> None:
    """Play a tournament between players, all against all, and estimate their ratings.

    A player is named as in `gosub match`; its options follow in brackets: 'modern[UCI_Elo=1500]'. Each opening is
    played twice, with colours reversed. A crash, an illegal move or a fallen flag loses the game, and the play goes on.
    """
    from modern.match.options import TournamentOptions

    players_of(players)
    check_workers(ctx)
    check_files(pgn, json_file, resume, openings)
    if html:
        from modern.match.pages import check_folder

        check_folder(html)
    options = TournamentOptions(
        players,
        games,
        time_setting_of(tc, seconds, depth, nodes),
        openings_of(openings, seed, games),
        gauntlet_of(players, gauntlet),
        adjudication_of(draw, resign),
        anchor_of(players, anchor),
        jobs,
        cluster,
    )
    _play(ctx, options, Output(pgn, json_file, resume, html))


@dataclass
class Output:
    """The files to be written: games, result as JSON, journal, and a folder of pages with the games that count."""

    pgn: Path | None
    json_file: Path | None
    journal: Path | None
    html: Path | None = None
    games: dict[int, Game] = field(default_factory=dict)

    def add(self, scheduled: ScheduledGame, game: Game) -> None:
        """Keeps a game if there will be pages."""
        if self.html:
            self.games[scheduled.number] = game


def _play(ctx: click.Context, options: TournamentOptions, output: Output) -> None:
    """Plays a match or tournament, and prints and writes its result, also if it is interrupted."""
    from modern.cli.match.printing import print_result
    from modern.jobs.journal import JournalError
    from modern.jobs.workers import INTERRUPTED
    from modern.match.tournament import open_tournament

    to_stderr = output.json_file == DASH
    try:
        with open_tournament(options, output.pgn, output.journal, output.add) as opened:
            start = time.perf_counter()
            failure = "" if opened.complete else _run(opened)
            opened.count_remaining()
            if not opened.games_counted and failure not in ("", INTERRUPTED):
                raise click.ClickException(failure)
            print_result(opened, time.perf_counter() - start, to_stderr)
            _write(opened, output, bool(failure))
            hint = _how_to_resume(ctx, opened)
    except JournalError as error:
        raise click.ClickException(str(error)) from None
    if failure == INTERRUPTED:
        click.echo(f"{failure}{hint}", err=to_stderr)
        ctx.exit(EXIT_INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{hint}")


def _run(tournament: Tournament) -> str:
    """Plays the games, and shows the results so far. Returns what stopped the play early, or an empty string."""
    from modern.cli.match.printing import progress
    from modern.jobs.workers import INTERRUPTED
    from modern.match.tournament import MatchError, PlayerOptionError, playing

    try:
        with playing(tournament) as games, progress(tournament) as show:
            for _ in games:
                show()
    except KeyboardInterrupt:
        return INTERRUPTED
    except PlayerOptionError as error:
        raise click.BadParameter(str(error), param_hint=OPTION_FLAGS[error.number]) from None
    except MatchError as error:
        return str(error)
    return ""


def _write(tournament: Tournament, output: Output, is_partial: bool) -> None:
    """Writes the JSON and the pages. The result of a part is printed (-), but replaces no file."""
    from modern.cli.output import write
    from modern.match.result import result_json

    if output.json_file and not (is_partial and output.json_file != DASH):
        write(output.json_file, json.dumps(result_json(tournament), indent=1) + "\n")
    if output.html and not is_partial:
        from modern.match.pages import write_pages

        write_pages(output.html, tournament, output.games)
        click.echo(f"pages: {output.html / 'index.html'}", err=output.json_file == DASH)


def _how_to_resume(ctx: click.Context, tournament: Tournament) -> str:
    """Returns what is said after the reason of an interruption: how to go on, if there is a journal."""
    journal = tournament.journal
    if tournament.options.is_match:
        return f": the same command resumes from {journal.path}" if journal else ""
    if journal is None:
        return "; its games are not saved: --resume FILE saves them"
    return f"; to go on: {ctx.command_path} {shlex.join(ctx.meta[WORDS])}"
