"""A player's search of one position."""

from __future__ import annotations

import time

import pytest

from modern.engine.control import Control
from modern.limits import Limits
from modern.players import Decision, Game, MoveRequest, Player, player_named
from modern.players.position_search import PositionSearch, analysis_limits
from modern.report import Report, Score
from modern.rules import Position


class ReportingPlayer(Player):
    """Reports two lines, the first one twice, and then decides or is interrupted."""

    name = "reporting"

    def __init__(self, interrupted: bool = False) -> None:
        super().__init__()
        self.interrupted = interrupted

    def decide(self, request: MoveRequest) -> Decision:
        first, second = request.game.position.legal_moves()[:2]
        for depth, line, move, nodes in ((1, 1, first, 10), (1, 2, second, 20), (2, 1, second, 30)):
            request.report(Report(depth, depth, line, Score(depth), (move,), nodes, 0.1, 0))
        request.note("a note")
        if self.interrupted:
            raise KeyboardInterrupt
        return Decision(second, Score(2), (second,), 2, 40, 0.2)


def test_the_latest_report_of_each_line_is_kept() -> None:
    changes = list[int]()
    search = PositionSearch(
        ReportingPlayer(),
        Game(),
        analysis_limits(Position(), depth=2),
        on_report=lambda _: changes.append(len(search.reports)),
    )
    search.run()
    assert changes == [1, 2, 2]
    assert {line: report.depth for line, report in search.reports.items()} == {1: 2, 2: 1}
    assert search.remarks == ["a note"]
    latest = search.latest()
    assert latest is not None
    assert latest.nodes == 40


def test_the_time_of_a_move_is_without_the_pauses_of_the_display() -> None:
    """The 1994 program shows a line for each move that it tries."""
    lines = list[str]()
    search = PositionSearch(player_named("historic"), Game(), Limits(), pause=0.01, on_line=lines.append)
    began = time.perf_counter()
    search.run()
    elapsed = time.perf_counter() - began
    assert len(lines) >= 20
    assert search.seconds <= elapsed - 0.01 * len(lines)


def test_an_interrupted_search_has_its_reports_but_no_decision() -> None:
    search = PositionSearch(ReportingPlayer(interrupted=True), Game(), analysis_limits(Position(), seconds=1.0))
    assert search.latest() is None
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert search.decision is None
    latest = search.latest()
    assert latest is not None
    assert latest.nodes == 30


def test_the_clock_of_a_game_counts_what_an_outside_program_took() -> None:
    """Whatever waits for it is not counted, in a match, at the keyboard and in the browser alike."""

    class SlowlyAsked(Player):
        def decide(self, request: MoveRequest) -> Decision:
            time.sleep(0.05)
            return Decision(request.game.position.legal_moves()[0], clock_seconds=0.0125)

    search = PositionSearch(SlowlyAsked(), Game(), Limits(depth=1))
    search.run()
    assert (search.seconds, search.note().seconds) == (0.0125, 0.0125)


def test_a_forced_move_is_searched_to_its_limits() -> None:
    assert analysis_limits(Position("k7/8/1K6/8/8/8/8/7R b - - 0 1"), depth=3).infinite
    assert not analysis_limits(Position(), depth=3).infinite


@pytest.mark.parametrize(("pause", "waits"), [(0.01, True), (0.0, False)])
def test_a_level_takes_its_time_only_where_people_watch(
    pause: float, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modern.players.modern.LEVEL_SECONDS", 5.0)
    player = player_named("modern[UCI_Elo=400,Seed=1]")
    control = Control()
    search = PositionSearch(player, Game(), Limits(seconds=1), control=control, pause=pause)
    started = time.perf_counter()
    with control.stop_after(0.2):
        search.run()
    waited = time.perf_counter() - started
    assert (waited >= 0.19) == waits  # the stop ends the wait
    assert waited < 5
    assert search.seconds < 0.2  # what is reported is the time of thinking


def test_the_search_of_an_only_move_ends_although_a_mate_behind_it_costs_no_nodes() -> None:
    position = Position.from_fen("1Q2kb1r/p2n1ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 b k - 1 16")
    limits = analysis_limits(position, nodes=10**9)
    search = PositionSearch(player_named("modern"), Game(position.fen()), limits)
    decision = search.run()
    assert (str(decision.move), str(decision.score)) == ("d7b8", "#-1")
    assert decision.nodes < 10**6
