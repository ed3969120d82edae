"""The page of the record in a real browser, opened from disk with the network off."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pages import page_of_pgn

from historic.readings import PRINTED
from modern.pictures.page.data import page_positions
from modern.pictures.page.page import game_page
from modern.pictures.page.page_game import recorded_game

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
#: Where axe.min.js of npm's axe-core is.
AXE = os.environ.get("GOSUB_AXE", "")
#: `required` where a browser has to be there.
BROWSER = os.environ.get("GOSUB_BROWSER", "")
WIDE, NARROW = (1280, 900), (360, 740)


def missing(what: str) -> None:
    """Skip, saying why; where a browser is required, that is a failure."""
    if BROWSER == "required":
        pytest.fail(f"{what}, and GOSUB_BROWSER=required")
    pytest.skip(what)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Debian's Chromium, without a network."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    for name, path in programs.items():
        if path is None:
            missing(f"there is no {name} on the PATH")
    try:
        from selenium.webdriver import Chrome, ChromeOptions
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        missing("selenium is not installed")
    options = ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.binary_location = str(programs["chromium"])
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options=options, service=Service(programs["chromedriver"]))
    try:
        driver.execute_cdp_cmd("Network.enable", {})
        nowhere = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", nowhere)
        yield driver
    finally:
        driver.quit()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the page of the record is, with a little of today's engine."""
    path = tmp_path_factory.mktemp("page") / "game.html"
    told = recorded_game()
    path.write_text(game_page(told, list(page_positions(told, PRINTED, 0.02)), PRINTED, 0.02), encoding="utf-8")
    return path.as_uri()


class BrowserPage:
    """The page as a reader has it before him."""

    def __init__(self, browser: Chrome, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, ply: int = 1, size: tuple[int, int] = WIDE, theme: str = "light") -> BrowserPage:
        """Open it anew at a ply."""
        width, height = size
        size_of_it = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == NARROW}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size_of_it)
        wanted = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}#{ply}")
        return self

    def run(self, script: str, *arguments: Any) -> Any:
        """What a line of JavaScript gives."""
        return self.browser.execute_script(script, *arguments)

    def text(self, selector: str) -> str:
        """What is written there."""
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def click(self, selector: str) -> None:
        """Click there."""
        self.browser.find_element("css selector", selector).click()

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()

    @property
    def ply(self) -> int:
        """That of the move which is marked in the list; it is in the address too."""
        (marked,) = self.run("return [...document.querySelectorAll('.moves [aria-current]')].map(a => a.hash)")
        ply = int(marked.removeprefix("#ply-"))
        assert self.browser.current_url.endswith(f"#{ply}")
        return ply

    def men(self) -> dict[str, str]:
        """Square to man, as they are drawn."""
        uses = "return [...document.querySelectorAll('#men use')].map(u => [u.dataset.square, u.getAttribute('href')])"
        return {square: man.removeprefix("#") for square, man in self.run(uses)}

    def numbers(self, table: str) -> list[str]:
        """The 64 numbers of one of the two boards, from a1 to h8."""
        script = (
            "return [...document.querySelectorAll(arguments[0] + ' button')]"
            ".sort((a, b) => a.dataset.square - b.dataset.square).map(b => b.textContent)"
        )
        found: list[str] = self.run(script, f"#{table}-numbers")
        return found

    def ringed(self, table: str) -> list[int]:
        """The squares of one of the two boards that have the ring of what is pointed at."""
        script = (
            "return [...document.querySelectorAll(arguments[0] + ' td')]"
            ".filter(cell => getComputedStyle(cell).boxShadow.includes(' 3px '))"
            ".map(cell => Number(cell.querySelector('button').dataset.square))"
        )
        return sorted(self.run(script, f"#{table}-numbers"))

    def candidates(self) -> list[str]:
        """The moves that are tried, in the order of the table."""
        found: list[str] = self.run(
            "return [...document.querySelectorAll('#candidates tbody th')].map(c => c.textContent)"
        )
        return found

    def ground(self) -> str:
        """The colour behind everything."""
        return str(self.run("return getComputedStyle(document.body).backgroundColor"))


@pytest.fixture
def seen(browser: Chrome, address: str) -> BrowserPage:
    return BrowserPage(browser, address)


def everything(seen: BrowserPage) -> list[Any]:
    """What must change from one ply to the next."""
    terms = seen.text("#terms")
    return [seen.men(), seen.candidates(), seen.numbers("board"), seen.numbers("reach"), terms, seen.text("#said")]


def test_a_step_by_button_changes_board_candidates_numbers_and_terms(seen: BrowserPage) -> None:
    seen.open()
    first = everything(seen)
    seen.click("#forward")
    assert seen.ply == 2
    for before, after in zip(first, everything(seen), strict=True):
        assert before != after
    assert seen.men()["e3"] == "white-pawn"
    assert "e2" not in seen.men()
    seen.click("#back")
    assert everything(seen) == first


