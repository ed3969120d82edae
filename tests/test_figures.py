"""Every figure in README and the docs has its source beside it, and those that are cheap to compute are compared.

A figure is a count, a time, a speed, a size, a share, or a difference of Elo, in the prose of a section. Its source is
the command that prints it, a file of data, a table that docs/make.py makes, a commit, or a date.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from historic import Program
from historic.basic.language import execution, files, folder, runtime
from historic.listing.repairs import repairs_of
from historic.readings import PRINTED
from modern.engine.stopping.condition import CHECK_INTERVAL
from modern.match.openings import BALANCED_FILE
from modern.pages.game_facts import recorded_game
from modern.players import engine_log
from modern.players.museum.cores import diablo, firstchess
from modern.web import after_game, server, settings

TOP: Final = Path(__file__).parents[1]
DOCS: Final = TOP / "docs"
PAGES: Final = {
    path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8")
    for path in (TOP / "README.md", *sorted(DOCS.rglob("*.md")))
}
LEDGER: Final = json.loads((DOCS / "data" / "ledger.json").read_text(encoding="utf-8"))
READINGS: Final = json.loads((DOCS / "data" / "readings.json").read_text(encoding="utf-8"))

UNITS: Final = (
    "ms|ns|s|h|seconds?|minutes?|hours?|microseconds|milliseconds|Elo|nps|nodes|positions|games|plies|tests|lines"
    "|words|pages|repairs|differences|times|MB|kB|GB|megabytes?|points?|moves|candidates|labels|branches|elements"
)
NUMBER: Final = r"(?<![\w.,#+/-])[+-]?\d[\d,.]*"
FIGURE: Final = re.compile(
    rf"{NUMBER}\s(?:{UNITS})\b|\d\s?%|(?<![\w.,#/-])\d{{1,3}}(?:,\d{{3}})+\b|\d+ of (?:the )?\d+|[+-]\d+ (?:\+-|±) \d+"
)
#: What is not prose: code, HTML, and where a link leads.
NOT_PROSE: Final = re.compile(r"```.*?```|<[^>]*>|`[^`]*`|\]\([^)]*\)|^ {4}.*?$", re.S | re.M)
SOURCE: Final = re.compile(
    r"`[^`]*(?:gosub |pytest|python |mkdocs |benchmarks/|\.json|\.csv)[^`]*`|^(?: {4})?(?:\$ )?(?:gosub|python|pytest) "
    r"|#the-machine|\((?:\.\./)*measurements/|\(\w+\.csv\)|<!-- table: "
    r"|(?:commit|at) [0-9a-f]{7}|\d{1,2} [A-Z][a-z]+ 20\d\d|[(|] ?section \d",
    re.M,
)
#: A section with this heading has the source of all figures of its page.
HOW: Final = "## How we measured"

#: Sections whose figures need no source, and why.
NEED_NONE: Final = {
    ("docs/develop/glossary.md", "The 1994 program"): "the report's own numbers, in definitions",
    ("docs/engine/engine.md", "Alpha-beta"): "counted in the two trees that the page shows",
    ("docs/engine/network.md", "Why no sum overflows"): "the largest number of 16 bits",
    ("docs/engine/network.md", "One move updates the sums"): "the sum of the rows of its example",
    ("docs/engine/rules.md", "Two boards, and the rules of chess"): "the ply of the picture",
    ("docs/engine/rules.md", "Side by side"): "the size of the board, in its name",
    ("docs/measurements/analyse.md", "The formulas"): "a term of a formula",
    ("docs/play/play.md", "Clocks"): "the meaning of numbers that a user types",
    ("docs/program/museum/novice.md", "How it thinks"): "the values of the pieces; tests/.../test_novice.py has them",
    ("docs/program/variables.md", "Arrays and strings"): "the bounds of an array",
    ("docs/teach/class-find-the-bug.md", "For a class: find the bug"): "the length of a lesson",
    ("docs/teach/class-find-the-bug.md", "More patients"): "the number in docs/program/story.md, rounded",
    ("docs/teach/class-how-1994-chose.md", "For a class: how a chess program chose in 1994"): "the length of a lesson",
    (
        "docs/teach/class-write-a-player.md",
        "For a class: write your own player",
    ): "test_class_pages.py counts the lines",
    ("docs/tools/match.md", "What the figures of a match mean"): "a level of confidence",
}


def elements(value: object) -> int:
    """Returns the number of elements of an array of the listing, in all its dimensions."""
    return sum(elements(one) for one in value) if isinstance(value, list) else 1


def variables() -> tuple[int, int, int]:
    """Returns how many variables and arrays the listing has, and the arrays' elements."""
    held = Program().variables()
    arrays = [value for value in held.values() if isinstance(value, list)]
    return len(held) - len(arrays), len(arrays), sum(map(elements, arrays))


