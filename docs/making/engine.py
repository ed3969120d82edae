"""What the engine prints in the docs: the tables of engine.md, and the lines of an analysis in players.md and tour.md.

An example of engine.md is a `gosub analyse` command in a code block, followed by a table. Each row of the table changes
the command: `Without=null move` disables a technique, `--depth 4` searches to another depth, and `all techniques`
changes nothing. The rows have the nodes, the move and the score that the command prints. Above the tables stands the
signature of the engine that they are from.

An analysis is shown in a code block that begins with `$ gosub analyse`. A line of it is the last printed one that
begins with the same word; a rule is the line below the one above it.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from click.testing import CliRunner
from making.page import DOCS, Files

from modern.bench.engine import SearchResult, signature
from modern.cli import gosub
from modern.pages.game_facts import pgn_text, recorded_game

#: The searches whose signature the tables have; the tests of both builds compare the engine with them.
SEARCHES: Final = DOCS.parent / "tests" / "data" / "engine-depth-10.jsonl"
SIGNATURE: Final = re.compile(r"(has\s+the\s+signature\s+`)[0-9a-f]{8}(?=`)")
#: A command, and the rows of the table below it.
EXAMPLE: Final = re.compile(
    r"^```\ngosub (analyse [^`]*?)\n```\n\n\| \| nodes [^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+)", re.M
)
ROW: Final = re.compile(r"^\| ([^|]*) \|.*$", re.M)
#: In what the command prints: the score and the first move, and the nodes.
BEST_LINE: Final = re.compile(r"^ 1 +\d+/\d+ +(\S+) +(?:\d+\. |\d+\.\.\.)(\S+)", re.M)
NODES: Final = re.compile(r": ([\d,]+) nodes? in ")
#: An analysis: the command, and the lines that it prints, up to the next command or the end of the block.
ANALYSIS: Final = re.compile(r"^\$ gosub (analyse .*)\n((?:(?!\$|```).*\n)+)", re.M)


def printed_by(words: list[str]) -> str:
    """Returns what a command prints."""
    result = CliRunner().invoke(gosub, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def rows_of(command: str, rows: str) -> str:
    """Returns the rows of a table with the figures of their commands."""
    return ROW.sub(lambda row: row_of(shlex.split(command.replace("\\\n", " ")), row[1]), rows)


def row_of(arguments: list[str], change: str) -> str:
    """Returns the row of a command that is changed as `change` says."""
    words = list(arguments)
    if found := re.search(r"`Without=([a-z ]+)`", change):
        words = [word.replace("Evaluation=hand", f"Evaluation=hand,Without={found[1]}") for word in words]
        assert words != arguments
    if found := re.search(r"`--depth (\d+)`", change):
        words[words.index("--depth") + 1] = found[1]
    printed = printed_by(words)
    lines, nodes = BEST_LINE.search(printed), NODES.search(printed)
    assert lines is not None, printed
    assert nodes is not None, printed
    return f"| {change} | {nodes[1]} | {lines[2]} | {lines[1]} |"


def with_figures(page: str) -> str:
    """Returns the page with the figures of all its examples, and the signature."""
    rows = map(json.loads, SEARCHES.read_text(encoding="utf-8").splitlines())
    page = SIGNATURE.sub(rf"\g<1>{signature([SearchResult(**row) for row in rows])}", page)
    return EXAMPLE.sub(lambda found: found[0].replace(found[2], rows_of(found[1], found[2])), page)


def analysis_of(command: str, shown: str) -> str:
    """Returns the lines that a command prints, as many as are shown. The recorded game is in record.pgn."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("record.pgn").write_text(pgn_text(recorded_game()), encoding="utf-8")
        printed = printed_by(shlex.split(command))
    lines = printed.splitlines()
    place = {line.split()[0]: number for number, line in enumerate(lines) if line.strip()}

    def renewed() -> Iterator[str]:
        at = 0
        for line in shown.splitlines():
            at = at + 1 if line.strip(" ─") == "" else place.get(line.split()[0], -1)
            yield line if at < 0 else lines[at].rstrip()

    return "".join(f"{line}\n" for line in renewed())


def with_analyses(page: str) -> str:
    """Returns the page with the lines of its analyses."""
    return ANALYSIS.sub(lambda found: found[0].replace(found[2], analysis_of(found[1], found[2])), page)


def files() -> Files:
    """Returns the three pages."""
    pages = {"engine/engine.md": with_figures, "play/players.md": with_analyses, "program/tour.md": with_analyses}
    return {DOCS / name: renew((DOCS / name).read_text(encoding="utf-8")).encode() for name, renew in pages.items()}
