"""Writes the figures of docs/engine.md: `python docs/make_engine_figures.py`.

An example there is a `gosub analyse` command in a code block, followed by a table. Each row of the table changes the
command: `Without=null move` disables a technique, `--depth 4` searches to another depth, and `all techniques` changes
nothing. The rows have the nodes, the move and the score that the command prints. Run this after a change of the search
or of the hand-written weights; a compiled build needs a second.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

from click.testing import CliRunner

from modern.cli import gosub

PAGE: Final = Path(__file__).parent / "engine.md"
#: A command, and the rows of the table below it.
EXAMPLE: Final = re.compile(
    r"^```\ngosub (analyse [^`]*?)\n```\n\n\| \| nodes [^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+)", re.M
)
ROW: Final = re.compile(r"^\| ([^|]*) \|.*$", re.M)
#: In what the command prints: the score and the first move, and the nodes.
BEST_LINE: Final = re.compile(r"^ 1 +\d+/\d+ +(\S+) +(?:\d+\. |\d+\.\.\.)(\S+)", re.M)
NODES: Final = re.compile(r": ([\d,]+) nodes? in ")


def rows_of(command: str, rows: str) -> str:
    """Returns the rows of a table with the figures of their commands."""
    return ROW.sub(lambda row: row_of(shlex.split(command.replace("\\\n", " ")), row[1]), rows)


def node_count(example: tuple[str, str]) -> int:
    """Returns the nodes of all rows of an example, as the page has them."""
    return sum(int(cell.replace(",", "")) for cell in re.findall(r"^\| [^|]* \| ([\d,]+) \|", example[1], re.M))


def row_of(arguments: list[str], change: str) -> str:
    """Returns the row of a command that is changed as `change` says."""
    words = list(arguments)
    if found := re.search(r"`Without=([a-z ]+)`", change):
        words = [word.replace("Evaluation=hand", f"Evaluation=hand,Without={found[1]}") for word in words]
        assert words != arguments
    if found := re.search(r"`--depth (\d+)`", change):
        words[words.index("--depth") + 1] = found[1]
    result = CliRunner().invoke(gosub, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    lines, nodes = BEST_LINE.search(result.output), NODES.search(result.output)
    assert lines is not None, result.output
    assert nodes is not None, result.output
    return f"| {change} | {nodes[1]} | {lines[2]} | {lines[1]} |"


def with_figures(page: str) -> str:
    """Returns the page with the figures of all its examples."""
    return EXAMPLE.sub(lambda found: found[0].replace(found[2], rows_of(found[1], found[2])), page)


if __name__ == "__main__":
    PAGE.write_text(with_figures(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
