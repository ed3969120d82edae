"""Compares the engine's network with the same network in numpy, on positions of self-play.

    python benchmarks/network_equality.py FILE.. [--positions N] [--jobs J]

The files come from benchmarks/self_play.py. Each position is set up anew, so the engine refreshes its accumulators.
Then a few random moves are made from it; after each the engine updates the accumulators, and its score is compared
again. Exits with 1 if a score differs.
"""

from __future__ import annotations

import random
from concurrent.futures import Future
from pathlib import Path
from typing import Final

import click
import numpy as np
from hidden_layer import inputs_of, quantised_scores
from position_file import (
    JOBS,
    POSITION_FILES,
    RECORD,
    PositionFileError,
    Records,
    fen_of_record,
    pack_position,
    read_files,
    turns_of,
)

from modern.build import ENGINE, build_mode
from modern.cli.output import progress
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, run_and_exit
from modern.engine.network.network import Network
from modern.engine.network.weights_file import WeightsError, installed_weights
from modern.jobs.loop import run_tasks
from modern.jobs.workers import local_workers
from modern.rules import Position, RulesError
from modern.rules.pieces import WHITE

#: The number of positions in one job for a worker.
CHUNK: Final = 10_000
#: The number of random moves that are made from each position.
MOVES: Final = 2


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
    if not len(records):
        raise click.ClickException("the files have no positions")
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
    except (PositionFileError, RulesError) as error:
        raise click.ClickException(str(error)) from None
    for line in different[:10]:
        click.echo(line)
    click.echo(
        f"{compared} positions, each also after 1 to {MOVES} random moves: {len(different)} differences"
        f" (network {checksum}, {build_mode(ENGINE)})"
    )
    if interrupted:
        raise SystemExit(EXIT_INTERRUPTED)
    if different:
        raise SystemExit(EXIT_FAILURE)


def differences(records: Records) -> list[str]:
    """Returns a line for each position whose score in the engine is not that in numpy, also after random moves.

    Raises PositionFileError and RulesError if a position is damaged.
    """
    inputs_of(records)  # checks them
    weights = installed_weights()
    network, rng = Network(weights), random.Random(int(records[0]["game"]))
    packed: list[bytes] = []
    scores: list[int] = []

    def evaluate(position: Position) -> None:
        score = int(network.plain_score(position))
        packed.append(pack_position(position, 0, 0, 0, last=True))
        scores.append(score if position.turn == WHITE else -score)

    for record in records:
        position = Position(fen_of_record(record))
        evaluate(position)
        for _ in range(MOVES):
            if moves := position.legal_moves():
                position.make(rng.choice(moves))
                evaluate(position)
    evaluated = np.frombuffer(b"".join(packed), RECORD)
    expected = quantised_scores(weights, inputs_of(evaluated), turns_of(evaluated))
    return [
        f"{fen_of_record(evaluated[index])}: {scores[index]} for White in the engine, {expected[index]:.0f} in numpy"
        for index in np.flatnonzero(expected != scores)
    ]


if __name__ == "__main__":
    run_and_exit(main, "network_equality.py")
