"""Self-play games of the engine, and the positions in them that are suitable for tuning the evaluation.

A game begins with random moves, so that no two games are alike. It depends only on its seed, its number and the nodes
per move. The search evaluates quiet positions, so only these are used: neither side is in check and the best move is
not a capture.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import Final

from samples import Sample

from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.jobs.loop import run_tasks
from modern.jobs.workers import Workers
from modern.rules import Move, Position
from modern.rules.outcome import repetitions
from modern.rules.pieces import PAWN, WHITE

#: The numbers of random plies that may open a game, and the highest score of either side after them, in centipawns.
OPENING_PLIES: Final = (8, 9, 10)
MAX_OPENING_SCORE: Final = 150
#: The size of a game's transposition table, in megabytes, and the relative variation of the nodes per move.
MEGABYTES: Final = 1
NODE_VARIATION: Final = 0.2

#: A game is adjudicated a win if the score has been above WIN_SCORE centipawns for WIN_PLIES plies.
WIN_SCORE, WIN_PLIES = 1000, 4
#: It is adjudicated a draw if the score has been within DRAW_SCORE for DRAW_PLIES plies, after DRAW_AFTER_PLIES in all.
DRAW_SCORE, DRAW_PLIES, DRAW_AFTER_PLIES = 10, 12, 80
#: With this few pieces or fewer there is no adjudication, because scores are unreliable there.
FEW_PIECES: Final = 4
#: A game of this many plies is a draw.
MAX_PLIES: Final = 200
#: The score of a mate in a sample, in centipawns.
MATE_SAMPLE_SCORE: Final = 30000

#: The maximum number of samples of a game.
MAX_SAMPLES: Final = 12
#: The number of plies after the random opening that are skipped, because the position has not settled yet.
SETTLING_PLIES: Final = 8
#: A position with at least this score, in centipawns, is decided, and so of little use for tuning.
DECISIVE_SCORE: Final = 1500


def games(workers: Workers, seed: int, numbers: Iterable[int], nodes: int) -> Iterator[list[Sample]]:
    """Plays games in the workers; yields the samples of each, in the order of `numbers`."""

    def submit(number: int) -> Future[list[Sample]]:
        return workers.executor.submit(samples_of_game, seed, number, nodes)

    for _, samples in run_tasks(submit, numbers, workers.max_pending, in_order=True):
        yield samples


def samples_of_game(seed: int, number: int, nodes: int) -> list[Sample]:
    """Plays a game with about `nodes` nodes per move. Returns its samples, in the order of play."""
    rng = random.Random(f"{seed}/{number}")
    engine = Engine(MEGABYTES)
    position = balanced_opening(engine, rng, nodes)
    settled = position.ply + SETTLING_PLIES
    scores: list[int] = []
    usable: list[tuple[str, int]] = []
    while (result := result_of(position, scores)) is None:
        move_nodes = round(nodes * rng.uniform(1 - NODE_VARIATION, 1 + NODE_VARIATION))
        report = engine.think(position, Limits(nodes=move_nodes))
        assert report is not None  # if there is no legal move, result_of() has returned a result
        score = score_for_white(position, report)
        if position.ply >= settled and is_usable(position, report.pv[0], score):
            usable.append((position.fen(), score))
        scores.append(score)
        position.make(report.pv[0])
    chosen = sorted(rng.sample(range(len(usable)), min(len(usable), MAX_SAMPLES)))
    return [Sample(fen, result, score, seed, number) for fen, score in (usable[index] for index in chosen)]


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


def is_usable(position: Position, best: Move, score: int) -> bool:
    """Returns True if the position is suitable for tuning: it is quiet, and its score is not decisive."""
    is_capture = position.mailbox[best.to_square] != 0
    if position.mailbox[best.from_square] & 7 == PAWN and best.to_square == position.en_passant_square:
        is_capture = True
    return not is_capture and best.promotion is None and abs(score) < DECISIVE_SCORE and not position.is_check()


def score_for_white(position: Position, report: Report) -> int:
    """Returns the score of a search for White, in centipawns; MATE_SAMPLE_SCORE for a mate."""
    centipawns, mate = report.score
    if centipawns is not None:
        score = centipawns
    else:
        score = MATE_SAMPLE_SCORE if mate is not None and mate > 0 else -MATE_SAMPLE_SCORE
    return score if position.turn == WHITE else -score