def test_keys_step_and_leap(seen: BrowserPage) -> None:
    from selenium.webdriver.common.keys import Keys

    seen.open()
    walked = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.END, Keys.ARROW_RIGHT, Keys.HOME):
        seen.press(key)
        walked.append(seen.ply)
    assert walked == [2, 3, 2, 24, 24, 1]


def test_buttons_leap_and_say_where_there_is_no_further(seen: BrowserPage) -> None:
    seen.open()
    disabled = "return ['first', 'back', 'forward', 'last'].map(id => document.getElementById(id).ariaDisabled)"
    assert seen.run(disabled) == ["true", "true", "false", "false"]
    seen.click("#last")
    assert seen.ply == 24
    assert seen.run(disabled) == ["false", "false", "true", "true"]
    assert seen.text("#now") == "After the last move"
    seen.click("#first")
    assert seen.ply == 1


def test_the_address_and_the_list_of_moves_lead_to_a_ply(seen: BrowserPage) -> None:
    assert seen.open(22).ply == 22
    assert "Record and listing differ." in seen.text("#notes")
    assert seen.candidates()[:2] == ["0-0", "d8-e7"]
    seen.click('.moves [href="#ply-13"]')
    assert seen.ply == 13
    assert "The author's note." in seen.text("#notes")
    seen.run("location.hash = '#7'")
    seen.browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert seen.ply == 7
    assert seen.open(99).run("return document.querySelector('.moves [aria-current]').hash") == "#ply-24"


def test_a_click_on_the_chart_leads_to_its_ply(seen: BrowserPage) -> None:
    from selenium.webdriver import ActionChains

    seen.open()
    chart = seen.browser.find_element("css selector", "#chart svg")
    right = chart.size["width"] * (21.5 / 24 - 0.5)
    ActionChains(seen.browser).move_to_element_with_offset(chart, round(right), 0).click().perform()
    assert seen.ply == 22
    assert seen.run("return document.getElementById('chart').getAttribute('aria-valuenow')") == "22"


def test_candidates_come_best_first_or_as_they_are_tried(seen: BrowserPage) -> None:
    seen.open(22)
    seen.click('[name="order"][value="tried"]')
    assert seen.candidates()[:3] == ["0-0", "c2-b1", "c2-d1"]
    seen.click('[name="order"][value="best"]')
    assert seen.candidates()[:3] == ["0-0", "d8-e7", "d8-d7"]


def test_a_square_of_the_think_move_board_tells_its_bits(seen: BrowserPage) -> None:
    from selenium.webdriver.common.keys import Keys

    seen.open(1)
    seen.run("document.querySelector('#reach-numbers [data-square=\"52\"]').focus()")
    assert seen.text("#reach-readout") == "c3, square 52: 2^2 + 2^9 = 516: pawn c2, knight b1."
    assert seen.ringed("board") == [27, 40]
    seen.press(Keys.ARROW_UP)
    assert seen.text("#reach-readout") == "c4, square 64: 2^2 is 4: pawn c2."
    assert seen.ply == 1  # the arrow keys are the board's own there


def test_a_man_on_the_board_of_numbers_marks_what_he_reaches(seen: BrowserPage) -> None:
    seen.open(1)
    seen.run("document.querySelector('#board-numbers [data-square=\"27\"]').focus()")
    assert seen.text("#board-readout") == "b1, square 27: 10, White's man 9, knight; his bit is 2^9, on 3 squares."
    assert seen.ringed("reach") == [41, 50, 52]


def test_the_board_is_flipped_by_button_and_key(seen: BrowserPage) -> None:
    seen.open(1)
    place = "return document.querySelector('#men [data-square=\"a1\"]').getAttribute('transform')"
    below = seen.run(place)
    seen.click("#flip")
    assert seen.run(place) != below
    assert seen.run("return document.getElementById('flip').ariaPressed") == "true"
    seen.press("f")
    assert seen.run(place) == below


def test_three_arrows_show_the_game_1994_and_today(seen: BrowserPage) -> None:
    seen.open(22)
    arrows = dict(
        seen.run("return [...document.querySelectorAll('#arrows g')].map(g => [g.classList[1], g.dataset.move])")
    )
    assert arrows["of-game"] == "d8e7"
    assert arrows["of-program"] == "e8g8"
    assert len(arrows) == 3


@pytest.mark.parametrize("ply", [1, 22, 24])
def test_a_narrow_screen_does_not_scroll_sideways(ply: int, seen: BrowserPage) -> None:
    seen.open(ply, NARROW)
    assert seen.run("return document.documentElement.scrollWidth") == NARROW[0]


