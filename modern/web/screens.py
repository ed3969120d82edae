"""The 1994 screens that are being shown: the program in a process each, which ends when no page shows it."""

from __future__ import annotations

import asyncio
import math
import secrets
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from modern.facts import fact, told
from modern.web.child import Child, receive_or_exit, send_or_exit, step_back
from modern.web.screen import SentKeyboard, key_of, run_screen, screen_settings
from modern.web.settings import Json, check_names
from modern.web.streams import Streams, TooMany, Watcher

#: The most screens at a time.
MAX_SCREENS: Final = 4
#: How long a screen that no page shows keeps running, in seconds: a page may be loading, or lost its connection.
UNWATCHED_SECONDS: Final = 10.0


class NoSuchScreen(Exception):
    """No screen has this id; the text says so."""


class ShownScreen:
    """A screen, its process and those who watch it."""

    def __init__(self, screens: Screens, screen_id: str, settings: Json) -> None:
        self.screens = screens
        self.id = screen_id
        self.watchers: set[Watcher] = set()
        self.latest: Json | None = None
        self.child = Child(show_screen, (settings,), self._received, lambda: self._received(DIED))
        self.unwatched: asyncio.TimerHandle | None = None
        self.left()

    def watch(self, watcher: Watcher) -> None:
        """Shows the screen to one more."""
        if self.unwatched:
            self.unwatched.cancel()
            self.unwatched = None
        self.watchers.add(watcher)
        if self.latest:
            watcher.put(self.latest)

    def left(self, watcher: Watcher | None = None) -> None:
        """Removes a watcher. Without any, the screen keeps running only for a while."""
        if watcher:
            self.watchers.discard(watcher)
        if not self.watchers and self.unwatched is None:
            loop = asyncio.get_running_loop()
            self.unwatched = loop.call_later(UNWATCHED_SECONDS, self.screens.end, self)

    def _received(self, event: Json) -> None:
        if event["type"] == "screen":
            self.latest = event
        for watcher in list(self.watchers):
            watcher.put(event)
        if event["type"] == "ended":
            self.screens.end(self)


#: The message if the process has been killed.
DIED: Final[Json] = {"type": "ended", **told(text=fact("screen.process_ended"))}


class Screens:
    """All the screens of a server."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self.screens: dict[str, ShownScreen] = {}

    def create(self, settings: Json) -> str:
        """Starts the program, and returns the id of its screen. Raises Refusal and TooMany."""
        checked = screen_settings(settings)
        if len(self.screens) >= MAX_SCREENS:
            raise TooMany(fact("serve.too_many_screens", most=MAX_SCREENS))
        screen_id = secrets.token_urlsafe(9)
        self.screens[screen_id] = ShownScreen(self, screen_id, checked)
        return screen_id

    def watch(self, screen_id: str) -> Watcher:
        """Returns a new watcher of a screen. Raises NoSuchScreen and TooMany."""
        shown = self._shown(screen_id)
        watcher = self.streams.open(shown.left)
        shown.watch(watcher)
        return watcher

    def press(self, screen_id: str, given: Json) -> None:
        """Presses a key. Raises NoSuchScreen and Refusal."""
        check_names(given, ("key",))
        self._shown(screen_id).child.send(key_of(given.get("key")))

    def end(self, shown: ShownScreen) -> None:
        """Ends a screen: its process is ended, and its streams are closed."""
        if self.screens.pop(shown.id, None) is None:
            return
        if shown.unwatched:
            shown.unwatched.cancel()
        shown.child.kill()
        for watcher in list(shown.watchers):
            watcher.end()

    def close(self) -> None:
        for shown in list(self.screens.values()):
            self.end(shown)

    def _shown(self, screen_id: str) -> ShownScreen:
        if screen_id not in self.screens:
            raise NoSuchScreen(fact("serve.no_such_screen"))
        return self.screens[screen_id]


# In the process.


class PipeKeyboard(SentKeyboard):
    """A keyboard whose keys come from the server."""

    def __init__(self, connection: Connection) -> None:
        self.pressed: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._receive_keys, args=(connection,), daemon=True).start()

    def next_key(self, seconds: float) -> str:
        """Returns the next key; '' if none arrives within `seconds`, which may be infinite."""
        try:
            return self.pressed.get(timeout=None if math.isinf(seconds) else seconds)
        except Empty:
            return ""

    def _receive_keys(self, connection: Connection) -> None:
        while True:
            self.pressed.put(receive_or_exit(connection))


def show_screen(connection: Connection, settings: Json) -> None:
    """Runs the 1994 program with the keys that arrive, and sends its screen."""
    step_back()
    run_screen(settings, PipeKeyboard(connection), lambda event: send_or_exit(connection, event))
