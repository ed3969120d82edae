"""Every command of a script that a page names can be run, and the table of the scripts has each of them."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path

import click
import matches
import pytest

TOP = Path(__file__).parents[2]
SCRIPTS = TOP / "benchmarks"
TABLE = (SCRIPTS / "README.md").read_text(encoding="utf-8")
PAGES = (TOP / "README.md", TOP / "CONTRIBUTING.md", SCRIPTS / "README.md", *TOP.glob("docs/**/*.md"))
COMMANDS = sorted(
    {
        command.strip()
        for page in PAGES
        for command in re.findall(r"python (benchmarks/\w+\.py[^`\n#]*)", page.read_text(encoding="utf-8"))
    }
)


def options_of(script: str, words: list[str]) -> set[str]:
    """Returns the options of a script, or of the command of it that the first of the words names."""
    command: click.Command = importlib.import_module(script).main
    if isinstance(command, click.Group) and words:
        command = command.commands[words[0]]
    return {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_a_page_names_a_script_with_its_options(command: str) -> None:
    path, *words = shlex.split(command)
    assert (TOP / path).is_file()
    assert {word for word in words if word.startswith("--")} <= options_of(Path(path).stem, words)


def test_the_table_has_every_file() -> None:
    assert [path.name for path in SCRIPTS.glob("*.py") if path.name not in TABLE] == []


def test_a_level_that_plays_too_well_should_have_the_settings_of_a_lower_one() -> None:
    match = {"games": 20, "points": 15.0, "elo": 200.0, "elo_low": 100.0, "elo_high": 310.0}
    row = matches.level_row(1400, 1400, match).split()
    assert row == ["1400", "520", "32", "320", "1400", "20", "15", "1600", "105", "380", "48", "520"]


@pytest.mark.slow
def test_a_match_of_a_technique_is_a_row(capfd: pytest.CaptureFixture[str]) -> None:
    matches.main(["techniques", "--only", "null move", "--nodes", "5", "--games", "2"], standalone_mode=False)
    row = capfd.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"\| null move \| 2 \|.* to .*\| undecided \|", row)
