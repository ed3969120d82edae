"""What did thirty years buy? Plays the 1994 program against today's engine, and draws the result.

`python benchmarks/thirty_years.py play` plays the matches that docs/data/thirty-years.json does not have yet, and adds
each to the file when it is finished. `python benchmarks/thirty_years.py draw` makes the picture of
docs/engine/thirty-years.md and prints its tables. Each match is `gosub match historic modern[Evaluation=hand]` with a
limit, which only today's engine obeys, because the 1994 program always searches two plies.

`python benchmarks/thirty_years.py years` plays the years of docs/engine/idea-by-idea.md against each other in the same
way, and keeps the matches in docs/data/idea-by-idea.json; `draw-years` rates them, writes the tables and draws the
picture. `examples` searches test suites for positions that an idea solves, and `savings` prints what it saves.
"""

from __future__ import annotations

import csv
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from ladder import with_halved_draws
from matches import ADJUDICATION, match_json, stored_matches

from historic.study.sample_game import SAMPLE_GAME
from modern.bench.positions import POSITIONS
from modern.bench.suite import DEFAULT_SUITE, Puzzle, read_suite
from modern.cli.shell import run_and_exit
from modern.engine.engine import HAND, NETWORK, OPTIONAL, Engine
from modern.engine.techniques import (
    EVERY_TECHNIQUE,
    FIRST_YEAR,
    IDEAS,
    NEURAL_NETWORK,
    NOTHING,
    YEAR_OF,
    Idea,
)
from modern.limits import Limits
from modern.match.ratings import ColourResults, Estimate, Ratings, fit_ratings
from modern.match.statistics import Z_95, mean_and_variance
from modern.output_files import write_atomically
from modern.report import Report, discard
from modern.rules import Move, Position, perft

DOCS = Path(__file__).parent.parent / "docs"
DATA = DOCS / "data" / "thirty-years.json"
PICTURES = DOCS / "pictures"

#: The limits of today's engine for each move: nodes, and plies.
LIMITS: Final = {"nodes": (1, 2, 4, 8, 16, 32, 64, 128, 256, 512), "depth": (1, 2, 3, 4)}
#: The match in which today's engine has as long for a move as the 1994 program takes.
EQUAL_TIME: Final = "equal time"
#: The curve that finds the level point is fitted to the matches with at least this many nodes.
FIT_FROM: Final = 16
#: The seconds a 486 needs for what this machine does in one (docs/engine/thirty-years.md says why), and the report's
#: program took two minutes for a move there.
SPEED_FACTOR: Final = 2000
SECONDS_1994: Final = 120.0

#: The players of docs/engine/idea-by-idea.md, as rows of its table, and who meets whom: two players, and the limit.
YEARS_DATA = DOCS / "data" / "idea-by-idea.json"
YEARS_PAGE = DOCS / "engine" / "idea-by-idea.md"
YEARS: Final = (1950, 1960, 1970, 1980, 1990, 2000, 2010, 2017, 2026)
ANCHOR: Final = ("uci:/usr/games/stockfish[UCI_LimitStrength=true,UCI_Elo=1350]", 1350.0)
#: The nodes of the matches at equal nodes, and the seconds of those at equal time.
YEAR_NODES: Final = 5000
YEAR_SECONDS: Final = 0.05
#: The years that also meet the 1994 program, and those that also meet the anchor.
AGAINST_1994: Final = (1950, 1994)
AGAINST_ANCHOR: Final = (1950, 1960, 1970)
#: The numbers of nodes at which `examples` compares engines.
EXAMPLE_NODES: Final = (100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 4000)
#: The depth to which `savings` searches, by the first year: the younger the engine, the deeper.
SAVINGS_DEPTHS: Final = ((2005, 8), (1982, 6), (1967, 4), (1950, 3))
#: A generated part of a page stands between these two lines, with the name of the part.
PART_BEGIN, PART_END = "<!-- the {} begin -->", "<!-- the {} end -->"


