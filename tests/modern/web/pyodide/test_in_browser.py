"""The page on which the code runs in a real browser: nothing but this machine can be reached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsers import violations
from made_up_report import DAMAGED
from pyodide_pages import TITLE, PyodidePage, StaticSite, local_browser, opened, page, site

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "opened", "page", "site"]  # fixtures


def test_it_says_how_large_it_is_and_loads_only_when_asked(opened: PyodidePage) -> None:
    opened.browser.get(opened.address)
    opened.wait("return document.querySelector('#load:not([hidden])')")
    assert re.fullmatch(r"Load 1\d\.\d MB and play", opened.text("#load"))
    assert "load only once: after that the page works offline" in opened.text("#loading-text")
    assert violations(opened) == []
    assert (
        opened.run("return document.querySelectorAll('#first-board [data-piece]:not([data-piece=\"\"])').length") == 32
    )
    loaded = opened.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not [name for name in loaded if name.endswith((".wasm", ".zip"))]
    opened.run(
        "window.fractions = []; const bar = document.getElementById('progress');"
        "const look = () => { fractions.push(bar.value); if (bar.isConnected) setTimeout(look, 5); }; look()"
    )
    opened.wait_for_start()
    fractions = opened.run("return fractions")
    assert any(0.05 < fraction < 0.95 for fraction in fractions)
    assert opened.run("return document.title") == "New game · Gosub Chess"
    assert opened.errors() == []


def test_the_page_runs_no_script_but_its_own_and_sends_nothing_elsewhere(page: PyodidePage) -> None:
    page.run(
        "window.refused = [];"
        "addEventListener('securitypolicyviolation', event => refused.push(event.effectiveDirective));"
        "const inline = document.createElement('script'); inline.textContent = 'window.ran = true';"
        "document.body.append(inline); const other = document.createElement('script');"
        "other.src = 'https://example.org/x.js'; document.body.append(other);"
        "fetch('https://example.org/').catch(() => {}); new Image().src = 'https://example.org/x.png'"
    )
    page.wait("return refused.length === 4")
    assert page.run("return refused.sort()") == ["connect-src", "img-src", "script-src-elem", "script-src-elem"]
    assert page.run("return window.ran") is None
    assert all("Content Security Policy" in error for error in page.errors())


def test_a_downloaded_game_names_the_page_and_gives_an_unnamed_human_no_name(page: PyodidePage) -> None:
    page.start_game("human", "human")
    pgn = page.downloaded_pgn()
    assert '[Event "Gosub Chess in the browser"]' in pgn
    assert '[White "?"]\n[Black "?"]' in pgn


def test_the_record_has_the_same_32_bits_at_every_ply(page: PyodidePage) -> None:
    page.run("document.querySelector('#record button').click()")
    page.wait("return document.querySelectorAll('#record tbody tr').length === 23")
    assert page.text("#record [role=status]") == (
        "22 of 23 moves agree with the record; 23 of 23 values have the same 32 bits as the compiled program's."
    )
    rows = page.run(
        "return [...document.querySelectorAll('#record tr')].map(r => [...r.cells].map(c => c.textContent))"
    )
    assert rows[22] == ["22", "d8-e7", "0-0", "-9.40", "C1166668 =", "d8-e7", "no", ""]
    assert violations(page) == []


def test_a_game_goes_on_after_a_reload_in_the_middle_of_a_thought(page: PyodidePage) -> None:
    page.start_game("human", "historic")
    page.type("e4")
    page.browser.refresh()
    page.wait_for_start()
    page.wait_for_plies(2)
    page.wait_for_note("Your move")
    assert page.sans()[0] == "e4"
    page.type("why")
    page.wait("return document.querySelector('.answer').textContent.startsWith('It moves its ')")
    page.button("Take back")
    page.wait_for_plies(0)
    page.go("games")
    page.wait("return document.querySelectorAll('.card').length >= 1")
    assert violations(page) == []


def test_a_game_that_is_deleted_in_another_tab_is_gone_in_this_one(page: PyodidePage) -> None:
    page.start_game("human", "human")
    first = page.browser.current_window_handle
    game = page.run("return location.hash.split('/').at(-1)")
    page.browser.switch_to.new_window("tab")
    page.browser.get(page.address)
    page.run("localStorage.removeItem(`gosub-game ${arguments[0]}`)", game)
    page.browser.close()
    page.browser.switch_to.window(first)
    page.wait("return document.querySelector('.view h1').textContent === 'No such game'")
    assert page.run("return localStorage.getItem(`gosub-game ${arguments[0]}`)", game) is None


def test_a_thought_is_stopped_by_move_now_and_the_next_one_has_another_worker(page: PyodidePage) -> None:
    page.start_game("human", "modern", seconds=600)
    page.type("e4")
    page.wait("return /depth [3-9]/.test(document.querySelector('.desk').textContent)")
    page.button("Move now")
    page.wait_for_plies(2)
    page.wait_for_note("Your move")
    page.type("d4")
    page.wait("return /depth [3-9]/.test(document.querySelector('.desk').textContent)")
    page.button("Take back")
    page.wait_for_plies(2)
    page.wait_for_note("Your move")


def test_a_game_that_is_over_is_analysed_in_the_browser(page: PyodidePage) -> None:
    page.start_game("human", "human")
    for ply, move in enumerate(("f3", "e5", "g4", "Qh4"), 1):
        page.type(move)
        page.wait_for_plies(ply)
    page.button("Analyse the game")
    page.wait("return document.querySelectorAll('.mistakes li').length > 0")
    assert page.text(".mistakes li:last-child").startswith("2.g4 Blunder: allows mate in 1.")
    assert violations(page) == []
    page.wait("return !document.querySelector('.after-game a.button').hidden")
    page.click(".after-game a.button")
    page.browser.switch_to.window(page.browser.window_handles[-1])
    try:
        page.wait("return document.querySelector('#board [data-square]') !== null")  # its own script runs
        assert "Qh4#" in page.text(".moves")
        assert page.run("return document.querySelector('#candidates tbody tr') !== null")
    finally:
        page.browser.close()
        page.browser.switch_to.window(page.browser.window_handles[0])


def test_an_arrow_shows_the_move_that_1994_tries_and_its_thoughts_are_there_after_a_reload(page: PyodidePage) -> None:
    page.start_game("human", "historic")
    page.run(
        "window.tried = new Set(); const look = () => {"
        " const arrow = document.querySelector('.board-row .of-candidate');"
        " if (arrow) window.tried.add(arrow.dataset.move); };"
        "new MutationObserver(look).observe(document.querySelector('.board-row'), { childList: true, subtree: true })"
    )
    page.type("e4")
    page.wait_for_plies(2)
    assert page.run("return window.tried.size") > 3
    shown = "return [...document.querySelectorAll('#candidates tbody tr')].map(row => row.textContent)"
    page.wait("return document.querySelectorAll('#candidates tbody tr').length === 20")
    before = page.run(shown)
    page.browser.refresh()
    page.wait_for_start()
    page.wait("return document.querySelectorAll('#candidates tbody tr').length === 20")
    assert page.run(shown) == before


def test_the_screen_of_1994_takes_keys(page: PyodidePage) -> None:
    page.go("screen")
    page.wait("return document.querySelector('.tube svg') !== null")
    tube = page.browser.find_element("css selector", ".tube")
    for keys, text in (
        ("x", "IS WHITE (H)UMAN"),
        ("H", "IS BLACK (H)UMAN"),
        ("C", "HIT ANY KEY"),
        (" ", "ENTER MOVE?"),
    ):
        page.wait("return document.querySelector('.screen-page pre').textContent.trim() !== ''")
        tube.send_keys(keys)
        page.wait("return document.querySelector('.screen-page pre').textContent.includes(arguments[0])", text)
    tube.send_keys("e2e4\n")
    page.wait("return document.querySelector('.screen-page pre').textContent.includes(\"BLACK'S MOVE\")")


def test_loaded_once_it_works_offline(page: PyodidePage, site: StaticSite) -> None:
    site.stop()
    try:
        page.visit("new")
        page.start_game("human", "historic")
        page.type("d4")
        page.wait_for_plies(2)
    finally:
        site.start()
    # The browser says itself that it asked for the page in vain.
    page.browser.get_log("browser")


def test_the_rest_of_the_site_is_not_touched_by_the_service_worker(page: PyodidePage, site: StaticSite) -> None:
    scopes = page.browser.execute_async_script(
        "navigator.serviceWorker.getRegistrations().then(all => arguments[0](all.map(one => one.scope)))"
    )
    assert scopes == [site.address.removesuffix("index.html")]
    page.browser.get(site.address.replace("play/index.html", "index.html"))
    assert page.run("return document.title") == "The site"
    assert page.run("return navigator.serviceWorker.controller") is None
    page.browser.get("about:blank")


def test_it_has_the_theme_of_the_site_and_the_site_has_its_theme(page: PyodidePage) -> None:
    # As mkdocs-material keeps it.
    page.run("""localStorage.setItem('/.__palette', '{"index": 1, "color": {"scheme": "slate"}}')""")
    try:
        page.browser.refresh()
        page.wait_for_start()
        assert page.run("return document.documentElement.dataset.theme") == "dark"
        page.click(".theme")
        assert page.run("return document.documentElement.dataset.theme") == "light"
        page.wait("return JSON.parse(localStorage.getItem('/.__palette')).color.scheme === 'default'")
    finally:
        page.run("localStorage.removeItem('/.__palette'); localStorage.removeItem('gosub-theme')")


@pytest.mark.parametrize("size", [(320, 640), (1366, 728)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_before_it_is_loaded_the_page_fits_the_window(opened: PyodidePage, size: tuple[int, int], theme: str) -> None:
    opened.look(size, theme)
    try:
        opened.browser.get(opened.address)
        opened.wait("return document.querySelector('h1') !== null")
        assert TITLE in opened.text("h1") or opened.run("return document.querySelector('.places') !== null")
        opened.run("document.querySelector('.site details').open = true")
        assert opened.run("return document.documentElement.scrollWidth") <= size[0]
        assert violations(opened) == []
    finally:
        opened.look()


def test_a_thought_of_1994_is_stepped_through_and_the_report_stays_in_the_browser(
    page: PyodidePage, tmp_path: Path
) -> None:
    page.go("inside/tour")
    for number in range(1, 4):
        page.wait("return document.querySelector('.tour strong')?.textContent === arguments[0]", f"Stop {number} of 10")
        page.wait("return !document.querySelector('[aria-busy=true]')")
        page.button("Next stop")
    page.wait("return document.querySelector('.inside .note-line').textContent.startsWith(\"Black's queen on d8\")")
    page.button("Step")
    assert page.text(".inside .label") == "GOSUB BLACK1"
    page.button("Out")
    page.wait("return document.querySelector('.inside .label').textContent === 'RETURN from BLACK1'")
    page.button("Next stop")
    page.wait("return document.querySelector('.tour strong')?.textContent === 'Stop 5 of 10'")
    for _ in range(3):
        page.button("Step")
    page.wait("return document.querySelector('.inside .quirk') !== null")
    link = page.run("return document.querySelector('.inside .quirk a').href")
    assert link.endswith("/quirks.html#centre-for-both")
    page.run("performance.clearResourceTimings()")
    report = tmp_path / "report.txt"
    report.write_text(DAMAGED, encoding="utf-8")
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(report))
    page.wait("return document.querySelectorAll('.listing li').length > 9")
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    assert violations(page) == []
