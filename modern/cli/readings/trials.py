"""The part of `gosub readings` that takes repairs back and tries other readings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from historic.basic.language import ParserMissing, compile_listing
from historic.listing.report import NotAReport, read_report
from historic.readings import PRINTED
from modern.cli.output import write
from modern.cli.readings.command import PLIES
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED
from modern.jobs.early_end import early_end
from modern.jobs.loop import run_tasks
from modern.jobs.workers import INTERRUPTED, local_workers
from modern.players.suggestion import suggestion
from modern.proof.record import Trial, in_words, trial_ending, trials


def play_trials(out: Console, report: Path, options: dict[str, Any]) -> int:
    """Plays the trials, prints them as they end, and returns the exit code."""
    reading, plies = options["reading"] or PRINTED, options["plies"] or PLIES
    wanted = _trials(report, reading, options["names"])
    rows: list[dict[str, Any]] = []
    kind = ""
    with early_end() as end, local_workers(options["jobs"]) as (executor, pending):
        done = run_tasks(lambda trial: executor.submit(trial_ending, trial, plies), wanted, pending, in_order=True)
        for trial, ending in done:
            if trial.kind != kind:
                kind = trial.kind
                click.echo(f"{kind}:", err=out.stderr)
            out.print(f"  {trial.place:12} {trial.name:26} {in_words(ending, plies)}", soft_wrap=True)
            rows.append({"kind": kind, "name": trial.name, "place": trial.place, **ending.as_json()})
    if options["json_file"]:
        content = {"reading": reading, "plies": plies, "trials": rows}
        write(options["json_file"], json.dumps(content, indent=1) + "\n")
    if not end.failure:
        return 0
    click.echo(f"{end.failure}: {len(rows)} of {len(wanted)} are done", err=True)
    return EXIT_INTERRUPTED if end.failure == INTERRUPTED else EXIT_FAILURE


def _trials(report: Path, reading: str, names: Sequence[str]) -> list[Trial]:
    """Returns the trials with these names, or all of them. Raises ClickException."""
    try:
        found = list(trials(read_report(report), reading))
    except NotAReport as error:
        raise click.ClickException(f"{report}: {error}") from None
    check_parser()
    known = [trial.name for trial in found]
    for name in names:
        if name not in known:
            hint = suggestion(name, known, "`gosub restore --list` lists the repairs")
            raise click.BadParameter(f"no repair or other reading {name[:40]!a}; {hint}", param_hint="--only")
    return [trial for trial in found if not names or trial.name in names]


def check_parser() -> None:
    """Raises ClickException if the parser of the BASIC is not installed."""
    try:
        compile_listing("STOP\n")
    except ParserMissing as missing:
        raise click.ClickException(str(missing)) from None
