"""Iterative deepening with aspiration windows: searches to depth 1, 2, 3 and so on, until the stop condition is met.

Each iteration fills the transposition table and the history tables, which makes the next one faster, and there is
always a best move to play when the search has to end. https://www.chessprogramming.org/Iterative_Deepening
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Final

from modern.engine.glance import best_first
from modern.engine.node_counter import SearchStopped
from modern.engine.score import INFINITE, is_mate_score, to_score
from modern.engine.search import Search
from modern.engine.transposition import EXACT_SCORE, move_of, tt_key
from modern.engine.variation import is_whole, reported_line
from modern.report import UCI_EXACT, UCI_LOWER_BOUND, UCI_UPPER_BOUND, Report
from modern.rules import Move
from modern.rules.move import NO_MOVE

#: The first aspiration window reaches this many centipawns to either side of the last score.
ASPIRATION_WINDOW: Final = 12
#: The first iteration with an aspiration window, by depth in plies.
ASPIRATION_DEPTH: Final = 5


class IterativeDeepening:
    """Runs the iterations of one search.

    `report` is called with each result. `multipv` is the rank of the line that is searched, 1 for the best. `reported`
    has the last report on each line, in their order; no two begin with the same move.
    """

    def __init__(self, search: Search, report: Callable[[Report], None]) -> None:
        self.started = time.perf_counter()
        self.search = search
        #: The position. A stopped search leaves its own board at another one.
        self.root = search.stack.board.scratch_copy()
        self.root_key = tt_key(self.root)
        self.stop_condition = search.counter.stop_condition
        search.on_new_best = self._report_new_best
        self.report = report
        self.reported: list[Report] = []
        self.depth = 0
        self.multipv = self.pv_count = 1
        #: The depth of the last iteration that has found the best line.
        self.completed_depth = 0
        #: The last score of each line, by rank.
        self.last_scores: dict[int, int] = {}

    def run(self, pv_count: int) -> Report:
        """Searches deeper and deeper until the stop condition is met; returns the best of `pv_count` lines.

        Without iterative deepening, a search limited only by depth goes straight to that depth. Under other limits,
        every depth is searched in turn, but each search ignores the earlier ones, and a stopped search does not count.
        """
        best, has_best = self._before_depth_1()
        self.pv_count = min(pv_count, len(self.search.root_moves))
        deepens = self.search.techniques.iterative_deepening
        first_moves = [*self.search.root_moves]
        first_depth = 1 if deepens else self.stop_condition.fixed_depth()
        for depth in count(first_depth):
            reports: list[Report] = []
            if not deepens and depth > first_depth:
                self._start_afresh(first_moves)
            for multipv in range(1, self.pv_count + 1):
                result = self._aspiration_search(depth, multipv)
                # In an unfinished depth 1 the root moves are unsorted, so the hash move of an earlier search is better.
                is_unsorted = not deepens or (depth == 1 and not self.stop_condition.time_is_short)
                unsorted = is_unsorted and self.completed_depth < depth
                if multipv == 1 and result is not None and not (has_best and unsorted):
                    best = result
                if self.stop_condition.is_met(self.search.counter.nodes):
                    return self._result(best)
                if result is not None:
                    reports.append(result)
            best, has_best = self._sort_lines(reports), has_best or not deepens
            if self.stop_condition.ends_after(best, depth, len(self.search.root_moves) == 1):
                break
            self._grow_table()
        return self._result(best)

    def store_root(self, best: Report) -> None:
        """Stores the result of the search, so that a search of the previous position finds it.

        The score is that of the last complete iteration; an unfinished one may have found the best move.
        """
        if self.completed_depth > 0:
            move, score, static_eval = best.pv[0].code, self.last_scores[1], self.search.stack.raw_evals[0]
            self.search.table.store(self.root_key, move, score, self.completed_depth, EXACT_SCORE, 0, static_eval)

    def _sort_root_moves(self, hash_move: int) -> None:
        """Puts the hash move first, then the moves that look best at a glance: depth 1 may end after any of them."""
        search, root_moves = self.search, self.search.root_moves
        order = best_first(search.stack.board, [*root_moves])
        order.sort(key=lambda move: move != hash_move)
        for index, move in enumerate(order):
            root_moves[index] = move

    def _start_afresh(self, root_moves: list[int]) -> None:
        """Forgets what the iterations have found, and puts the root moves in their initial order."""
        self.search.table.clear()
        self.search.history.clear()
        for index, move in enumerate(root_moves):
            self.search.root_moves[index] = move

    def _grow_table(self) -> None:
        """Lets the transposition table grow if it is crowded, a segment at a time, until the search has to end."""
        table, counter = self.search.table, self.search.counter
        while table.needs_room() and not self.stop_condition.is_met(counter.nodes) and table.grow():
            pass

    def _before_depth_1(self) -> tuple[Report, bool]:
        """Returns the result of a search that is stopped at once, and whether it is the hash move.

        The move is the hash move of an earlier search, otherwise the first root move; the score is the evaluation. If
        time is short, the root moves are ordered first.
        """
        board, root_moves = self.search.stack.board, self.search.root_moves
        hash_move = NO_MOVE
        if self.search.techniques.transposition_table:
            hash_move = move_of(self.search.table.probe(self.root_key))
        has_hash_move = hash_move in [*root_moves]
        if self.stop_condition.time_is_short:
            self._sort_root_moves(hash_move)
        score = to_score(self.search.stack.evaluator.evaluate(board))
        move = Move(hash_move if has_hash_move else root_moves[0])
        return Report(depth=0, seldepth=0, multipv=1, score=score, pv=(move,), nodes=0, seconds=0.0), has_hash_move

    def _sort_lines(self, reports: list[Report]) -> Report:
        """Returns the best line of an iteration, and puts the root moves in the order of their lines.

        Pruning may hide from an earlier line what a later one finds. If a later line has the better score, the lines
        are sorted and all of them are reported again.
        """
        order = sorted(range(len(reports)), key=lambda index: -self.last_scores[index + 1])
        if order != [*range(len(reports))]:
            root_moves = self.search.root_moves
            moves, scores = [root_moves[index] for index in order], [self.last_scores[index + 1] for index in order]
            for index in range(len(order)):
                root_moves[index], self.last_scores[index + 1] = moves[index], scores[index]
            reports = [self._report_at(index, reports[place]) for index, place in enumerate(order)]
            self.reported = reports
        return reports[0]

    def _result(self, best: Report) -> Report:
        """Returns the result of the search with its totals, and reports it if the last report had another move."""
        best = self._with_totals(best)
        if not self.reported or self.reported[0].pv[0] != best.pv[0]:
            self._report_line(best)
        return best

    def _report_line(self, line: Report) -> None:
        """Reports a line. The lines that it displaces get the next ranks, and are reported again.

        So no two lines begin with the same move, even if the search is stopped before it has searched the others.
        """
        self.report(line)
        rank, shown = line.multipv, self.reported
        others = [other for other in shown if other.pv[0] != line.pv[0]]
        self.reported = [*others[: rank - 1], line]
        for index, other in enumerate(others[rank - 1 : self.pv_count - 1], rank):
            stays = index < len(shown) and shown[index] is other
            self.reported.append(other if stays else self._report_at(index, other))

    def _report_at(self, index: int, line: Report) -> Report:
        """Reports a line at another place, from 0, with the totals so far. Returns that report."""
        line = replace(self._with_totals(line), multipv=index + 1)
        self.report(line)
        return line

    def _with_totals(self, best: Report) -> Report:
        """Returns the report with the nodes and the seconds of the whole search."""
        return replace(best, nodes=self.search.counter.nodes, seconds=time.perf_counter() - self.started)

    def _aspiration_search(self, depth: int, multipv: int) -> Report | None:
        """Searches the line of rank `multipv` to `depth` plies; returns None if stopped before one raises alpha.

        The score is expected near that of the last iteration, so the search starts with a narrow window around it. If
        the search fails low or high, the window is widened on that side and the search repeated.
        https://www.chessprogramming.org/Aspiration_Windows
        """
        self.depth, self.multipv = depth, multipv
        search = self.search
        alpha, beta, window = int(-INFINITE), int(INFINITE), ASPIRATION_WINDOW
        expected = self.last_scores.get(multipv, 0)
        if search.techniques.aspiration_windows and depth >= ASPIRATION_DEPTH and not is_mate_score(expected):
            alpha, beta = max(alpha, expected - window), min(beta, expected + window)
        result: Report | None = None
        while True:
            try:
                score = search.search_root(depth, multipv - 1, alpha, beta)
            except SearchStopped:
                # The best move so far is reported although later moves were not searched: its score is a lower bound.
                return self._report(search.pv_score, UCI_LOWER_BOUND) if search.stack.pv() else result
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
        if multipv == 1:
            self.completed_depth = depth
        result = self._report(score, UCI_EXACT)
        self._report_line(result)
        return result

    def _report_new_best(self, score: int) -> None:
        """Reports a later root move that beats the moves before it.

        Its score is a lower bound until all root moves are searched.
        """
        self._report_line(self._report(score, UCI_LOWER_BOUND))

    def _report(self, score: int, bound: str) -> Report:
        """Returns the report of a score. A mate is exact only with its whole line; else it may be a shorter one."""
        search = self.search
        line = reported_line(self.root, search.stack.pv(), score, search.table)
        if not is_whole(line, score):
            bound = UCI_LOWER_BOUND if score > 0 else UCI_UPPER_BOUND
        return Report(
            depth=self.depth,
            seldepth=search.counter.seldepth,
            multipv=self.multipv,
            score=to_score(score),
            pv=tuple(Move(code) for code in line),
            nodes=search.counter.nodes,
            seconds=time.perf_counter() - self.started,
            hashfull=search.table.hashfull(),
            bound=bound,
        )
