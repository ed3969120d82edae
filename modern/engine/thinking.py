"""Thinking: one iteration after the other, each a ply deeper, as long as the limits let it.

What an iteration finds makes the next one faster, and there is a move to play whenever it has to end.
https://www.chessprogramming.org/Iterative_Deepening
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from modern.engine.clock import UNLIMITED, budget_of, stretched
from modern.engine.control import Control
from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.evaluation.groups import ENDINGS, GROUPS, without
from modern.engine.history import History
from modern.engine.limits import DEEPEST, Limits
from modern.engine.report import EXACT, LOWER_BOUND, Report, Score, nobody_listens
from modern.engine.score import INFINITE, is_mate, score_of
from modern.engine.search import Search
from modern.engine.settling import Settling
from modern.engine.strength import MEGABYTES as MEGABYTES_OF_A_LEVEL
from modern.engine.strength import Level, limited
from modern.engine.techniques import NOTHING, Techniques
from modern.engine.transposition import Table
from modern.engine.watch import Watch
from modern.rules import Move, Position
from modern.rules.legality import legal_codes

#: The transposition table's size, in megabytes, where nobody says.
MEGABYTES: Final = 16
#: How far from the last score the next is expected, in centipawns, and from which depth on.
WINDOW: Final = 20
WINDOW_DEPTH: Final = 5
#: A nearer mate than one that is known turns up, if at all, within so many plies beyond it: not all moves are looked at
#: equally deep.
NEARER: Final = 6
#: What is lost between a clock and a player, in seconds, where nobody says.
OVERHEAD: Final = 0.02


class Engine:
    """Thinks about one position after the other, and keeps the transposition table in between.

    `level`    how strong it plays at most; None does not limit it. At a level it remembers nothing in between.
    `without`  one of the techniques.NAMES that it does without, or NOTHING.
    """

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        """Raises MemoryError where there is not so much."""
        self.megabytes = megabytes
        self.table = Table(megabytes)
        self.history = History()
        self.evaluation = Evaluation()
        #: The strength that it plays at; None is all that it has.
        self.level: Level | None = None
        #: The technique, or group of weights, that it does without.
        self.without = NOTHING
        #: The key of the position that was last thought about, and the score that it got.
        self.last: tuple[int, Score] | None = None

    def resize(self, megabytes: int) -> None:
        """Take a table of another size, in which nothing is. Raises MemoryError; it is then of the size it was."""
        self.table = Table(0)  # so that there are never two
        try:
            self.table = Table(megabytes)
        except MemoryError:
            self.table = Table(self.megabytes)
            raise
        self.megabytes = megabytes

    def do_without(self, name: str) -> None:
        """From now on think without a technique of TECHNIQUES or a group of DISPENSABLE weights, or without NOTHING."""
        self.without = name
        self.evaluation = Evaluation(without(name) if name in GROUPS else None, endings=name != ENDINGS)

    def forget(self) -> None:
        """Begin anew, as for another game."""
        self.table.clear()
        self.history.clear()
        self.last = None

    def think(
        self,
        position: Position,
        limits: Limits,
        control: Control | None = None,
        report: Callable[[Report], None] = nobody_listens,
        lines: int = 1,
        overhead: float = OVERHEAD,
    ) -> Report | None:
        """The best line, as far as the limits let it be found; None where there is no legal move.

        `report` is called after each iteration with each of the `lines` best, and within one when a better move turns
        up. `position` stays as it is. Without any limit it thinks to DEEPEST plies, or until `control` stops it.
        """
        legal = legal_codes(position)
        wanted = {move.code for move in limits.only}
        roots = [code for code in legal if code in wanted] or legal
        if not roots:
            return None
        table, history, error = self.table, self.history, 0
        if self.level is not None:
            # The same position is to have the same answer, whatever came before.
            table, history, error = Table(MEGABYTES_OF_A_LEVEL), History(), self.level.error
            limits = limited(limits, self.level)
        table.grow_older()
        history.fade()
        budget = budget_of(limits, position.side, overhead)
        watch = Watch(control or Control(), budget, limits.nodes)
        uses = Techniques(self.without)
        if limits.mate is not None:
            uses.leave_out_bets()
        search = Search(position.twin(), roots, table, history, self.evaluation, uses, watch, error)
        found = Iterations(search, limits, report, Settling(self.score_a_move_ago(position))).run(lines)
        watch.better = nobody_listens  # else each would hold the other, and all this would wait for the collector
        self.last = position.key, found.score
        return found

    def score_a_move_ago(self, position: Position) -> Score | None:
        """What the last search has found, if it was of the position two plies before this one."""
        if self.last is None or position.made < 2 or position.past_keys[position.made - 2] != self.last[0]:
            return None
        return self.last[1]


class Iterations:
    """The iterations of one search."""

    def __init__(self, search: Search, limits: Limits, report: Callable[[Report], None], settling: Settling) -> None:
        self.begun = time.perf_counter()
        self.search = search
        self.watch = search.watch
        self.watch.better = self._better
        self.limits = limits
        self.report = report
        self.settling = settling
        self.depth = 0
        self.number = 1
        #: By the number of a line its last score.
        self.scores: dict[int, int] = {}

    def run(self, lines: int) -> Report:
        """Go on until it is over; the best line."""
        score = self.search.evaluation.evaluate(self.search.board)
        best = Report(0, 0, 1, score_of(score), (Move(self.search.roots[0]),), 0, 0.0)
        for depth in range(1, self._last_depth() + 1):
            together: list[Report] = []
            for number in range(1, min(lines, len(self.search.roots)) + 1):
                found = self._iteration(depth, number)
                if number == 1 and found is not None:
                    best = found
                if self.search.stopped or self.watch.is_due(self.search.nodes):
                    return self._in_all(best)
                if found is not None:
                    together.append(found)
            best = self._in_order(together)
            self.settling.add(best.line[0], best.score)
            if self._is_enough(best):
                break
        return self._in_all(best)

    def _in_order(self, together: list[Report]) -> Report:
        """The best line of an iteration. A later one may have turned out better; then all are said again, in order."""
        order = sorted(range(len(together)), key=lambda index: -self.scores[index + 1])
        if order != [*range(len(together))]:
            roots = self.search.roots
            moves, scores = [roots[index] for index in order], [self.scores[index + 1] for index in order]
            together = [self._in_all(together[index]) for index in order]
            for index, said in enumerate(together):
                roots[index], self.scores[index + 1] = moves[index], scores[index]
                together[index] = replace(said, number=index + 1)
                self.report(together[index])
        return together[0]

    def _in_all(self, best: Report) -> Report:
        """The best line, with the nodes and the seconds of the whole search."""
        return replace(best, nodes=self.search.nodes, seconds=time.perf_counter() - self.begun)

    def _iteration(self, depth: int, number: int) -> Report | None:
        """The best line but for those with a lower number, to a depth; None where not even its first move was done.

        What lies far from the last iteration's score is not expected: the window around it is narrow at first, and
        grows on the side where the score turns out to lie. https://www.chessprogramming.org/Aspiration_Windows
        """
        self.depth, self.number = depth, number
        search = self.search
        alpha, beta, width = -INFINITE, int(INFINITE), WINDOW
        before = self.scores.get(number, 0)
        if search.uses.aspiration and depth >= WINDOW_DEPTH and not is_mate(before):
            alpha, beta = max(alpha, before - width), min(beta, before + width)
        found: Report | None = None
        while True:
            score = search.best(depth, number - 1, alpha, beta)
            if score == -INFINITE:
                return found
            if search.stopped:
                return self._report(score, LOWER_BOUND) if search.ends[0] else found
            if alpha < score < beta:
                break
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(-int(INFINITE), score - width)
            else:
                found = self._report(score, LOWER_BOUND)
                beta = min(int(INFINITE), score + width)
            width *= 2
        self.scores[number] = score
        found = self._report(score, EXACT)
        self.report(found)
        return found

    def _better(self, score: int) -> None:
        """A later move is better than those before; one of the rest may be better still."""
        self.report(self._report(score, LOWER_BOUND))

    def _report(self, score: int, bound: str) -> Report:
        search = self.search
        return Report(
            depth=self.depth,
            deepest=search.deepest,
            number=self.number,
            score=score_of(score),
            line=tuple(Move(code) for code in search.line()),
            nodes=search.nodes,
            seconds=time.perf_counter() - self.begun,
            full=self.search.table.full(),
            bound=bound,
        )

    def _last_depth(self) -> int:
        """A mate in so many moves is twice so many plies deep, less one; without bets it is found there."""
        depths = [DEEPEST]
        if self.limits.depth is not None:
            depths.append(max(self.limits.depth, 1))
        if self.limits.mate is not None:
            depths.append(max(2 * self.limits.mate - 1, 1))
        return min(depths)

    def _is_enough(self, best: Report) -> bool:
        """Whether another iteration is not worth beginning."""
        mate = best.score.mate
        if self.limits.mate is not None and mate is not None and 0 < mate <= self.limits.mate:
            return True
        if self.watch.budget == UNLIMITED:
            return False
        if self.watch.is_over(stretched(self.watch.budget, self.settling.stretch())):
            return True
        # Under a clock it does not matter what else there might be.
        settled = len(self.search.roots) == 1 or (mate is not None and self.depth >= 2 * abs(mate) + NEARER)
        return settled and not self.watch.control.pondering and not self.limits.infinite
