"""How many nodes of this engine are worth one of Stockfish's? It depends on no clock, no level and no load.

    python benchmarks/node_odds.py openings [--count N]
    python benchmarks/node_odds.py play [--stockfish N] [--nodes N]... [--games N] [--jobs N]
    python benchmarks/node_odds.py report
    python benchmarks/node_odds.py draw

`openings` makes modern/match/balanced.epd, the balanced positions that the games start from. `play` plays
`modern` with each number of nodes against Stockfish with its own number, each opening twice with colours reversed, and
keeps the matches in docs/data/node-odds.json. `report` prints the row of each match, and for each number of Stockfish's
nodes how many of ours make the two level, with the 95 % interval. `draw` draws these levels.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import chess
import chess.engine
import click
from matches import ADJUDICATION, OPENINGS, match_json, stored_matches

from modern.cli.output import progress_bar
from modern.cli.shell import run_and_exit
from modern.match.statistics import Z_95, mean_and_variance
from modern.output_files import write_atomically

DOCS: Final = Path(__file__).parent.parent / "docs"
DATA: Final = DOCS / "data" / "node-odds.json"
PICTURE: Final = DOCS / "pictures" / "node-odds.svg"
STOCKFISH: Final = "/usr/games/stockfish"
#: The nodes of Stockfish for a move, and those of this engine in the matches that `play` plays without options.
STOCKFISH_NODES: Final = 4000
NODES: Final = (40_000, 80_000, 160_000)
#: The plies of an opening. Each is one of the moves that are at most SLIP centipawns worse than the best, by a
#: search of PLY_NODES nodes of Stockfish that looks at the best WIDTH moves.
PLIES, WIDTH, SLIP, PLY_NODES = 8, 6, 40, 4000
#: An opening is balanced if Stockfish's score for White after CHECK_NODES nodes is within these centipawns.
LEAST, MOST, CHECK_NODES = -20, 45, 200_000
#: The ratios at the left of the picture.
RATIOS: Final = (2, 5, 10, 20, 50, 100, 200)


class OddsMatch(NamedTuple):
    """A match at node odds: Stockfish's nodes for a move and ours, the games, and our share of the points with its
    standard error."""

    theirs: int
    ours: int
    games: int
    share: float
    error: float


@click.group()
def main() -> None:
    """Measure how many nodes of this engine are worth one of Stockfish's."""


