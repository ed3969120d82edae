"""The man pages have what the commands say, and can be rendered."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from making.man import FOLDER, man_pages

MADE = man_pages()
HINT = "run `python docs/make.py man`"


def test_a_page_has_the_options_and_ranges_of_its_command() -> None:
    page = MADE["gosub-perft.1"]
    assert page.startswith(r".TH GOSUB\-PERFT 1 ")
    assert "\\fBgosub perft\\fR \\fI[OPTIONS]\\fR \\fIDEPTH\\fR\n" in page
    assert "\n.TP\n\\fB\\-\\-divide\\fR\n" in page
    assert "[default: 0.05; more than 0 and less than 0.5]" in MADE["gosub-match.1"]


def test_a_command_of_a_group_has_a_page_and_the_groups_page_names_it() -> None:
    assert r"\fBgosub\-book\-edit\fR(1)" in MADE["gosub-book.1"]
    assert "gosub\\-book\\-edit \\- Make a book by playing its lines\n" in MADE["gosub-book-edit.1"]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
@pytest.mark.parametrize("name", MADE)
def test_a_page_is_rendered_without_a_warning(name: str) -> None:
    command = ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "-rCHECKSTYLE=3"]
    result = subprocess.run(command, input=MADE[name], capture_output=True, text=True, timeout=60, check=True)
    assert result.stderr == ""
    assert "SEE ALSO" in result.stdout
    assert not {"\\", "`"} & set(result.stdout)


def test_the_pages_in_the_repository_are_those_of_the_commands() -> None:
    """So a default, a range or an option that has changed is seen where users read of it."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.1")} == MADE, HINT
