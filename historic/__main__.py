"""`python -m historic` runs the program as it ran in 1994. `gosub run` is the same command."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from modern.cli.shell import run_and_exit
from modern.output_files import check_writable, write_atomically

#: The default pause in a terminal and the longest pause allowed, in seconds.
TERMINAL_PAUSE = 0.05
MAX_PAUSE = 60


def _check_pause(context: click.Context, option: click.Parameter, pause: float | None) -> float | None:
    if pause is not None and not (math.isfinite(pause) and 0 <= pause <= MAX_PAUSE):
        raise click.BadParameter(f"{pause} is not between 0 and {MAX_PAUSE} seconds.")
    return pause


def _check_svg(context: click.Context, option: click.Parameter, svg: Path | None) -> Path | None:
    if svg == Path("-"):
        raise click.BadParameter("a file name is needed: standard output shows the program itself.")
    return svg


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", is_flag=True, help="Ask the two questions that the listing skips, and let a human play.")
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True, help=READING_HELP)
@click.option(
    "--pause",
    metavar="SECONDS",
    type=float,
    callback=_check_pause,
    help="Seconds to show each move tried.  [default: 0.05 in a terminal]",
)
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path),
    callback=_check_svg,
    help="Save the last screen as a picture.",
)
def run(ask: bool, reading: str, pause: float | None, svg: Path | None) -> None:
    """Run the program as it ran in 1994.

    Any key leaves the title picture, and Enter starts each move. A capital X ends the program at White's prompt; a
    capital A stops it while it thinks. The report's 486 took about four seconds for each move it tried: --pause 4.
    """
    from historic.basic import BasicError, Stop
    from historic.human import questions
    from historic.machine import picture
    from historic.machine.pace import PacedScreen
    from historic.machine.terminal import Terminal
    from historic.program import Program

    if svg:
        check_writable(svg)
    with Terminal(sys.stdin, sys.stdout) as terminal:
        if pause is None:
            pause = TERMINAL_PAUSE if terminal.is_drawn else 0
        screen = PacedScreen(terminal.keyboard, terminal.display, pause)
        program = Program(reading, screen)
        try:
            if ask:
                questions.run_with_questions(program)
            else:
                program.run()
        except Stop:
            pass
        except BasicError as error:
            raise click.ClickException(f"the program stopped at move {program.MOVE}: {error}") from None
        finally:
            if svg:
                write_atomically(svg, picture.svg(screen, "The screen of the chess program of 1994"))


if __name__ == "__main__":
    run_and_exit(run, "python -m historic")
