"""`help COMMAND` in a game at a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from modern.cli.play.prompt import ALIASES, COMMANDS, help_lines
from modern.game.session import Refusal


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("width", [None, 80, 120])
def test_the_help_on_a_command_has_two_to_five_lines_and_an_example(name: str, width: int | None) -> None:
    lines = help_lines(name, width)
    assert 2 <= len(lines) <= 5
    assert max(map(len, lines)) <= (width or 100)
    assert " ".join(lines).startswith(f"{COMMANDS[name].usage}: {COMMANDS[name].summary}. ")
    _, said, example = " ".join(lines).partition(". Example: ")
    assert said
    assert name in example


def test_the_page_has_every_command_and_no_other() -> None:
    page = (Path(__file__).parents[4] / "docs" / "play" / "play.md").read_text(encoding="utf-8")
    rows = page.partition("| command | effect |\n")[2].partition("\n\n")[0]
    cells = "".join(re.findall(r"^\| (.*?) \|", rows, re.M))
    assert set(re.findall(r"`([a-z]+)", cells)) == {*COMMANDS}, "the table of commands in docs/play/play.md"


def test_other_words_for_a_command_have_its_help() -> None:
    for word, name in ALIASES.items():
        assert help_lines(word) == help_lines(name) == help_lines(word.upper())


def test_there_is_no_help_on_what_is_no_command() -> None:
    with pytest.raises(Refusal, match=r"^no such command 'e4'; help lists them$"):
        help_lines("e4")
