"""What a match comes to, as `gosub match` shows it: while it goes, in tables, and as JSON."""

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

from modern.build import build
from modern.cli.match_asked import Asked
from modern.cli.output import console, cursor_given_back, print_table, table
from modern.match.match import Match
from modern.match.standing import FIRST, NEITHER, SECOND, Standing
from modern.match.statistics import Sprt


@contextmanager
def progress(asked: Asked, going: Match) -> Iterator[Callable[[], None]]:
    """How it stands, on standard error while that is a terminal. What it gives is to be called after each game."""
    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda: None
        return
    bar = Progress(
        *(TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn()),
        console=errors,
    )
    task = bar.add_task("", total=asked.games, completed=going.before)

    def shown() -> RenderableType:
        if not going.standing.games:
            return bar
        return Group(bar, _players(going.standing), *_verdicts(asked, going))

    with Live(shown(), console=errors, transient=True, refresh_per_second=4) as live, cursor_given_back(errors):

        def show() -> None:
            bar.update(task, completed=going.standing.games)
            live.update(shown())

        yield show


# What came of it.


def print_found(asked: Asked, going: Match, seconds: float, to_stderr: bool) -> None:
    """Print what came of it; `seconds` is how long it took."""
    out = console(to_stderr)
    standing = going.standing
    if standing.games:
        print_table(out, _players(standing))
        click.echo(err=out.stderr)
        print_table(out, _endings(standing))
        click.echo(err=out.stderr)
        for line in _verdicts(asked, going):
            click.echo(line, err=out.stderr)
    games = "1 game" if standing.games == 1 else f"{standing.games} games"
    earlier = f"{going.before} played earlier, " if going.before else ""
    who = "1 process" if asked.jobs == 1 else f"{asked.jobs} processes"
    how = f"{asked.pace}, {asked.openings_named}, {earlier}{seconds:.1f} s, {build()}, {who}"
    click.echo(f"{games} played ({how})", err=out.stderr)


def _players(standing: Standing) -> Table:
    rows = table("", "player", ">points", ">won", ">drawn", ">lost", ">seconds a move")
    points = (standing.points, standing.games - standing.points)
    both = zip("AB", standing.names, points, (FIRST, SECOND), (SECOND, FIRST), strict=True)
    for letter, name, made, player, other in both:
        won, drawn, lost = (str(standing.won[who]) for who in (player, NEITHER, other))
        pace = standing.seconds_a_move(player)
        rows.add_row(letter, name, f"{made:g}", won, drawn, lost, "-" if pace is None else f"{pace:.3f}")
    return rows


def _endings(standing: Standing) -> Table:
    rows = table("ended by", ">A wins", ">B wins", ">drawn")
    for reason in sorted({reason for reason, _ in standing.endings}):
        rows.add_row(reason, *(str(standing.endings[reason, who] or "-") for who in (FIRST, SECOND, NEITHER)))
    return rows


def _verdicts(asked: Asked, going: Match) -> list[str]:
    """What the pairs say, a line each."""
    standing = going.standing
    found = standing.strength
    if found is None:
        lines = ["Elo: not told by less than two games of an opening"]
    else:
        pairs = "1 pair" if sum(standing.pairs) == 1 else f"{sum(standing.pairs)} pairs"
        spread = " ".join(map(str, standing.pairs))
        lines = [
            f"Elo of A: {_elo(found.elo, found.low, found.high)} with 95 % confidence",
            f"likelihood that A is stronger: {100 * found.superiority:.1f} %",
            f"{pairs} of games, with 0, 1/2, 1, 1 1/2 and 2 points: {spread}",
        ]
    if asked.sprt:
        lines.append(_test(asked.sprt, going))
    return lines


def _elo(elo: float, low: float, high: float) -> str:
    if math.isfinite(low) and math.isfinite(high):
        return f"{elo:+.1f} +- {(high - low) / 2:.1f}"
    if math.isfinite(low):
        return f"more than {low:+.1f}"
    return f"less than {high:+.1f}" if math.isfinite(high) else "anything"


def _test(sprt: Sprt, going: Match) -> str:
    low, high = sprt.bounds
    says = {
        None: "it wants more games",
        True: f"{sprt.elo1:+g} is accepted",
        False: f"{sprt.elo0:+g} is accepted",
    }[going.decided]
    ratio = sprt.ratio(going.standing.pairs)
    return f"SPRT of {sprt.elo0:+g} against {sprt.elo1:+g}: LLR {ratio:+.2f} in {low:+.2f} to {high:+.2f}, {says}"


def figures(asked: Asked, going: Match) -> dict[str, Any]:
    """What came of it, for --json."""
    standing = going.standing
    found = standing.strength
    told: dict[str, Any] = {
        **asked.described(),
        "names": list(standing.names),
        "complete": going.complete,
        "games": standing.games,
        "points": standing.points,
        "won": standing.won[FIRST],
        "drawn": standing.won[NEITHER],
        "lost": standing.won[SECOND],
        "pairs": standing.pairs,
        "elo": _finite(found.elo) if found else None,
        "elo_low": _finite(found.low) if found else None,
        "elo_high": _finite(found.high) if found else None,
        "superiority": found.superiority if found else None,
        "sprt": None,
        "endings": _endings_by_reason(standing),
        "seconds_a_move": [standing.seconds_a_move(player) for player in (FIRST, SECOND)],
    }
    if asked.sprt:
        low, high = asked.sprt.bounds
        told["sprt"] = {
            "elo0": asked.sprt.elo0,
            "elo1": asked.sprt.elo1,
            "llr": asked.sprt.ratio(standing.pairs),
            "low": low,
            "high": high,
            "accepted": {None: None, True: "elo1", False: "elo0"}[going.decided],
        }
    return told


def _endings_by_reason(standing: Standing) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (reason, winner), count in sorted(standing.endings.items()):
        told.setdefault(reason, {})[winner] = count
    return told


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
