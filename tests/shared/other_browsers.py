"""Firefox, and WebKit as GTK has it, Safari's engine on Linux: the little of them that a test needs.

Debian has no geckodriver. Firefox speaks WebDriver BiDi itself, https://w3c.github.io/webdriver-bidi/.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread, Timer
from typing import Any, Final, Protocol

import pytest

#: The most seconds for a start, and for what a page is asked.
PATIENCE: Final = 60
ENTER: Final = "\ue007"
LEFT: Final = "\ue012"
MINI_BROWSERS: Final = "lib*/*/webkit2gtk-4.*/MiniBrowser"
Centre = tuple[int, int]


class OtherBrowser(Protocol):
    """A browser with one page."""

    def get(self, address: str) -> None:
        """Loads a page."""

    def run(self, script: str) -> Any:
        """Returns the result of JavaScript, which may be a promise of it."""

    def drag(self, start: Centre, end: Centre) -> None:
        """Presses the mouse at a point of the window, moves it, and lets go; a click if both points are the same."""

    def type(self, keys: str) -> None:
        """Types keys into what has the focus; ENTER and the like are WebDriver's codes."""


class Firefox:
    """Firefox, driven through its socket."""

    def __init__(self, address: str) -> None:
        import websocket

        self.socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: Any) -> Any:
        """Sends a command, and returns its result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def get(self, address: str) -> None:
        """Loads a page."""
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        """Returns the result of JavaScript."""
        expression = f"(async () => JSON.stringify((await (() => {{ {script} }})()) ?? null))()"
        done = self.send("script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True)
        assert done["type"] == "success", done
        return json.loads(done["result"]["value"])

    def drag(self, start: Centre, end: Centre) -> None:
        """Presses the mouse, moves it, and lets go."""
        move = {"type": "pointerMove", "duration": 20}
        self._act(
            "pointer",
            move | dict(zip("xy", start, strict=True)),
            {"type": "pointerDown", "button": 0},
            move | dict(zip("xy", end, strict=True)),
            {"type": "pointerUp", "button": 0},
        )

    def type(self, keys: str) -> None:
        """Types keys."""
        self._act("key", *({"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")))

    def _act(self, kind: str, *actions: dict[str, Any]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self.send("input.performActions", context=self.context, actions=[source])


class WebKit:
    """WebKit, driven by selenium."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        driver.set_window_size(1280, 900)
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)

    def get(self, address: str) -> None:
        """Loads a page."""
        self.driver.get(address)

    def run(self, script: str) -> Any:
        """Returns the result of JavaScript."""
        wrapped = f"const done = arguments[0]; (async () => {{ {script} }})().then(done, done)"
        return self.driver.execute_async_script(wrapped)

    def drag(self, start: Centre, end: Centre) -> None:
        """Presses the mouse, moves it, and lets go."""
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        actions = ActionBuilder(self.driver, duration=20)
        mouse = actions.pointer_action
        mouse.move_to_location(*start).pointer_down().move_to_location(*end).pointer_up()
        actions.perform()

    def type(self, keys: str) -> None:
        """Types keys."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(keys).perform()


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Runs Firefox with a new profile; skips the test if it is missing."""
    pytest.importorskip("websocket")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox on the PATH")
    command = (program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0")
    environment = os.environ | {"HOME": str(folder)}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    too_late = Timer(PATIENCE, process.kill)
    too_late.start()
    try:
        found = (re.search(r"WebDriver BiDi listening on (\S+)", line) for line in process.stderr)
        address = next((match[1] for match in found if match), None)
        too_late.cancel()
        if address is None:
            pytest.skip("Firefox does not start here")
        Thread(target=process.stderr.read, daemon=True).start()
        yield Firefox(address)
    finally:
        too_late.cancel()
        process.kill()
        process.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Runs WebKit's MiniBrowser on a screen that nobody sees; skips the test if one of these is missing."""
    pytest.importorskip("selenium")
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver import WebKitGTK
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr").glob(MINI_BROWSERS))
    if driver is None or screen is None or not browsers:
        pytest.skip("there is no WebKitWebDriver, MiniBrowser or Xvfb")
    reader, writer = os.pipe()
    number = ("-displayfd", str(writer))  # it takes a free one, and writes it there
    process = subprocess.Popen(
        (screen, *number, "-screen", "0", "1400x1000x24"), pass_fds=(writer,), stderr=subprocess.DEVNULL
    )
    os.close(writer)
    with os.fdopen(reader) as answer:
        display = answer.readline().strip()
    environment = os.environ | {"DISPLAY": f":{display}", "HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1"}
    options = Options()
    options.binary_location = str(browsers[-1])
    options.add_argument("--automation")
    try:
        try:
            started = WebKitGTK(options=options, service=Service(driver, env=environment))
        except WebDriverException as error:
            pytest.skip(f"WebKit does not start here: {error.msg}")
        try:
            yield WebKit(started)
        finally:
            started.quit()
    finally:
        process.terminate()
        process.wait(PATIENCE)


def until(browser: OtherBrowser, script: str) -> Any:
    """Waits until JavaScript returns something true, and returns it."""
    end = time.monotonic() + PATIENCE
    while not (found := browser.run(script)):
        assert time.monotonic() < end, f"waited for {script}; the page: {browser.run('return document.body.innerText')}"
        time.sleep(0.1)
    return found
