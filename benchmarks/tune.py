"""Fits the weights of the hand-written evaluation to self-play games of the engine.

    python benchmarks/tune.py FILE.. [--write]

The files come from benchmarks/self_play.py. The command finds the weights that best predict the results of those games,
and prints them or writes them into modern/engine/evaluation/weights.py. Ctrl-C stops it, and it keeps what it has found
so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final

import click
import numpy as np
import numpy.typing as npt
from position_file import (
    JOBS,
    POSITION_FILES,
    PositionFileError,
    Records,
    fen_of_record,
    game_count,
    is_held_out,
    read_files,
    results_of,
    wdl_option,
)
from texel import (
    Examples,
    FloatArray,
    LinearModel,
    Losses,
    blended_targets,
    concatenate,
    engine_evaluation,
    expected_results,
    fit_weights,
    linearise,
    mean_squared_error,
    predictive_scale,
)

from modern.cli.output import console, new_table, print_table, progress
from modern.cli.shell import run_and_exit
from modern.engine.evaluation.weights import COUNT, OFFSETS, TABLE, TABLE_TEXT, Weights, flatten, format_table
from modern.jobs.loop import run_tasks
from modern.jobs.workers import Workers, local_workers
from modern.output_files import write_atomically
from modern.rules import RulesError
from modern.rules.bitboard import SQUARE_NAMES

WEIGHTS: Final = Path(__file__).parents[1] / "modern" / "engine" / "evaluation" / "weights.py"

#: The number of positions in one job for a worker.
CHUNK: Final = 4000
#: One game in this many is kept for validation, to show overfitting.
VALIDATION_INTERVAL: Final = 10
#: The number of steps between two printed lines of errors.
EPOCHS_PER_LINE: Final = 10
#: A position with at least this score, in centipawns, is decided, and so of little use for tuning.
DECISIVE_SCORE: Final = 1500
#: Seeds the choice of positions.
SEED: Final = 1994


@click.command()
@POSITION_FILES
@click.option(
    "--positions",
    "count",
    type=click.IntRange(min=1),
    default=500_000,
    show_default=True,
    help="The most positions to use, chosen at random. 100,000 take about a quarter of a gigabyte.",
)
@click.option("--epochs", type=click.IntRange(min=1), default=300, show_default=True, help="Maximum number of steps.")
@wdl_option(default=0.5)
@click.option(
    "--spread",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="The expected distance of a weight from its start, in centipawns; a lower value holds weights closer to it.",
)
@click.option("--write", is_flag=True, help="Write the new weights into modern/engine/evaluation/weights.py.")
@JOBS
def main(files: tuple[Path, ...], count: int, epochs: int, wdl: float, spread: float, write: bool, jobs: int) -> None:
    """Find the weights whose scores best predict the results of the games of the files."""
    try:
        records = chosen_positions(read_files(files), count)
    except PositionFileError as error:
        raise click.ClickException(str(error)) from None
    is_validation = is_held_out(records, VALIDATION_INTERVAL)
    if is_validation.all() or not is_validation.any():
        raise click.ClickException(
            f"there are {len(records)} positions that can be used; at least {VALIDATION_INTERVAL} games are needed"
        )
    start = flatten()
    try:
        with local_workers(jobs) as workers:
            positions = _linear_model(workers, records, start)
    except RulesError as error:
        raise click.ClickException(f"a position is not one of a game: {error}") from None
    weights = weight_table(
        _fit(positions, records, is_validation, np.array(start, dtype=np.float64), wdl, spread, epochs)
    )
    if write:
        write_atomically(WEIGHTS, replace_table(WEIGHTS.read_text(encoding="utf-8"), weights))
        click.echo(f"{WEIGHTS} now has the new weights")
    else:
        _print_changes(weights)


def weight_table(weights: Sequence[int]) -> dict[str, tuple[list[int], list[int]]]:
    """Returns a table with the entries of the engine's and other weights, given in the order of flatten()."""
    table = {}
    for name, (middlegame, _) in TABLE.items():
        begin, end = OFFSETS[name], OFFSETS[name] + len(middlegame)
        table[name] = (list(weights[begin:end]), list(weights[COUNT + begin : COUNT + end]))
    return table