def proved() -> str:
    count, arrays, of_arrays = variables()
    return f"{count} variables and {arrays} arrays with {of_arrays:,} elements"


#: What a page says, with the figure as the code has it.
COMPARED: Final = [
    ("docs/index.md", f"{len(repairs_of(PRINTED))} repairs"),
    ("docs/index.md", f"of {len(recorded_game().moves)}</b> recorded moves"),
    ("docs/index.md", f"{LEDGER['positions']:,} positions"),
    ("docs/program/restoration.md", f"{len(repairs_of(PRINTED))} repairs"),
    ("docs/program/story.md", f"{READINGS['changes']:,}"),
    ("docs/program/story.md", f"23 of {len(recorded_game().moves)}"),
    ("docs/program/prove.md", proved()),
    ("docs/program/prove.md", f"{variables()[2]:,} elements of the seven arrays"),
    ("docs/program/prove.md", f"All {len(recorded_game().moves)} plies"),
    ("docs/program/basic.md", f"at most {folder.MAX_FILES} files"),
    ("docs/program/basic.md", f"at most {files.MAX_BYTES // 10**6} MB"),
    ("docs/program/basic.md", f"up to {runtime.MAX_STRING:,} characters"),
    ("docs/program/basic.md", f"nest {execution.MAX_CALLS:,} deep"),
    ("docs/program/museum/diablo.md", f"{diablo.PV_TABLE_SIZE:,} positions"),
    ("docs/program/museum/firstchess.md", f"scores {firstchess.MATE:,} less"),
    (
        "docs/develop/architecture.md",
        "Every 2,048 nodes (16 if interpreted)" if CHECK_INTERVAL in (16, 2048) else f"{CHECK_INTERVAL:,} nodes",
    ),
    ("docs/develop/serve-protocol.md", f"at most {settings.MAX_LIMIT:,})"),
    ("docs/develop/serve-protocol.md", f"at most {settings.MAX_IDS} games"),
    ("docs/develop/serve-protocol.md", f"follows {server.HEARTBEAT:g} s"),
    ("docs/engine/engine-authors.md", f"After {engine_log.MAX_BYTES // 10**6} MB"),
    ("docs/play/serve.md", f"{after_game.SECONDS:g} s or more"),
    ("docs/tools/match.md", f"`balanced` has {len(BALANCED_FILE.read_text().splitlines())} positions"),
]


def sections(page: str) -> dict[str, str]:
    """Returns the sections of a page by their headings; "" has what stands before the first."""
    parts = re.split(r"^(?=#{1,3} )", re.sub(r"^```.*?^```\n", _indented, PAGES[page], flags=re.S | re.M), flags=re.M)
    return {(part.partition("\n")[0].lstrip("# ") if part.startswith("#") else ""): part for part in parts}


def _indented(block: re.Match[str]) -> str:
    """Returns a block of code as the other form of Markdown has it, in which a comment is no heading."""
    return re.sub(r"^(?=.)", "    ", "\n".join(block[0].splitlines()[1:-1]), flags=re.M) + "\n"


def is_compared(page: str, text: str) -> bool:
    return any(name == page and shown in " ".join(text.split()) for name, shown in COMPARED)


def without_source(page: str) -> list[str]:
    """Returns the headings of the sections with a figure and no source."""
    if HOW in PAGES[page]:
        return []
    return [
        heading
        for heading, text in sections(page).items()
        if FIGURE.search(NOT_PROSE.sub(" ", text)) and not SOURCE.search(text) and not is_compared(page, text)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_a_section_with_a_figure_says_where_it_is_from(page: str) -> None:
    found = [heading for heading in without_source(page) if (page, heading) not in NEED_NONE]
    assert not found, "name the command, or the date and the machine"


def test_every_section_that_is_spared_still_has_figures_without_a_source() -> None:
    assert [(page, heading) for page, heading in NEED_NONE if heading not in without_source(page)] == []


@pytest.mark.parametrize(("page", "shown"), COMPARED)
def test_a_figure_is_what_the_code_has(page: str, shown: str) -> None:
    assert shown in " ".join(PAGES[page].split())


@pytest.mark.parametrize(
    ("text", "is_figure"),
    [
        ("It takes 3 s.", True),
        ("1,484 moves", True),
        ("about 40 % of them", True),
        ("22 of 23", True),
        ("+13 +- 5", True),
        ("in 1994, on ply 22", False),
        ("on a8, and two plies", False),
    ],
)
def test_a_figure_is_known_by_its_unit_its_commas_or_what_it_is_a_part_of(text: str, is_figure: bool) -> None:
    assert bool(FIGURE.search(text)) is is_figure
