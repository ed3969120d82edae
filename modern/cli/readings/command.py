"""`gosub readings`: what the recorded game says about each repair, each other reading, and each one-token change."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from historic.readings import PRINTED, READING_HELP
from historic.study.sample_game import SAMPLE_GAME
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_0,
    AT_LEAST_1,
    FILE_OR_DASH,
    INPUT_FILE,
    READING,
    WholeNumberRange,
    check_distinct,
    check_output_files,
    jobs_option,
    json_option,
    resume_option,
    seed_option,
)
from modern.cli.output import console
from modern.cli.shell import DASH

with lazily():
    from modern.cli.readings import playing

#: The default values of the options. IN_LISTING is for --mutate with a report.
SEED: Final = 1994
IN_LISTING: Final = 50
PLIES: Final = len(SAMPLE_GAME)
DEFAULTS: Final = {"reading": PRINTED, "seed": SEED, "in_listing": IN_LISTING, "plies": PLIES}


@click.command()
@click.argument("report", metavar="REPORT.txt", type=INPUT_FILE, required=False)
@click.option("--reading", type=READING, help=f"{READING_HELP}  [default: {PRINTED}]")
@click.option(
    "--only", "names", metavar="NAME", multiple=True, help="Try only this repair or reading; can be repeated."
)
@click.option(
    "--plies",
    metavar="N",
    type=WholeNumberRange(1, PLIES),
    help=f"Number of plies to play.  [default: {PLIES}]",
)
@jobs_option(1)
@json_option("the results")
@click.option("--mutate", is_flag=True, help="Try every one-token change of the port's four subroutines instead.")
@click.option("--sample", metavar="N", type=AT_LEAST_1, help="Try only N random changes.")
@seed_option(SEED, "Seed of the sample.")
@resume_option()
@click.option(
    "--in-listing",
    metavar="N",
    type=AT_LEAST_0,
    help=f"Also make N of the changes in the listing.  [default: {IN_LISTING} if REPORT.txt is given]",
)
@click.option("--picture", metavar="FILE", type=FILE_OR_DASH, help="Draw the shape of the listing as SVG.")
@click.option(
    "--shape",
    metavar="FILE",
    type=INPUT_FILE,
    help="Draw the shape from a file that --mutate --json wrote.",
)
@click.option(
    "--with-text", is_flag=True, help="Include the listing's text in the picture. The text belongs to its author."
)
@click.pass_context
def readings(ctx: click.Context, /, report: Path | None, mutate: bool, **options: Any) -> None:
    """Test each repair and each doubtful place of the listing against the recorded game.

    Undoes one repair, or reads one place in another way, and lets the listing play both sides: at which of the 23 plies
    does it leave the record? With --mutate, tests every one-token change of WHITE, BLACK, CWHITE and CBLACK in the port
    instead; this needs no report. The report is not part of Gosub Chess (docs/report.md).
    """
    check_combination(ctx)
    if report is None and not mutate and not options["shape"]:
        raise click.UsageError("REPORT.txt is missing: the text of the report, whose Appendix B is the listing")
    for name, default in DEFAULTS.items():
        options[name] = default if options[name] is None else options[name]
    json_file, picture = options["json_file"], options["picture"]
    resume, shape = options["resume"], options["shape"]
    outputs = [("--json", json_file), ("--picture", picture)]
    check_distinct([("REPORT.txt", report), ("--shape", shape), ("--resume", resume), *outputs])
    check_output_files(outputs)
    out = console(to_stderr=DASH in (json_file, picture))
    if shape:
        playing.draw(picture, shape)
    elif mutate:
        ctx.exit(playing.play_changes(out, report, options))
    else:
        assert report is not None
        ctx.exit(playing.play_trials(out, report, options))
