"""The pace at which the moves tried are shown."""

from __future__ import annotations

from historic import Program
from historic.machine.pace import PacedScreen
from historic.machine.screen import Display, Keyboard


def test_a_paced_screen_pauses_after_each_move_tried_and_nowhere_else() -> None:
    pauses: list[float] = []

    class PauseRecorder(Keyboard):
        def wait(self, seconds: float) -> None:
            pauses.append(seconds)

    program = Program(screen=PacedScreen(PauseRecorder(), Display(), pause=4))
    thought = program.play("white")
    assert pauses == [4.0] * len(thought.candidates)
