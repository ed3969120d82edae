"""Plays games of the engine against itself, and keeps their quiet positions to train an evaluation on.

    python benchmarks/self_play.py FILE [--games N] [--nodes N] [--quick-nodes N] [--seed S] [--evaluation NAME]
                                   [--jobs J]

A game begins with random moves, so that no two games are alike. It depends only on its seed, its number, the numbers
of nodes and the evaluation. The search evaluates quiet positions, so only these are kept: the side to move is not in
check, the best move is neither a capture nor a promotion, and the score is no mate. `position_file` describes the file.

Positions of one game resemble each other, so few positions of many games teach more (docs/measurements/network.md).
With --quick-nodes, a short search of each position picks the move. A third of the quiet positions are then searched
with all nodes, and kept if they are still quiet.

Rerun it to resume; killing it loses only unfinished games.
"""

from __future__ import annotations

import random
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Final

import click
from position_file import JOBS, Header, PositionFileError, append_game, open_for_games, pack_position

from modern.build import ENGINE, build_mode
from modern.cli.output import progress
from modern.cli.shell import EXIT_INTERRUPTED, run_and_exit
from modern.engine.engine import DEFAULT_EVALUATION, EVALUATIONS, HAND, Engine
from modern.engine.network.weights_file import WeightsError, installed_weights
from modern.jobs.loop import run_tasks
from modern.jobs.workers import Workers, interrupt_deferred, local_workers
from modern.limits import Limits
from modern.output_files import check_writable
from modern.report import Report
from modern.rules import Move, Position
from modern.rules.outcome import repetitions
from modern.rules.pieces import PAWN, WHITE, piece_type_of

#: The numbers of random plies that may open a game, and the highest score of either side after them, in centipawns.
OPENING_PLIES: Final = (8, 9, 10)
MAX_OPENING_SCORE: Final = 150
#: The size of a game's transposition table, in megabytes, and the relative variation of the nodes per move.
MEGABYTES: Final = 1
NODE_VARIATION: Final = 0.2
#: With --quick-nodes, the share of the quiet positions that are searched with all nodes.
KEPT_SHARE: Final = 1 / 3

