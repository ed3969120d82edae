"""Thinking: one iteration after the other, each a ply deeper, as long as the limits let it.

What an iteration finds makes the next one faster, and there is a move to play whenever it has to end.
https://www.chessprogramming.org/Iterative_Deepening
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from modern.engine.control import Control
from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.evaluation.groups import ENDINGS, GROUPS, weights_without
from modern.engine.history import History
from modern.engine.limits import MAX_DEPTH, Limits
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report, Score, discard
from modern.engine.score import INFINITE, is_mate_score, to_score
from modern.engine.search import Search
from modern.engine.stability import BestMoveStability
from modern.engine.stopping import StopCondition
from modern.engine.strength import LEVEL_MEGABYTES as MEGABYTES_OF_A_LEVEL
from modern.engine.strength import Level, limit_nodes
from modern.engine.techniques import NOTHING, Techniques
from modern.engine.time_management import UNLIMITED, soft_limit, time_budget
from modern.engine.transposition import TranspositionTable
from modern.rules import Move, Position
from modern.rules.legality import legal_codes

#: The transposition table's size, in megabytes, where nobody says.
DEFAULT_MEGABYTES: Final = 16
#: How far from the last score the next is expected, in centipawns, and from which depth on.
ASPIRATION_WINDOW: Final = 20
ASPIRATION_DEPTH: Final = 5
#: A nearer mate than one that is known turns up, if at all, within so many plies beyond it: not all moves are looked at
#: equally deep.
SHORTER_MATE_PLIES: Final = 6
#: What is lost between a clock and a player, in seconds, where nobody says.
DEFAULT_OVERHEAD: Final = 0.02


class Engine:
    """Thinks about one position after the other, and keeps the transposition table in between.

    `level`    how strong it plays at most; None does not limit it. At a level it remembers nothing in between.
    `without`  one of the techniques.NAMES that it does without, or NOTHING.
    """

    def __init__(self, megabytes: int = DEFAULT_MEGABYTES) -> None:
        """Raises MemoryError where there is not so much."""
        self.megabytes = megabytes
        self.table = TranspositionTable(megabytes)
        self.history = History()
        self.evaluation = Evaluation()
        #: The strength that it plays at; None is all that it has.
        self.level: Level | None = None
        #: The technique, or group of weights, that it does without.
        self.disabled = NOTHING
        #: The key of the position that was last thought about, and the score that it got.
        self.last_result: tuple[int, Score] | None = None

    def resize(self, megabytes: int) -> None:
        """Take a table of another size, in which nothing is. Raises MemoryError; it is then of the size it was."""
        self.table = TranspositionTable(0)  # so that there are never two
        try:
            self.table = TranspositionTable(megabytes)
        except MemoryError:
            self.table = TranspositionTable(self.megabytes)
            raise
        self.megabytes = megabytes

    def disable(self, name: str) -> None:
        """From now on think without a technique of TECHNIQUES or a group of DISPENSABLE weights, or without NOTHING."""
        self.disabled = name
        self.evaluation = Evaluation(weights_without(name) if name in GROUPS else None, endings=name != ENDINGS)

    def clear(self) -> None:
        """Begin anew, as for another game."""
        self.table.clear()
        self.history.clear()
        self.last_result = None

    def think(
        self,
        position: Position,
        limits: Limits,
        control: Control | None = None,
        report: Callable[[Report], None] = discard,
        pv_count: int = 1,
        overhead: float = DEFAULT_OVERHEAD,
    ) -> Report | None:
        """The best line, as far as the limits let it be found; None where there is no legal move.

        `report` is called after each iteration with each of the `lines` best, and within one when a better move turns
        up. `position` stays as it is. Without any limit it thinks to DEEPEST plies, or until `control` stops it.
        """
        legal = legal_codes(position)
        searchmoves = {move.code for move in limits.only}
        root_moves = [code for code in legal if code in searchmoves] or legal
        if not root_moves:
            return None
        table, history, eval_noise = self.table, self.history, 0
        if self.level is not None:
            # The same position is to have the same answer, whatever came before.
            table, history, eval_noise = TranspositionTable(MEGABYTES_OF_A_LEVEL), History(), self.level.eval_noise
            limits = limit_nodes(limits, self.level)
        table.new_search()
        history.decay()
        budget = time_budget(limits, position.side, overhead)
        stop_condition = StopCondition(control or Control(), budget, limits.nodes)
        techniques = Techniques(self.disabled)
        if limits.mate is not None:
            techniques.disable_pruning()
        search = Search(
            position.scratch_copy(), root_moves, table, history, self.evaluation, techniques, stop_condition, eval_noise
        )
        best = IterativeDeepening(search, limits, report, BestMoveStability(self._previous_score(position))).run(
            pv_count
        )
        stop_condition.on_new_best = (
            discard  # else each would hold the other, and all this would wait for the collector
        )
        self.last_result = position.key, best.score
        return best

    def _previous_score(self, position: Position) -> Score | None:
        """What the last search has found, if it was of the position two plies before this one."""
        if (
            self.last_result is None
            or position.ply < 2
            or position.key_history[position.ply - 2] != self.last_result[0]
        ):
            return None
        return self.last_result[1]


class IterativeDeepening:
    """The iterations of one search."""

    def __init__(
        self, search: Search, limits: Limits, report: Callable[[Report], None], stability: BestMoveStability
    ) -> None:
        self.started = time.perf_counter()
        self.search = search
        self.stop_condition = search.stop_condition
        self.stop_condition.on_new_best = self._report_new_best
        self.limits = limits
        self.report = report
        self.stability = stability
        self.depth = 0
        self.multipv = 1
        #: By the number of a line its last score.
        self.last_scores: dict[int, int] = {}

    def run(self, pv_count: int) -> Report:
        """Go on until it is over; the best line."""
        score = self.search.evaluation.evaluate(self.search.board)
        best = Report(0, 0, 1, to_score(score), (Move(self.search.root_moves[0]),), 0, 0.0)
        for depth in range(1, self._max_depth() + 1):
            reports: list[Report] = []
            for multipv in range(1, min(pv_count, len(self.search.root_moves)) + 1):
                result = self._aspiration_search(depth, multipv)
                if multipv == 1 and result is not None:
                    best = result
                if self.search.stopped or self.stop_condition.is_met(self.search.nodes):
                    return self._with_totals(best)
                if result is not None:
                    reports.append(result)
            best = self._in_score_order(reports)
            self.stability.add(best.pv[0], best.score)
            if self._should_stop(best):
                break
        return self._with_totals(best)

    def _in_score_order(self, reports: list[Report]) -> Report:
        """The best line of an iteration. A later one may have turned out better; then all are said again, in order."""
        order = sorted(range(len(reports)), key=lambda index: -self.last_scores[index + 1])
        if order != [*range(len(reports))]:
            roots = self.search.root_moves
            moves, scores = [roots[index] for index in order], [self.last_scores[index + 1] for index in order]
            reports = [self._with_totals(reports[index]) for index in order]
            for index, reordered in enumerate(reports):
                roots[index], self.last_scores[index + 1] = moves[index], scores[index]
                reports[index] = replace(reordered, multipv=index + 1)
                self.report(reports[index])
        return reports[0]

    def _with_totals(self, best: Report) -> Report:
        """The best line, with the nodes and the seconds of the whole search."""
        return replace(best, nodes=self.search.nodes, seconds=time.perf_counter() - self.started)

    def _aspiration_search(self, depth: int, multipv: int) -> Report | None:
        """The best line but for those with a lower number, to a depth; None where not even its first move was done.

        What lies far from the last iteration's score is not expected: the window around it is narrow at first, and
        grows on the side where the score turns out to lie. https://www.chessprogramming.org/Aspiration_Windows
        """
        self.depth, self.multipv = depth, multipv
        search = self.search
        alpha, beta, window = -INFINITE, int(INFINITE), ASPIRATION_WINDOW
        expected = self.last_scores.get(multipv, 0)
        if search.techniques.aspiration_windows and depth >= ASPIRATION_DEPTH and not is_mate_score(expected):
            alpha, beta = max(alpha, expected - window), min(beta, expected + window)
        result: Report | None = None
        while True:
            score = search.search_root(depth, multipv - 1, alpha, beta)
            if score == -INFINITE:
                return result
            if search.stopped:
                return self._report(score, UCI_LOWER_BOUND) if search.pv_end[0] else result
            if alpha < score < beta:
                break
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(-int(INFINITE), score - window)
            else:
                result = self._report(score, UCI_LOWER_BOUND)
                beta = min(int(INFINITE), score + window)
            window *= 2
        self.last_scores[multipv] = score
        result = self._report(score, UCI_EXACT)
        self.report(result)
        return result

    def _report_new_best(self, score: int) -> None:
        """A later move is better than those before; one of the rest may be better still."""
        self.report(self._report(score, UCI_LOWER_BOUND))

    def _report(self, score: int, bound: str) -> Report:
        search = self.search
        return Report(
            depth=self.depth,
            seldepth=search.seldepth,
            multipv=self.multipv,
            score=to_score(score),
            pv=tuple(Move(code) for code in search.pv()),
            nodes=search.nodes,
            seconds=time.perf_counter() - self.started,
            hashfull=self.search.table.hashfull(),
            bound=bound,
        )

    def _max_depth(self) -> int:
        """A mate in so many moves is twice so many plies deep, less one; without bets it is found there."""
        depths = [MAX_DEPTH]
        if self.limits.depth is not None:
            depths.append(max(self.limits.depth, 1))
        if self.limits.mate is not None:
            depths.append(max(2 * self.limits.mate - 1, 1))
        return min(depths)

    def _should_stop(self, best: Report) -> bool:
        """Whether another iteration is not worth beginning."""
        mate = best.score.mate
        if self.limits.mate is not None and mate is not None and 0 < mate <= self.limits.mate:
            return True
        if self.stop_condition.budget == UNLIMITED:
            return False
        if self.stop_condition.has_elapsed(soft_limit(self.stop_condition.budget, self.stability.time_factor())):
            return True
        # Under a clock it does not matter what else there might be.
        settled = len(self.search.root_moves) == 1 or (
            mate is not None and self.depth >= 2 * abs(mate) + SHORTER_MATE_PLIES
        )
        return settled and not self.stop_condition.control.pondering and not self.limits.infinite
