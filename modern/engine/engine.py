"""The engine: sets up a search from a position and its limits, and keeps the tables between searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.engine.control import Control
from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.evaluation.evaluator import Evaluator
from modern.engine.evaluation.groups import ENDINGS, OPTIONAL_PARTS, weights_of
from modern.engine.history import History
from modern.engine.iterative_deepening import IterativeDeepening
from modern.engine.network.network import Network
from modern.engine.network.weights_file import installed_weights
from modern.engine.search import Search, SearchSetup
from modern.engine.stopping.condition import StopCondition
from modern.engine.stopping.time_management import time_budget
from modern.engine.strength import LEVEL_MEGABYTES, Level, limit_nodes
from modern.engine.techniques import EVERY_TECHNIQUE, LAST_YEAR, NOTHING, YEAR_OF, Techniques
from modern.engine.transposition import TranspositionTable
from modern.limits import Limits
from modern.report import Report, Score, discard
from modern.rules import Position
from modern.rules.movegen import legal_codes

#: The default size of the transposition table, in megabytes.
DEFAULT_MEGABYTES: Final = 16
#: The default move overhead: the time lost between clock and engine, in seconds per move.
DEFAULT_OVERHEAD: Final = 0.02
#: The evaluators to choose from: the network, and the hand-written terms. Players and benchmarks use DEFAULT_EVALUATION
#: unless they are told otherwise; a new Engine evaluates by hand.
NETWORK: Final = "network"
HAND: Final = "hand"
EVALUATIONS: Final = (NETWORK, HAND)
DEFAULT_EVALUATION: Final = NETWORK
#: What `Engine.disable` can disable: the search techniques and the parts of the evaluation.
OPTIONAL: Final = (*EVERY_TECHNIQUE, *OPTIONAL_PARTS, ENDINGS)


class Engine:
    """Searches positions, and keeps the transposition table and the history tables between searches.

    `network`     the network, or None if the hand-written terms evaluate. Those are made when they are first used.
    `level`       the limited strength, or None. At a level every search starts with empty tables, and the hand-written
                  terms evaluate.
    `disabled`    the technique or part of the evaluation in OPTIONAL that is not used, or NOTHING. The parts belong to
                  the hand-written terms; only the knowledge of endings belongs to every evaluator.
    `year`        ideas that were published later are not used (modern.engine.techniques); in LAST_YEAR all are.
    """

    def __init__(self, megabytes: int = DEFAULT_MEGABYTES) -> None:
        """Allocates a transposition table of this size; raises MemoryError if there is not enough memory."""
        self.megabytes = megabytes
        self.table = TranspositionTable(megabytes)
        self.history = History()
        self._hand: HandEvaluator | None = None
        self.network: Network | None = None
        self.level: Level | None = None
        self.disabled = NOTHING
        self.year = LAST_YEAR
        #: The key of the last position searched, and its score.
        self.last_result: tuple[int, Score] | None = None

    @property
    def hand(self) -> HandEvaluator:
        """The evaluator with hand-written terms, for the year and without the disabled part."""
        if self._hand is None:
            self._hand = HandEvaluator(weights_of(self.year, self.disabled))
            self._hand.endings = self._knows_endings
        return self._hand

    @property
    def evaluator(self) -> Evaluator:
        """What evaluates: the network, or `hand`."""
        return self.hand if self.network is None else self.network

    @property
    def _knows_endings(self) -> bool:
        """True if the year and the disabled part leave the knowledge of endings."""
        return self.disabled != ENDINGS and YEAR_OF[ENDINGS] <= self.year

    def resize(self, megabytes: int) -> None:
        """Replaces the transposition table by an empty one of another size.

        Raises MemoryError if there is not enough memory; the table then has its old size, and is empty.
        """
        self.table = TranspositionTable(0)  # frees the old table before the new one is allocated
        try:
            self.table = TranspositionTable(megabytes)
        except MemoryError:
            self.table = TranspositionTable(self.megabytes)
            raise
        self.megabytes = megabytes

    def disable(self, name: str) -> None:
        """Disables a technique or a part of the evaluation, or with NOTHING none; then clears the tables."""
        self.disabled = name
        self._renew()

    def use_ideas_until(self, year: int) -> None:
        """Disables all ideas that were published after a year, then clears the tables.

        What evaluates stays as it is: see evaluate_with.
        """
        self.year = year
        self._renew()

    def _renew(self) -> None:
        """Lets both evaluators follow the year and the disabled part, and clears the tables."""
        self._hand = None
        if self.network is not None:
            self.network.endings = self._knows_endings
        self.clear()  # the table holds static evaluations

    def evaluate_with(self, name: str) -> None:
        """Chooses what evaluates, one of EVALUATIONS, and clears the tables if that is a change.

        Raises WeightsError if the network's weights cannot be used; then nothing changes.
        """
        if (name == HAND) == (self.network is None):
            return
        self.network = None if name == HAND else Network(installed_weights(), self._knows_endings)
        self.clear()

    def clear(self) -> None:
        """Clears the transposition table and the history tables, as for a new game."""
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
        """Searches a position within the limits, and returns the best line, or None if there is no legal move.

        `report` is called after each iteration with each of the best `pv_count` lines, and within an iteration when a
        better move is found. `overhead` is in seconds. `position` is not changed. Without limits the search ends at
        MAX_DEPTH plies, or when `control` stops it. If none of `limits.only` is legal, all moves are searched.
        """
        legal = legal_codes(position)
        searchmoves = {move.code for move in limits.only}
        root_moves = [code for code in legal if code in searchmoves] or legal
        if not root_moves:
            return None
        table, history, evaluator = self.table, self.history, self.evaluator
        if self.level is not None:
            # The same position must always get the same move, whatever was searched before.
            table, history, evaluator = TranspositionTable(LEVEL_MEGABYTES), History(), self.hand
            limits = limit_nodes(limits, self.level)
        budget = time_budget(limits, position.side, overhead)
        stop_condition = StopCondition(limits, control or Control(), budget, self.previous_score(position))
        techniques = Techniques(self.disabled, self.year)
        if limits.mate is not None:
            # No move may be missed: neither by pruning, nor because an earlier search with pruning has stored a bound.
            techniques.disable_pruning()
            table = TranspositionTable(self.megabytes)
        table.new_search()
        history.decay()
        search = Search(
            SearchSetup(
                position.scratch_copy(), root_moves, evaluator, table, history, techniques, stop_condition, self.level
            )
        )
        deepening = IterativeDeepening(search, report)
        best = deepening.run(pv_count)
        if self.level is None and len(root_moves) == len(legal):
            deepening.store_root(best)
        search.on_new_best = discard  # breaks the reference cycle, which would keep all this until collected
        self.last_result = position.key, best.score
        return best

    def previous_score(self, position: Position) -> Score | None:
        """Returns the score of the last search if it was of the position two plies earlier, otherwise None."""
        if (
            self.last_result is None
            or position.ply < 2
            or position.key_history[position.ply - 2] != self.last_result[0]
        ):
            return None
        return self.last_result[1]
