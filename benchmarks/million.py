"""Compares modern.rules with python-chess on a million random positions.

    python benchmarks/million.py [--positions N] [--seed S] [--jobs J]

The games are rich in the rare cases of chess: castling, en passant, promotions, pins, checks and draws. Each comparison
covers the legal moves, check, the FEN, the outcome with and without claims, the incremental hash against one computed
from scratch, and the SAN of one move, written and parsed. After each game every move is unmade. Exits with 1 if there
are differences.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import Future

import chess
import click

from modern.build import RULES, build_mode
from modern.cli.output import progress
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, run_and_exit
from modern.jobs.loop import run_tasks
from modern.jobs.workers import core_count, local_workers
from modern.rules import Position

#: Starting positions: the initial position now and then, otherwise positions in which rare moves are likely.
STARTS = (
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1",  # both sides can soon castle
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",  # .. and can be prevented from castling
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",  # pawns only
    "1n4n1/PP4PP/8/4k3/8/4K3/pp4pp/1N4N1 w - - 0 1",  # pawns about to promote
    "rnbqkbnr/8/8/pPpPpPpP/PpPpPpPp/8/8/RNBQKBNR w KQkq - 0 1",  # interlocked pawns
    "8/2p1p1p1/8/K2P1P1r/1R1p1p1k/8/2P1P1P1/8 b - - 0 1",  # en passant along a pinned rank
    "b3k3/2p1p3/8/3P1P2/8/8/4P1K1/7q w - - 0 1",  # .. and along diagonals
    "q3k2q/8/8/2QQ1Q2/2q2qq1/8/8/Q3K2Q w - - 0 1",  # pins and checks
    "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",  # few pieces, and draws
)
MAX_PLIES = 160

#: The weights of moves; a move of none of these kinds has weight 1.
CASTLING_WEIGHT, EN_PASSANT_WEIGHT, PROMOTION_WEIGHT = 20, 40, 6
DOUBLE_PUSH_WEIGHT, CAPTURE_WEIGHT, CHECK_WEIGHT = 3, 2, 6
#: The share of plies at which CHECK_WEIGHT is applied (a slow test), and at which the last move is reversed.
CHECK_SEARCH_RATE, REVERSAL_RATE = 0.25, 0.15

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


def rich_game(rng: random.Random, max_plies: int = MAX_PLIES) -> Iterator[chess.Board]:
    """Plays a random game of fewer than `max_plies` plies; yields its board at the start and after each ply."""
    board = chess.Board(rng.choice(STARTS))
    yield board
    for _ in range(rng.randrange(max_plies)):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(_pick(board, moves, rng))
        yield board


def _pick(board: chess.Board, moves: list[chess.Move], rng: random.Random) -> chess.Move:
    if len(board.move_stack) > 1 and rng.random() < REVERSAL_RATE:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    checking = rng.random() < CHECK_SEARCH_RATE
    weights = [_weight(board, move) * (CHECK_WEIGHT if checking and board.gives_check(move) else 1) for move in moves]
    return rng.choices(moves, weights)[0]


def _weight(board: chess.Board, move: chess.Move) -> int:
    if move.promotion:
        return PROMOTION_WEIGHT
    if board.piece_type_at(move.from_square) == chess.PAWN:
        if board.is_en_passant(move):
            return EN_PASSANT_WEIGHT
        if abs(move.to_square - move.from_square) == 16:
            return DOUBLE_PUSH_WEIGHT
    elif board.is_castling(move):
        return CASTLING_WEIGHT
    return CAPTURE_WEIGHT if board.piece_at(move.to_square) else 1


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
@click.option(
    "--positions", type=click.IntRange(1), default=1_000_000, show_default=True, help="Number of positions to compare."
)
@click.option("--seed", type=int, default=1994, show_default=True, help="Seed of the games.")
@click.option(
    "--jobs", type=click.IntRange(1), default=core_count(), help="Number of processes.  [default: one per core]"
)
def main(positions: int, seed: int, jobs: int) -> None:
    """Compare modern.rules with python-chess on random positions."""
    start = time.perf_counter()
    done, found = 0, list[str]()
    chunks = range(-(-positions // CHUNK))
    interrupted = False
    try:
        with local_workers(jobs) as workers:

            def submit(job: int) -> Future[tuple[int, list[str]]]:
                return workers.executor.submit(compare_chunk, seed, job, min(CHUNK, positions - CHUNK * job))

            with progress(run_tasks(submit, chunks, workers.max_pending), "comparing", total=len(chunks)) as steps:
                for _, (compared, differing) in steps:
                    done += compared
                    found += differing
    except KeyboardInterrupt:
        interrupted = True
    for line in found[:20]:
        click.echo(line)
    click.echo(
        f"{done} positions compared with python-chess, {len(found)} differences"
        f" (seed {seed}, {time.perf_counter() - start:.0f} s, {jobs} processes, {build_mode(RULES)})"
    )
    if found:
        raise SystemExit(EXIT_FAILURE)
    if interrupted:
        raise SystemExit(EXIT_INTERRUPTED)


if __name__ == "__main__":
    run_and_exit(main, "million.py")