#: A game is adjudicated a win if the score has been above WIN_SCORE centipawns for WIN_PLIES plies.
WIN_SCORE, WIN_PLIES = 1000, 4
#: It is adjudicated a draw if the score has been within DRAW_SCORE for DRAW_PLIES plies, after DRAW_AFTER_PLIES in all.
DRAW_SCORE, DRAW_PLIES, DRAW_AFTER_PLIES = 10, 12, 80
#: With this many pieces or fewer there is no adjudication, because scores are unreliable there.
FEW_PIECES: Final = 4
#: A game of this many plies is a draw.
MAX_PLIES: Final = 200
#: What stands for the score of a mate, in centipawns.
MATE_SCORE: Final = 30000


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Number of games in FILE.",
)
@click.option(
    "--nodes", type=click.IntRange(min=1), default=1500, show_default=True, help="Nodes per move, approximately."
)
@click.option(
    "--quick-nodes",
    type=click.IntRange(min=0),
    default=0,
    help="Search each position with so few nodes first; search one quiet position in three again with --nodes."
    "  [default: off]",
)
@click.option("--seed", type=click.IntRange(min=0), default=1994, show_default=True, help="Seed of the games.")
@click.option(
    "--evaluation",
    type=click.Choice(EVALUATIONS),
    default=DEFAULT_EVALUATION,
    show_default=True,
    help="The evaluation: the installed network, or the hand-written terms.",
)
@JOBS
def main(file: Path, count: int, nodes: int, quick_nodes: int, seed: int, evaluation: str, jobs: int) -> None:
    """Play games of the engine against itself and append their quiet positions to FILE; resumes FILE's games."""
    check_writable(file)
    command = shlex.join(["python", "benchmarks/self_play.py", *sys.argv[1:]])
    try:
        done = open_for_games(file, Header(command, seed, nodes, description_of(evaluation), quick_nodes))
    except (PositionFileError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    missing = [number for number in range(1, count + 1) if number not in done]
    played = positions = 0
    interrupted = False
    start = time.monotonic()
    try:
        with local_workers(jobs) as workers:
            games = games_played(workers, seed, missing, nodes, evaluation, quick_nodes)
            with progress(games, "playing", total=len(missing)) as steps:
                for game in steps:
                    with interrupt_deferred():
                        append_game(file, game)
                        played += 1
                        positions += len(game)
    except KeyboardInterrupt:
        interrupted = True
    rate = positions / max(time.monotonic() - start, 0.001)
    click.echo(f"{count - len(missing) + played} of {count} games in {file}, {positions} new positions")
    click.echo(
        f"{rate:.0f} positions a second (seed {seed}, {nodes} nodes per move, {evaluation}, {build_mode(ENGINE)})"
    )
    if interrupted:
        click.echo("interrupted; run the same command again to resume", err=True)
        raise SystemExit(EXIT_INTERRUPTED)


def description_of(evaluation: str) -> str:
    """Returns what the header of a file says about an evaluation: of a network, which one. Raises WeightsError."""
    if evaluation == HAND:
        return evaluation
    weights = installed_weights()
    return f"network generation {weights.provenance.get('generation', '0')}, {weights.checksum}"


def games_played(
    workers: Workers, seed: int, numbers: Iterable[int], nodes: int, evaluation: str, quick_nodes: int = 0
) -> Iterator[list[bytes]]:
    """Plays games in the workers; yields the positions of each, as they are in the file, when it is over."""

    def submit(number: int) -> Future[list[bytes]]:
        return workers.executor.submit(positions_of_game, seed, number, nodes, evaluation, quick_nodes)

    for _, positions in run_tasks(submit, numbers, workers.max_pending):
        yield positions


def positions_of_game(seed: int, number: int, nodes: int, evaluation: str, quick_nodes: int = 0) -> list[bytes]:
    """Plays a game with about `nodes` nodes per move. Returns its quiet positions, as they are in the file.

    With `quick_nodes`, a first search of about that many nodes finds the quiet positions. KEPT_SHARE of these are
    searched further, and kept if they are still quiet. Raises WeightsError.
    """
    rng = random.Random(f"{seed}/{number}")
    engine = Engine(MEGABYTES)
    engine.evaluate_with(evaluation)
    position = balanced_opening(engine, rng, quick_nodes or nodes)
    scores: list[int] = []
    quiet: list[tuple[Position, int]] = []
    while (result := result_of(position, scores)) is None:
        varied = rng.uniform(1 - NODE_VARIATION, 1 + NODE_VARIATION)
        if quick_nodes:
            best, score = searched(engine, position, round(quick_nodes * varied))
        if not quick_nodes or (rng.random() < KEPT_SHARE and is_quiet(position, best, score)):
            best, score = searched(engine, position, round(nodes * varied))
            if is_quiet(position, best, score):
                quiet.append((position.copy(), score))
        scores.append(score)
        position.make(best)
    return [
        pack_position(board, score, result, number, last=index == len(quiet))
        for index, (board, score) in enumerate(quiet, 1)
    ]


def searched(engine: Engine, position: Position, nodes: int) -> tuple[Move, int]:
    """Returns the best move of a search, and its score for White, in centipawns; MATE_SCORE for a mate."""
    report = engine.think(position, Limits(nodes=nodes))
    assert report is not None  # if there is no legal move, result_of() has returned a result
    return report.pv[0], score_for_white(position, report)


def balanced_opening(engine: Engine, rng: random.Random, nodes: int) -> Position:
    """Returns a position after random moves whose score for either side is at most MAX_OPENING_SCORE."""
    while True:
        position = Position()
        for _ in range(rng.choice(OPENING_PLIES)):
            if moves := position.legal_moves():
                position.make(rng.choice(moves))
        report = engine.think(position, Limits(nodes=nodes))
        if report is not None and abs(score_for_white(position, report)) <= MAX_OPENING_SCORE:
            return position


def result_of(position: Position, scores: list[int]) -> float | None:
    """Returns the result for White, by the rules or by adjudication from its `scores`; None if the game continues."""
    outcome = position.outcome()
    if outcome is not None:
        return {"white": 1.0, "black": 0.0, None: 0.5}[outcome.winner]
    if position.halfmove_clock >= 100 or repetitions(position) >= 3 or position.ply >= MAX_PLIES:
        return 0.5
    if sum(piece != 0 for piece in position.mailbox) > FEW_PIECES:
        recent = scores[-WIN_PLIES:]
        if len(recent) == WIN_PLIES and (min(recent) > WIN_SCORE or max(recent) < -WIN_SCORE):
            return 1.0 if recent[0] > 0 else 0.0
        recent = scores[-DRAW_PLIES:]
        if position.ply > DRAW_AFTER_PLIES and len(recent) == DRAW_PLIES and max(map(abs, recent)) < DRAW_SCORE:
            return 0.5
    return None


def is_quiet(position: Position, best: Move, score: int) -> bool:
    """Returns True if there is no check, the best move is no capture or promotion, and the score is no mate."""
    is_capture = position.mailbox[best.to_square] != 0
    if piece_type_of(position.mailbox[best.from_square]) == PAWN and best.to_square == position.en_passant_square:
        is_capture = True
    return not is_capture and best.promotion is None and abs(score) != MATE_SCORE and not position.is_check()


def score_for_white(position: Position, report: Report) -> int:
    """Returns the score of a search for White, in centipawns; MATE_SCORE for a mate."""
    centipawns, mate = report.score
    if centipawns is None:
        centipawns = MATE_SCORE if mate is not None and mate > 0 else -MATE_SCORE
    return centipawns if position.turn == WHITE else -centipawns


if __name__ == "__main__":
    run_and_exit(main, "self_play.py")
