"""What `gosub match` prints: the standing while it plays, and the result."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click
from rich.table import Table

from modern.build import build_mode
from modern.cli.match.live_games import games_progress
from modern.cli.output import console, new_table, print_table
from modern.cli.process_count import process_count
from modern.match.match import Match
from modern.match.options import MatchOptions
from modern.match.result import summary_lines
from modern.match.standing import DRAWN, FIRST, SECOND, Standing
from modern.rules.errors import printable

if TYPE_CHECKING:
    from modern.match.tournament import TournamentOptions


def progress(options: MatchOptions, match: Match) -> AbstractContextManager[Callable[[], None]]:
    """Shows the standing on standard error, if that is a terminal. Provides a function to call after each game."""
    return games_progress(match, lambda: [_players_table(options, match.standing), *summary_lines(match)])


# The final result.


def print_result(options: MatchOptions, match: Match, seconds: float, to_stderr: bool) -> None:
    """Prints the result; `seconds` is the time that the match took."""
    out = console(to_stderr)
    standing = match.standing
    if standing.games:
        print_table(out, _players_table(options, standing))
        click.echo(err=out.stderr)
        print_table(out, _endings_table(standing))
        click.echo(err=out.stderr)
        for line in summary_lines(match):
            click.echo(line, err=out.stderr)
    games = "1 game" if standing.games == 1 else f"{standing.games} games"
    how = how_played(options, match.earlier_games, seconds)
    click.echo(f"{games} played ({how})", err=out.stderr)


def how_played(
    options: MatchOptions | TournamentOptions, earlier_games: int, seconds: float, cluster: str | None = None
) -> str:
    """Returns how games were played, as phrases separated by commas. `seconds` is the time that this run took.

    `earlier_games` are those from a journal; `cluster` is the address of the cluster that played the others, if any.
    """
    phrases = [
        str(options.pace),
        options.openings.name,
        str(options.adjudication),
        f"{earlier_games} played earlier" if earlier_games else "",
        f"{seconds:.1f} s",
        build_mode(),
        cluster or process_count(options.jobs),
    ]
    return ", ".join(filter(None, phrases))


def _players_table(options: MatchOptions, standing: Standing) -> Table:
    table = new_table("", "player", ">points", ">won", ">drawn", ">lost", ">seconds per move")
    for letter, name, row in zip("AB", _names(options, standing), standing.table, strict=True):
        seconds = "-" if row.seconds_per_move is None else f"{row.seconds_per_move:.3f}"
        table.add_row(letter, name, f"{row.points:g}", str(row.won), str(row.drawn), str(row.lost), seconds)
    return table


def _names(options: MatchOptions, standing: Standing) -> list[str]:
    """Returns what the players call themselves; two of one program are named with their options, to tell them apart."""
    specs = options.first.spec, options.second.spec
    if specs[0].name == specs[1].name:
        return [printable(str(spec)) for spec in specs]
    return [row.name for row in standing.table]


def _endings_table(standing: Standing) -> Table:
    rows = new_table("ended by", ">A wins", ">B wins", ">drawn")
    for reason in sorted({reason for reason, _ in standing.endings}):
        rows.add_row(reason, *(str(standing.endings[reason, winner] or "-") for winner in (FIRST, SECOND, DRAWN)))
    return rows
