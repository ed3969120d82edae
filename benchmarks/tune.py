"""Fit the evaluation's weights to games that the engine has played against itself.

    python benchmarks/tune.py games FILE [--games N] [--nodes N] [--seed S] [--jobs J]
    python benchmarks/tune.py fit FILE [--write]

The first appends positions to a file, the second finds the weights whose scores tell best how those games ended, and
shows them or writes them into modern/engine/evaluation/weights.py. Ctrl-C ends either with what there is by then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import numpy as np
import numpy.typing as npt
from coefficients import Linear, Numbers, joined, linear, of_the_engine
from samples import Sample, SamplesError, append, cut_unfinished, samples_of
from self_play import games as games_played
from texel import Errors, Examples, error, expected, fitted, scale_of

from historic.shell import INTERRUPTED, call, check_can_write, write_whole
from modern.build import ENGINE, build
from modern.cli.output import console, print_table, progress, table
from modern.engine.evaluation.weights import COUNT, PLACES, TABLE, WRITTEN, Weights, flattened, written
from modern.rules import RulesError
from modern.rules.bitboard import SQUARE_NAMES
from modern.workers import Workers, in_order, processes, undisturbed

WEIGHTS: Final = Path(__file__).parents[1] / "modern" / "engine" / "evaluation" / "weights.py"

#: The positions of which one process finds the coefficients at a time.
CHUNK: Final = 4000
#: Of so many games one is held back, so that it shows what is learnt by heart.
HELD_BACK: Final = 10
#: Where the curve is as flat, scores and results have nothing to do with each other.
LEAST_SCALE: Final = 0.01
#: An error is printed after so many steps.
EPOCHS_A_LINE: Final = 10

SAMPLES = click.Path(path_type=Path, dir_okay=False)
JOBS = click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Processes.  [one a core]")


@click.group()
def main() -> None:
    """Fit the evaluation's weights to games of the engine against itself."""


@main.command()
@click.argument("file", type=SAMPLES)
@click.option("--games", "count", type=click.IntRange(min=1), default=10_000, show_default=True, help="Of this seed.")
@click.option("--nodes", type=click.IntRange(min=1), default=5000, show_default=True, help="A move, more or less.")
@click.option("--seed", type=click.IntRange(min=0), default=1994, show_default=True)
@JOBS
def games(file: Path, count: int, nodes: int, seed: int, jobs: int) -> None:
    """Play games, and append positions of them to FILE; it goes on after the games of the seed that FILE has."""
    check_can_write(file)
    seen, done = set[str](), 0
    if file.exists():
        cut_unfinished(file)
        for sample in _read(file):
            seen.add(sample.position())
            if sample.seed == seed:
                done = max(done, sample.number)
    before, number = len(seen), done
    interrupted = False
    try:
        with processes(jobs) as workers:
            played = games_played(workers, seed, range(done + 1, count + 1), nodes)
            with progress(played, "playing", total=count - done) as steps:
                for found in steps:
                    with undisturbed():
                        append(file, _unseen(found, seen))
                        number += 1
    except KeyboardInterrupt:
        interrupted = True
    told = f"{number} of {count} games, {len(seen) - before} positions more in {file}, {len(seen)} in all"
    click.echo(f"{told} (seed {seed}, {nodes} nodes, {build(ENGINE)})")
    if interrupted:
        click.echo("interrupted; the same command goes on", err=True)
        raise SystemExit(INTERRUPTED)


@main.command()
@click.argument("file", type=SAMPLES)
@click.option("--epochs", type=click.IntRange(min=1), default=300, show_default=True, help="Steps at most.")
@click.option(
    "--lambda",
    "part",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="How much of what is to be told is the game's result; the rest is the search's score.",
)
@click.option(
    "--spread",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="How far from its start a weight may well be, in centipawns; the less, the more it is held there.",
)
@click.option("--write", is_flag=True, help="Put the new weights into modern/engine/evaluation/weights.py.")
@JOBS
def fit(file: Path, epochs: int, part: float, spread: float, write: bool, jobs: int) -> None:
    """Find the weights whose scores tell best how the games of FILE ended."""
    samples = list(_read(file))
    held = np.array([sample.number % HELD_BACK == 0 for sample in samples], dtype=np.bool_)
    if held.all() or not held.any():
        raise click.ClickException(f"{file} has {len(samples)} positions; those of {HELD_BACK} games are needed")
    start = flattened()
    try:
        with processes(jobs) as workers:
            positions = _sums(workers, samples, start)
    except RulesError as wrong:
        raise click.ClickException(f"{file}: {wrong}") from None
    weights = table_of(_fitted(positions, samples, held, np.array(start, dtype=np.float64), part, spread, epochs))
    if write:
        write_whole(WEIGHTS, with_table(WEIGHTS.read_text(encoding="utf-8"), weights))
        click.echo(f"{WEIGHTS} has the new weights")
    else:
        _print(weights)


