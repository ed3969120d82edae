"""The pictures that Chromium takes: the page of the recorded game, `gosub serve`, and its page "Inside 1994".

Beside them is shown.json, with the text that is to be seen in each (making/shown.py).

In the second, a few moves are played against the 1994 program, and the board is the one after its reply. Needs the
extras `web` and `test`, and Chromium with its driver.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import Request, urlopen

from making.page import PICTURES, Files
from making.shown import DIFFERING_PLY, INSIDE_STOP, SETTINGS, SHOWN, contents, record_page
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

#: The browser's window for the page of the recorded game.
PAGE_WINDOW = (1240, 1060)
#: The fewest rows in the list of moves when it is complete.
ROWS = 10
SERVE_WINDOW = (1240, 1300)
INSIDE_WINDOW = (1240, 1180)
PATIENCE = 60
#: Without a screen Chromium has no mouse, and the page would speak of tapping.
MOUSE = "blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"


@contextmanager
def server() -> Iterator[str]:
    """Runs `gosub serve` with a store of its own, and provides its address."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "modern", "serve", "--port", "0", "--store", f"{folder}/games.sqlite"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        finally:
            process.terminate()
            process.wait()


@contextmanager
def browser(window: tuple[int, int]) -> Iterator[Chrome]:
    """Runs Chromium in a window of the picture's size, in the light theme."""
    options = ChromeOptions()
    for flag in ("headless", "no-sandbox", "disable-gpu", "hide-scrollbars", "force-prefers-reduced-motion", MOUSE):
        options.add_argument(f"--{flag}")
    options.binary_location = shutil.which("chromium") or ""
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    width, height = window
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield driver
    finally:
        driver.quit()


class Shot(NamedTuple):
    """A picture as PNG, and the text that is to be seen in it."""

    png: bytes
    text: str


#: Returns the text in the window, a line for each piece of it.
TEXT_IN_WINDOW = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const lines = [], range = document.createRange();
while (walker.nextNode()) {
  const { currentNode: node } = walker, text = node.textContent.trim();
  range.selectNodeContents(node);
  const isSeen = [...range.getClientRects()].some(({ top, bottom, left, right }) =>
    right > left + 1 && bottom > top + 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth);
  const how = { opacityProperty: true, visibilityProperty: true };
  if (text && isSeen && node.parentElement.checkVisibility(how)) lines.push(text);
}
return lines.join("\\n");
"""


def shot(driver: Chrome) -> Shot:
    return Shot(driver.get_screenshot_as_png(), driver.execute_script(TEXT_IN_WINDOW))


def page_picture() -> Shot:
    """Returns the picture of the page of the recorded game."""
    with TemporaryDirectory() as folder, browser(PAGE_WINDOW) as driver:
        path = Path(folder) / "game.html"
        path.write_text(record_page()[0], encoding="utf-8")
        driver.get(f"{path.as_uri()}#{DIFFERING_PLY}")
        return shot(driver)


def serve_picture() -> Shot:
    """Returns the picture of the game when the program has moved."""
    with server() as address, browser(SERVE_WINDOW) as driver:
        request = Request(f"{address}games", json.dumps(SETTINGS).encode(), {"Content-Type": "application/json"})
        with urlopen(request) as answer:
            game = json.load(answer)["id"]
        driver.get(f"{address}#/games/{game}")
        rows = "#candidates tbody tr"
        wait = WebDriverWait(driver, PATIENCE)
        wait.until(lambda _: len(driver.find_elements("css selector", rows)) > ROWS)
        driver.execute_script("scrollTo(0, 0)")
        return shot(driver)


def _is_at_stop(number: int) -> Callable[[Chrome], bool]:
    return lambda driver: f"Stop {number} of" in driver.find_element("css selector", ".tour strong").text


def inside_picture() -> Shot:
    """Returns the picture of a stop of the tour through a thought."""
    with server() as address, browser(INSIDE_WINDOW) as driver:
        driver.get(f"{address}#/inside/tour")
        wait = WebDriverWait(driver, PATIENCE)
        for number in range(1, INSIDE_STOP + 1):
            wait.until(_is_at_stop(number))
            wait.until(lambda _: not driver.find_elements("css selector", "[aria-busy=true]"))
            if number < INSIDE_STOP:
                driver.find_element("xpath", "//button[text()='Next stop']").click()
        driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
        return shot(driver)


def files() -> Files:
    shots = {"page.png": page_picture(), "serve.png": serve_picture(), "inside.png": inside_picture()}
    pictures = {PICTURES / name: one.png for name, one in shots.items()}
    return {**pictures, SHOWN: contents({name: one.text for name, one in shots.items()})}
