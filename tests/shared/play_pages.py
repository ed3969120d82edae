"""`gosub serve` in a process of its own, and the page on which its games are played, open in a real browser."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsers import WIDE, BrowserPage, local_browser
from commands import GOSUB, started

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

__all__ = ["local_browser"]  # a fixture

#: How long a page may take until it shows what a test waits for, in seconds; most takes a tenth of a second.
PATIENCE = 30
#: Below this width in pixels a screen is that of a telephone.
TABLET = 500
#: Telephones on their side, and a laptop's window of 1366x728 at 200 %.
LANDSCAPES = ((844, 390), (640, 360), (568, 320), (683, 364), (480, 400))
TWO_HUMANS = {"white": "human", "black": "human"}
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
#: Against these moves the 1994 program, which always plays the same, is mated in 13 moves.
WIN_AGAINST_1994 = (
    *("b1c3", "d2d3", "g1f3", "c1g5", "e2e4", "d3d4", "a1b1"),
    *("a2a3", "e4e5", "d4e5", "b1d1", "c3b5", "b5c7"),
)


class RestartedServer:
    """`gosub serve`, which can be ended and started again at the same address."""

    def __init__(self, folder: Path, *options: str, command: tuple[str, ...] = (GOSUB,)) -> None:
        self.store = folder / "games.sqlite"
        self.options = options
        self.command = command
        self.port = 0
        self.start()

    def start(self) -> None:
        """Starts the server, and waits until it listens."""
        store = ("--store", str(self.store))
        self.process = started(
            *self.command, "serve", "--port", str(self.port), *store, "--workers", "2", *self.options
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "127.0.0.1" in line, line or self.process.communicate()
        self.address = line.split()[4]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def stop(self) -> None:
        """Ends the server as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def kill(self) -> None:
        """Ends the server without a word to it."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestartedServer]:
    """A server with a store of its own."""
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
    process = RestartedServer(tmp_path_factory.mktemp("serve"))
    try:
        yield process
    finally:
        process.stop()


class PlayPage(BrowserPage):
    """The page of `gosub serve`, as a user sees and uses it."""

    patience = PATIENCE

    def look(self, size: tuple[int, int] = WIDE, theme: str = "light", dots: int = 1) -> None:
        """Sets the size of the window in pixels, the theme of the system, and how many dots a pixel is wide."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": dots, "mobile": width < TABLET}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def visit(self, place: str = "new") -> None:
        """Loads the page at a place: `new`, `games`, `games/ID` or `screen`."""
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}#/{place}")
        self.wait("return document.querySelector('.view h1') !== null")

    def be_at_home(self) -> None:
        """Goes where the page's storage can be reached, and the server, but none of the view's scripts runs.

        The report's page names its icon; for a picture the browser would ask for one that is not there.
        """
        self.browser.get(f"{self.address}report.html")

    def new_game(self, **settings: Any) -> str:
        """Begins a game, opens it, and returns its id."""
        if not self.browser.current_url.startswith(self.address):
            self.be_at_home()
        game: str = self.browser.execute_async_script(
            "const done = arguments[1]; fetch('/games', {method: 'POST', body: JSON.stringify(arguments[0]),"
            "headers: {'content-type': 'application/json'}}).then(r => r.json()).then(a => done(a.id))",
            settings,
        )
        self.visit(f"games/{game}")
        self.wait_for_note()
        return game

    def delete_games(self) -> None:
        """Deletes all games, so that no program thinks about one that an earlier test has left."""
        self.be_at_home()
        self.browser.execute_async_script(
            "const done = arguments[0]; fetch('/games').then(r => r.json()).then(a => Promise.all(a.games.map("
            "({ id }) => fetch(`/games/${id}`, {method: 'DELETE'})))).then(() => done())"
        )

    def open_tab(self, game: str) -> None:
        """Chooses an open game, and waits until the view is that game's and no longer that of the one before."""
        tab = f'.tabs a[href="#/games/{game}"]'
        self.click(tab)
        self.wait("return document.querySelector(arguments[0]) !== null", f"{tab}[aria-current]")
        self.wait_for_note()

    def wait_for_note(self, text: str = "") -> None:
        """Waits until the note beside the board begins with a text, once the game is there."""
        self.wait(
            "return !document.querySelector('.loading') && "
            "document.querySelector('.note-line')?.textContent.startsWith(arguments[0])",
            text,
        )

    def wait_for_plies(self, count: int) -> None:
        """Waits until the list of moves has so many plies."""
        self.wait("return document.querySelectorAll('.moves a').length === arguments[0]", count)

    def button(self, text: str) -> None:
        self.browser.find_element("xpath", f"//button[normalize-space()='{text}']").click()

    def type(self, text: str) -> None:
        """Types a move or a command, and Enter."""
        self.browser.find_element("css selector", ".typed input").send_keys(f"{text}\n")

    def click_move(self, uci: str) -> None:
        for square in (uci[:2], uci[2:4]):
            self.click(f'.table .board [data-square="{square}"]')

    @property
    def note(self) -> str:
        """The note beside the board: its two lines."""
        return f"{self.text('.note-line')} {self.text('.note-detail')}".strip()

    @property
    def said(self) -> str:
        """What a screen reader was last given to say."""
        return self.text("[role=status]").rstrip("\u00a0")

    def sans(self) -> list[str]:
        sans: list[str] = self.run("return [...document.querySelectorAll('.moves a')].map(a => a.textContent)")
        return sans

    def is_over(self) -> bool:
        """Returns True if the list of moves ends with a result."""
        over: bool = self.run("return document.querySelector('.moves .end') !== null")
        return over

    def pieces(self) -> dict[str, str]:
        """Maps the squares of the board to the letters of the pieces on them."""
        squares = "[...document.querySelectorAll('.table .board [data-square]')]"
        script = f"return {squares}.map(button => [button.dataset.square, button.dataset.piece])"
        return {square: piece for square, piece in self.run(script) if piece}

    def box(self, selector: str) -> dict[str, float]:
        """Returns the place of an element in the window: left, top, right and bottom, in pixels."""
        script = "const {left, top, right, bottom} = document.querySelector(arguments[0]).getBoundingClientRect();"
        box: dict[str, float] = self.run(f"{script} return {{left, top, right, bottom}}", selector)
        return box

    def downloaded_pgn(self) -> str:
        """Presses Download PGN, and returns the text of the file; nothing is written to the disk."""
        self.run(
            "const make = URL.createObjectURL; window.saved = '';"
            "URL.createObjectURL = (blob) => { window.blob = blob; URL.createObjectURL = make; return make(blob); };"
            "HTMLAnchorElement.prototype.click = function click() { delete HTMLAnchorElement.prototype.click;"
            "  if (this.download.endsWith('.pgn')) blob.text().then(text => { saved = text; }); }"
        )
        self.button("Download PGN")
        return str(self.wait("return saved"))

    def errors(self) -> list[str]:
        """Returns what the browser has logged since the last call."""
        return [entry["message"] for entry in self.browser.get_log("browser")]


@pytest.fixture
def page(local_browser: Chrome, server: RestartedServer) -> Iterator[PlayPage]:
    """The page in a wide window; nothing may be on the browser's console after the test."""
    page = PlayPage(local_browser, server.address)
    page.look()
    page.be_at_home()
    page.run("sessionStorage.clear()")
    page.errors()
    yield page
    found = page.errors()
    assert found == [], found
