"""An hour alone: a page of `gosub serve` that is open for an hour in two windows, on a connection that does not last.

All clocks run 60 times as fast, those of the page and those of the server, so that the hour takes a minute.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from play_pages import PlayPage, RestartedServer, local_browser

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(selectors, "EpollSelector"), reason="the clock of another event loop is not faked"),
]

__all__ = ["local_browser"]  # a fixture

RATE = 60
HOUR = 3600.0
#: `gosub` with an event loop whose clock is faster. What players think with has the usual clock.
FAST_SERVER = f"""
import asyncio, selectors, time
from modern.__main__ import main
asyncio.BaseEventLoop.time = lambda loop: {RATE} * time.monotonic()
select = selectors.EpollSelector.select
selectors.EpollSelector.select = lambda self, timeout=None: select(self, timeout and timeout / {RATE})
main()
"""
#: The clocks of the page, before its scripts run.
FAST_PAGE = f"""
for (const name of ["setTimeout", "setInterval"]) {{
  const plain = window[name].bind(window);
  window[name] = (action, wait = 0) => plain(action, wait / {RATE});
}}
const now = performance.now.bind(performance);
performance.now = () => {RATE} * now();
"""


class Line:
    """A connection to a server through a port of its own, which can fall silent.

    What was connected then is never heard of again: neither end is told. What is connected later works.
    """

    def __init__(self, port: int) -> None:
        self.server = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.silent = Event()
        self.kept: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def fall_silent(self) -> None:
        """Cuts all connections there are, without a word."""
        self.silent.set()
        self.silent = Event()

    def close(self) -> None:
        self.fall_silent()
        self.listening.close()
        for one in self.kept:
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                self.kept.append(client)
                try:
                    server = socket.create_connection(("127.0.0.1", self.server))
                except OSError:
                    client.close()  # there is no server
                    continue
                self.kept.append(server)
                for source, target in ((client, server), (server, client)):
                    Thread(target=self._copy, args=(source, target, self.silent), daemon=True).start()

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket, silent: Event) -> None:
        with suppress(OSError):
            while (data := source.recv(65536)) and not silent.is_set():
                target.sendall(data)
        for one in () if silent.is_set() else (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)  # the other end is told of an end, and of a reset


class Hour:
    """Two windows at one game, and the moves that its players have made."""

    def __init__(self, page: PlayPage, server: RestartedServer, line: Line) -> None:
        self.page, self.server, self.line = page, server, line
        self.made: list[str] = []
        self.began = time.monotonic()
        self.windows = [page.browser.current_window_handle]

    @property
    def passed(self) -> float:
        """The time that has passed on the faked clock, in seconds."""
        return RATE * (time.monotonic() - self.began)

    def wait(self, seconds: float) -> None:
        """Lets so many seconds pass on the faked clock."""
        time.sleep(seconds / RATE)

    def to(self, window: int) -> None:
        self.page.browser.switch_to.window(self.windows[window])

    def wait_for_moves(self) -> None:
        """Waits until both windows show the moves that were made, and a reply to the last one."""
        for window in range(len(self.windows)):
            self.to(window)
            self.page.wait_for_plies(2 * len(self.made))
            assert self.page.sans()[::2] == self.made

    def play(self, window: int, uci: str, san: str) -> None:
        """Makes a move in a window, again if the page says that it found no server, and waits for the reply in both."""
        self.to(window)
        self.made.append(san)
        ply = 2 * len(self.made) - 1

        def is_made() -> bool:
            if len(self.page.sans()) >= ply:
                return True
            if self.page.run("return document.querySelector('.table .board.interactive') !== null"):
                self.page.click_move(uci)
            return False

        self.page.until(is_made, f"{san} in window {window}")
        self.wait_for_moves()

    def clocks(self) -> list[float]:
        """Returns the clock of the user as both windows show it, in seconds."""
        shown = []
        for window in range(len(self.windows)):
            self.to(window)
            parts = [float(part) for part in self.page.text(".strip:last-child .clock").split(":")]
            shown.append(sum(part * 60**power for power, part in enumerate(reversed(parts))))
        return shown


@pytest.fixture
def hour(local_browser: Chrome, tmp_path: Path) -> Iterator[Hour]:
    server = RestartedServer(tmp_path, command=(sys.executable, "-c", FAST_SERVER))
    line = Line(server.port)
    page = PlayPage(local_browser, f"http://127.0.0.1:{line.port}/")
    page.look()
    script = {"source": FAST_PAGE}
    added = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    try:
        hour = Hour(page, server, line)
        yield hour
        for window in hour.windows[1:]:
            page.browser.switch_to.window(window)
            page.browser.close()
        hour.to(0)
    finally:
        page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
        page.browser.get("about:blank")
        line.close()
        server.kill()


def test_an_hour_of_sleep_and_killed_servers_loses_no_move_and_stops_no_clock(hour: Hour) -> None:
    page = hour.page
    game = page.new_game(white="human", black="historic", pause=0, clock={"minutes": 180, "increment": 0})
    page.browser.switch_to.new_window("window")
    page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FAST_PAGE})
    hour.windows.append(page.browser.current_window_handle)
    page.visit(f"games/{game}")
    page.wait_for_note("Your move")
    hour.play(0, "e2e4", "e4")
    hour.play(1, "d2d4", "d4")
    # The machine sleeps: the connections are dead, and nobody is told.
    hour.line.fall_silent()
    hour.wait(300)
    hour.play(1, "b1c3", "Nc3")
    hour.line.fall_silent()  # at once before a move
    hour.play(0, "g1f3", "Nf3")
    # The server is killed, and comes back.
    hour.server.kill()
    hour.to(0)
    page.wait("return !document.querySelector('.view .lost').hidden")
    hour.wait(120)
    hour.server.start()
    hour.play(0, "a2a3", "a3")
    # Nothing happens for the rest of the hour, and the clock runs on in both windows.
    before, at = hour.clocks(), hour.passed
    hour.wait(max(1200.0, HOUR - hour.passed))
    after, passed = hour.clocks(), hour.passed - at
    for one, other in zip(before, after, strict=True):
        assert one - other == pytest.approx(passed, abs=0.3 * passed)
    assert after[0] == pytest.approx(after[1], abs=600)  # some time lies between the two looks
    hour.play(1, "h2h3", "h3")
    with urlopen(f"{hour.server.address}games/{game}") as answer:
        state = json.load(answer)
    assert [move["san"] for move in state["moves"]][::2] == hour.made
    assert len(state["moves"]) == 2 * len(hour.made)
    assert state["result"] == "*"
    page.errors()  # the browser logs the connections that were lost