def replace_table(text: str, weights: Weights) -> str:
    """Returns the text of weights.py with other weights. Raises ClickException if it lacks the table in use."""
    if text.count(TABLE_TEXT) != 1:
        raise click.ClickException(
            f"{WEIGHTS} does not have the weights of the installed engine; install the package again, then fit again"
        )
    return text.replace(TABLE_TEXT, format_table(weights))


def chosen_positions(records: Records, count: int) -> Records:
    """Returns at most `count` of the positions, those whose score is not decisive, chosen at random."""
    usable = records[np.abs(records["score"]) < DECISIVE_SCORE]
    chosen = np.random.default_rng(SEED).permutation(len(usable))[:count]
    kept: Records = usable[np.sort(chosen)]
    return kept


def _linear_model(workers: Workers, records: Records, weights: list[int]) -> LinearModel:
    """Returns the positions as linear functions of the weights."""
    chunks = [records[at : at + CHUNK] for at in range(0, len(records), CHUNK)]

    def submit(chunk: Records) -> Future[LinearModel]:
        return workers.executor.submit(linearise, list(map(fen_of_record, chunk)), weights, engine_evaluation)

    computed = run_tasks(submit, chunks, workers.max_pending, in_order=True)
    with progress(computed, "computing coefficients", total=len(chunks)) as parts:
        return concatenate([part for _, part in parts])


def _fit(
    positions: LinearModel,
    records: Records,
    is_validation: npt.NDArray[np.bool_],
    start: FloatArray,
    wdl: float,
    spread: float,
    epochs: int,
) -> list[int]:
    """Returns the new weights, in rounded centipawns; prints the errors as it goes."""
    results = results_of(records).astype(np.float64)
    searched = records["score"].astype(np.float64)
    scale = predictive_scale(positions.scores(start)[~is_validation], results[~is_validation])
    targets = blended_targets(results, expected_results(searched, scale), wdl)
    training = Examples(positions.rows(~is_validation), targets[~is_validation])
    validation = Examples(positions.rows(is_validation), targets[is_validation])
    games = game_count(records)
    click.echo(
        f"{len(records)} positions of {games} games, {is_validation.sum()} of them for validation; scale {scale:.3f}"
    )

    def report(epoch: int, errors: Losses) -> None:
        if epoch % EPOCHS_PER_LINE == 0:
            click.echo(f"epoch {epoch:4}: error {errors.training:.6f}, validation {errors.validation:.6f}")

    before = mean_squared_error(training, start, scale)
    click.echo(f"epoch    0: error {before:.6f}, validation {mean_squared_error(validation, start, scale):.6f}")
    # The positions of one game are correlated: together they carry little more information than one of them.
    weights = fit_weights(training, validation, start, scale, before / (spread**2 * games), epochs, report)
    rounded = np.rint(weights)
    after, after_validation = (
        mean_squared_error(training, rounded, scale),
        mean_squared_error(validation, rounded, scale),
    )
    click.echo(f"rounded   : error {after:.6f}, validation {after_validation:.6f}")
    return [int(weight) for weight in rounded]


def _print_changes(weights: Weights) -> None:
    rows = new_table("weight", ">index", ">middlegame", ">new", ">endgame", ">new")
    for name, before in TABLE.items():
        for index, (old, new) in enumerate(
            zip(zip(*before, strict=True), zip(*weights[name], strict=True), strict=True)
        ):
            if old != new:
                location = SQUARE_NAMES[index] if len(before[0]) == len(SQUARE_NAMES) else str(index)
                rows.add_row(name, location, str(old[0]), str(new[0]), str(old[1]), str(new[1]))
    print_table(console(), rows)


if __name__ == "__main__":
    run_and_exit(main, "tune.py")
