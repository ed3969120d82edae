"""The pictures that Chromium takes: the page of the recorded game, `gosub serve`, and its page "Inside 1994".

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
from urllib.request import Request, urlopen

from making.page import DOCS, PICTURES, Files
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from historic.readings import PRINTED
from modern.pages.game_facts import recorded_game
from modern.pages.game_page import game_page
from modern.pages.positions import page_positions

#: The page of the recorded game: the modern engine's seconds per position, the ply at which record and listing differ,
#: and the browser's window.
SECONDS = 0.5
DIFFERING_PLY = 22
PAGE_WINDOW = (1240, 1060)
#: After these moves the 1994 program is to move.
GAME = "1. Nc3 e6 2. d3 Qf6 3. Nf3 Nc6 4. Bg5 Qf5 5. e4 *"
#: The fewest rows in the list of moves when it is complete.
ROWS = 10
SERVE_WINDOW = (1240, 1300)
#: The letter that decides.
INSIDE_STOP = 8
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


def page_picture() -> bytes:
    """Returns the picture of the page of the recorded game, as PNG. What today's engine thinks is in game.json."""
    game = recorded_game()
    analysed = json.loads((DOCS / "game.json").read_text(encoding="utf-8"))
    text = game_page(game, list(page_positions(game, PRINTED, SECONDS, analysed=analysed)), PRINTED, SECONDS)
    with TemporaryDirectory() as folder, browser(PAGE_WINDOW) as driver:
        path = Path(folder) / "game.html"
        path.write_text(text, encoding="utf-8")
        driver.get(f"{path.as_uri()}#{DIFFERING_PLY}")
        return driver.get_screenshot_as_png()


def serve_picture() -> bytes:
    """Returns the picture of the game when the program has moved, as PNG."""
    with server() as address, browser(SERVE_WINDOW) as driver:
        settings = {"white": "human", "black": "historic", "pause": 0.02, "pgn": GAME}
        request = Request(f"{address}games", json.dumps(settings).encode(), {"Content-Type": "application/json"})
        with urlopen(request) as answer:
            game = json.load(answer)["id"]
        driver.get(f"{address}#/games/{game}")
        rows = "#candidates tbody tr"
        wait = WebDriverWait(driver, PATIENCE)
        wait.until(lambda _: len(driver.find_elements("css selector", rows)) > ROWS)
        driver.execute_script("scrollTo(0, 0)")
        return driver.get_screenshot_as_png()


def _is_at_stop(number: int) -> Callable[[Chrome], bool]:
    return lambda driver: f"Stop {number} of" in driver.find_element("css selector", ".tour strong").text


def inside_picture() -> bytes:
    """Returns the picture of a stop of the tour through a thought, as PNG."""
    with server() as address, browser(INSIDE_WINDOW) as driver:
        driver.get(f"{address}#/inside/tour")
        wait = WebDriverWait(driver, PATIENCE)
        for number in range(1, INSIDE_STOP + 1):
            wait.until(_is_at_stop(number))
            wait.until(lambda _: not driver.find_elements("css selector", "[aria-busy=true]"))
            if number < INSIDE_STOP:
                driver.find_element("xpath", "//button[text()='Next stop']").click()
        driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
        return driver.get_screenshot_as_png()


def files() -> Files:
    return {
        PICTURES / "page.png": page_picture(),
        PICTURES / "serve.png": serve_picture(),
        PICTURES / "inside.png": inside_picture(),
    }
