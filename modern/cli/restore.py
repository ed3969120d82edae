"""`gosub restore`: the listing of Appendix B from the text of the report, repaired place by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from historic.listing.appendix import find_appendix
from historic.listing.evidence import lines_of_evidence
from historic.listing.repair import Evidence, Repair, place_of
from historic.listing.repairs import repairs_of
from historic.listing.report import NotAReport, read_report
from historic.listing.restoration import Change, Restoration, RestoredLine
from historic.listing.restoration import restore as restored
from historic.machine.system import can_show
from modern.cli.options import FILE_OR_DASH, INPUT_FILE, READING_OPTION, check_files
from modern.cli.output import console, write
from modern.cli.shell import DASH, Command, echo

#: How many findings are printed.
MAX_FINDINGS: Final = 20

#: The arrow from a damaged place to the restored one; the second form where the output cannot encode the first.
ARROW: Final = " → "
ASCII_ARROW: Final = " -> "


@click.command(cls=Command)
@click.argument("report", metavar="REPORT.txt", type=INPUT_FILE, required=False)
@READING_OPTION
@click.option("--out", metavar="FILE", type=FILE_OR_DASH, help="Write the restored listing; - is standard output.")
@click.option("--diff", is_flag=True, help="Show each damaged line and its repair, side by side.")
@click.option(
    "--list",
    "listed",
    is_flag=True,
    help="List the repairs with their evidence; with REPORT.txt, also where the evidence is in your text.",
)
def restore(report: Path | None, reading: str, out: Path | None, diff: bool, listed: bool) -> None:
    """Restore the program's listing from the text of the report.

    Finds Appendix B in REPORT.txt and repairs it. The listing is written only if its checksum is the known one. The
    report is not part of Gosub Chess; without it, --list shows the repairs.
    """
    if report is None and (out or diff or not listed):
        raise click.UsageError(
            "REPORT.txt is missing: the text of the report, whose Appendix B is the listing; without it, "
            "gosub restore --list shows the repairs"
        )
    check_files()
    printer = console(to_stderr=out == DASH)
    if report is None:
        _print_repairs(printer, repairs_of(reading))
        return
    restoration = restoration_of(report, reading)
    if restoration.findings and not any(line.changes or line.already for line in restoration.lines):
        raise click.ClickException(
            f"{report}: its Appendix B is not the report's listing: no repair has its place in it"
        )
    if listed:
        _print_repairs(printer, restoration.repairs, report)
    if diff:
        _print_diff(printer, restoration)
    _print_sums(printer, restoration, report, reading)
    if restoration.findings:
        _print_findings(restoration, report)
        count = len(restoration.findings)
        raise click.ClickException(f"{report}: the listing is not whole ({count} found); it was not written")
    if out:
        write(out, restoration.text)


def restoration_of(report: Path, reading: str) -> Restoration:
    """Returns the restoration. Raises ClickException if the file is not the report, and OSError."""
    try:
        return restored(find_appendix(read_report(report)), reading)
    except NotAReport as error:
        raise click.ClickException(f"{report}: {error}") from None


def _print_repairs(out: Console, repairs: Iterable[Repair], report: Path | None = None) -> None:
    """Prints each repair with its place, and below it the reason and each piece of evidence.

    If there is a report, evidence that has a place in it gets the number of its line there.
    """
    found = lines_of_evidence(read_report(report), repairs) if report else None
    arrow = _arrow(out)
    for repair in repairs:
        only = f" ({repair.readings[0]} only)" if len(repair.readings) == 1 else ""
        place = f"{place_of(repair.label, repair.line)}:"
        out.print(f"{repair.name:25} {place:19} {repair.printed}{arrow}{repair.reads}{only}", soft_wrap=True)
        out.print(f"    {repair.reason}", soft_wrap=True)
        for evidence in repair.evidence:
            where = "" if found is None or not evidence.has_place else _where(found, evidence)
            out.print(f"    {evidence.kind:10} {evidence}{where}", soft_wrap=True)


def _where(found: Mapping[Evidence, int], evidence: Evidence) -> str:
    """Returns ` (line 661 of your text)`, or that the evidence is not there."""
    return f" (line {found[evidence]} of your text)" if evidence in found else " (not in your text)"


def _print_sums(out: Console, restoration: Restoration, report: Path, reading: str) -> None:
    """Prints where the appendix is, and the three sums."""
    lines = [line.damaged for line in restoration.lines if line.text]
    labels = len({line.label for line in lines if line.label})
    made = sum(len(line.changes) for line in restoration.lines)
    already = sum(len(line.already) for line in restoration.lines)
    before = f"; {already} made already in the text" if already else ""
    verdict = "not the known one" if restoration.findings else "the known one"
    rows = [
        ("Appendix B", f"lines {lines[0].number} to {lines[-1].number} of {report.name}, with {labels} labels"),
        ("repairs", f"{made} of {len(restoration.repairs)} made ({reading}){before}"),
        ("SHA-256 of the appendix", restoration.damaged_sum),
        ("SHA-256 of the repairs", restoration.repairs_sum),
        ("SHA-256 of the listing", f"{restoration.result_sum}, {verdict}"),
    ]
    for title, content in rows:
        echo(f"{title:25}{content}", err=out.stderr)


def _print_findings(restoration: Restoration, report: Path) -> None:
    """Prints the problems on standard error, with their lines in the report."""
    findings = restoration.findings
    for finding in findings[:MAX_FINDINGS]:
        echo(f"{report.name}: {finding}", err=True)
    if len(findings) > MAX_FINDINGS:
        echo(f"{report.name}: and {len(findings) - MAX_FINDINGS} more", err=True)


def _print_diff(out: Console, restoration: Restoration) -> None:
    """Prints each damaged line beside the restored one, or above it where the terminal is narrow.

    Changes are red on one side, green on the other, and underlined by ^ on both.
    """
    changed = [line for line in restoration.lines if line.changes]
    width = max((len(line.damaged.text.strip()) for line in changed), default=0)
    arrow = _arrow(out)
    is_wide = out.width >= 2 * (width + len(arrow))
    for line in changed:
        damaged, restored = list(_side(line, is_restored=False)), list(_side(line, is_restored=True))
        out.print(_heading(line), soft_wrap=True)
        if is_wide:
            for left, right, between in zip(damaged, restored, (arrow, " " * len(arrow)), strict=True):
                left.pad_right(width - len(left))
                _print_line(out, left + Text(between) + right)
        else:
            for sign, rows in (("- ", damaged), ("+ ", restored)):
                _print_line(out, Text(sign) + rows[0])
                _print_line(out, Text("  ") + rows[1])
        out.print()


def _arrow(out: Console) -> str:
    """Returns the arrow that the encoding of the output has."""
    return ARROW if can_show(ARROW, out.encoding) else ASCII_ARROW


def _print_line(out: Console, line: Text) -> None:
    line.rstrip()
    out.print(line, soft_wrap=True)


def _heading(line: RestoredLine) -> str:
    """Returns `line 560 (BLACK1): black1-to`."""
    names = ", ".join(change.repair.name for change in line.changes)
    label = f" ({line.damaged.label})" if line.damaged.label else ""
    return f"line {line.damaged.number}{label}: {names}"


def _side(line: RestoredLine, is_restored: bool) -> Iterator[Text]:
    """Yields one side of a changed line without its indentation, and the line of ^ below it."""
    text = line.text if is_restored else line.damaged.text
    indentation = len(text) - len(text.lstrip())
    shown = Text("".join(character if character.isprintable() else " " for character in text.strip()))
    marks = [" "] * len(shown)
    for start, end in (_span(change, is_restored) for change in line.changes):
        start, end = start - indentation, end - indentation
        shown.stylize("bold green" if is_restored else "bold red", start, end)
        marks[start:end] = "^" * (end - start)
    yield shown
    yield Text("".join(marks))


def _span(change: Change, is_restored: bool) -> tuple[int, int]:
    """Returns the columns of a change on one side: its first, and the one after its last."""
    if is_restored:
        return change.reads_column, change.reads_column + len(change.repair.reads)
    return change.printed_column, change.printed_column + len(change.repair.printed)
