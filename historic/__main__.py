"""`python -m historic`: the program as it ran. `gosub run` is the same command."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from historic.shell import call, check_can_write, write_whole

PAUSE_IN_A_TERMINAL = 0.05
LONGEST_PAUSE = 60


def _checked_pause(context: click.Context, option: click.Parameter, pause: float | None) -> float | None:
    if pause is not None and not (math.isfinite(pause) and 0 <= pause <= LONGEST_PAUSE):
        raise click.BadParameter(f"{pause} is not from 0 to {LONGEST_PAUSE} seconds.")
    return pause


def _checked_svg(context: click.Context, option: click.Parameter, svg: Path | None) -> Path | None:
    if svg == Path("-"):
        raise click.BadParameter("a file is needed: standard output shows the program itself.")
    return svg


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", is_flag=True, help="Play the two questions that the listing jumps over; a human then moves.")
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True, help=READING_HELP)
@click.option(
    "--pause",
    metavar="SECONDS",
    type=float,
    callback=_checked_pause,
    help="Seconds to see each move tried.  [terminal: 0.05]",
)
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path),
    callback=_checked_svg,
    help="Save the last screen as a picture.",
)
def run(ask: bool, reading: str, pause: float | None, svg: Path | None) -> None:
    """The program as it ran in 1994.

    Any key leaves the title picture, Enter starts each move. X ends it at White's prompt, A (a capital) while it
    thinks. On the report's 486 each move that it tries stood there for four seconds or so: --pause 4.
    """
    from historic import asking, picture
    from historic.basic import BasicError, Stop
    from historic.pace import PacedScreen
    from historic.program import Program
    from historic.terminal import Terminal

    if svg:
        check_can_write(svg)
    with Terminal(sys.stdin, sys.stdout) as terminal:
        if pause is None:
            pause = PAUSE_IN_A_TERMINAL if terminal.is_drawn else 0
        screen = PacedScreen(terminal.keyboard, terminal.display, pause)
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
