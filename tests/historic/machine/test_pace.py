"""The pace at which the moves tried are shown."""

from __future__ import annotations

import pytest

from historic import Program
from historic.basic import Stop
from historic.machine.pace import CANDIDATE_ROW, PacedScreen
from historic.machine.screen import Display, Echo, Keyboard, Screen, no_echo


def test_a_paced_screen_pauses_after_each_move_tried_and_nowhere_else() -> None:
    pauses: list[float] = []

    class PauseRecorder(Keyboard):
        def wait(self, seconds: float) -> None:
            pauses.append(seconds)

    program = Program(screen=PacedScreen(PauseRecorder(), Display(), pause=4))
    thought = program.play("white")
    assert pauses == [4.0] * len(thought.candidates)


def test_the_board_is_drawn_at_once_with_its_prompt() -> None:
    drawn: list[list[str]] = []

    class Recorder(Display):
        def show(self, screen: Screen) -> None:
            drawn.append(screen.lines())

    class OneMove(Keyboard):
        def line(self, echo: Echo = no_echo) -> str:
            if drawn[-1][0] == "MOVE # 2":
                raise Stop
            return ""

        def key(self) -> str:
            return " "

    with pytest.raises(Stop):
        Program(screen=PacedScreen(OneMove(), Recorder(), pause=0)).run()
    boards = [lines for lines in drawn if lines[0].startswith("MOVE #") and not lines[17]]
    first, *_ = boards
    assert first[4:6] == ["8*r n b q k b n r", "7*p p p p p p p p"]
    assert first[12:14] == ["WHITE'S MOVE", "ENTER MOVE?"]
    assert {lines[0] for lines in boards} == {"MOVE # 1", "MOVE # 2"}
    assert len(boards) < 8


def test_what_is_printed_after_cls_is_shown_when_the_cursor_goes_elsewhere() -> None:
    drawn: list[list[str]] = []

    class Recorder(Display):
        def show(self, screen: Screen) -> None:
            drawn.append(screen.lines())

    screen = PacedScreen(Keyboard(), Recorder(), pause=0)
    screen.CLS()
    drawn.clear()
    screen.PRINT("MOVE # 1")
    assert drawn == []
    screen.LOCATE(1 + CANDIDATE_ROW, 1)
    screen.PRINT("CHECK")
    assert drawn[-1][:1] + drawn[-1][CANDIDATE_ROW : CANDIDATE_ROW + 1] == ["MOVE # 1", "CHECK"]
