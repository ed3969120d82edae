"""`gosub run`: the 1994 program on its own screen. `python -m historic` runs the same program."""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import click

from historic.basic import BasicError
from historic.machine.pace import MAX_PAUSE
from historic.program import Program
from historic.run import ProgramStopped, run_program
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import FILE, READING_OPTION, NumberRange, check_files
from modern.cli.shell import Command, reported
from modern.output_files import write_atomically

with lazily():
    from modern.cli import stepping


#: Facts that the screen of 1994 does not mention, printed before it takes over the terminal.
ADVICE: Final = (
    "Any key ends the title. ENTER MOVE? waits at every turn: press Enter, and the program thinks. "
    "X at White's turn ends it."
)
ASK_ADVICE: Final = (
    "Any key ends the title. Then the program asks who plays: C for itself, H for you. ENTER MOVE? waits at every "
    "turn. At yours, type a move as e2e4 and press Enter; at the program's, press Enter alone, and it thinks. X at "
    "White's turn ends it."
)


@click.command(cls=Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", is_flag=True, help="Ask who plays, as the listing never does, and let a human play.")
@READING_OPTION
@click.option(
    "--pause",
    metavar="SECONDS",
    type=NumberRange(0, MAX_PAUSE),
    help="How long to show each move that it tries.  [default: 0.05 in a terminal]",
)
@click.option("--svg", metavar="FILE", type=FILE, help="Save the last screen as a picture.")
@click.option("--step", is_flag=True, help="Step through its thinking, with keys such as F8 and F10; ? lists them.")
@click.pass_context
def run(ctx: click.Context, ask: bool, reading: str, pause: float | None, svg: Path | None, step: bool) -> None:
    """Run the 1994 program on its own screen.

    Press any key to leave the title picture, and Enter to start each move. A capital X at White's prompt ends the
    program; a capital A stops it while it thinks. On the report's 486 each move tried took about four seconds, as with
    --pause 4.
    """
    check_combination(ctx)
    if step:
        _step(reading)
        return
    check_files()
    if sys.stdin.isatty() and sys.stdout.isatty():
        click.echo(click.wrap_text(ASK_ADVICE if ask else ADVICE, shutil.get_terminal_size().columns))
        click.echo("Press any key to begin.")
        with suppress(EOFError):  # Ctrl-D is a key too; click.pause() would take Ctrl-C for one
            click.getchar()
    with reported(ProgramStopped):
        run_program(reading, ask, pause, partial(write_atomically, svg) if svg else None)


def _step(reading: str) -> None:
    program = Program(reading)
    try:
        stepping.step_through(program)
    except BasicError as error:
        raise click.ClickException(f"the program stopped at move {program.MOVE}: {error}") from None
