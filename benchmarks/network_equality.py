"""Compares the engine's network with the same network in numpy, on positions of self-play.

    python benchmarks/network_equality.py FILE.. [--positions N] [--jobs J]

The files come from benchmarks/self_play.py. The engine evaluates the positions in the order of their games, so most of
its accumulators are updated from other positions. Exits with 1 if a score differs.
"""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Final

import click
from hidden_layer import quantised_scores
from network_inputs import inputs_of
from options import JOBS, POSITION_FILES
from position_file import PositionFileError, Records, fen_of_record, read_files, turns_of

from modern.build import ENGINE, build_mode
from modern.cli.output import progress
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, run_and_exit
from modern.engine.network.network import Network
from modern.engine.network.weights_file import WeightsError, installed_weights
from modern.jobs.loop import run_tasks
from modern.jobs.workers import local_workers
from modern.rules import Position
from modern.rules.pieces import WHITE

#: The number of positions in one job for a worker.
CHUNK: Final = 10_000


@click.command()
@POSITION_FILES
@click.option(
    "--positions",
    "count",
    type=click.IntRange(min=1),
    default=1_000_000,
    show_default=True,
    help="The most positions to compare.",
)
@JOBS
def main(files: tuple[Path, ...], count: int, jobs: int) -> None:
    """Compare the installed network with the same network in numpy on the positions of the files."""
    try:
        records = read_files(files)[:count]
        checksum = installed_weights().checksum
    except (PositionFileError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    chunks = [records[at : at + CHUNK] for at in range(0, len(records), CHUNK)]
    compared, different = 0, list[str]()
    interrupted = False
    try:
        with local_workers(jobs) as workers:

            def submit(chunk: Records) -> Future[list[str]]:
                return workers.executor.submit(differences, chunk)

            with progress(run_tasks(submit, chunks, workers.max_pending), "comparing", total=len(chunks)) as steps:
                for chunk, found in steps:
                    compared += len(chunk)
                    different += found
    except KeyboardInterrupt:
        interrupted = True
    for line in different[:10]:
        click.echo(line)
    click.echo(f"{compared} positions, {len(different)} differences (network {checksum}, {build_mode(ENGINE)})")
    if interrupted:
        raise SystemExit(EXIT_INTERRUPTED)
    if different:
        raise SystemExit(EXIT_FAILURE)


def differences(records: Records) -> list[str]:
    """Returns a line for each position whose score in the engine is not that in numpy."""
    weights = installed_weights()
    network = Network(weights)
    expected = quantised_scores(weights, inputs_of(records), turns_of(records))
    found = []
    for record, for_white in zip(records, expected, strict=True):
        position = Position(fen_of_record(record))
        score = int(network.plain_score(position))
        if (score if position.turn == WHITE else -score) != for_white:
            found.append(f"{position.fen()}: {score} in the engine, {for_white:.0f} for White in numpy")
    return found


if __name__ == "__main__":
    run_and_exit(main, "network_equality.py")
