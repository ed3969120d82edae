"""Compares modern.rules with python-chess on a million random positions.

    python benchmarks/million.py [--positions N] [--seed S] [--jobs J]

Each comparison covers the legal moves, check, the FEN, the outcome with and without claims, the incremental hash
against one computed from scratch, and the SAN of one move, written and parsed. After each game every move is unmade.
Exits with 1 if there are differences.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

import chess
import click
from options import JOBS
from rich.progress import Progress
from rich_games import rich_game

from modern.build import RULES, build_mode
from modern.rules import Position

#: The number of positions in a job. The positions depend only on the seed and the job's number.
CHUNK = 1000
REASONS = {
    "CHECKMATE": "checkmate",
    "STALEMATE": "stalemate",
    "INSUFFICIENT_MATERIAL": "insufficient material",
    "SEVENTYFIVE_MOVES": "seventy-five moves",
    "FIVEFOLD_REPETITION": "fivefold repetition",
    "FIFTY_MOVES": "fifty moves",
    "THREEFOLD_REPETITION": "threefold repetition",
}


def differences(board: chess.Board, position: Position, rng: random.Random) -> Iterator[str]:
    """Yields a description of each difference between the two boards."""
    moves = list(board.legal_moves)
    theirs, ours = sorted(move.uci() for move in moves), sorted(move.uci() for move in position.legal_moves())
    if theirs != ours:
        yield f"legal moves: {sorted(set(theirs) ^ set(ours)) or 'a duplicate move'}"
    if board.is_check() != position.is_check():
        yield f"check: {position.is_check()}"
    if board.fen(en_passant="legal") != position.fen():
        yield f"FEN: {position.fen()}"
    if Position.from_fen(position.fen()).hash != position.hash:
        yield "the hash differs from the one computed from scratch"
    claim = rng.random() < 0.1
    their_outcome, our_outcome = board.outcome(claim_draw=claim), position.outcome(claim=claim)
    expected = (their_outcome and REASONS[their_outcome.termination.name], their_outcome and their_outcome.result())
    if expected != (our_outcome and our_outcome.reason, our_outcome and our_outcome.result):
        yield f"outcome: {expected}, {our_outcome}"
    if moves:
        move = rng.choice(moves)
        san = board.san(move)
        our_move = position.parse_san(san)
        if our_move.uci() != move.uci() or position.san(our_move) != san:
            yield f"SAN: {san}, {position.san(our_move)}"


def compare_chunk(seed: int, job: int, positions: int) -> tuple[int, list[str]]:
    """Returns the number of positions compared, and the differences."""
    rng = random.Random(f"{seed}/{job}")
    done, found = 0, []
    while done < positions:
        position = start = None
        for board in rich_game(rng):
            if position is None:
                position, start = Position.from_fen(board.fen()), board.fen(en_passant="legal")
            else:
                position.make(position.parse_uci(board.peek().uci()))
            found += [f"{board.fen()}: {difference}" for difference in differences(board, position, rng)]
            done += 1
            if done == positions:
                break
        assert position is not None
        for _ in range(len(board.move_stack)):
            position.unmake()
        if position.fen() != start or position != Position.from_fen(start):
            found.append(f"{start}: different after every move was unmade: {position.fen()}")
    return done, found


@click.command()
@click.option("--positions", type=click.IntRange(min=1), default=1_000_000, show_default=True)
@click.option("--seed", type=int, default=1994, show_default=True)
@JOBS
def million(positions: int, seed: int, jobs: int) -> None:
    """Compare modern.rules with python-chess on random positions."""
    start = time.perf_counter()
    done, found = 0, list[str]()
    chunks = -(-positions // CHUNK)
    with ProcessPoolExecutor(jobs) as executor, Progress() as bar:
        task = bar.add_task("comparing", total=positions)
        futures = [
            executor.submit(compare_chunk, seed, job, min(CHUNK, positions - CHUNK * job)) for job in range(chunks)
        ]
        try:
            for result in as_completed(futures):
                compared, differing = result.result()
                done += compared
                found += differing
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            executor.shutdown(wait=False, cancel_futures=True)
            click.echo("interrupted")
    for line in found[:20]:
        click.echo(line)
    seconds = time.perf_counter() - start
    click.echo(
        f"{done} positions compared with python-chess, {len(found)} differences"
        f" (seed {seed}, {seconds:.0f} s, {jobs} processes, {build_mode(RULES)})"
    )
    raise SystemExit(bool(found) or done < positions)


if __name__ == "__main__":
    million()
