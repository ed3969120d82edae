"""The page on which the code runs in the browser, on a web server of this machine, and open in a real browser."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from browsers import local_browser, missing
from making.play_site import SiteLink, play_page, play_site
from play_pages import PlayPage

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

__all__ = ["local_browser"]  # a fixture

#: The folder of npm's package pyodide.
PYODIDE = os.environ.get("GOSUB_PYODIDE", "")
#: How long the page may take until it shows what a test waits for, in seconds; Python starts in 3 on an idle machine.
PATIENCE = 300
TITLE = "Play against 1994"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files as any plain host does, and logs nothing.

    `types` are Content-Types by the ends of names, and `replaced` contents by name, None for a file that is missing. Of
    the file named `silent` nothing comes.
    """

    types: ClassVar[dict[str, str]] = {}
    replaced: ClassVar[dict[str, bytes | None]] = {}
    silent: ClassVar[str] = ""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Returns the Content-Type of a file."""
        return next((kind for end, kind in self.types.items() if str(path).endswith(end)), super().guess_type(path))

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        if name == self.silent:
            self.rfile.read()  # until the browser gives up
        elif name not in self.replaced:
            super().do_GET()
        elif (content := self.replaced[name]) is None:
            self.send_error(404)
        else:
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(name))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing."""


class StaticSite:
    """A web server for the files of a folder, which can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Starts the server, which then answers as a plain host does."""
        self.handler: type[QuietHandler] = type("Handler", (QuietHandler,), {})
        handler = functools.partial(self.handler, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stops the server: nothing answers at its address."""
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/play/index.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    """The page and its files on a web server."""
    if not PYODIDE:
        missing("GOSUB_PYODIDE does not name the folder of npm's package pyodide")
    folder = tmp_path_factory.mktemp("site")
    made = play_site(PYODIDE)
    for name, content in made.files.items():
        path = folder / "play" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    pages = [
        SiteLink("Home", "../index.html"),
        SiteLink("Play", links=[SiteLink(TITLE, "index.html", is_current=True)]),
    ]
    page = play_page(made, TITLE, "<p>About the page.</p>", "../index.html", pages, pages[:1])
    (folder / "play" / "index.html").write_text(page, encoding="utf-8")
    (folder / "index.html").write_text(
        '<!doctype html><title>The site</title><link rel="icon" href="data:,">', encoding="utf-8"
    )
    server = StaticSite(folder)
    try:
        yield server
    finally:
        server.stop()


class PyodidePage(PlayPage):
    """The page with Python in it, as a user sees and uses it."""

    patience = PATIENCE

    def visit(self, place: str = "new") -> None:
        """Loads the page at a place, and what it needs if it asks to be told, and waits until Python runs."""
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}{place if place.startswith('?') else f'#/{place}'}")
        self.wait_for_start()

    def wait_for_start(self) -> None:
        """Waits until Python runs; presses the button that loads it, if it is there."""
        self.wait("return document.querySelector('#load:not([hidden])') || document.querySelector('.places')")
        self.run("document.querySelector('#load:not([hidden])')?.click()")
        self.wait("return document.querySelector('.places') !== null")

    def go(self, place: str) -> None:
        """Goes to a place of the page without loading it again."""
        self.run("location.hash = arguments[0]", f"#/{place}")

    def change_storage(self, script: str, *arguments: Any) -> None:
        """Changes the local storage by a line of JavaScript, and tells the page as if another page had done so."""
        self.run(f"{script}; dispatchEvent(new StorageEvent('storage'))", *arguments)

    def start_game(self, white: str, black: str, **seconds: float) -> None:
        """Begins a game from the form, with programs that think for `seconds`."""
        self.go("new")
        self.wait("return document.querySelector('.new-game') !== null")
        for side, name in (("White", white), ("Black", black)):
            self.run(
                "const side = [...document.querySelectorAll('fieldset')]"
                ".find(one => one.querySelector('legend').textContent.includes(arguments[0])).querySelector('select');"
                "side.value = arguments[1]; side.dispatchEvent(new Event('change', {bubbles: true}))",
                side,
                name,
            )
        self.run(
            "if (arguments[0]) [...document.querySelectorAll('.field')]"
            ".find(one => one.textContent.includes('Programs think')).querySelector('input').value = arguments[0]",
            seconds.get("seconds", 0),
        )
        self.button("Start the game")
        self.wait_for_note()

    def reply(self, move: str, plies: int) -> float:
        """Types a move, and returns how long it takes until the reply is there or the game is over, in seconds."""
        milliseconds: float = self.browser.execute_async_script(
            "const [move, plies, done] = arguments; const input = document.querySelector('.typed input');"
            "const start = performance.now(); input.value = move; input.form.requestSubmit();"
            "const look = () => document.querySelectorAll('.moves a').length >= plies"
            "|| document.querySelector('.moves .end') ? done(performance.now() - start) : setTimeout(look, 5); look()",
            move,
            plies,
        )
        return milliseconds / 1000


@pytest.fixture(scope="module")
def opened(local_browser: Chrome, site: StaticSite) -> PyodidePage:
    """The page in a wide window, before anything is loaded."""
    local_browser.set_script_timeout(PATIENCE)
    page = PyodidePage(local_browser, site.address)
    page.look()
    return page


@pytest.fixture
def page(opened: PyodidePage) -> Iterator[PyodidePage]:
    """The page with Python running; nothing may be on the browser's console after the test."""
    if not opened.run("return location.href.startsWith('http') && document.querySelector('.places') !== null"):
        opened.visit()
    opened.errors()
    yield opened
    logged = opened.errors()
    assert logged == []


@pytest.fixture
def fresh(local_browser: Chrome, site: StaticSite) -> Iterator[PyodidePage]:
    """The page in a browser that has kept nothing, on a host that a test may spoil."""
    page = PyodidePage(local_browser, site.address)
    page.browser.set_script_timeout(PATIENCE)
    page.look()
    page.browser.get("about:blank")
    origin = site.address.partition("/play")[0]
    page.browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    page.browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.errors()
    yield page
    site.handler.types, site.handler.replaced, site.handler.silent = {}, {}, ""
