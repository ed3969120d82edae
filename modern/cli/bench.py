"""`gosub bench`: how fast the programs are, beside a named peer in the same run."""

from __future__ import annotations

import json
from pathlib import Path

import click

from historic.command import INTERRUPTED


@click.group(short_help="Measure speed, beside a named peer.")
def bench() -> None:
    """Measure how fast the programs are here, beside a named peer in the same run."""


@bench.command()
@click.option("--runs", type=click.IntRange(min=1), default=5, show_default=True, help="Of each; the median counts.")
@click.option("--json", "json_file", type=click.Path(allow_dash=True, path_type=Path), help="- is standard output.")
@click.pass_context
def historic(ctx: click.Context, runs: int, json_file: Path | None) -> None:
    """The 23 plies of the record: plies a second, and the seconds that one replay takes."""
    from historic.output import check_can_write
    from historic.sample_game import SAMPLE_GAME
    from modern.bench.historic import PEER, PROGRAM, WHAT, contenders
    from modern.bench.rates import medians, timed_runs
    from modern.cli.output import DASH, console, progress, table, write

    if json_file and json_file != DASH:
        check_can_write(json_file)
    taken: list[tuple[str, float]] = []
    interrupted = False
    work = contenders()
    try:
        for who, per_second in progress(timed_runs(work, runs), "measuring", runs * len(work)):
            taken.append((who, per_second))
    except KeyboardInterrupt:
        interrupted = True
    rates = medians(WHAT, PEER, taken)
    out = console(to_stderr=json_file == DASH)
    rows = table("who", ">plies a second", ">ratio", ">seconds for the record")
    for rate in rates:
        seconds = len(SAMPLE_GAME) / rate.per_second
        rows.add_row(rate.who, f"{rate.per_second:.2f}", f"{rate.ratio:.3f}", f"{seconds:.2f}")
    out.print(rows)
    if json_file:
        write(json_file, json.dumps([rate.as_json() for rate in rates], indent=1) + "\n")
    done = sum(who == PROGRAM for who, _ in taken)
    click.echo(f"median of {done} runs of each, in turn", err=out.stderr)
    if interrupted:
        ctx.exit(INTERRUPTED)
