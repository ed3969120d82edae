"""Take the picture of `gosub serve`: `python docs/make_serve_picture.py [FOLDER]` writes serve.png into docs/pictures.

It plays a few moves against the program of 1994 and points at a move that the program considered. Needs the extras
`web` and `test`, and Chromium with its driver.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

from selenium.webdriver import ActionChains, Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

PICTURES = Path(__file__).parent / "pictures"
#: After these moves the program of 1994 is to move.
GAME = "1. Nc3 e6 2. d3 Qf6 3. Nf3 Nc6 4. Bg5 Qf5 5. e4 *"
#: The row of the list of moves, from the best, that is pointed at.
POINTED = 2
WIDTH, HEIGHT = 1240, 1300
PATIENCE = 60
#: Without a screen Chromium has no mouse, and the page would speak of tapping.
MOUSE = "blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"


@contextmanager
def server() -> Iterator[str]:
    """Runs `gosub serve` with a store of its own, and provides its address."""
    with TemporaryDirectory() as folder:
        command = [shutil.which("gosub") or "gosub", "serve", "--port", "0", "--store", f"{folder}/games.sqlite"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        finally:
            process.terminate()
            process.wait()


@contextmanager
def browser() -> Iterator[Chrome]:
    """Runs Chromium in a window of the picture's size, in the light theme."""
    options = ChromeOptions()
    for flag in ("headless", "no-sandbox", "disable-gpu", "hide-scrollbars", "force-prefers-reduced-motion", MOUSE):
        options.add_argument(f"--{flag}")
    options.binary_location = shutil.which("chromium") or ""
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield driver
    finally:
        driver.quit()


def take_picture(path: Path) -> None:
    """Write the picture of the game when the program has moved."""
    with server() as address, browser() as driver:
        settings = {"white": "human", "black": "historic", "pause": 0.02, "pgn": GAME}
        request = Request(f"{address}games", json.dumps(settings).encode(), {"Content-Type": "application/json"})
        with urlopen(request) as answer:
            game = json.load(answer)["id"]
        driver.get(f"{address}#/games/{game}")
        rows = "#candidates tbody tr"
        wait = WebDriverWait(driver, PATIENCE)
        wait.until(lambda _: len(driver.find_elements("css selector", rows)) > POINTED)
        pointed = driver.find_elements("css selector", rows)[POINTED]
        ActionChains(driver).move_to_element(pointed).perform()
        wait.until(lambda _: driver.find_elements("css selector", ".table .board .of-reply"))
        driver.execute_script("scrollTo(0, 0)")
        driver.save_screenshot(str(path))


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    take_picture(folder / "serve.png")
    print(folder / "serve.png")
