"""The result of `gosub match`: a progress display, tables and JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from modern.build import build_mode
from modern.cli.match.options import MatchOptions
from modern.cli.output import console, cursor_restored_on_suspend, new_table, print_table
from modern.match.match import Match
from modern.match.standing import DRAWN, FIRST, SECOND, Standing
from modern.match.statistics import Sprt


@contextmanager
def progress(options: MatchOptions, match: Match) -> Iterator[Callable[[], None]]:
    """Shows the standing on standard error, if that is a terminal. Yields a function to call after each game."""
    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda: None
        return
    bar = Progress(
        *(TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn()),
        console=errors,
    )
    task = bar.add_task("", total=options.games, completed=match.earlier_games)

    def render() -> RenderableType:
        if not match.standing.games:
            return bar
        return Group(bar, _players_table(match.standing), *_summary_lines(options, match))

    with (
        Live(render(), console=errors, transient=True, refresh_per_second=4) as live,
        cursor_restored_on_suspend(errors),
    ):

        def show() -> None:
            bar.update(task, completed=match.standing.games)
            live.update(render())

        yield show


# The final result.


def print_result(options: MatchOptions, match: Match, seconds: float, to_stderr: bool) -> None:
    """Prints the result; `seconds` is the time that the match took."""
    out = console(to_stderr)
    standing = match.standing
    if standing.games:
        print_table(out, _players_table(standing))
        click.echo(err=out.stderr)
        print_table(out, _endings_table(standing))
        click.echo(err=out.stderr)
        for line in _summary_lines(options, match):
            click.echo(line, err=out.stderr)
    games = "1 game" if standing.games == 1 else f"{standing.games} games"
    earlier = f"{match.earlier_games} played earlier, " if match.earlier_games else ""
    processes = "1 process" if options.jobs == 1 else f"{options.jobs} processes"
    details = f"{options.pace}, {options.openings_name}, {earlier}{seconds:.1f} s, {build_mode()}, {processes}"
    click.echo(f"{games} played ({details})", err=out.stderr)


def _players_table(standing: Standing) -> Table:
    rows = new_table("", "player", ">points", ">won", ">drawn", ">lost", ">seconds per move")
    points = (standing.points, standing.games - standing.points)
    both = zip("AB", standing.names, points, (FIRST, SECOND), (SECOND, FIRST), strict=True)
    for letter, name, score, player, opponent in both:
        won, drawn, lost = (str(standing.results[winner]) for winner in (player, DRAWN, opponent))
        seconds = standing.seconds_per_move(player)
        rows.add_row(letter, name, f"{score:g}", won, drawn, lost, "-" if seconds is None else f"{seconds:.3f}")
    return rows


def _endings_table(standing: Standing) -> Table:
    rows = new_table("ended by", ">A wins", ">B wins", ">drawn")
    for reason in sorted({reason for reason, _ in standing.endings}):
        rows.add_row(reason, *(str(standing.endings[reason, winner] or "-") for winner in (FIRST, SECOND, DRAWN)))
    return rows


def _summary_lines(options: MatchOptions, match: Match) -> list[str]:
    """Returns lines with Elo, the likelihood of superiority, the pairs, and the SPRT if there is one."""
    standing = match.standing
    strength = standing.strength
    if strength is None:
        lines = ["Elo: unknown without a pair of games"]
    else:
        pairs = "1 pair" if sum(standing.pairs) == 1 else f"{sum(standing.pairs)} pairs"
        spread = " ".join(map(str, standing.pairs))
        lines = [
            f"Elo of A: {_elo(strength.elo, strength.low, strength.high)} with 95 % confidence",
            f"likelihood that A is stronger: {100 * strength.superiority:.1f} %",
            f"{pairs} of games, with 0, 1/2, 1, 1 1/2 and 2 points: {spread}",
        ]
    if options.sprt:
        lines.append(_sprt_line(options.sprt, match))
    return lines


def _elo(elo: float, low: float, high: float) -> str:
    if math.isfinite(low) and math.isfinite(high):
        return f"{elo:+.1f} +- {(high - low) / 2:.1f}"
    if math.isfinite(low):
        return f"more than {low:+.1f}"
    return f"less than {high:+.1f}" if math.isfinite(high) else "unbounded"


def _sprt_line(sprt: Sprt, match: Match) -> str:
    low, high = sprt.bounds
    verdict = {
        None: "undecided",
        True: f"{sprt.elo1:+g} is accepted",
        False: f"{sprt.elo0:+g} is accepted",
    }[match.sprt_verdict]
    llr = sprt.llr(match.standing.pairs)
    return f"SPRT of {sprt.elo0:+g} against {sprt.elo1:+g}: LLR {llr:+.2f} in {low:+.2f} to {high:+.2f}, {verdict}"


def figures(options: MatchOptions, match: Match) -> dict[str, Any]:
    """Returns the result for --json."""
    standing = match.standing
    strength = standing.strength
    result: dict[str, Any] = {
        **options.identity(),
        "names": list(standing.names),
        "complete": match.complete,
        "games": standing.games,
        "points": standing.points,
        "won": standing.results[FIRST],
        "drawn": standing.results[DRAWN],
        "lost": standing.results[SECOND],
        "pairs": standing.pairs,
        "elo": _finite(strength.elo) if strength else None,
        "elo_low": _finite(strength.low) if strength else None,
        "elo_high": _finite(strength.high) if strength else None,
        "superiority": strength.superiority if strength else None,
        "sprt": None,
        "endings": _endings_by_reason(standing),
        "seconds_a_move": [standing.seconds_per_move(player) for player in (FIRST, SECOND)],
    }
    if options.sprt:
        low, high = options.sprt.bounds
        result["sprt"] = {
            "elo0": options.sprt.elo0,
            "elo1": options.sprt.elo1,
            "llr": options.sprt.llr(standing.pairs),
            "low": low,
            "high": high,
            "accepted": {None: None, True: "elo1", False: "elo0"}[match.sprt_verdict],
        }
    return result


def _endings_by_reason(standing: Standing) -> dict[str, dict[str, int]]:
    by_reason: dict[str, dict[str, int]] = {}
    for (reason, winner), count in sorted(standing.endings.items()):
        by_reason.setdefault(reason, {})[winner] = count
    return by_reason


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
