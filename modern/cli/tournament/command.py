"""`gosub tournament`: games between many players, and their ratings."""

from __future__ import annotations

import json
import shlex
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from modern.cli.files import DASH
from modern.cli.match.game_options import with_file_options, with_game_options, with_job_option
from modern.cli.match.options import adjudication_of, check_files, openings_of, pace_of
from modern.cli.number_range import WholeNumberRange
from modern.cli.player_name import PLAYER
from modern.cli.shell import EXIT_INTERRUPTED
from modern.cli.tournament.options import anchor_of, check_workers, even_games, gauntlet_of, players_of
from modern.match.defaults import DEFAULT_GAMES, MAX_PAIRING_GAMES

if TYPE_CHECKING:
    from modern.match.record import PlayedGame
    from modern.match.tournament import Tournament

#: The key of the words on the command line in the metadata of the context.
WORDS: Final = "modern.cli.tournament.words"


class WordsCommand(click.Command):
    """A command that keeps the words it was called with."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps the words, and parses them."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)


@dataclass
class Output:
    """What is written at the end: the result as JSON, and a folder of pages with the games that were counted."""

    json_file: Path | None
    html: Path | None
    games: list[PlayedGame] = field(default_factory=list)

    def add(self, game: PlayedGame) -> None:
        """Keeps a game if there will be pages."""
        if self.html:
            self.games.append(game)


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
    from modern.match.journal import JournalError
    from modern.match.tournament import TournamentOptions, open_tournament

    players_of(players)
    check_workers(ctx)
    check_files(pgn, json_file, resume, openings)
    if html:
        from modern.match.pages import check_folder

        check_folder(html)
    options = TournamentOptions(
        players,
        games,
        pace_of(tc, seconds, depth, nodes),
        openings_of(openings, seed, games),
        gauntlet_of(players, gauntlet),
        adjudication_of(draw, resign),
        anchor_of(players, anchor),
        jobs,
        cluster,
    )
    output = Output(json_file, html)
    try:
        with open_tournament(options, pgn, resume, output.add) as opened:
            _play(ctx, opened, output)
    except JournalError as error:
        raise click.ClickException(str(error)) from None


def _play(ctx: click.Context, tournament: Tournament, output: Output) -> None:
    """Plays a tournament, and prints and writes its result, also if it is interrupted."""
    from modern.cli.tournament.result import print_result
    from modern.jobs.workers import INTERRUPTED

    start = time.perf_counter()
    failure = "" if tournament.complete else _run(tournament)
    tournament.count_remaining()
    if not tournament.games_counted and failure not in ("", INTERRUPTED):
        raise click.ClickException(failure)
    to_stderr = output.json_file == DASH
    print_result(tournament, time.perf_counter() - start, to_stderr)
    _write(tournament, output, bool(failure))
    going_on = _going_on(ctx, tournament)
    if failure == INTERRUPTED:
        click.echo(f"{failure}; {going_on}", err=to_stderr)
        ctx.exit(EXIT_INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}; {going_on}")


def _run(tournament: Tournament) -> str:
    """Plays the games, and shows the crosstable. Returns what stopped the tournament early, or an empty string."""
    from modern.cli.match.live_games import games_progress
    from modern.cli.tournament.result import crosstable_so_far
    from modern.jobs.workers import INTERRUPTED
    from modern.match.processes import EntrantOptionError, MatchError
    from modern.match.tournament import playing_tournament

    try:
        with (
            playing_tournament(tournament) as games,
            games_progress(tournament, lambda: [crosstable_so_far(tournament)]) as show,
        ):
            for _ in games:
                show()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (EntrantOptionError, MatchError) as error:
        return str(error)
    return ""


def _write(tournament: Tournament, output: Output, is_partial: bool) -> None:
    """Writes the JSON and the pages. The result of a part is printed (-), but replaces no file."""
    from modern.cli.output import write
    from modern.match.pages import write_pages
    from modern.match.tournament_result import tournament_json

    if output.json_file and not (is_partial and output.json_file != DASH):
        write(output.json_file, json.dumps(tournament_json(tournament), indent=1) + "\n")
    if output.html and not is_partial:
        write_pages(output.html, tournament, output.games)
        click.echo(f"pages: {output.html / 'index.html'}", err=output.json_file == DASH)


def _going_on(ctx: click.Context, tournament: Tournament) -> str:
    """Returns the command that goes on with an interrupted tournament, if it has a journal."""
    if tournament.journal is None:
        return "its games are not saved: --resume FILE saves them"
    return f"to go on: {ctx.command_path} {shlex.join(ctx.meta[WORDS])}"
