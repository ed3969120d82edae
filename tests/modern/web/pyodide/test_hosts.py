"""The page on hosts and in browsers that do not do what it hopes for: it works, or says in one line what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import running_browser, violations
from pyodide_pages import PyodidePage, StaticSite, fresh, local_browser, site

pytestmark = pytest.mark.slow

__all__ = ["fresh", "local_browser", "site"]  # fixtures

#: How long the page may take until it says what is wrong, in seconds.
SOON = 20
#: Chromium's setting that keeps a site from storing anything.
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
CHROMIUM_ONLY_HERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


@pytest.fixture
def running(local_browser: object, site: StaticSite) -> Iterator[PyodidePage]:
    """The page with Python running, as the test before has left it, without a game."""
    page = PyodidePage(local_browser, site.address)  # type: ignore[arg-type]
    page.look()
    if not page.browser.current_url.startswith(site.address) or page.run("return !document.querySelector('.places')"):
        page.visit()
    page.change_storage("localStorage.clear()")
    yield page
    page.change_storage("localStorage.clear()")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("start.js", None, "start.js is missing"),
        ("site.json", None, "site.json answered 404"),
        ("squares.js", None, "squares.js answered 404"),
        ("worker.js", None, "worker.js answered 404"),
        ("fetcher.js", None, "fetcher.js could not be started"),
        ("pyodide.asm.wasm", None, "pyodide.asm.wasm answered 404"),
        ("chess.zip", b"not the archive", "chess.zip is not the file of this version"),
        ("pyodide-lock.json", b"{}", "pyodide-lock.json is not the file of this version"),
    ],
)
def test_a_missing_or_changed_file_is_named_in_a_line(
    fresh: PyodidePage, site: StaticSite, name: str, content: bytes | None, expected: str
) -> None:
    site.handler.replaced = {name: content}
    fresh.browser.get(fresh.address)
    told = "return document.querySelector('#loading-text').textContent.includes(arguments[0])"

    def says_so() -> bool:
        fresh.run(
            "const load = document.querySelector('#load:not([hidden])'); if (!window.pressed) load?.click();"
            "window.pressed ||= Boolean(load?.textContent.startsWith('Load'))"
        )
        return bool(fresh.run(told, expected))

    fresh.until(says_so, expected, SOON)


def test_a_file_of_which_nothing_comes_is_named_in_a_line(fresh: PyodidePage, site: StaticSite) -> None:
    fetcher = next(site.folder.glob("play/*/fetcher.js")).read_text(encoding="utf-8")
    patience = re.search(r"STALL_MS = (\d+);", fetcher)
    assert patience
    assert int(patience[1]) < 1000 * SOON
    # The page has a less patient worker, so that this test need not wait.
    site.handler.replaced = {"hurried.js": fetcher.replace(patience[0], "STALL_MS = 4000;").encode()}
    site.handler.silent = "python_stdlib.zip"
    hurry = (
        "const Started = window.Worker; window.Worker = class extends Started {"
        "  constructor(script, options) { super(String(script).replace('fetcher.js', 'hurried.js'), options); } }"
    )
    hurried = fresh.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": hurry})
    try:
        fresh.browser.get(fresh.address)
        fresh.wait("return document.querySelector('#load:not([hidden])')").click()
        told = "python_stdlib.zip did not arrive: nothing came for 4 seconds"
        fresh.until(lambda: told in fresh.text("#loading-text"), told, SOON)
    finally:
        fresh.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", hurried)


def test_where_the_browser_has_no_room_for_the_files_it_plays_from_memory(fresh: PyodidePage, site: StaticSite) -> None:
    origin = site.address.partition("/play")[0]
    quota = {"origin": origin, "quotaSize": 100_000}
    fresh.browser.execute_cdp_cmd("Storage.overrideQuotaForOrigin", quota)
    try:
        fresh.visit("?opponent=historic&colour=black&start")
        fresh.wait_for_plies(1)
        fresh.browser.refresh()
        fresh.wait("return document.querySelector('#load:not([hidden])')")  # they were not kept
    finally:
        fresh.browser.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": origin})


def test_before_anything_is_loaded_the_page_speaks_the_language_of_its_address(fresh: PyodidePage) -> None:
    fresh.browser.get(f"{fresh.address}?lang=fr")
    fresh.wait("return document.querySelector('#load').textContent.startsWith('Charger ')")
    assert fresh.text("#loading-text").startswith("Python et les programmes")
    assert fresh.run("return [document.documentElement.lang, document.querySelector('#about').lang]") == ["fr", "en"]


def test_the_first_board_is_whole_in_a_window_of_any_form(fresh: PyodidePage) -> None:
    fresh.browser.get(fresh.address)
    fresh.wait("return document.querySelector('#first-board [data-piece=K]') !== null")
    fresh.wait("return document.querySelector('#load:not([hidden])')")
    for size in ((1280, 900), (844, 390), (640, 360), (568, 320), (390, 844), (320, 640)):
        fresh.look(size)
        board = fresh.box("#first-board")
        assert board["top"] >= 0 and board["bottom"] <= size[1], size  # noqa: PT018
        assert board["right"] <= size[0], size
        assert board["right"] - board["left"] == pytest.approx(board["bottom"] - board["top"])
        assert board["right"] - board["left"] >= min(0.55 * min(size), 500)
        assert fresh.run("return document.documentElement.scrollWidth") <= size[0]
    fresh.look()


def test_a_move_on_the_first_board_loads_the_programs_and_starts_a_game_with_it(fresh: PyodidePage) -> None:
    fresh.browser.get(fresh.address)
    fresh.wait("return document.querySelector('#load:not([hidden])')")
    assert "Your first move on the board loads them as well." in fresh.text("#loading-text")
    assert violations(fresh) == []
    for square in ("e2", "e4"):
        fresh.click(f'#first-board [data-square="{square}"]')
    assert fresh.run("return document.querySelector('#first-board [data-square=e4]').dataset.piece") == "P"
    fresh.wait_for_plies(2)
    assert fresh.sans()[0] == "e4"
    assert fresh.text(".strip:last-child strong") == "You"
    assert fresh.errors() == []


def test_a_link_to_a_game_or_a_position_has_a_first_board_that_is_only_looked_at(fresh: PyodidePage) -> None:
    for query in ("?colour=black", "?fen=7k/P7/8/8/8/8/8/K7%20w%20-%20-%200%201", "#/games/none", "#/inside"):
        fresh.browser.get("about:blank")
        fresh.browser.get(f"{fresh.address}{query}")
        fresh.wait("return document.querySelector('#load:not([hidden])')")
        assert fresh.run("return document.querySelector('#first-board.interactive')") is None, query


def test_the_theme_of_the_sites_other_pages_is_that_of_this_one(fresh: PyodidePage) -> None:
    fresh.browser.get(fresh.address)
    light = fresh.background()
    chosen = {"index": 1, "color": {"scheme": "slate"}}
    fresh.run("localStorage.setItem('/.__palette', arguments[0])", json.dumps(chosen))
    fresh.browser.get(fresh.address)
    fresh.wait("return document.querySelector('#first-board [data-piece=K]') !== null")
    assert fresh.background() != light


def test_no_content_type_of_the_host_matters(fresh: PyodidePage, site: StaticSite) -> None:
    site.handler.types = {".wasm": "application/octet-stream", ".mjs": "text/plain", ".zip": "text/plain"}
    fresh.visit("?opponent=historic&colour=black&start")
    fresh.wait_for_plies(1)
    assert fresh.errors() == []


def test_both_interpreters_start_before_a_game_needs_them(fresh: PyodidePage) -> None:
    count = (
        "window.started = 0; const Started = window.Worker;"
        "window.Worker = class extends Started { constructor(script, options) {"
        "  super(script, options); started += options.name === 'python'; } }"
    )
    counted = fresh.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": count})
    try:
        fresh.visit()
        assert fresh.run("return started") == 2
    finally:
        fresh.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", counted)


def test_a_damaged_game_does_not_keep_the_others_from_the_list_and_can_be_deleted(running: PyodidePage) -> None:
    running.start_game("human", "human")
    running.change_storage(
        "const [whole] = Object.keys(localStorage).filter(key => key.startsWith('gosub-game'));"
        "const entry = JSON.parse(localStorage.getItem(whole)); entry.summary.pieces = 7;"
        "const texts = {cut: '{\"kept\":', other: '{}', none: 'null', odd: JSON.stringify(entry)};"
        "for (const [id, text] of Object.entries(texts)) localStorage.setItem(`gosub-game ${id}`, text)"
    )
    running.go("games")
    running.wait("return document.querySelectorAll('.card').length === 5")
    names = running.run("return [...document.querySelectorAll('.card b')].map(b => b.textContent).sort()")
    assert names[:4] == ["A damaged game"] * 4
    running.go("games/cut")
    sentence = "game cut in this browser cannot be read"
    running.wait("return document.querySelector('.view .failure')?.textContent.includes(arguments[0])", sentence)
    link = running.browser.find_element("link text", "Download what is stored").get_attribute("href")
    assert link == "data:text/plain;charset=utf-8,%7B%22kept%22%3A"
    running.go("games")
    running.wait("return document.querySelectorAll('.card').length === 5")
    running.button("Select all")
    running.button("Delete selected")
    running.wait("return document.querySelector('dialog .strong') !== null")
    running.click("dialog .strong")
    running.wait("return document.querySelectorAll('.card').length === 0")
    assert running.run("return Object.keys(localStorage).filter(key => key.startsWith('gosub-game'))") == []


def test_with_a_full_storage_a_game_goes_on_in_memory_and_a_line_says_so(running: PyodidePage) -> None:
    running.run(
        "for (let size = 1 << 22; size; size >>= 1)"
        " for (let more = true; more;) try { localStorage.setItem(`x${Math.random()}`, 'x'.repeat(size)) }"
        " catch { more = false }"
    )
    running.start_game("human", "human")
    running.wait("return document.querySelector('.play > .lost:not([hidden])') !== null")
    assert "its storage for this site is full" in running.text(".play > .lost")
    running.type("e4")
    running.wait_for_plies(1)
    running.go("games")
    running.wait("return document.querySelectorAll('.card').length === 1")
    running.visit()
    running.go("games")
    running.wait("return document.body.textContent.includes('No game yet')")


def test_it_plays_in_a_frame_of_another_origin_with_all_storage_blocked(site: StaticSite, tmp_path: Path) -> None:
    profile, around = tmp_path / "profile", tmp_path / "around"
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    (around / "play").mkdir(parents=True)
    query = "?opponent=historic&colour=black&start"
    frame = f'<!doctype html><title>A class</title><link rel="icon" href="data:,"><iframe src="{site.address}{query}">'
    (around / "play" / "index.html").write_text(f"{frame}</iframe>")
    other = StaticSite(around)
    try:
        with running_browser(profile, CHROMIUM_ONLY_HERE) as browser:
            page = PyodidePage(browser, other.address)
            browser.get(other.address)
            browser.switch_to.frame(0)
            closed = "try { localStorage.length; return false } catch { return true }"
            assert page.run(closed)
            page.wait_for_start()
            page.wait_for_plies(1)
            assert "its storage is closed to this page" in page.text(".play > .lost")
    finally:
        other.stop()
