"""The server behind the page, met by a real browser: a long list, a full disk, a token, refusals and its end."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from play_pages import FOOLS_MATE, TWO_HUMANS, PlayPage, local_browser, page, server
from server_process import running

from modern.web.keeping import summary
from modern.web.store import Store
from modern.web.stored_game import kept_game, new_game

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "page", "server"]  # fixtures

GAMES = 3000
TOKEN = "open-Sesame_1994"


def open_page(browser: Chrome, address: str) -> PlayPage:
    """Returns the page of a server, not loaded yet, in a wide window."""
    page = PlayPage(browser, address)
    page.look()
    page.errors()
    return page


def answers(page: PlayPage, method: str, path: str, given: Any = None) -> list[Any]:
    """Returns the status and the JSON that the server answers to a request of the page."""
    script = (
        "const [method, path, given, done] = arguments;"
        "fetch(path, { method, body: given, headers: { 'content-type': 'application/json' } })"
        ".then(async answer => done([answer.status, await answer.json()]))"
    )
    content = None if given is None else json.dumps(given)
    answered: list[Any] = page.browser.execute_async_script(script, method, path, content)
    return answered


@pytest.fixture
def long_list(local_browser: Chrome, tmp_path: Path) -> Iterator[PlayPage]:
    """The page of a server that has 3,000 games."""
    store = Store(tmp_path / "games.sqlite")
    session = new_game({**TWO_HUMANS, "pgn": "1. e4 e5 2. Nf3 Nc6 *"})
    kept, listed = kept_game(session), summary(session)
    stored = [store.put(f"game{number:04}", kept, {**listed, "id": f"game{number:04}"}) for number in range(GAMES)]
    assert stored[-1].result(timeout=60) is None
    store.close()
    with running(tmp_path / "games.sqlite") as process:
        yield open_page(local_browser, f"http://127.0.0.1:{process.port}/")


def test_of_3000_games_the_list_asks_for_a_page_and_says_how_many_there_are(long_list: PlayPage) -> None:
    page = long_list
    page.visit("new")
    start = time.perf_counter()
    page.visit("games")
    page.wait("return document.querySelectorAll('.card .small-board').length === 60")
    print(f"a list of {GAMES} games is there after {time.perf_counter() - start:.2f} s")
    assert page.text(".view .caption") == "Games 1 to 60 of 3000."
    sizes = "return performance.getEntriesByType('resource').filter(one => /[/]games/.test(one.name))"
    assert sum(page.run(f"{sizes}.map(one => one.decodedBodySize)")) < 50_000
    page.button("Select all")
    page.wait("return document.querySelector('.view .caption').textContent.endsWith('; 3000 selected.')")
    page.button("Delete selected")
    page.click("dialog .strong")
    page.wait("return document.querySelectorAll('.card').length === 0")
    assert answers(page, "GET", "/games") == [200, {"games": [], "total": 0}]


def test_with_a_token_the_printed_address_opens_the_page_and_the_games_are_private(
    local_browser: Chrome, tmp_path: Path
) -> None:
    store = tmp_path / "new" / "games.sqlite"
    with running(store, "--token", TOKEN) as process:
        address = f"http://127.0.0.1:{process.port}/"
        page = open_page(local_browser, address)
        page.browser.get(address)
        assert "token" in page.text("body")
        assert page.run("return document.querySelector('.places') === null")
        page.browser.get(re.findall(r"http\S+", process.announced)[0])
        page.wait("return document.querySelector('form.new-game') !== null")
        assert TOKEN not in page.browser.current_url
        page.new_game(**TWO_HUMANS)
        for ply, uci in enumerate(FOOLS_MATE, 1):
            page.type(uci)
            page.wait_for_plies(ply)
        if os.name == "posix":
            assert {path.stat().st_mode & 0o777 for path in store.parent.iterdir()} == {0o600}
            assert store.parent.stat().st_mode & 0o777 == 0o700
        page.browser.delete_all_cookies()
        page.browser.get("about:blank")
        page.browser.get(address)
        assert "token" in page.text("body")
    page.browser.get("about:blank")
    page.errors()  # the browser logs what is refused


def test_seven_windows_play_at_once_and_no_move_waits_for_a_connection(page: PlayPage) -> None:
    """A browser has six connections to a server, and a stream holds one for as long as its window is seen."""
    browser, first = page.browser, page.browser.current_window_handle
    games = {first: page.new_game(**TWO_HUMANS)}
    lost = (
        "return document.querySelector('.view .lost').hidden ? '' : document.querySelector('.view .lost').textContent"
    )
    try:
        for _ in range(6):
            browser.switch_to.new_window("window")
            page.be_at_home()
            games[browser.current_window_handle] = page.new_game(**TWO_HUMANS)
        told = []
        for window in games:
            browser.switch_to.window(window)
            assert page.run("return document.hidden") is False
            page.type("e4")
            page.wait_for_plies(1)
            told.append(page.run(lost))
        assert [one.partition(".")[0] for one in told] == [""] * 4 + ["This page is open in many windows"] * 3
        # What another window plays comes to those without a stream, too.
        script = (
            "const [game, done] = arguments; fetch(`/games/${game}/commands`, {method: 'POST',"
            " headers: {'content-type': 'application/json'}, body: JSON.stringify({command: 'move', move: 'e5'})})"
            ".then(() => done())"
        )
        browser.execute_async_script(script, games[first])
        browser.execute_async_script(script, games[window])
        page.wait_for_plies(2)
        browser.switch_to.window(first)
        page.wait_for_plies(2)
        # The 1994 screen takes the fifth slot, and a game that has waited the one left; a second screen finds none.
        page.visit("screen")
        page.wait("return document.querySelector('.tube svg') !== null")

        def waiting() -> list[str]:
            found = []
            for window in list(games)[4:]:
                browser.switch_to.window(window)
                found += [window] if page.run(lost) else []
            return found

        page.until(lambda: len(waiting()) == 2, "a game that has taken the slot")
        browser.switch_to.window(waiting()[0])
        page.visit("screen")
        page.wait("return document.querySelector('.view').innerText.includes('open in too many windows')")
    finally:
        for other in browser.window_handles[1:]:
            browser.switch_to.window(other)
            browser.close()
        browser.switch_to.window(first)
    page.be_at_home()