class Measured(NamedTuple):
    """The share of the points that today's engine scored at a limit, with its 95 % error; shares from 0 to 1.

    `value`    the limit of a move: nodes, plies or seconds.
    `seconds`  the average time of a move: of the 1994 program, and of today's engine.
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
    from FIT_FROM nodes on. With fewer, the draws that the 1994 program does not avoid hold the curve up.
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
        axes.set_title("Today's engine against the 1994 program", fontsize=11)
        figure.savefig(file, metadata={"Date": None, "Creator": None})


def rows(points: Sequence[Measured], times: bool = False) -> Iterator[str]:
    """Yields the rows of a Markdown table: limit, share of the points, and the milliseconds a move of each."""
    for point in points:
        share = f"{100 * point.share:.0f} +- {100 * point.error:.0f}"
        historic, modern = (f"{1000 * seconds:.1f}" for seconds in point.seconds)
        yield f"| {point.value:g} | {share} |" + (f" {historic} | {modern} |" if times else "")


@click.group()
def main() -> None:
    """Measure what thirty years bought."""


@main.command()
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Games for each limit.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the openings.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played in parallel.")
def play(games: int, seed: int, jobs: int) -> None:
    """Play the matches that are not measured yet; Ctrl-C keeps those that are finished."""
    matches = stored_matches(DATA)
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
    matches = stored_matches(DATA)
    for limit, values in LIMITS.items():
        points = [measured(matches[f"{limit} {value}"]) for value in values]
        click.echo("\n".join(rows(points)))
        if limit == "nodes":  # at any depth today's engine is the stronger one
            plot(points, PICTURES / "thirty-years.svg")
            level, low, high = level_point(points)
            click.echo(f"level at {level:.1f} nodes ({low:.1f} to {high:.1f})\n")
    click.echo("\n".join(rows([measured(matches[EQUAL_TIME]), measured(matches["486"])], times=True)))
    click.echo(f"two plies in full: {full_width_nodes():.0f} moves and replies")


def year_player(year: int) -> str:
    """Returns the name of the engine in a year."""
    return f"modern[Year={year}]"


#: How the picture names the players.
YEAR_NAMES: Final = {
    **{year_player(year): f"{year}" for year in (*YEARS, 1994)},
    "historic": "the 1994 program",
    ANCHOR[0]: f"Stockfish, limited to {ANCHOR[1]:.0f}",
}


def year_steps() -> dict[str, tuple[str, str, str, float]]:
    """Returns the matches of the years by their names: the two players, `nodes` or `time`, and the limit's value."""
    historic, (anchor, _) = "historic", ANCHOR
    players = [(year_player(new), year_player(old)) for old, new in pairwise(YEARS)]
    players += [(year_player(1994), year_player(1990)), (year_player(2000), year_player(1994))]
    players += [(year_player(year), historic) for year in AGAINST_1994]
    players += [(year_player(year), anchor) for year in AGAINST_ANCHOR]
    steps = {f"{a} {b} nodes": (a, b, "nodes", float(YEAR_NODES)) for a, b in players}
    for old, new in pairwise(YEARS):
        a, b = year_player(new), year_player(old)
        steps[f"{a} {b} time"] = a, b, "time", YEAR_SECONDS
    return steps


@main.command()
@click.option("--games", type=click.IntRange(2), default=100, show_default=True, help="Games of each match.")
@click.option("--seed", type=click.IntRange(0), default=1950, show_default=True, help="Seed of the openings.")
@click.option("--only", type=click.Choice([*year_steps()]), multiple=True, help="Play this match; may be repeated.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Folder for the games, to resume.")
def years(games: int, seed: int, only: tuple[str, ...], keep: Path | None) -> None:
    """Play the matches of the years that have fewer games so far; Ctrl-C keeps those that are finished.

    They are played in the order of --only. With --keep the same command also resumes a match that was interrupted.
    """
    steps, matches = year_steps(), stored_matches(YEARS_DATA)
    for step in only or steps:
        if step in matches and matches[step]["games"] >= games:
            continue
        a, b, limit, value = steps[step]
        click.echo(step, err=True)
        options = [f"--{limit}", f"{value:g}", "--games", str(games), "--seed", str(seed), *ADJUDICATION]
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            name = "".join(sign if sign.isalnum() else "-" for sign in f"{step} {games}")
            options += ["--resume", str(keep / f"{name}.jsonl")]
        match = match_json(a, b, *options)
        matches = {**stored_matches(YEARS_DATA), step: match}  # another process may have added some meanwhile
        write_atomically(YEARS_DATA, json.dumps(matches, indent=1) + "\n")


def year_ratings(matches: Iterable[dict[str, Any]]) -> tuple[list[str], Ratings]:
    """Returns the players of the matches at equal nodes, and their ratings.

    A match says how many games were won, drawn and lost, but not with which colour, so each colour gets half of them.
    """
    matches = [match for match in matches if "nodes" in match["pace"]]
    names = [*dict.fromkeys(player for match in matches for player in (match["a"], match["b"]))]
    results: dict[tuple[int, int], ColourResults] = {}
    for match in matches:
        a, b = names.index(match["a"]), names.index(match["b"])
        won, drawn, lost = match["won"] / 2, match["drawn"] / 2, match["lost"] / 2
        results[a, b] = ColourResults(won, drawn, lost)
        results[b, a] = ColourResults(lost, drawn, won)
    anchor, elo = ANCHOR
    anchored = (names.index(anchor), elo) if anchor in names else None
    return names, fit_ratings(len(names), with_halved_draws(results), anchored)


