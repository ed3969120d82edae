"""The stop condition of a search: its limits, the clock, best move stability and stop requests.

Inside an iteration the search asks `check`: a stop request, the hard time limit or a number of nodes ends it at once.
After an iteration, iterative deepening asks `ends_after`: the depth, a mate, the soft time limit or a decided move ends
it there.

This module is never compiled. A compiled loop never lets go of the interpreter lock (GIL); calling the Python code here
lets Ctrl-C and other threads in.
"""

from __future__ import annotations

import time
from typing import Final

from modern.build import COMPILED, ENGINE, build_mode
from modern.engine.control import Control
from modern.engine.stopping.stability import BestMoveStability
from modern.engine.stopping.time_management import UNLIMITED, TimeBudget, soft_limit
from modern.limits import MAX_DEPTH, MAX_NODES, Limits
from modern.report import Report, Score

#: Nodes between two checks: about a millisecond of search, in both builds.
CHECK_INTERVAL: Final = 2048 if build_mode(ENGINE) == COMPILED else 16
#: Nodes before the first check: usually enough to finish depth 1, so that a search stopped at once has a good move.
FIRST_CHECK: Final = 1000 if build_mode(ENGINE) == COMPILED else 64
#: With a hard time limit of this many seconds or less the checks are this many nodes apart: depth 1 may have to end.
SHORT_TIME: Final = 0.05
SHORT_INTERVAL: Final = 512 if build_mode(ENGINE) == COMPILED else 4
#: With a clock, the search goes this many plies deeper than a mate that it has found before it stops. Pruning and
#: reductions may hide a shorter mate until then.
SHORTER_MATE_PLIES: Final = 6


class StopCondition:
    """Decides when a search ends.

    `limits`          the limits of the search.
    `control`         stop requests, and whether the search ponders.
    `budget`          the time limits.
    `previous_score`  the score of the previous search, one move earlier in the game, or None.
    `checks_often`    True if there is a check every SHORT_INTERVAL nodes, because there is little time.
    `time_is_short`   True if, in addition, the nodes are not limited.
    """

    def __init__(
        self,
        limits: Limits,
        control: Control,
        budget: TimeBudget = UNLIMITED,
        previous_score: Score | None = None,
    ) -> None:
        self.limits = limits
        self.control = control
        self.budget = budget
        self.stability = BestMoveStability(previous_score)
        self.max_nodes = MAX_NODES if limits.nodes is None else limits.nodes
        self.checks_often = budget.hard is not None and budget.hard <= SHORT_TIME
        self.time_is_short = self.checks_often and limits.nodes is None

    def check(self, nodes: int) -> int:
        """Returns the node count of the next check, or `nodes` if the search has to end. The first call passes 0."""
        interval = SHORT_INTERVAL if self.checks_often else CHECK_INTERVAL if nodes else FIRST_CHECK
        return nodes if nodes and self.is_met(nodes) else min(nodes + interval, self.max_nodes)

    def is_met(self, nodes: int) -> bool:
        """Returns True if the search has to end after `nodes` nodes."""
        hard = self.budget.hard_limit(depth_1_done=bool(self.stability.scores))
        return nodes >= self.max_nodes or self.control.stopped or self._has_elapsed(hard)

    def ends_after(self, best: Report, depth: int, single_move: bool) -> bool:
        """Returns True if no iteration should follow the one to `depth`, whose best line is `best`.

        Every iteration must be passed once, in order. `single_move` is True if there is only one root move.
        """
        self.stability.add(best.pv[0], best.score)
        if depth >= self._max_depth():
            return True
        mate = best.score.mate
        if self.limits.mate is not None and mate is not None and 0 < mate <= self.limits.mate:
            return True
        if self.budget == UNLIMITED:
            return False
        if self._has_elapsed(soft_limit(self.budget, self.stability.time_factor())):
            return True
        # With a clock, a single legal move or a mate that is probably the shortest one needs no more time.
        decided = single_move or (mate is not None and depth >= 2 * abs(mate) + SHORTER_MATE_PLIES)
        return decided and not self.control.pondering and not self.limits.infinite

    def fixed_depth(self) -> int:
        """Returns the depth of a search without iterative deepening if only the depth is limited, otherwise 1."""
        limits = self.limits
        is_fixed = limits.depth is not None and limits.nodes is None and self.budget == UNLIMITED
        return self._max_depth() if is_fixed else 1

    def _max_depth(self) -> int:
        """Returns the depth of the last iteration, in plies.

        A mate in n moves is 2n - 1 plies deep; with pruning disabled it is found at that depth.
        """
        depths = [MAX_DEPTH]
        if self.limits.depth is not None:
            depths.append(max(self.limits.depth, 1))
        if self.limits.mate is not None:
            depths.append(max(2 * self.limits.mate - 1, 1))
        return min(depths)

    def _has_elapsed(self, seconds: float | None) -> bool:
        """Returns True if the engine has used `seconds` of its own time; False for None, and while it ponders."""
        control = self.control
        return seconds is not None and not control.pondering and time.perf_counter() - control.started >= seconds
