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

from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.engine.thinking import Engine
from modern.rules import Move, Position
from modern.rules.men import PAWN, WHITE
from modern.rules.outcome import repetitions
from modern.workers import Workers, in_order

#: So many random plies go before each game; then neither side is better by more than this, in centipawns.
PLIES: Final = (8, 9, 10)
EVEN: Final = 150
#: The transposition table of a game, in megabytes, and how much the nodes of a move vary, as a part of them.
MEGABYTES: Final = 1
VARIATION: Final = 0.2

#: A game is won that has had a score beyond this for so many plies, in centipawns.
WON, WON_PLIES = 1000, 4
#: It is drawn where the score has been nearer to 0 than this for so many plies, after so many in all.
LEVEL, LEVEL_PLIES, LEVEL_AFTER = 10, 12, 80
#: With so few men neither is said, since a score tells little there: it is played to its end.
FEW_MEN: Final = 4
#: It is drawn, too, when it has so many plies.
LONGEST: Final = 200
#: A mate, among scores in centipawns.
MATE: Final = 30000

#: Of a game so many positions are taken at most, and none in the plies that settle what the random moves have stirred.
MOST_SAMPLES: Final = 12
SETTLING: Final = 8
#: Beyond this the result is clear, and its score says no more, in centipawns.
CLEAR: Final = 1500


def games(workers: Workers, seed: int, numbers: Iterable[int], nodes: int) -> Iterator[list[Sample]]:
    """The samples of each game, in the order of the numbers, whoever plays them."""
    coming = (workers.executor.submit(samples_of_game, seed, number, nodes) for number in numbers)
    return in_order(coming, workers.at_once)


def samples_of_game(seed: int, number: int, nodes: int) -> list[Sample]:
    """Play a game with about so many nodes a move; its samples, in their order."""
    chance = random.Random(f"{seed}/{number}")
    engine = Engine(MEGABYTES)
    position = opening(engine, chance, nodes)
    settled = position.made + SETTLING
    scores: list[int] = []
    fit: list[tuple[str, int]] = []
    while (result := result_of(position, scores)) is None:
        found = engine.think(position, Limits(nodes=round(nodes * chance.uniform(1 - VARIATION, 1 + VARIATION))))
        assert found is not None  # where there is no move, there is a result
        score = score_for_white(position, found)
        if position.made >= settled and is_fit(position, found.line[0], score):
            fit.append((position.fen(), score))
        scores.append(score)
        position.make(found.line[0])
    taken = sorted(chance.sample(range(len(fit)), min(len(fit), MOST_SAMPLES)))
    return [Sample(fen, result, score, seed, number) for fen, score in (fit[index] for index in taken)]


def opening(engine: Engine, chance: random.Random, nodes: int) -> Position:
    """A position after random moves in which neither side is much better."""
    while True:
        position = Position()
        for _ in range(chance.choice(PLIES)):
            if moves := position.legal_moves():
                position.make(chance.choice(moves))
        found = engine.think(position, Limits(nodes=nodes))
        if found is not None and abs(score_for_white(position, found)) <= EVEN:
            return position


def result_of(position: Position, scores: list[int]) -> float | None:
    """How the game ended for White, by the rules or since its `scores` leave no doubt; None if it goes on."""
    outcome = position.outcome()
    if outcome is not None:
        return {"white": 1.0, "black": 0.0, None: 0.5}[outcome.winner]
    if position.clock >= 100 or repetitions(position) >= 3 or position.made >= LONGEST:
        return 0.5
    if sum(man != 0 for man in position.on) > FEW_MEN:
        late = scores[-WON_PLIES:]
        if len(late) == WON_PLIES and (min(late) > WON or max(late) < -WON):
            return 1.0 if late[0] > 0 else 0.0
        late = scores[-LEVEL_PLIES:]
        if position.made > LEVEL_AFTER and len(late) == LEVEL_PLIES and max(map(abs, late)) < LEVEL:
            return 0.5
    return None


def is_fit(position: Position, best: Move, score: int) -> bool:
    """Whether an evaluation can learn from the position: all is quiet there, and not all is said."""
    takes = position.on[best.to_square] != 0
    if position.on[best.from_square] & 7 == PAWN and best.to_square == position.en_passant:
        takes = True
    return not takes and best.promotion is None and abs(score) < CLEAR and not position.is_check()


def score_for_white(position: Position, found: Report) -> int:
    """The score of a search as White sees it, in centipawns; a mate is MATE."""
    centipawns, mate = found.score
    score = centipawns if centipawns is not None else MATE if mate is not None and mate > 0 else -MATE
    return score if position.turn == WHITE else -score