def plot_years(rated: Sequence[tuple[str, Estimate]], file: Path) -> None:
    """Draws Elo against year with 95 % errors; the other players are lines across."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "gosub", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        points = [(int(name), rating) for name, rating in rated if name.isdecimal()]
        for name, rating in rated:
            if not name.isdecimal():
                axes.axhline(rating.value, color="#c0504d", linewidth=1)
                axes.text(YEARS[-1], rating.value + 15, name, ha="right", color="#c0504d")
        axes.errorbar(
            [year for year, _ in points],
            [rating.value for _, rating in points],
            yerr=[rating.error for _, rating in points],
            fmt="o-",
            capsize=3,
            color="#1f5f8b",
        )
        axes.set_xlabel("ideas published until")
        axes.set_ylabel("Elo at 5,000 nodes a move")
        axes.set_title("Elo against year, with 95 % errors", fontsize=11)
        figure.savefig(file, metadata={"Date": None, "Creator": None})


@main.command()
def draw_years() -> None:
    """Rate the matches of the years, write the table of their page, and draw its picture."""
    stored = stored_matches(YEARS_DATA)
    matches = [stored[step] for step in year_steps() if step in stored]
    names, ratings = year_ratings(matches)
    rated = [
        (YEAR_NAMES.get(name, name), ratings.rating(number))
        for number, name in sorted(enumerate(names), key=itemgetter(1))
    ]
    plot_years(rated, PICTURES / "idea-by-idea.svg")
    table = ["| player | Elo | +- |", "|---|---|---|"]
    table += [f"| {name} | {rating.value:.0f} | {rating.error:.0f} |" for name, rating in rated]
    write_part(YEARS_PAGE, "years", ["![Elo against year](pictures/idea-by-idea.svg)", "", *table])


def write_part(page: Path, name: str, lines: Iterable[str]) -> None:
    """Writes lines into the place of a page that has this name; raises ClickException if there is none."""
    start, stop = PART_BEGIN.format(name), PART_END.format(name)
    before, begin, rest = page.read_text(encoding="utf-8").partition(start)
    _, end, after = rest.partition(stop)
    if not begin or not end:
        raise click.ClickException(f"{page} has no place for the {name}; expected {start} and {stop}")
    write_atomically(page, "\n".join([before + begin, "", *lines, "", end + after]))


class Configuration(NamedTuple):
    """An engine of docs/engine/idea-by-idea.md: its year, what it is without, and what evaluates."""

    year: int
    disabled: str = NOTHING
    evaluation: str = HAND

    def think(self, fen: str, limits: Limits, report: Callable[[Report], None] = discard) -> Move:
        """Returns the move that a new engine finds in a position."""
        engine = Engine(1)
        engine.disable(self.disabled)
        engine.use_ideas_until(self.year)
        engine.evaluate_with(self.evaluation)
        best = engine.think(Position.from_fen(fen), limits, report=report)
        assert best is not None
        return best.pv[0]

    def moves(self, fen: str) -> list[Move | None]:
        """Returns the moves that one search has found after each number of nodes in EXAMPLE_NODES."""
        found: list[tuple[int, Move]] = []
        self.think(fen, Limits(nodes=EXAMPLE_NODES[-1]), lambda report: found.append((report.nodes, report.pv[0])))
        return [
            next((move for reported, move in reversed(found) if reported <= nodes), None) for nodes in EXAMPLE_NODES
        ]


class Example(NamedTuple):
    """A position that an idea solves: the puzzle, and the first and the last index in EXAMPLE_NODES."""

    puzzle: Puzzle
    first: int
    last: int

    @property
    def span(self) -> float:
        """How many times more nodes the last number has than the first."""
        return EXAMPLE_NODES[self.last] / EXAMPLE_NODES[self.first]


def configurations(idea: Idea) -> tuple[Configuration, list[Configuration]]:
    """Returns the engine of an idea's year, and those that lack the idea: of the year before, and without it."""
    if idea.name == NEURAL_NETWORK:
        return Configuration(idea.year, evaluation=NETWORK), [Configuration(idea.year - 1)]
    lacking = [Configuration(idea.year - 1)] if idea.year > FIRST_YEAR else []
    if idea.name in OPTIONAL:
        lacking.append(Configuration(idea.year, idea.name))
    return Configuration(idea.year), lacking


