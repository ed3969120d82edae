"""A real browser with its network off or with no host but this one, and a page that is open in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
#: The path of axe.min.js, from npm's axe-core.
AXE = os.environ.get("GOSUB_AXE", "")
#: `required` if a missing browser is a failure.
BROWSER = os.environ.get("GOSUB_BROWSER", "")
WIDE, NARROW = (1280, 900), (360, 740)


def missing(what: str) -> None:
    """Skips the test, or fails it if a browser is required."""
    if BROWSER == "required":
        pytest.fail(f"{what}, and GOSUB_BROWSER=required")
    pytest.skip(what)


@contextmanager
def running_browser(profile: Path, *flags: str, logs: tuple[str, ...] = ("browser",)) -> Iterator[Chrome]:
    """Runs Debian's Chromium with its user data in the folder `profile`.

    `logs` names the logs that it keeps. That of its `performance`, which has all requests, slows the pages.
    """
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
    for flag in (*FLAGS, f"--user-data-dir={profile}", *flags):
        options.add_argument(flag)
    options.binary_location = str(programs["chromium"])
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    driver = Chrome(options=options, service=Service(programs["chromedriver"]))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Debian's Chromium with its network off."""
    with running_browser(tmp_path_factory.mktemp("chromium"), logs=("browser", "performance")) as driver:
        driver.execute_cdp_cmd("Network.enable", {})
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
        yield driver


@pytest.fixture(scope="module")
def local_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Debian's Chromium, which reaches this machine and no other host."""
    only_here = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with running_browser(tmp_path_factory.mktemp("chromium"), only_here) as driver:
        yield driver


class BrowserPage:
    """A page opened in the browser."""

    #: How long it may take until the page shows what is waited for, in seconds.
    patience: float = 60

    def __init__(self, browser: Chrome, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, ply: int = 1, size: tuple[int, int] = WIDE, theme: str = "light") -> BrowserPage:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == NARROW}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        preferences = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": preferences})
        return self._load(f"{self.address}#{ply}")

    def open_page(self) -> BrowserPage:
        """Loads the page as its address says."""
        return self._load(self.address)

    def _load(self, address: str) -> BrowserPage:
        """Loads a page, and waits until it has unpacked its data, if it has any."""
        self.browser.get("about:blank")
        self.browser.get(address)
        self.wait("return !document.getElementById('game') || document.documentElement.matches('.scripted')")
        return self

    def run(self, script: str, *arguments: Any) -> Any:
        """Returns the result of a line of JavaScript."""
        return self.browser.execute_script(script, *arguments)

    def wait(self, script: str, *arguments: Any) -> Any:
        """Waits until a line of JavaScript returns something true, and returns it."""
        return self.until(lambda: self.run(script, *arguments), script)

    def until(self, condition: Callable[[], Any], what: str, patience: float | None = None) -> Any:
        """Waits until a condition returns something true, and returns it; at most `patience` seconds."""
        from selenium.common.exceptions import TimeoutException
        from selenium.webdriver.support.wait import WebDriverWait

        waiting = WebDriverWait(self.browser, patience or self.patience, 0.05)
        try:
            return waiting.until(lambda _: condition(), f"waited for {what}")
        except TimeoutException as error:
            # The page may have the reason, which nobody can look up in a run that is over.
            error.msg = f"{error.msg}; the page: {self.run('return document.body.innerText')!r}"
            raise

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def click(self, selector: str) -> None:
        self.browser.find_element("css selector", selector).click()

    def tap(self, x: float, y: float) -> None:
        """Taps a point of the window with a finger. A click may come of it later, or, on a busy machine, never."""
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def mouse(
        self, kind: str, x: float, y: float, button: str = "left", *, down: int | None = None, clicks: int = 1
    ) -> None:
        """Sends the press, the release or a move of the mouse, `mousePressed`, `mouseReleased` or `mouseMoved`.

        `down` has the buttons that are down after it, 1 for the left, 2 for the right and 4 for the middle one; without
        it, `button` is the only one. `clicks` is 2 for the second press of a double click.
        """
        event = {"type": kind, "x": x, "y": y, "button": button, "clickCount": 0 if kind == "mouseMoved" else clicks}
        if down is not None:
            event["buttons"] = down
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def wheel(self, x: float, y: float, pixels: int) -> None:
        """Turns the wheel of the mouse."""
        event = {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": pixels}
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def press(self, *keys: str) -> None:
        """Presses keys, wherever the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()

    @property
    def ply(self) -> int:
        """The ply marked in the list of moves, which must be the one in the address."""
        (current,) = self.run("return [...document.querySelectorAll('.moves [aria-current]')].map(a => a.hash)")
        ply = int(current.removeprefix("#ply-"))
        assert self.browser.current_url.endswith(f"#{ply}")
        return ply

    def pieces(self) -> dict[str, str]:
        """Maps squares to the pieces drawn on them."""
        script = (
            "return [...document.querySelectorAll('#board [data-square]')].filter(b => b.firstChild)"
            ".map(b => [b.dataset.square, b.querySelector('use').getAttribute('href')])"
        )
        return {square: piece.removeprefix("#") for square, piece in self.run(script)}

    def numbers(self, table: str) -> list[str]:
        """Returns the 64 numbers of one of the two boards, from a1 to h8."""
        script = (
            "return [...document.querySelectorAll(arguments[0] + ' button')]"
            ".sort((a, b) => a.dataset.square - b.dataset.square).map(b => b.textContent)"
        )
        numbers: list[str] = self.run(script, f"#{table}-numbers")
        return numbers

    def highlighted(self, table: str) -> list[int]:
        """Returns the squares of one of the two boards that are highlighted."""
        script = (
            "return [...document.querySelectorAll(arguments[0] + ' td')]"
            ".filter(cell => getComputedStyle(cell).boxShadow.includes(' 3px '))"
            ".map(cell => Number(cell.querySelector('button').dataset.square))"
        )
        return sorted(self.run(script, f"#{table}-numbers"))

    def candidates(self) -> list[str]:
        """Returns the moves that the program tries, in the order of the table."""
        moves: list[str] = self.run(
            "return [...document.querySelectorAll('#candidates tbody th')].map(c => c.textContent)"
        )
        return moves

    def background(self) -> str:
        return str(self.run("return getComputedStyle(document.body).backgroundColor"))


def violations(page: BrowserPage) -> list[str]:
    """Returns what axe finds wrong with the page as it is now; skips or fails the test without axe."""
    if not Path(AXE).is_file():
        missing("GOSUB_AXE does not name an axe.min.js")
    if not page.run("return 'axe' in window"):
        page.run(Path(AXE).read_text(encoding="utf-8"))
    # Only what is needed comes over: the whole result of a large page takes longer than axe does.
    passes, found = page.browser.execute_async_script(
        "axe.run({ resultTypes: ['violations'] }).then(({ passes, violations }) => arguments[0]([passes.length,"
        " violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 4).map(node => node.html)])]))"
    )
    assert passes
    return [f"{rule}: {text}: {[node[:160] for node in nodes]}" for rule, text, nodes in found]