def test_nothing_that_a_pgn_says_makes_a_narrow_screen_scroll(browser: Chrome, tmp_path: Path) -> None:
    address = f"https://lichess.org/{'x' * 500}"
    pgn = f'[Event "Rated {address}"]\n[White "{"W" * 300}"]\n\n1. e4 {{ see {address} }} *'
    (tmp_path / "game.html").write_text(page_of_pgn(pgn), encoding="utf-8")
    seen = BrowserPage(browser, (tmp_path / "game.html").as_uri()).open(1, NARROW)
    assert address in seen.text("#notes")
    assert seen.run("return document.documentElement.scrollWidth") <= NARROW[0]


def test_on_paper_no_table_is_cut(seen: BrowserPage) -> None:
    seen.open(22)
    seen.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        for box in (".scroll.tall", ".scroll.long", ".moves"):
            shown = f"const box = document.querySelector('{box}'); return box.scrollHeight <= box.clientHeight + 1"
            assert seen.run(shown), box
    finally:
        seen.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_colours_of_the_readers_own_leave_the_current_move_and_what_is_pointed_at_marked(seen: BrowserPage) -> None:
    seen.open(13)
    forced = {"features": [{"name": "forced-colors", "value": "active"}]}
    seen.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", forced)
    seen.run("document.querySelector('#board-numbers button[data-square=\"41\"]').focus()")
    lined = "return [...document.querySelectorAll(arguments[0])].map(one => getComputedStyle(one).outlineStyle)"
    assert seen.run(lined, ".moves [aria-current]") == ["solid"]
    assert set(seen.run(lined, "#reach-numbers .marked")) == {"solid"}


def test_where_the_choice_is_forbidden_that_is_said_and_the_arrow_is_another(browser: Chrome, tmp_path: Path) -> None:
    pgn = '[FEN "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. Rf1 *'
    (tmp_path / "game.html").write_text(page_of_pgn(pgn), encoding="utf-8")
    seen = BrowserPage(browser, (tmp_path / "game.html").as_uri()).open(1)
    assert "which the rules forbid" in seen.text("#of-program")
    assert "which the rules forbid" in seen.text("#lead")
    (kinds,) = seen.run("return [...document.querySelectorAll('#arrows .of-program')].map(a => a.classList.value)")
    assert "forbidden" in kinds
    assert "the rules forbid it" in seen.text("#candidates .choice")
    assert seen.run("return document.querySelector('.choices .of-today')") is None


def test_after_a_choice_of_order_keys_still_leap_and_flip(seen: BrowserPage) -> None:
    from selenium.webdriver.common.keys import Keys

    seen.open(5)
    seen.click("input[value=tried]")
    seen.press("f")
    assert seen.run("return document.getElementById('board').classList.contains('flipped')")
    seen.press(Keys.END)
    assert seen.ply == 24


def test_dark_and_light_are_as_the_machine_says_until_the_reader_says_otherwise(seen: BrowserPage) -> None:
    light = seen.open(theme="light").ground()
    seen.click("#theme")
    dark = seen.ground()
    assert dark != light
    assert seen.open(theme="dark").ground() == dark
    assert seen.text("#theme") == "Light theme"
    seen.click("#theme")
    assert seen.ground() == light


def test_nothing_is_complained_of_and_nothing_requested_of_a_network(seen: BrowserPage) -> None:
    import json

    for kind in ("browser", "performance"):
        seen.browser.get_log(kind)
    seen.open(1)
    for _ in range(23):
        seen.click("#forward")
    assert seen.browser.get_log("browser") == []
    requested = [
        message["params"]["request"]["url"]
        for message in (json.loads(entry["message"])["message"] for entry in seen.browser.get_log("performance"))
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert requested
    assert {url.partition(":")[0] for url in requested} <= {"file", "data", "about"}


def test_what_a_comment_has_of_a_script_is_shown_and_not_run(browser: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "evil.html"
    evil = "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"
    path.write_text(page_of_pgn(f'[White "{evil[:40]}"]\n\n1. e4 {{{evil}}} *'), encoding="utf-8")
    seen = BrowserPage(browser, path.as_uri()).open()
    assert evil in seen.text("#notes")
    assert browser.title.startswith("</script><script>")


@pytest.mark.parametrize(
    ("size", "theme"), [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark")], ids=str
)
def test_axe_finds_nothing_that_shuts_anybody_out(size: tuple[int, int], theme: str, seen: BrowserPage) -> None:
    if not Path(AXE).is_file():
        missing("GOSUB_AXE does not name an axe.min.js")
    seen.open(22, size, theme)
    seen.run(Path(AXE).read_text(encoding="utf-8"))
    found = seen.browser.execute_async_script("axe.run().then(arguments[0])")
    assert found["passes"]
    bad = [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:4]]}"
        for one in found["violations"]
    ]
    assert bad == []
