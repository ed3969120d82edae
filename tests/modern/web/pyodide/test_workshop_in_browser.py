"""A pupil's program, edited and tried in a real browser."""

from __future__ import annotations

import re

import pytest
from browsers import violations
from pyodide_pages import PyodidePage, StaticSite, local_browser, opened, page, site
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.slow

__all__ = ["StaticSite", "local_browser", "opened", "page", "site"]  # fixtures

FIRST = "def choose(position):\n    return position.legal_moves()[0]\n"
VERDICTS = "return [...document.querySelectorAll('.puzzles .said')].map(one => one.textContent)"


def write(page: PyodidePage, text: str) -> None:
    page.run(
        "const area = document.querySelector('.program textarea'); area.value = arguments[0];"
        "area.dispatchEvent(new Event('input', { bubbles: true }))",
        text,
    )


def written(page: PyodidePage) -> str:
    found: str = page.run("return document.querySelector('.program textarea').value")
    return found


def wait_until_done(page: PyodidePage, status: str = "Finished.") -> None:
    page.wait(
        "return [...document.querySelectorAll('.workshop [role=status]')]"
        ".some(one => one.textContent === arguments[0])",
        status,
    )


@pytest.fixture
def workshop(page: PyodidePage) -> PyodidePage:
    """The page of the workshop, as a pupil sees it at first."""
    page.run("localStorage.removeItem('gosub-write program'); localStorage.removeItem('gosub-write kept')")
    page.go("new")
    page.wait("return document.querySelector('.new-game') !== null")
    page.go("write")
    page.wait("return document.querySelectorAll('.puzzles .board').length === 4")
    return page


def test_the_first_step_tries_the_puzzles(workshop: PyodidePage) -> None:
    assert "Returns the first legal move" in written(workshop)
    workshop.button("Try the puzzles")
    wait_until_done(workshop)
    assert workshop.run(VERDICTS) == ["not solved: Kf1", "solved: Kc1", "not solved: Kf1", "not solved: Ke5"]
    assert violations(workshop) == []


def test_a_pupils_error_is_shown_with_its_line_and_leads_there(workshop: PyodidePage) -> None:
    write(workshop, "def choose(position):\n    print('here')\n    return best(position)\n")
    workshop.button("Try the puzzles")
    workshop.wait("return document.querySelector('.workshop .failure') !== null")
    assert workshop.text(".workshop .failure p") == "Line 3: NameError: name 'best' is not defined"
    workshop.wait("return [...document.querySelectorAll('.puzzles .said')].every(one => one.textContent === '')")
    assert workshop.text(".line-numbers mark") == "3"
    assert workshop.run("return document.querySelector('.printed').textContent") == "here\n"
    assert violations(workshop) == []
    workshop.button("Go to line 3")
    selected = "const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd)"
    assert workshop.run(selected) == "    return best(position)"
    write(workshop, FIRST)
    assert workshop.run("return document.querySelector('.line-numbers mark')") is None


def test_an_endless_loop_is_stopped_and_the_next_run_works(workshop: PyodidePage) -> None:
    write(workshop, "def choose(position):\n    while True:\n        pass\n")
    workshop.button("Try the puzzles")
    workshop.wait("return /^No move for \\d+ seconds/.test(document.querySelector('.workshop .caption').textContent)")
    workshop.button("Stop")
    wait_until_done(workshop, "Stopped.")
    assert workshop.run(VERDICTS) == [""] * 4
    write(workshop, FIRST)
    workshop.button("Try the puzzles")
    wait_until_done(workshop)
    assert workshop.run(VERDICTS)[1] == "solved: Kc1"


def test_a_changed_program_plays_the_version_that_was_kept(workshop: PyodidePage) -> None:
    write(workshop, FIRST)
    workshop.button("Play the match")  # against random moves
    wait_until_done(workshop)
    assert workshop.run("return document.querySelectorAll('.match li').length") == 2
    workshop.button("Keep this version as an opponent")
    write(workshop, FIRST.replace("[0]", "[-1]"))
    workshop.button("Play the match")
    wait_until_done(workshop)
    assert workshop.run("return document.querySelector('.fields select').value") == "kept"
    score = "return document.querySelector('.match p[role=status]').textContent"
    assert re.fullmatch(r"Your program has \S+ points? of 2\.", str(workshop.run(score)))
    assert violations(workshop) == []


def test_enter_keeps_the_indentation_and_the_text_is_there_after_a_reload(workshop: PyodidePage) -> None:
    write(workshop, "")
    workshop.browser.find_element("css selector", ".program textarea").send_keys(
        "def choose(position):", Keys.ENTER, "return 5"
    )
    assert written(workshop) == "def choose(position):\n    return 5"
    workshop.browser.refresh()
    workshop.wait_for_start()
    workshop.wait("return document.querySelectorAll('.puzzles .board').length === 4")
    assert written(workshop) == "def choose(position):\n    return 5"


def test_it_is_there_in_french(workshop: PyodidePage) -> None:
    try:
        workshop.run("document.querySelector('.languages [data-language=fr]').click()")
        workshop.wait("return document.querySelectorAll('.puzzles .board').length === 4")
        assert workshop.text(".view h1") == "Écrivez votre propre joueur"
        assert violations(workshop) == []
    finally:
        workshop.run("document.querySelector('.languages [data-language=en]').click()")
