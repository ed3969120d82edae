"""`python -m historic`: the program as it ran. `gosub run` is the same command."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import click

from historic.command import call
from historic.readings import PRINTED, READINGS

PAUSE_IN_A_TERMINAL = 0.05


@click.command()
@click.option("--ask", is_flag=True, help="Play the two questions that the listing jumps over; a human then moves.")
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True)
@click.option("--pause", type=click.FloatRange(0, 60), help="Seconds to see each move tried.  [0.05 in a terminal]")
@click.option("--svg", type=click.Path(path_type=Path), help="Save the last screen as a picture.")
def run(ask: bool, reading: str, pause: float | None, svg: Path | None) -> None:
    """The program as it ran in 1994.

    Any key leaves the title picture, Enter starts each move. X ends it at White's prompt, A (a capital) while it
    thinks. On the report's 486 each move that it tries stood there for four seconds or so: --pause 4.
    """
    from historic import asking, picture
    from historic.basic import BasicError, Stop
    from historic.display import StreamDisplay, TerminalDisplay
    from historic.keyboard import StreamKeyboard, TerminalKeyboard
    from historic.output import check_can_write, write_whole
    from historic.pace import PacedScreen
    from historic.program import Program
    from historic.screen import Display, Keyboard

    if svg:
        check_can_write(svg)
    with ExitStack() as restored:
        keys_one_by_one = TerminalKeyboard.is_possible(sys.stdin)
        display: Display = StreamDisplay(sys.stdout, echo=not sys.stdin.isatty())
        keyboard: Keyboard = StreamKeyboard(sys.stdin)
        if keys_one_by_one and sys.stdout.isatty():
            display = restored.enter_context(TerminalDisplay(sys.stdout))
            pause = PAUSE_IN_A_TERMINAL if pause is None else pause
        if keys_one_by_one:
            keyboard = restored.enter_context(TerminalKeyboard(sys.stdin))
        screen = PacedScreen(keyboard, display, pause or 0)
        program = Program(reading, screen)
        try:
            if ask:
                asking.run_asking(program)
            else:
                program.run()
        except Stop:
            pass
        except BasicError as error:
            raise click.ClickException(f"the program stopped at move {program.MOVE}: {error}") from None
        finally:
            if svg:
                write_whole(svg, picture.svg(screen, "The screen of the chess program of 1994"))


if __name__ == "__main__":
    call(run, "python -m historic")