def longest_run(flags: Sequence[bool]) -> tuple[int, int] | None:
    """Returns the first and the last index of the run of True with the largest span of nodes, or None."""
    runs = []
    for first, flag in enumerate(flags):
        if flag and (first == 0 or not flags[first - 1]):
            last = first
            while last + 1 < len(flags) and flags[last + 1]:
                last += 1
            runs.append((first, last))
    return max(runs, key=lambda run: EXAMPLE_NODES[run[1]] / EXAMPLE_NODES[run[0]], default=None)


def is_example(puzzle: Puzzle, nodes: int, having: Configuration, lacking: Iterable[Configuration]) -> bool:
    """Returns whether an engine finds the best move with a number of nodes, and none of the others does."""
    limits = Limits(nodes=nodes)
    return having.think(puzzle.fen, limits) in puzzle.best and all(
        one.think(puzzle.fen, limits) not in puzzle.best for one in lacking
    )


@main.command()
@click.argument("suites", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--idea", "names", multiple=True, type=click.Choice([idea.name for idea in IDEAS]), help="Only this one.")
def examples(suites: tuple[Path, ...], names: tuple[str, ...]) -> None:
    """Print the best example of each idea among the positions of SUITES, EPD files; by default the project's own.

    They are the rows of docs/data/idea-positions.csv.

    The engine of the idea's year finds the best move. That of the year before does not, and neither does the same
    engine without the idea. The best example holds over the largest span of nodes.
    """
    puzzles = [
        puzzle for suite in suites or (DEFAULT_SUITE,) for puzzle in read_suite(suite).puzzles if len(puzzle.best) == 1
    ]
    ideas = [idea for idea in IDEAS if idea.name in (names or YEAR_OF)]
    best: dict[str, list[Example]] = {idea.name: [] for idea in ideas}
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["idea", "nodes", "steady", "position", "best move"])
    moves = cache(lambda configuration, fen: configuration.moves(fen))
    for puzzle in puzzles:
        moves.cache_clear()
        for idea in ideas:
            having, lacking = configurations(idea)
            if not lacking:
                continue
            flags = [move in puzzle.best for move in moves(having, puzzle.fen)]
            for one in lacking:
                if any(flags):
                    flags = [
                        flag and move not in puzzle.best
                        for flag, move in zip(flags, moves(one, puzzle.fen), strict=True)
                    ]
            if run := longest_run(flags):
                best[idea.name].append(Example(puzzle, *run))
    for idea in ideas:
        having, lacking = configurations(idea)
        for example in sorted(best[idea.name], key=lambda one: (-one.span, one.last)):
            tried = EXAMPLE_NODES[example.first : example.last + 1]
            if all(is_example(example.puzzle, nodes, having, lacking) for nodes in tried):
                position = Position.from_fen(example.puzzle.fen)
                nodes = tried[len(tried) // 2]
                steady = f"{tried[0]} to {tried[-1]}" if len(tried) > 1 else ""
                rows.writerow([idea.name, nodes, steady, example.puzzle.fen, position.san(example.puzzle.best[0])])
                break
        else:
            rows.writerow([idea.name, "", "", "none found", ""])


@main.command()
def savings() -> None:
    """Print how many nodes a search to a depth takes in an idea's year, with the idea and without it.

    The nodes are those of all positions of `gosub bench engine` together.
    """
    click.echo("| idea | depth | nodes with it | without it | ratio |")
    click.echo("|---|---|---|---|---|")
    for idea in IDEAS:
        if idea.name not in EVERY_TECHNIQUE or idea.name == "quiescence search":
            continue
        depth = next(depth for first, depth in SAVINGS_DEPTHS if idea.year >= first)
        totals = []
        for disabled in (NOTHING, idea.name):
            nodes = 0
            for _, fen in POSITIONS:
                engine = Engine()
                engine.disable(disabled)
                engine.use_ideas_until(idea.year)
                best = engine.think(Position.from_fen(fen), Limits(depth=depth))
                nodes += best.nodes if best else 0
            totals.append(nodes)
        with_it, without_it = totals
        click.echo(f"| {idea.name} | {depth} | {with_it:,} | {without_it:,} | {without_it / with_it:.2f} |")


if __name__ == "__main__":
    run_and_exit(main, "thirty_years.py")
