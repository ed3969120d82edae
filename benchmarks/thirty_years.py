"""What did thirty years buy? Plays the program of 1994 against today's engine, and draws the result.

`python benchmarks/thirty_years.py play` plays the matches that docs/thirty-years.json does not have yet, and adds each
to the file when it is finished. `python benchmarks/thirty_years.py draw` makes the picture of docs/thirty-years.md and
prints its tables. Each match is `gosub match historic modern[Evaluation=hand]` with a limit, which only today's engine
obeys, because the program of 1994 always searches two plies.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from matches import match_json

from historic.study.sample_game import SAMPLE_GAME
from modern.cli.shell import run_and_exit
from modern.match.statistics import Z_95, mean_and_variance
from modern.rules import Position, perft

DOCS = Path(__file__).parent.parent / "docs"
DATA = DOCS / "thirty-years.json"
PICTURES = DOCS / "pictures"

#: The limits of today's engine for each move: nodes, and plies.
LIMITS: Final = {"nodes": (1, 2, 4, 8, 16, 32, 64, 128, 256, 512), "depth": (1, 2, 3, 4)}
#: The match in which today's engine has as long for a move as the program of 1994 takes.
EQUAL_TIME: Final = "equal time"
#: The curve that finds the level point is fitted to the matches from so many nodes on.
FIT_FROM: Final = 16
#: A 486 does in so many seconds what this machine does in one (docs/thirty-years.md says why), and the report's program
#: took two minutes for a move there.
SPEED_FACTOR: Final = 2000
SECONDS_1994: Final = 120.0


class Measured(NamedTuple):
    """The share of the points that today's engine scored at a limit, with its 95 % error; shares from 0 to 1.

    `value`    the limit of a move: nodes, plies or seconds.
    `seconds`  the average time of a move: of 1994, and of today.
    """

    value: float
    games: int
    share: float
    error: float
    seconds: tuple[float, float]


def measured(match: dict[str, Any]) -> Measured:
    """Returns what a match of `historic` against `modern` measured; `match` is the JSON of `gosub match`."""
    (value,) = match["pace"].values()
    mean, variance = mean_and_variance(match["pairs"])
    error = Z_95 * math.sqrt(variance / sum(match["pairs"]))
    historic, modern = match["seconds_a_move"]
    return Measured(value, match["games"], 1 - mean, error, (historic, modern))


def load() -> dict[str, dict[str, Any]]:
    """Returns the matches measured so far, as the JSON of `gosub match`, by step: `nodes 4`, `equal time`."""
    matches: dict[str, dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    return matches


def full_width_nodes() -> float:
    """Returns how many moves and replies there are in two plies, on average over the positions of the recorded game."""
    position, counts = Position(), []
    for move in SAMPLE_GAME:
        counts.append(perft(position, 1) + perft(position, 2))
        position.make(position.parse_uci(move))
    return statistics.fmean(counts)


def level_point(points: Sequence[Measured]) -> tuple[float, float, float]:
    """Returns the nodes at which the two are level, and the ends of the 95 % interval.

    A logistic curve in the logarithm of the nodes is fitted by least squares, weighted by the errors, to the points
    from FIT_FROM nodes on. With fewer, the draws that the program of 1994 does not avoid hold the curve up.
    """
    import numpy as np
    from scipy.optimize import curve_fit

    points = [point for point in points if point.value >= FIT_FROM]
    logs = np.log([point.value for point in points])
    shares = np.array([point.share for point in points])
    errors = np.array([point.error / Z_95 for point in points])

    def curve(log: Any, level: float, slope: float) -> Any:
        return 1 / (1 + np.exp(-slope * (log - level)))

    (level, _), covariance = curve_fit(curve, logs, shares, p0=(logs.mean(), 1.0), sigma=errors, absolute_sigma=True)
    error = Z_95 * math.sqrt(covariance[0][0])
    return math.exp(level), math.exp(level - error), math.exp(level + error)


def plot(points: Sequence[Measured], file: Path) -> None:
    """Draws the share of the points over the nodes, with 95 % errors and the level point."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "gosub", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        axes.set_xscale("log", base=2)
        level, low, high = level_point(points)
        axes.axhline(50, color="#888888", linewidth=0.8)
        axes.axvspan(low, high, color="#c0504d", alpha=0.15, linewidth=0)
        axes.axvline(level, color="#c0504d", linewidth=1)
        axes.errorbar(
            [point.value for point in points],
            [100 * point.share for point in points],
            yerr=[100 * point.error for point in points],
            fmt="o-",
            capsize=3,
            color="#1f5f8b",
        )
        axes.set_xticks([point.value for point in points], [f"{point.value:g}" for point in points])
        axes.minorticks_off()
        axes.set_ylim(-5, 105)
        axes.set_xlabel("nodes for each move of today's engine")
        axes.set_ylabel("points of today's engine, %")
        axes.set_title("Today's engine against the program of 1994", fontsize=11)
        figure.savefig(file, metadata={"Date": None, "Creator": None})


def rows(points: Sequence[Measured]) -> Iterator[str]:
    """Yields the rows of a Markdown table: limit, games, share of the points, and milliseconds a move of each."""
    for point in points:
        share = f"{100 * point.share:.0f} +- {100 * point.error:.0f}"
        historic, modern = (f"{1000 * seconds:.1f}" for seconds in point.seconds)
        yield f"| {point.value:g} | {point.games} | {share} | {historic} | {modern} |"


@click.group()
def main() -> None:
    """Measure what thirty years bought."""


@main.command()
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Games for each limit.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the openings.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played in parallel.")
def play(games: int, seed: int, jobs: int) -> None:
    """Play the matches that are not measured yet; Ctrl-C keeps those that are finished."""
    matches = load()
    steps = [(f"{limit} {value}", limit, value) for limit, values in LIMITS.items() for value in values]
    for step, limit, value in [*steps, ("486", "time", SECONDS_1994 / SPEED_FACTOR), (EQUAL_TIME, "time", 0.0)]:
        if step in matches:
            continue
        if step == EQUAL_TIME:
            value = round(statistics.fmean(measured(match).seconds[0] for match in matches.values()), 4)
        click.echo(f"{step}: {limit} {value:g}", err=True)
        processes = 1 if limit == "time" else jobs
        options = [f"--{limit}", str(value), "--games", str(games), "--seed", str(seed), "--jobs", str(processes)]
        matches[step] = match_json("historic", "modern[Evaluation=hand]", *options)
        DATA.write_text(json.dumps(matches, indent=1) + "\n", encoding="utf-8")


@main.command()
def draw() -> None:
    """Draw the picture and print the tables."""
    matches = load()
    for limit, values in LIMITS.items():
        points = [measured(matches[f"{limit} {value}"]) for value in values]
        click.echo("\n".join(rows(points)))
        if limit == "nodes":  # at any depth today's engine is the stronger one
            plot(points, PICTURES / "thirty-years.svg")
            level, low, high = level_point(points)
            click.echo(f"level at {level:.1f} nodes ({low:.1f} to {high:.1f})\n")
    click.echo("\n".join(rows([measured(matches[EQUAL_TIME]), measured(matches["486"])])))
    click.echo(f"two plies in full: {full_width_nodes():.0f} moves and replies")


if __name__ == "__main__":
    run_and_exit(main, "thirty_years.py")
