"""`gosub bench`: how fast the programs are, beside a named peer in the same run."""

from __future__ import annotations

import json
from pathlib import Path

import click

from historic.shell import INTERRUPTED


@click.group(short_help="Measure speed, beside a named peer.")
def bench() -> None:
    """Measure how fast the programs are here, beside a named peer in the same run."""


@bench.command(short_help="The replay of the record.")
@click.option("--runs", type=click.IntRange(min=1), default=5, show_default=True, help="Of each; the median counts.")
@click.option("--json", "json_file", type=click.Path(allow_dash=True, path_type=Path), help="- is standard output.")
@click.pass_context
def historic(ctx: click.Context, runs: int, json_file: Path | None) -> None:
    """The 23 plies of the record: plies a second, and the seconds that one replay takes."""
    from historic.sample_game import SAMPLE_GAME
    from historic.shell import check_can_write
    from modern.bench.historic import PEER, WHAT, contenders
    from modern.bench.rates import medians, timed_runs
    from modern.cli.output import DASH, console, print_table, progress, table, write

    if json_file and json_file != DASH:
        check_can_write(json_file)
    taken: list[tuple[str, float]] = []
    interrupted = False
    work = contenders()
    try:
        with progress(timed_runs(work, runs), "measuring", runs * len(work)) as passing:
            for who, per_second in passing:
                taken.append((who, per_second))
    except KeyboardInterrupt:
        interrupted = True
    rates = medians(WHAT, PEER, taken)
    out = console(to_stderr=json_file == DASH)
    if rates:
        rows = table("who", ">plies a second", ">ratio", ">seconds for the record")
        for rate in rates:
            seconds = len(SAMPLE_GAME) / rate.per_second
            rows.add_row(rate.who, f"{rate.per_second:.2f}", f"{rate.ratio:.3f}", f"{seconds:.2f}")
        print_table(out, rows)
    if json_file and not (interrupted and json_file != DASH):
        write(json_file, json.dumps([rate.as_json() for rate in rates], indent=1) + "\n")
    done = len(taken) // len(work)
    times = "1 run" if done == 1 else f"{done} runs"
    measured = f"the median of {times} of each, in turn" if done else "nothing that can be compared has been measured"
    click.echo(f"{'interrupted: ' if interrupted else ''}{measured}", err=out.stderr)
    if interrupted:
        ctx.exit(INTERRUPTED)
