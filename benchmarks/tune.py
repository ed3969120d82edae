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
from coefficients import FloatArray, LinearModel, concatenate, engine_evaluation, linearise
from samples import Sample, SamplesError, append_samples, read_samples, truncate_partial_line
from self_play import games as games_played
from texel import Examples, TuningErrors, best_scale, expected_results, fit_weights, mean_squared_error

from historic.shell import EXIT_INTERRUPTED, check_writable, run_and_exit, write_atomically
from modern.build import ENGINE, build_mode
from modern.cli.output import console, new_table, print_table, progress
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, TABLE_TEXT, Weights, flatten, format_table
from modern.rules import RulesError
from modern.rules.bitboard import SQUARE_NAMES
from modern.workers import Workers, in_order, interrupt_deferred, local_workers

WEIGHTS: Final = Path(__file__).parents[1] / "modern" / "engine" / "evaluation" / "weights.py"

#: The positions of which one process finds the coefficients at a time.
CHUNK: Final = 4000
#: Of so many games one is held back, so that it shows what is learnt by heart.
VALIDATION_INTERVAL: Final = 10
#: Where the curve is as flat, scores and results have nothing to do with each other.
MIN_SCALE: Final = 0.01
#: An error is printed after so many steps.
EPOCHS_PER_LINE: Final = 10

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
    check_writable(file)
    seen, done = set[str](), 0
    if file.exists():
        truncate_partial_line(file)
        for sample in _read_samples(file):
            seen.add(sample.position_key())
            if sample.seed == seed:
                done = max(done, sample.number)
    before, number = len(seen), done
    interrupted = False
    try:
        with local_workers(jobs) as workers:
            played = games_played(workers, seed, range(done + 1, count + 1), nodes)
            with progress(played, "playing", total=count - done) as steps:
                for found in steps:
                    with interrupt_deferred():
                        append_samples(file, _new_samples(found, seen))
                        number += 1
    except KeyboardInterrupt:
        interrupted = True
    told = f"{number} of {count} games, {len(seen) - before} positions more in {file}, {len(seen)} in all"
    click.echo(f"{told} (seed {seed}, {nodes} nodes, {build_mode(ENGINE)})")
    if interrupted:
        click.echo("interrupted; the same command goes on", err=True)
        raise SystemExit(EXIT_INTERRUPTED)


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
    samples = list(_read_samples(file))
    held = np.array([sample.number % VALIDATION_INTERVAL == 0 for sample in samples], dtype=np.bool_)
    if held.all() or not held.any():
        raise click.ClickException(
            f"{file} has {len(samples)} positions; those of {VALIDATION_INTERVAL} games are needed"
        )
    start = flatten()
    try:
        with local_workers(jobs) as workers:
            positions = _linear_model(workers, samples, start)
    except RulesError as wrong:
        raise click.ClickException(f"{file}: {wrong}") from None
    weights = weight_table(_fit(positions, samples, held, np.array(start, dtype=np.float64), part, spread, epochs))
    if write:
        write_atomically(WEIGHTS, replace_table(WEIGHTS.read_text(encoding="utf-8"), weights))
        click.echo(f"{WEIGHTS} has the new weights")
    else:
        _print_changes(weights)


def weight_table(weights: Sequence[int]) -> dict[str, tuple[list[int], list[int]]]:
    """A table like the engine's, of other numbers, given as flattened() has them."""
    made = {}
    for name, (many, _) in TABLE.items():
        begin, end = OFFSETS[name], OFFSETS[name] + len(many)
        made[name] = (list(weights[begin:end]), list(weights[COUNT + begin : COUNT + end]))
    return made


def replace_table(text: str, weights: Weights) -> str:
    """The text of weights.py with other numbers. Raises ClickException where it has not those that run here."""
    if text.count(TABLE_TEXT) != 1:
        raise click.ClickException(f"{WEIGHTS} has not the weights that run here: install what is there, and fit anew")
    return text.replace(TABLE_TEXT, format_table(weights))


def _read_samples(file: Path) -> Iterator[Sample]:
    try:
        yield from read_samples(file)
    except SamplesError as wrong:
        raise click.ClickException(str(wrong)) from None


def _new_samples(found: list[Sample], seen: set[str]) -> Iterator[Sample]:
    """Those whose position is not among the `seen` ones; then it is."""
    for sample in found:
        if sample.position_key() not in seen:
            seen.add(sample.position_key())
            yield sample


def _linear_model(workers: Workers, samples: list[Sample], weights: list[int]) -> LinearModel:
    """The positions of the samples as sums of the weights."""
    chunks = [[sample.fen for sample in samples[at : at + CHUNK]] for at in range(0, len(samples), CHUNK)]
    coming = (workers.executor.submit(linearise, fens, weights, engine_evaluation) for fens in chunks)
    with progress(in_order(coming, workers.max_pending), "asking the evaluation", total=len(chunks)) as parts:
        return concatenate(list(parts))


def _fit(
    positions: LinearModel,
    samples: list[Sample],
    held: npt.NDArray[np.bool_],
    start: FloatArray,
    part: float,
    spread: float,
    epochs: int,
) -> list[int]:
    """The new weights, in whole centipawns; what is found is printed on the way."""
    results = np.array([sample.result for sample in samples])
    searched = np.array([sample.score for sample in samples], dtype=np.float64)
    scale = best_scale(positions.scores(start)[~held], results[~held])
    if scale < MIN_SCALE:
        raise click.ClickException("the scores of the positions tell nothing of how the games ended")
    targets = part * results + (1 - part) * expected_results(searched, scale)
    learnt = Examples(positions.rows(~held), targets[~held])
    held_back = Examples(positions.rows(held), targets[held])
    games = len({(sample.seed, sample.number) for sample in samples})
    click.echo(f"{len(samples)} positions of {games} games, {held.sum()} of them held back; scale {scale:.3f}")

    def told(epoch: int, errors: TuningErrors) -> None:
        if epoch % EPOCHS_PER_LINE == 0:
            click.echo(f"epoch {epoch:4}: error {errors.training:.6f}, held back {errors.validation:.6f}")

    before = mean_squared_error(learnt, start, scale)
    click.echo(f"epoch    0: error {before:.6f}, held back {mean_squared_error(held_back, start, scale):.6f}")
    # The positions of a game tell together little more than one would.
    weights = fit_weights(learnt, held_back, start, scale, before / (spread**2 * games), epochs, told)
    whole = np.rint(weights)
    click.echo(
        f"rounded   : error {mean_squared_error(learnt, whole, scale):.6f}, held back {mean_squared_error(held_back, whole, scale):.6f}"
    )
    return [int(weight) for weight in whole]


def _print_changes(weights: Weights) -> None:
    """What has changed, and how."""
    rows = new_table("weight", ">place", ">with many men", ">now", ">with few", ">now")
    for name, before in TABLE.items():
        for place, (old, new) in enumerate(
            zip(zip(*before, strict=True), zip(*weights[name], strict=True), strict=True)
        ):
            if old != new:
                where = SQUARE_NAMES[place] if len(before[0]) == len(SQUARE_NAMES) else str(place)
                rows.add_row(name, where, str(old[0]), str(new[0]), str(old[1]), str(new[1]))
    print_table(console(), rows)


if __name__ == "__main__":
    run_and_exit(main, "tune.py")
