"""The pages of a tournament in a real browser, opened from disk with the network off."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsers import BrowserPage, browser, violations
from sparring import played_tournament

from modern.pages.tournament_pages import write_pages

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Writes the pages of a tournament of two players."""
    tournament, games = played_tournament("greedy", "<random>")
    pages = tmp_path_factory.mktemp("tournament") / "pages"
    write_pages(pages, tournament, games)
    return pages


def test_each_game_is_one_click_away(browser: Chrome, folder: Path) -> None:
    page = BrowserPage(browser, (folder / "index.html").as_uri()).open_page()
    assert page.text("h1") == "A tournament of 2 players"
    assert "<random>" in page.text("#ratings + * + * + *")
    links = page.run("return [...document.querySelectorAll('.games a')].map(a => a.getAttribute('href'))")
    assert links == ["game-00001.html", "game-00002.html"]
    page.click(".games a")
    assert page.text("h1") == "greedy against <random>"
    page.click("nav a")
    assert page.text("h1") == "A tournament of 2 players"


def test_a_game_has_the_steps_and_the_theme_of_the_page_of_a_game(browser: Chrome, folder: Path) -> None:
    """Their scripts are the same; test_browser.py tests them."""
    from selenium.webdriver.common.keys import Keys

    page = BrowserPage(browser, (folder / "game-00001.html").as_uri()).open_page()
    start = page.pieces()
    assert start == {"h8": "black-king", "e2": "white-king", "a1": "white-rook"}
    page.click("#forward")
    assert page.pieces()["g8"] == "black-king"
    assert page.text("#now") == "Ply 1: Kg8"
    assert page.text("#note") == "The opening."
    page.press(Keys.ARROW_RIGHT)
    assert page.pieces()["e3"] == "white-king"
    page.press(Keys.HOME)
    assert page.pieces() == start
    corner = "return document.querySelector('[data-square=e2]').getBoundingClientRect().x"
    before = page.run(corner)
    page.press("f")
    assert page.run(corner) != before
    light = page.background()
    page.click("#theme")
    assert page.background() != light
    page.run("localStorage.clear()")


def test_a_game_opens_at_its_start_with_its_list_of_moves_at_the_top(browser: Chrome, folder: Path) -> None:
    page = BrowserPage(browser, (folder / "game-00001.html").as_uri()).open_page()
    assert page.text("#now") == "The start of the game"
    assert page.run("return document.querySelector('.moves [aria-current]').textContent") == "the start of the game"
    page.run("document.querySelector('.moves').style.maxHeight = '4rem'; location.hash = '#12'")
    page.wait("return document.querySelector('.moves').scrollTop > 0")
    page.run("location.hash = '#0'")
    page.wait("return document.querySelector('.moves').scrollTop === 0")


@pytest.mark.parametrize("name", ["index.html", "game-00001.html"])
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (320, "dark")])
def test_axe_finds_no_accessibility_problem(width: int, theme: str, name: str, browser: Chrome, folder: Path) -> None:
    page = BrowserPage(browser, (folder / name).as_uri()).open(0, (width, 740), theme)
    assert violations(page) == []
    assert page.run("return document.documentElement.scrollWidth") <= width


def test_one_game_is_not_called_games(browser: Chrome, tmp_path: Path) -> None:
    tournament, games = played_tournament("greedy", "random")
    write_pages(tmp_path, tournament, {0: games[0]})
    for name in ("index.html", "game-00001.html"):
        page = BrowserPage(browser, (tmp_path / name).as_uri()).open_page()
        assert (
            re.findall(r"\b1 (?:games|moves|plies|points|players)\b", page.run("return document.body.innerText")) == []
        )


def test_the_pages_load_nothing_and_report_no_error(browser: Chrome, folder: Path) -> None:
    for name in ("index.html", "game-00001.html"):
        BrowserPage(browser, (folder / name).as_uri()).open_page()
        assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
        text = (folder / name).read_text()
        assert "http:" not in text.replace("http://www.w3.org", "")
        assert "https:" not in text
