"""Games of the engine against itself, and those of their positions from which an evaluation can learn.

A game begins with random moves, so that no two are alike. It depends on its seed and number, and on the nodes of a
move, and on nothing else. An evaluation is asked where all is quiet, so a position counts only if nobody is in check
and the best move takes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final

from samples import Sample

from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.rules import Move, Position
from modern.rules.outcome import repetitions
from modern.rules.pieces import PAWN, WHITE
from modern.workers import Workers, in_order

#: So many random plies go before each game; then neither side is better by more than this, in centipawns.
OPENING_PLIES: Final = (8, 9, 10)
MAX_OPENING_SCORE: Final = 150
#: The transposition table of a game, in megabytes, and how much the nodes of a move vary, as a part of them.
MEGABYTES: Final = 1
NODE_VARIATION: Final = 0.2

#: A game is won that has had a score beyond this for so many plies, in centipawns.
WIN_SCORE, WIN_PLIES = 1000, 4
#: It is drawn where the score has been nearer to 0 than this for so many plies, after so many in all.
DRAW_SCORE, DRAW_PLIES, DRAW_AFTER_PLIES = 10, 12, 80
#: With so few men neither is said, since a score tells little there: it is played to its end.
FEW_PIECES: Final = 4
#: It is drawn, too, when it has so many plies.
MAX_PLIES: Final = 200
#: A mate, among scores in centipawns.
MATE_SAMPLE_SCORE: Final = 30000

#: Of a game so many positions are taken at most, and none in the plies that settle what the random moves have stirred.
MAX_SAMPLES: Final = 12
SETTLING_PLIES: Final = 8
#: Beyond this the result is clear, and its score says no more, in centipawns.
DECISIVE_SCORE: Final = 1500


def games(workers: Workers, seed: int, numbers: Iterable[int], nodes: int) -> Iterator[list[Sample]]:
    """The samples of each game, in the order of the numbers, whoever plays them."""
    coming = (workers.executor.submit(samples_of_game, seed, number, nodes) for number in numbers)
    return in_order(coming, workers.max_pending)


def samples_of_game(seed: int, number: int, nodes: int) -> list[Sample]:
    """Play a game with about so many nodes a move; its samples, in their order."""
    chance = random.Random(f"{seed}/{number}")
    engine = Engine(MEGABYTES)
    position = balanced_opening(engine, chance, nodes)
    settled = position.ply + SETTLING_PLIES
    scores: list[int] = []
    fit: list[tuple[str, int]] = []
    while (result := result_of(position, scores)) is None:
        found = engine.think(
            position, Limits(nodes=round(nodes * chance.uniform(1 - NODE_VARIATION, 1 + NODE_VARIATION)))
        )
        assert found is not None  # where there is no move, there is a result
        score = score_for_white(position, found)
        if position.ply >= settled and is_usable(position, found.pv[0], score):
            fit.append((position.fen(), score))
        scores.append(score)
        position.make(found.pv[0])
    taken = sorted(chance.sample(range(len(fit)), min(len(fit), MAX_SAMPLES)))
    return [Sample(fen, result, score, seed, number) for fen, score in (fit[index] for index in taken)]


def balanced_opening(engine: Engine, chance: random.Random, nodes: int) -> Position:
    """A position after random moves in which neither side is much better."""
    while True:
        position = Position()
        for _ in range(chance.choice(OPENING_PLIES)):
            if moves := position.legal_moves():
                position.make(chance.choice(moves))
        found = engine.think(position, Limits(nodes=nodes))
        if found is not None and abs(score_for_white(position, found)) <= MAX_OPENING_SCORE:
            return position


def result_of(position: Position, scores: list[int]) -> float | None:
    """How the game ended for White, by the rules or since its `scores` leave no doubt; None if it goes on."""
    outcome = position.outcome()
    if outcome is not None:
        return {"white": 1.0, "black": 0.0, None: 0.5}[outcome.winner]
    if position.halfmove_clock >= 100 or repetitions(position) >= 3 or position.ply >= MAX_PLIES:
        return 0.5
    if sum(man != 0 for man in position.mailbox) > FEW_PIECES:
        late = scores[-WIN_PLIES:]
        if len(late) == WIN_PLIES and (min(late) > WIN_SCORE or max(late) < -WIN_SCORE):
            return 1.0 if late[0] > 0 else 0.0
        late = scores[-DRAW_PLIES:]
        if position.ply > DRAW_AFTER_PLIES and len(late) == DRAW_PLIES and max(map(abs, late)) < DRAW_SCORE:
            return 0.5
    return None


def is_usable(position: Position, best: Move, score: int) -> bool:
    """Whether an evaluation can learn from the position: all is quiet there, and not all is said."""
    takes = position.mailbox[best.to_square] != 0
    if position.mailbox[best.from_square] & 7 == PAWN and best.to_square == position.en_passant_square:
        takes = True
    return not takes and best.promotion is None and abs(score) < DECISIVE_SCORE and not position.is_check()


def score_for_white(position: Position, found: Report) -> int:
    """The score of a search as White sees it, in centipawns; a mate is MATE."""
    centipawns, mate = found.score
    score = (
        centipawns
        if centipawns is not None
        else MATE_SAMPLE_SCORE
        if mate is not None and mate > 0
        else -MATE_SAMPLE_SCORE
    )
    return score if position.turn == WHITE else -score
