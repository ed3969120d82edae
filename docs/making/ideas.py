"""The tables of ideas in idea-by-idea.md and its measurements: from the engine, and from engine-measurements.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from making.page import DOCS, Files, page_with

from modern.engine.techniques import IDEAS

PAGE: Final = DOCS / "idea-by-idea.md"
SOURCES_PAGE: Final = DOCS / "idea-by-idea-measurements.md"
#: A row of a table of engine-measurements.md: a technique with a link and what it does, or a group of weights.
GAIN: Final = re.compile(
    r"^\| (?:\[(?P<technique>[a-z ]+)\]\([^)]*\) \| [^|]* |(?P<group>[A-Za-z -]+) )"
    r"\| (?P<nodes>[\d,]+) \| (?P<games>[\d,]+) \| (?P<elo>[+-]?\d*) \| (?P<interval>[^|]*) \|",
    re.M,
)
#: The ideas that are measured there as another group of weights, or as a part of one.
MEASURED_AS: Final = {
    "weak pawns": "pawn structure",
    "pawn chains": "pawn structure",
    "king attack": "king safety",
    "king shelter": "king safety",
    "outposts": "minor pieces",
    "bad bishop": "minor pieces",
}


def gains() -> dict[str, str]:
    """Returns what today's engine loses without each technique or group: Elo, interval, games and nodes."""
    text = (DOCS / "engine-measurements.md").read_text(encoding="utf-8").partition("### Tried and left out")[0]
    found: dict[str, str] = {}
    for row in GAIN.finditer(text):
        name = row["technique"] or row["group"]
        interval = row["interval"].strip()
        elo = f"{row['elo']} ({interval})" if row["elo"] else interval
        gain = f"{elo}, {row['games']} games at {row['nodes']} nodes"
        found.setdefault(name, gain)
    return found


def rows() -> Iterator[str]:
    """Yields the rows of the table of ideas, by year."""
    measured = gains()
    yield "| year | idea | what it does | without it, Elo lost |"
    yield "|---|---|---|---|"
    for idea in IDEAS:
        group = MEASURED_AS.get(idea.name, idea.name)
        gain = measured.get(group, "not measured")
        if group != idea.name:
            gain = f"{group}: {gain}"
        yield f"| {idea.year} | {idea.name} | {idea.what} | {gain} |"


def source_rows() -> Iterator[str]:
    """Yields the rows of the table of sources, by year."""
    yield "| year | idea | first publication found | where sources differ |"
    yield "|---|---|---|---|"
    for idea in IDEAS:
        yield f"| {idea.year} | {idea.name} | {idea.source} | {idea.note} |"


def files() -> Files:
    """Returns both pages with their tables."""
    pages = page_with(PAGE, {"ideas": "\n".join(rows())})
    return pages | page_with(SOURCES_PAGE, {"sources": "\n".join(source_rows())})
