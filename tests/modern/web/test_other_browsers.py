"""A game in Firefox and in WebKit. The other tests of pages use Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from other_browsers import ENTER, LEFT, Centre, OtherBrowser, firefox, until, webkit
from play_pages import TWO_HUMANS, RestartedServer, server

pytestmark = pytest.mark.slow

__all__ = ["server"]  # a fixture

MOVES = "return [...document.querySelectorAll('.moves a')].map(move => move.textContent)"


class Table:
    """The page of a game in a browser."""

    def __init__(self, browser: OtherBrowser, server: RestartedServer) -> None:
        self.browser = browser
        self.address = server.address

    def new_game(self, **settings: str | int) -> None:
        """Begins a game, and opens it."""
        self.browser.get(f"{self.address}report.html")
        game = self.browser.run(
            f"return fetch('/games', {{method: 'POST', body: JSON.stringify({json.dumps(settings)}),"
            "headers: {'content-type': 'application/json'}}).then(r => r.json()).then(answer => answer.id)"
        )
        self.browser.get(f"{self.address}#/games/{game}")
        until(self.browser, "return document.querySelector('.note-line') && !document.querySelector('.loading')")

    def centre(self, selector: str) -> Centre:
        x, y = self.browser.run(
            f"const {{left, top, width, height}} = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [left + width / 2, top + height / 2]"
        )
        return round(x), round(y)

    def press(self, selector: str) -> None:
        self.browser.drag(self.centre(selector), self.centre(selector))

    def square(self, name: str) -> str:
        return f'.table .board [data-square="{name}"]'

    def drag(self, move: str) -> None:
        self.browser.drag(self.centre(self.square(move[:2])), self.centre(self.square(move[2:])))

    def wait_for(self, *sans: str) -> None:
        """Waits until the list of moves is this."""
        until(self.browser, f"{MOVES}.join() === {json.dumps(','.join(sans))}")

    def tinted(self) -> list[str]:
        """Returns the squares that are painted in another colour, as those of the last move are."""
        tinted: list[str] = self.browser.run(
            "return [...document.querySelectorAll('.table .board [data-square]')].filter(button =>"
            " getComputedStyle(button.parentElement).backgroundImage !== 'none').map(button => button.dataset.square)"
        )
        return sorted(tinted)


@pytest.fixture(scope="module", params=[firefox, webkit], ids=lambda start: start.__name__)
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, server: RestartedServer
) -> Iterator[Table]:
    """The page in each of the browsers."""
    with request.param(tmp_path_factory.mktemp("profile")) as browser:
        yield Table(browser, server)


def test_moves_are_dragged_clicked_and_typed(table: Table) -> None:
    table.new_game(**TWO_HUMANS)
    table.drag("e2e4")
    table.wait_for("e4")
    assert table.tinted() == ["e2", "e4"]
    for square in ("e7", "e5"):
        table.press(table.square(square))
    table.wait_for("e4", "e5")
    table.press(".typed input")
    table.browser.type(f"Nf3{ENTER}")
    table.wait_for("e4", "e5", "Nf3")
    table.browser.run("document.activeElement.blur()")
    table.browser.type(LEFT)
    until(table.browser, "return location.hash.endsWith('/2')")
    assert table.tinted() == ["e5", "e7"]


def test_a_pawn_promotes_to_the_piece_that_is_pressed(table: Table) -> None:
    table.new_game(**TWO_HUMANS, fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    table.drag("a7a8")
    until(table.browser, "return document.querySelectorAll('dialog.promotion button').length === 4")
    table.press('dialog.promotion [data-piece="r"]')
    table.wait_for("a8=R")


def test_a_premove_is_made_after_the_reply(table: Table) -> None:
    table.new_game(white="human", black="modern", seconds=60)
    table.drag("e2e4")
    until(table.browser, f"{MOVES}.length === 1")
    table.drag("d2d3")
    assert table.tinted() == ["d2", "d3", "e2", "e4"]
    table.browser.run("[...document.querySelectorAll('button')].find(one => one.textContent === 'Move now').click()")
    until(table.browser, f"{MOVES}[2] === 'd3'")


def test_a_thought_is_stepped_through(table: Table) -> None:
    table.browser.get(f"{table.address}#/inside")
    until(table.browser, "return document.querySelector('.inside .note-line')?.textContent")
    until(table.browser, "return !document.querySelector('[aria-busy=true]')")
    before = table.browser.run("return document.querySelector('.inside .note-line').textContent")
    table.press(".controls .strong")
    until(table.browser, f"return document.querySelector('.inside .note-line').textContent !== {json.dumps(before)}")