@main.command()
@click.option("--count", type=click.IntRange(1), default=400, show_default=True, help="Number of openings.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the choices.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=OPENINGS, help="The file to write.")
def openings(count: int, seed: int, out: Path) -> None:
    """Make balanced openings with Stockfish, and write them as EPD."""
    found: dict[str, int] = {}
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine, progress_bar("openings", count) as advance:
        for board, score in balanced(engine, random.Random(seed)):
            if board.epd() not in found:
                found[board.epd()] = score
                advance("")
            if len(found) == count:
                break
    write_atomically(out, "".join(f"{epd} ce {score};\n" for epd, score in found.items()))


def balanced(engine: chess.engine.SimpleEngine, generator: random.Random) -> Iterator[tuple[chess.Board, int]]:
    """Yields balanced positions after PLIES plausible plies, and Stockfish's score for the side to move, which is
    White, in centipawns."""
    while True:
        board = chess.Board()
        for _ in range(PLIES):
            lines = engine.analyse(board, chess.engine.Limit(nodes=PLY_NODES), multipv=WIDTH, game=object())
            scores = [line["score"].relative.score(mate_score=10_000) for line in lines]
            good = [line["pv"][0] for line, score in zip(lines, scores, strict=True) if score >= scores[0] - SLIP]
            board.push(generator.choice(good))
        score = engine.analyse(board, chess.engine.Limit(nodes=CHECK_NODES), game=object())["score"].white().score()
        if score is not None and LEAST <= score <= MOST:
            yield board, score


@main.command()
@click.option(
    "--stockfish",
    "theirs",
    type=click.IntRange(1),
    default=STOCKFISH_NODES,
    show_default=True,
    help="Stockfish's nodes for a move.",
)
@click.option("--nodes", type=click.IntRange(1), multiple=True, help=f"Our nodes for a move.  [default: {NODES}]")
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Games of each match.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played in parallel.")
def play(theirs: int, nodes: tuple[int, ...], games: int, jobs: int) -> None:
    """Play the matches that are not measured yet; Ctrl-C keeps those that are finished."""
    matches = stored_matches(DATA)
    for ours in nodes or NODES:
        name = f"{theirs}/{ours}"
        if name in matches:
            continue
        click.echo(f"{ours:,} nodes against {theirs:,} of Stockfish", err=True)
        players = (f"modern[Nodes={ours}]", f"uci:{STOCKFISH}[Nodes={theirs}]")
        options = ["--openings", str(OPENINGS), "--nodes", str(max(ours, theirs)), "--games", str(games)]
        matches[name] = match_json(*players, *options, "--jobs", str(jobs), *ADJUDICATION)
        write_atomically(DATA, json.dumps(matches, indent=1) + "\n")


@main.command()
def report() -> None:
    """Print the matches as rows of a Markdown table, and where the two are level."""
    measured = measured_matches()
    click.echo("\n".join(rows(one for group in measured.values() for one in group)) + "\n")
    for line in level_lines(measured):
        click.echo(line)


@main.command()
def draw() -> None:
    """Draw how many nodes of ours are worth one of Stockfish's, against the number of Stockfish's nodes."""
    plot(levels_of(measured_matches()), PICTURE)


def measured_matches() -> dict[int, list[OddsMatch]]:
    """Returns the matches by Stockfish's nodes for a move, both these and ours in ascending order."""
    split = ((name.split("/"), match) for name, match in stored_matches(DATA).items())
    measured = sorted(odds_match(int(theirs), int(ours), match) for (theirs, ours), match in split)
    return {theirs: [*group] for theirs, group in groupby(measured, key=lambda one: one.theirs)}


def odds_match(theirs: int, ours: int, match: dict[str, Any]) -> OddsMatch:
    """Returns what a match measured; `match` is the JSON of `gosub match`. Pairs of games with the same opening are
    the units of the error."""
    mean, variance = mean_and_variance(match["pairs"])
    return OddsMatch(theirs, ours, match["games"], mean, math.sqrt(variance / sum(match["pairs"])))


def rows(measured: Iterable[OddsMatch]) -> Iterator[str]:
    """Yields a Markdown table: Stockfish's nodes, ours, ours for one of Stockfish's, games, and our share of the
    points."""
    yield "| nodes of Stockfish | nodes of ours | for one of Stockfish's | games | points, % |"
    yield "|---|---|---|---|---|"
    for one in measured:
        share = f"{100 * one.share:.1f} ± {100 * Z_95 * one.error:.1f}"
        yield f"| {one.theirs:,} | {one.ours:,} | {one.ours / one.theirs:.3g} | {one.games} | {share} |"


def level_lines(groups: Mapping[int, Sequence[OddsMatch]]) -> Iterator[str]:
    """Yields the lines that say how many nodes of ours are worth one of Stockfish's; the matches are grouped by
    Stockfish's nodes."""
    for theirs, (level, low, high) in levels_of(groups).items():
        games = sum(one.games for one in groups[theirs])
        yield (
            f"against {theirs:,}: level at {level:.1f} nodes for one of Stockfish's"
            f" ({low:.1f} to {high:.1f}, {games} games)"
        )


def levels_of(groups: Mapping[int, Sequence[OddsMatch]]) -> dict[int, tuple[float, float, float]]:
    """Returns how many nodes of ours for one of Stockfish's make both score half, and the ends of the 95 % interval.

    Elo grows by about the same amount with each doubling of the nodes over so small a range, so lines are fitted to the
    log odds of the score against the logarithm of the nodes, weighted by the errors. The lines of all groups have the
    same slope, so a group may have one match only; without a group of two the slope is not known, and there are no
    levels. The interval is that of the delta method.
    """
    import numpy as np

    known = {theirs: [one for one in group if 0 < one.share < 1] for theirs, group in groups.items()}
    known = {theirs: group for theirs, group in known.items() if group}
    measured = [one for group in known.values() for one in group]
    if len(measured) == len(known):
        return {}
    x = np.log([one.ours / one.theirs for one in measured])
    y = np.array([math.log(one.share / (1 - one.share)) for one in measured])
    sigma = np.array([one.error / (one.share * (1 - one.share)) for one in measured])
    is_of = [[one.theirs == theirs for theirs in known] for one in measured]
    design = np.column_stack([is_of, x]) / sigma[:, None]
    covariance = np.linalg.inv(design.T @ design)
    *offsets, slope = covariance @ design.T @ (y / sigma)
    levels = {}
    for index, (theirs, offset) in enumerate(zip(known, offsets, strict=True)):
        gradient = np.zeros(len(known) + 1)
        gradient[index], gradient[-1] = -1 / slope, offset / slope**2
        level, error = -offset / slope, Z_95 * math.sqrt(gradient @ covariance @ gradient)
        levels[theirs] = math.exp(level), math.exp(level - error), math.exp(level + error)
    return levels


def plot(levels: dict[int, tuple[float, float, float]], file: Path) -> None:
    """Draws the level with its 95 % interval over Stockfish's nodes for a move."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "gosub", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        axes.set_xscale("log")
        middle = [level for level, _, _ in levels.values()]
        below = [level - low for level, low, _ in levels.values()]
        above = [high - level for level, _, high in levels.values()]
        axes.errorbar([*levels], middle, yerr=[below, above], fmt="o-", capsize=3, color="#1f5f8b")
        axes.set_xticks([*levels], [f"{theirs:,}" for theirs in levels])
        axes.set_yscale("log")
        axes.set_yticks(RATIOS, [str(ratio) for ratio in RATIOS])
        axes.minorticks_off()
        axes.set_xlabel("nodes of Stockfish 15.1 for each move")
        axes.set_ylabel("nodes of today's engine for one of Stockfish's")
        axes.set_title("Where today's engine and Stockfish are level", fontsize=11)
        figure.savefig(file, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    run_and_exit(main, "node_odds.py")
