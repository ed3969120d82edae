"""The page on how to add a player is true: its player is added to a copy of the repository, by its own words."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

TOP: Final = Path(__file__).parents[1]
PAGE: Final = (TOP / "docs" / "develop" / "adding-a-player.md").read_text(encoding="utf-8")
#: What a copy leaves out: what git does not keep, and what a build has made.
LEFT_OUT: Final = (
    ".git",
    ".venv",
    ".cache",
    ".hypothesis",
    ".*_cache",
    ".import_linter_cache",
    "__pycache__",
    "build",
    "*.so",
)


def after(path: Path, line: str, added: str) -> None:
    """Adds lines to a file after the one that begins like this."""
    text = path.read_text(encoding="utf-8")
    changed = re.sub(rf"^{re.escape(line)}.*\n", lambda found: found[0] + added, text, count=1, flags=re.M)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def add_the_player(copy: Path) -> None:
    """Adds the player of the page."""
    ((file, code),) = re.findall(r"^`(modern/\S+\.py)`:\n\n```python\n(.*?)```", PAGE, re.M | re.S)
    (copy / file).write_text(code, encoding="utf-8")
    (entry,) = re.findall(r'```python\n("\w+": PlayerEntry.*?\n)```', PAGE, re.S)
    table = copy / "modern" / "players" / "__init__.py"
    after(table, "PLAYERS: Final", f"    {entry}")
    text = table.read_text(encoding="utf-8")
    table.write_text(
        text.replace("modern.py (a short player)", f"modern.py (a short player), {Path(file).name}"), "utf-8"
    )
    for words, name in zip(re.findall(r"```json\n(.*?)```", PAGE, re.S), WORDS, strict=True):
        for line in words.splitlines():
            family = line.strip('"').partition(".")[0]
            after(copy / name, f' "{family}.{BEFORE.get(family, "random")}"', f" {line}\n")
    ((player, row_of_option),) = re.findall(r"```\n(\| `greedy` .*\n)(\| `Shy` .*\n)```", PAGE)
    after(copy / "docs" / "play" / "players.md", "| `historic` |", player)
    after(copy / "docs" / "tools" / "gui.md", "| `Avoid Repetition` |", row_of_option)
    for row in ("Book", "Book Variety"):
        rows = (copy / "docs" / "tools" / "gui.md").read_text(encoding="utf-8")
        changed = rows.replace(f"| `{row}` | modern, historic |", f"| `{row}` | modern, historic, greedy |")
        (copy / "docs" / "tools" / "gui.md").write_text(changed, encoding="utf-8")


#: The files of the words, in the order of the page.
WORDS: Final = 2 * ("modern/facts.en.json", "modern/pictures/browser/texts.fr.json")
#: The names after which others of their family are added, where it is not that of the random mover.
BEFORE: Final = {"option": "width"}


@pytest.mark.slow
def test_a_player_that_is_added_as_the_page_says_passes_the_tests_that_it_names(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(TOP, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    add_the_player(copy)
    (command,) = re.findall(r"^ {4}pytest (.*)$", PAGE, re.M)
    words = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *shlex.split(command)]
    environment = {name: value for name, value in os.environ.items() if name != "GOSUB_EXPECT"}
    environment |= {"PYTHONPATH": str(copy), "CI": "true"}
    ended = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-1000:]
