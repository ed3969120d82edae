"""The program as it ran in 1994, on a terminal or on a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable

from historic.basic import BasicError, Stop
from historic.human.questions import run_with_questions
from historic.machine import picture
from historic.machine.pace import TERMINAL_PAUSE, PacedScreen
from historic.machine.terminal import Terminal
from historic.program import Program


class ProgramStopped(Exception):
    """A BASIC error has ended the program; the message is one line with the move number and the error."""


def run_program(
    reading: str, ask: bool = False, pause: float | None = None, save_svg: Callable[[str], object] | None = None
) -> None:
    """Runs the program on standard input and output until it ends.

    With `ask`, it asks the two questions that the listing skips. Each move tried is shown for `pause` seconds (default:
    0.05 in a terminal, 0 on a pipe). `save_svg`, if given, is called with the last screen as an SVG document, however
    the program ends. Raises ProgramStopped.
    """
    with Terminal(sys.stdin, sys.stdout) as terminal:
        if pause is None:
            pause = TERMINAL_PAUSE if terminal.is_drawn else 0
        screen = PacedScreen(terminal.keyboard, terminal.display, pause)
        program = Program(reading, screen)
        try:
            if ask:
                run_with_questions(program)
            else:
                program.run()
        except Stop:
            pass
        except BasicError as error:
            raise ProgramStopped(f"the program stopped at move {program.MOVE}: {error}") from None
        finally:
            if save_svg:
                save_svg(picture.svg(screen, picture.PICTURE_TITLE))