def table_of(weights: Sequence[int]) -> dict[str, tuple[list[int], list[int]]]:
    """A table like the engine's, of other numbers, given as flattened() has them."""
    made = {}
    for name, (many, _) in TABLE.items():
        begin, end = PLACES[name], PLACES[name] + len(many)
        made[name] = (list(weights[begin:end]), list(weights[COUNT + begin : COUNT + end]))
    return made


def with_table(text: str, weights: Weights) -> str:
    """The text of weights.py with other numbers. Raises ClickException where it has not those that run here."""
    if text.count(WRITTEN) != 1:
        raise click.ClickException(f"{WEIGHTS} has not the weights that run here: install what is there, and fit anew")
    return text.replace(WRITTEN, written(weights))


def _read(file: Path) -> Iterator[Sample]:
    try:
        yield from samples_of(file)
    except SamplesError as wrong:
        raise click.ClickException(str(wrong)) from None


def _unseen(found: list[Sample], seen: set[str]) -> Iterator[Sample]:
    """Those whose position is not among the `seen` ones; then it is."""
    for sample in found:
        if sample.position() not in seen:
            seen.add(sample.position())
            yield sample


def _sums(workers: Workers, samples: list[Sample], weights: list[int]) -> Linear:
    """The positions of the samples as sums of the weights."""
    chunks = [[sample.fen for sample in samples[at : at + CHUNK]] for at in range(0, len(samples), CHUNK)]
    coming = (workers.executor.submit(linear, fens, weights, of_the_engine) for fens in chunks)
    with progress(in_order(coming, workers.at_once), "asking the evaluation", total=len(chunks)) as parts:
        return joined(list(parts))


def _fitted(
    positions: Linear,
    samples: list[Sample],
    held: npt.NDArray[np.bool_],
    start: Numbers,
    part: float,
    spread: float,
    epochs: int,
) -> list[int]:
    """The new weights, in whole centipawns; what is found is printed on the way."""
    results = np.array([sample.result for sample in samples])
    searched = np.array([sample.score for sample in samples], dtype=np.float64)
    scale = scale_of(positions.scores(start)[~held], results[~held])
    if scale < LEAST_SCALE:
        raise click.ClickException("the scores of the positions tell nothing of how the games ended")
    targets = part * results + (1 - part) * expected(searched, scale)
    learnt = Examples(positions.rows(~held), targets[~held])
    held_back = Examples(positions.rows(held), targets[held])
    games = len({(sample.seed, sample.number) for sample in samples})
    click.echo(f"{len(samples)} positions of {games} games, {held.sum()} of them held back; scale {scale:.3f}")

    def told(epoch: int, errors: Errors) -> None:
        if epoch % EPOCHS_A_LINE == 0:
            click.echo(f"epoch {epoch:4}: error {errors.learnt:.6f}, held back {errors.held_back:.6f}")

    before = error(learnt, start, scale)
    click.echo(f"epoch    0: error {before:.6f}, held back {error(held_back, start, scale):.6f}")
    # The positions of a game tell together little more than one would.
    weights = fitted(learnt, held_back, start, scale, before / (spread**2 * games), epochs, told)
    whole = np.rint(weights)
    click.echo(f"rounded   : error {error(learnt, whole, scale):.6f}, held back {error(held_back, whole, scale):.6f}")
    return [int(weight) for weight in whole]


def _print(weights: Weights) -> None:
    """What has changed, and how."""
    rows = table("weight", ">place", ">with many men", ">now", ">with few", ">now")
    for name, before in TABLE.items():
        for place, (old, new) in enumerate(
            zip(zip(*before, strict=True), zip(*weights[name], strict=True), strict=True)
        ):
            if old != new:
                where = SQUARE_NAMES[place] if len(before[0]) == len(SQUARE_NAMES) else str(place)
                rows.add_row(name, where, str(old[0]), str(new[0]), str(old[1]), str(new[1]))
    print_table(console(), rows)


if __name__ == "__main__":
    call(main, "tune.py")
