"""What the address asks for, and the page in a museum, in a real browser against `gosub serve`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browsers import violations
from play_pages import PlayPage, RestartedServer, local_browser, page, server

from historic.study.sample_game import SAMPLE_GAME

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "page", "server"]  # fixtures

#: Black to move can win a rook.
BLACK_TO_MOVE = "4k3/8/8/3q4/8/8/8/R3K3 b - - 0 1"
#: The links to be seen that lead anywhere but to a move of the game.
WAYS_OUT = (
    "return [...document.querySelectorAll('a[href]')]"
    ".filter(a => a.checkVisibility() && !a.closest('.moves')).map(a => a.href)"
)
GAMES = "fetch('/games').then(r => r.json()).then(a => arguments[0](a.total))"


def ask(page: PlayPage, query: str) -> None:
    """Loads the page at an address with parameters."""
    page.browser.get("about:blank")
    page.browser.get(page.address + query)


def players_chosen(page: PlayPage) -> list[str]:
    """Returns the players of White and Black in the form of a new game."""
    chosen: list[str] = page.run("return [...document.querySelectorAll('.side > select')].map(one => one.value)")
    return chosen


def test_an_address_starts_a_game_once(page: PlayPage) -> None:
    ask(page, f"?opponent=historic&colour=black&start&fen={BLACK_TO_MOVE.replace(' ', '%20')}")
    page.wait_for_note("Your move")
    assert page.pieces() == {"e8": "k", "d5": "q", "a1": "R", "e1": "K"}
    assert page.text("h1") == "White: The 1994 program. Black: You."
    address = page.browser.current_url
    assert "?" not in address
    page.browser.refresh()
    page.wait_for_note("Your move")
    assert page.browser.current_url == address


def test_an_address_prefills_the_form(page: PlayPage) -> None:
    ask(page, "?level=club&colour=black")
    page.wait("return document.querySelector('.new-game') !== null")
    assert players_chosen(page) == ["modern", "human"]
    assert page.text(".strength output") == "Elo 1200, level 5 (club)"
    assert violations(page) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?color=white&start", "The address has an unknown parameter, color; expected opponent, colour, "),
        ("?lang=xx", "lang must be en, fr, not xx."),
        ("?colour=red", "colour must be white or black, not red."),
        ("?opponent=deepblue&start", "There is no player called deepblue; the players are human, modern, historic, "),
        ("?opponent=modern[Speed=9]", "modern has no option Speed here."),
        ("?opponent=modern[", "opponent must be a player with options, such as modern[UCI_Elo=1500], not modern[."),
        ("?opponent=historic&level=3", "level is for modern; historic has no levels."),
        ("?level=11", "There is no level 11; expected 1 to 10, or beginner, "),
        ("?kiosk&idle=soon", "idle must be a whole number of seconds from 10 to 3600, not soon."),
        ("?start&fen=nonsense", "a FEN"),
    ],
)
def test_a_bad_parameter_gets_one_line_and_starts_nothing(page: PlayPage, query: str, expected: str) -> None:
    ask(page, query)
    page.wait("return document.querySelector('.failure:not([hidden])') !== null")
    text = page.text(".failure")
    assert expected in text
    assert "\n" not in text
    assert page.run("return document.querySelector('.moves') === null")
    page.errors()  # the browser logs that the server refuses the game


@pytest.fixture(scope="module")
def kiosk(local_browser: Chrome, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayPage]:
    """The page of a `gosub serve --kiosk` that goes back to its start after ten seconds."""
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
    process = RestartedServer(tmp_path_factory.mktemp("kiosk"), "--kiosk")
    page = PlayPage(local_browser, process.address)
    page.look()
    try:
        yield page
    finally:
        process.stop()


def test_a_kiosk_shows_the_recorded_game_until_somebody_plays_and_when_nobody_does(kiosk: PlayPage) -> None:
    kiosk.browser.get(f"{kiosk.address}?kiosk&idle=10")
    kiosk.wait("return document.querySelector('.recorded .caption')?.textContent.endsWith('1.e3')")
    assert kiosk.run("return document.querySelectorAll('.recorded [data-square=e3][data-piece=P]').length") == 1
    assert violations(kiosk) == []
    kiosk.wait("return document.querySelectorAll('.at-once button').length === 2")
    kiosk.button("Play White")
    kiosk.wait_for_note("Your move")
    kiosk.type("e4")
    kiosk.wait_for_plies(2)
    assert kiosk.browser.execute_async_script(GAMES) == 1
    kiosk.click('.languages [lang="fr"]')
    kiosk.wait("return document.querySelector('.play > .lost:not([hidden])')?.textContent.includes('secondes')")
    kiosk.run("const now = performance.now.bind(performance); performance.now = () => now() + 10000")  # its time is up
    kiosk.wait("return document.querySelector('.recorded') !== null")
    assert kiosk.text("h1") == "Play against the 1994 program"  # in the language that it had
    kiosk.until(lambda: kiosk.browser.execute_async_script(GAMES) == 0, "the deletion of the game")
    assert kiosk.errors() == []


def test_nothing_leads_out_of_a_kiosk(kiosk: PlayPage) -> None:
    kiosk.browser.get("about:blank")
    kiosk.browser.get(kiosk.address)  # the server is one, whatever the address says
    kiosk.wait("return document.querySelectorAll('.at-once button').length === 2")
    buttons = "return [...document.querySelectorAll('button:not([data-square])')].map(b => b.textContent)"
    assert kiosk.run(WAYS_OUT) == []
    assert kiosk.run(buttons) == ["EN", "FR", "Dark theme", "Back to the start", "Play White", "Play Black", "Pause"]
    kiosk.button("Play White")
    kiosk.wait_for_note("Your move")
    kiosk.run("location.hash = '#/games'")
    kiosk.type("e4")
    kiosk.wait_for_plies(2)
    kiosk.wait_for_note("Your move")
    assert violations(kiosk) == []
    kiosk.button("Resign")
    kiosk.wait("return document.querySelector('dialog .strong') !== null")
    kiosk.browser.find_element("css selector", "dialog .strong").click()
    kiosk.wait("return document.querySelector('.moves .end') !== null")
    assert kiosk.run(WAYS_OUT) == []
    words = ("PGN", "FEN", "Delete", "What if", "Rematch", "New game", "Analyse", "Games")
    assert not [text for text in kiosk.run(buttons) if any(word in text for word in words)]
    kiosk.button("Play again")
    kiosk.wait("return document.querySelector('.recorded') !== null")
    assert kiosk.errors() == []


@pytest.mark.parametrize("size", [(1280, 900), (844, 390), (640, 360), (568, 320), (390, 844)], ids=str)
def test_a_visitor_sees_the_whole_board_and_how_to_begin(size: tuple[int, int], kiosk: PlayPage) -> None:
    kiosk.look(size)
    try:
        kiosk.browser.get("about:blank")
        kiosk.browser.get(kiosk.address)
        kiosk.wait("return document.querySelectorAll('.at-once button').length === 2")
        kiosk.wait("return /: \\d+[.]/.test(document.querySelector('.recorded .caption')?.textContent)")
        for part in (".recorded .board", ".recorded .caption", ".at-once button:last-child"):
            box = kiosk.box(part)
            assert box["top"] >= 0 and box["bottom"] <= size[1], part  # noqa: PT018
            assert box["right"] <= size[0], part
        board = kiosk.box(".recorded .board")
        assert board["bottom"] - board["top"] >= min(0.55 * min(size), 500)
    finally:
        kiosk.look()


def test_the_recorded_game_of_a_kiosk_has_the_plies_of_the_report(kiosk: PlayPage) -> None:
    script = "fetch('/recorded_game.json').then(r => r.json()).then(all => arguments[0](all.map(one => one.uci)))"
    assert kiosk.browser.execute_async_script(script) == [None, *SAMPLE_GAME]
