"""The tables of restoration.md and of measurements/readings.md, from readings-trials.json and readings.json.

With the report's text, these two files are made first, which takes hours.
"""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from making.page import DOCS, Files, page_with

from historic.listing.other_readings import OTHER_READINGS, Reread
from historic.listing.repairs import repairs_of
from historic.readings import PRINTED
from modern.proof.record import OTHER, TAKEN_BACK, Ending, in_words
from modern.proof.verdicts import COMPLETE, EARLIER, OTHERWISE, OUTCOMES, UNCHANGED, outcome

PAGE: Final = DOCS / "program" / "restoration.md"
MEASURED_PAGE: Final = DOCS / "measurements" / "readings.md"
TRIALS: Final = DOCS / "data" / "readings-trials.json"
CHANGES: Final = DOCS / "data" / "readings.json"
OTHERS: Final = DOCS / "measurements" / "other-readings.csv"
#: The commands that make the two files, after the report's name. Over two plies a change of the listing takes seconds.
COMMANDS: Final = (("--json", str(TRIALS)), ("--mutate", "--plies", "2", "--json", str(CHANGES)))


def tables() -> tuple[dict[str, str], dict[str, str]]:
    """Returns the tables of both pages, by their names."""
    trials: list[dict[str, Any]] = json.loads(TRIALS.read_text())["trials"]
    changes = json.loads(CHANGES.read_text())
    explained = {
        "summary": "".join(_summary_rows(trials, changes["endings"])),
        "repairs": "".join(_repair_rows(trials)),
    }
    return explained, {
        "sample": _sample(changes),
        "plies": "".join(_ply_rows(changes["endings"])),
        "in-listing": "".join(_in_listing(changes)),
    }


def _summary_rows(trials: list[dict[str, Any]], changes: list[dict[str, Any]]) -> Iterator[str]:
    """Yields how the repairs, the other readings and the changes end, counted."""
    yield "| what we changed | not a program | leaves the record before ply 22 | as unchanged | otherwise |\n"
    yield "|---|---|---|---|---|\n"
    rows = (
        ("repairs, undone one at a time", _endings(trials, TAKEN_BACK).values()),
        ("other readings of doubtful places", _endings(trials, OTHER).values()),
        ("one-token changes of the port", [Ending.from_json(entry) for entry in changes]),
    )
    for what, endings in rows:
        refused = sum(_is_refused(ending) for ending in endings)
        counted = Counter(outcome(ending) for ending in endings if not _is_refused(ending))
        otherwise = counted[OTHERWISE] + counted[COMPLETE]
        yield f"| {len(endings):,} {what} | {refused} | {counted[EARLIER]:,} | {counted[UNCHANGED]} | {otherwise} |\n"


def _is_refused(ending: Ending) -> bool:
    """True if the listing is not a program."""
    return ending.error.startswith("refused")


def _repair_rows(trials: list[dict[str, Any]]) -> Iterator[str]:
    endings = _endings(trials, TAKEN_BACK)
    yield "| repair, place | in the scan → restored | undone, it leaves the record |\n|---|---|---|\n"
    for repair in repairs_of(PRINTED):
        read = f"`{repair.printed}` → `{repair.reads}`"
        yield f"| {repair.name}, {repair.label}+{repair.line} | {read} | {_told(endings.get(repair.name))} |\n"


def other_readings(trials: list[dict[str, Any]]) -> str:
    """Returns the table of the other readings as CSV."""
    endings = _endings(trials, OTHER)
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(("other reading", "place", "change", "why we doubt", "leaves the record"))
    for other in OTHER_READINGS:
        place = f"{other.places[0].label}+{other.places[0].line}"
        read = ", ".join(map(_reread, other.places))
        writer.writerow((other.name, place, read, other.doubt, _told(endings.get(other.name))))
    return table.getvalue()


def _endings(trials: list[dict[str, Any]], kind: str) -> dict[str, Ending]:
    return {trial["name"]: Ending.from_json(trial) for trial in trials if trial["kind"] == kind}


def _reread(place: Reread) -> str:
    instead = place.instead.strip()
    return f"{place.reads.strip()} → {instead}" if instead else f"without {place.reads.strip()}"


def _told(ending: Ending | None) -> str:
    """Returns an ending for a table. What refuses a listing quotes it, and is left out."""
    if ending is None:
        return "not played"
    if _is_refused(ending):
        return "not a program: " + re.sub(r"refused: line \d+: (error \d+): .*", r"\1", ending.error)
    if ending.is_unchanged:
        return "as unchanged"
    return re.sub(r", in line \d+.*", "", in_words(ending))


def _sample(changes: dict[str, Any]) -> str:
    """Returns the command that played the changes, and how many they are."""
    played, every, seed = len(changes["endings"]), changes["changes"], changes["seed"]
    sample = f" --sample {played} --seed {seed}" if played < every else ""
    share = f"{played:,} of the {every:,}" if played < every else f"all {every:,}"
    return f"`gosub readings REPORT.txt --mutate{sample} --json docs/data/readings.json` tried {share}:\n"


def _in_listing(changes: dict[str, Any]) -> Iterator[str]:
    """Yields how many changes port and listing agree on, and each on which they do not."""
    rows = [
        (row["change"], Ending.from_json(row["port"]), Ending.from_json(row["listing"]))
        for row in changes["in_listing"]
    ]
    differing = [row for row in rows if row[1].outcome != row[2].outcome]
    plies = changes["plies_in_listing"]
    left = sum(listing.ply is not None for _, _, listing in rows)
    yield (
        f"Over {plies} plies, {len(rows) - len(differing)} of {len(rows)} changes end alike in both;"
        f" {left} of them leave the record.\n"
    )
    for name, port, listing in differing:
        yield f"\n- `{name}`: {in_words(port, plies)} in the port, {in_words(listing, plies)} in the listing\n"


def _ply_rows(endings: list[dict[str, Any]]) -> Iterator[str]:
    found = [Ending.from_json(entry) for entry in endings]
    counted = Counter(map(outcome, found))
    yield "| changes | share | what they do |\n|---|---|---|\n"
    names = {
        EARLIER: "leave the record before ply 22",
        UNCHANGED: "castle at ply 22, like the unchanged program",
        OTHERWISE: "leave it at ply 22 or 23 in another way",
        COMPLETE: "play all 23 plies",
    }
    for name in OUTCOMES:
        yield f"| {counted[name]} | {100 * counted[name] / len(found):.0f} % | {names[name]} |\n"
    yield f"| {len(found)} | | in all |\n"


def make_results(report: Path) -> None:
    """Runs the commands. Exits with the code of the first that fails; it has said why."""
    for words in COMMANDS:
        if code := subprocess.call([sys.executable, "-m", "modern", "readings", str(report), *words]):
            sys.exit(code)


def files(*reports: Path) -> Files:
    for report in reports:
        make_results(report)
    explained, measured = tables()
    others = other_readings(json.loads(TRIALS.read_text())["trials"])
    return page_with(PAGE, explained) | page_with(MEASURED_PAGE, measured) | {OTHERS: others.encode()}
