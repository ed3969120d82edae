"""The restored listing in this BASIC. The report's text is not part of the repository; GOSUB_REPORT names it."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from basic_runs import Keys
from report_text import needs_report, report_path
from scenarios import rows_of, sampled, takes_minutes

from historic.basic import Stop
from historic.basic.language import CompiledListing, LineError, ListingRun, compile_listing
from historic.listing.appendix import find_appendix
from historic.listing.report import read_report
from historic.listing.restoration import restore
from historic.machine.screen import Echo, Screen, no_echo
from historic.readings import PRINTED, READINGS

DATA = Path(__file__).parents[3] / "data"


class Enter(Keys):
    """A keyboard on which any key is pressed at the title, and Enter at each INPUT."""

    def key(self) -> str:
        return " "

    def line(self, echo: Echo = no_echo) -> str:
        return ""


def played(reading: str, plies: int) -> tuple[list[list[Any]], int]:
    """Returns the moves that the listing plays, with their values as binary32, and the error that ended it, or 0."""
    text = restore(find_appendix(read_report(report_path())), reading).text
    run = ListingRun(compile_listing(text), Screen(Enter()))
    moves: list[list[Any]] = []

    def has_moved(side: str) -> None:
        if run.get("JAA") == (side == "1"):
            piece, square, value = (run.get(f"{name}{side}") for name in ("BESTPIECE", "BESTPOS", "BESTVAL"))
            moves.append([len(moves) + 1, piece, square, struct.pack(">f", value).hex().upper()])
            if len(moves) == plies:
                raise Stop

    run.on_return("CWHITE", lambda: has_moved("1"))
    run.on_return("CBLACK", lambda: has_moved(""))
    try:
        run.run()
    except LineError as error:
        return moves, error.code
    return moves, 0


def recorded(reading: str) -> list[list[Any]]:
    plies: list[list[Any]] = json.loads((DATA / f"trace-selfplay-{reading}.json").read_text())["plies"]
    return plies


def thought(listing: CompiledListing, trace: dict[str, Any]) -> dict[str, Any]:
    """Returns what the listing, compiled with steps, thinks at the position of a trace, in the form of the trace."""
    white = trace["side"] == "white"
    last = "1" if white else ""
    place = next(line for line, name in listing.labels if name == ("CWHITE9" if white else "CBLACK9"))
    compared = next(line for line in range(place + 1, place + 9) if listing.lines[line - 1].strip()[:2] == "IF")
    candidates: list[list[Any]] = []

    def step(line: int) -> None:
        if line == compared:
            names = ("Y8", "X8", "II") if white else ("Y9", "X9", "III")
            value = struct.pack(">f", run.get("S1")).hex().upper()
            candidates.append([*(run.get(name) for name in names), value])

    run = ListingRun(listing, Screen(Enter()), step)
    run.gosub("INIT")
    for name in ("PW", "PB"):
        run.set_elements(name, trace[name])
    moved = zip(trace["PM_white"], trace["PM_black"], strict=True)
    run.set_elements("PM", [value for pair in moved for value in pair])
    run.gosub("BOARD")
    run.gosub("WHITE" if white else "BLACK")
    board = run.elements("A")[144:288] if white else run.elements("A")[288:432]
    run.set("JAA", float(white))
    run.gosub("CWHITE" if white else "CBLACK")
    best = struct.pack(">f", run.get(f"BESTVAL{last}")).hex().upper()
    return {
        "think_move_board": {str(square): bits for square, bits in enumerate(board) if bits},
        "candidates": candidates,
        "best": [run.get(f"BESTPIECE{last}"), run.get(f"BESTPOS{last}"), best],
        "after": {
            "PW": run.elements("PW"),
            "PB": run.elements("PB"),
            "PM_white": run.elements("PM")[::2],
            "PM_black": run.elements("PM")[1::2],
        },
    }


@needs_report
@pytest.mark.slow
@pytest.mark.parametrize(("name", "step"), [("trace-record.jsonl", 5), ("trace-positions.jsonl", 17)])
def test_the_listing_gives_the_traces_of_two_compilers_bit_for_bit(name: str, step: int) -> None:
    listing = compile_listing(restore(find_appendix(read_report(report_path())), PRINTED).text, "step")
    for trace in sampled(rows_of(name), step):
        compared = ("think_move_board", "candidates", "best", "after")
        assert thought(listing, trace) == {key: trace[key] for key in compared}


@pytest.mark.slow
@needs_report
def test_the_listing_plays_the_first_moves_as_two_compilers_have_it() -> None:
    assert played(PRINTED, 2) == (recorded(PRINTED)[:2], 0)


@needs_report
@pytest.mark.slow
@takes_minutes
@pytest.mark.parametrize("reading", READINGS)
def test_the_listing_plays_itself_to_its_error_9(reading: str) -> None:
    assert played(reading, 1000) == (recorded(reading), 9)
