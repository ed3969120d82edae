"""`gosub prove`: its options, and what they ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from historic.listing.restoration import Restoration
from historic.readings import PRINTED, READINGS
from historic.study.sample_game import SAMPLE_GAME
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_0,
    AT_LEAST_1,
    FILE,
    INPUT_FILE,
    ReadingName,
    WholeNumberRange,
    check_distinct,
    check_output_files,
    jobs_option,
    resume_option,
    seed_option,
)
from modern.cli.restore import restoration_of

with lazily():
    from modern.cli.prove import proving

PLIES: Final = len(SAMPLE_GAME)
BOTH: Final = "both"
SEED: Final = 1994


@click.command()
@click.argument("report", metavar="REPORT.txt", type=INPUT_FILE)
@click.option(
    "--plies",
    metavar="N",
    type=WholeNumberRange(0, PLIES),
    default=PLIES,
    show_default=True,
    help="Number of plies of the recorded game to run.",
)
@click.option(
    "--reading",
    type=ReadingName([*READINGS, BOTH]),
    default=BOTH,
    show_default=True,
    help="The listing as printed, with one letter changed so that it fits the recorded game, or both.",
)
@click.option("--self", "self_play", is_flag=True, help="Also run a self-play game, until error 9 stops it.")
@click.option(
    "--states",
    metavar="FILE",
    type=INPUT_FILE,
    help="Also run a turn from each state in a file, in the format of `gosub think --states`.",
)
@click.option(
    "--random",
    "random_states",
    metavar="N",
    type=AT_LEAST_0,
    default=0,
    help="Also run a turn from each of N random states.",
)
@seed_option(SEED, "Seed of the random states and of the planted changes.")
@click.option(
    "--plant",
    metavar="N",
    type=AT_LEAST_1,
    help="Test the proof: change one token, N times in the port and N times in the listing, and look for each change.",
)
@resume_option("With --plant: save progress in a file, or resume from it.")
@click.option("--c", "in_c", is_flag=True, help="Translate the listing to C and run that instead of the BASIC.")
@jobs_option()
@click.option("--html", metavar="FILE", type=FILE, help="Write an HTML page about the proof.")
@click.pass_context
def prove(
    ctx: click.Context,
    report: Path,
    plies: int,
    reading: str,
    self_play: bool,
    states: Path | None,
    random_states: int,
    seed: int | None,
    plant: int | None,
    resume: Path | None,
    in_c: bool,
    jobs: int | None,
    html: Path | None,
) -> None:
    """Prove that the port is the listing, variable by variable.

    Restores the listing from the report's text and runs it in the BASIC, next to the port, over the positions of the
    recorded game. Whenever BOARD, WHITE, BLACK, CWHITE, CBLACK or INIT returns, both must have the same variables,
    the same score for each move tried, and the same printed text. The first difference ends the proof with exit code 1.
    Needs lark: pip install 'gosub-chess[listing]'. The report is not part of Gosub Chess (docs/report.md).

    With --c, the listing runs as C instead. The translator shares no code with the BASIC or the port. This needs a C
    compiler (cc, or the one that the variable CC names), but no lark.

    With --plant, the command tests the proof itself: how many planted changes does it find? It lists those that it
    misses, and says why if nothing can find them. Without --reading, the changes go into the reading `printed`.
    """
    check_combination(ctx)
    check_distinct([("REPORT.txt", report), ("--states", states), ("--html", html), ("--resume", resume)])
    check_output_files([("--html", html)])
    if plant and reading == BOTH:
        reading = PRINTED
    readings = READINGS if reading == BOTH else (reading,)
    restored = {name: _whole_listing(report, name) for name in readings}
    seed = SEED if seed is None else seed
    tasks = proving.tasks_of(plies, self_play, states, random_states, seed)
    if not tasks:
        raise click.UsageError("there is nothing to run: expected --plies above 0, --self, --states or --random")
    if plant:
        proving.run_planting(restored[reading], reading, tasks, plant, seed, jobs, resume)
    else:
        proving.run_proof(restored, tasks, jobs, html, in_c)


def _whole_listing(report: Path, reading: str) -> Restoration:
    """Returns the whole listing of a reading. Raises ClickException if the file does not give it, and OSError."""
    result = restoration_of(report, reading)
    if result.findings:
        count = len(result.findings)
        raise click.ClickException(
            f"{report}: the listing is not whole ({count} found): {result.findings[0]}; see `gosub restore`"
        )
    return result
