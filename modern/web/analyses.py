"""The analyses of games that are over: each in its own process, which ends when nobody listens any more."""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import partial
from multiprocessing.connection import Connection
from typing import Final

from modern.facts import fact, told
from modern.web.after_game import SECONDS, analyse
from modern.web.child import Child, send_or_exit, step_back
from modern.web.settings import Json
from modern.web.streams import Streams, TooMany, Watcher

#: The most analyses at a time, and how many pages of games are kept.
MAX_ANALYSES: Final = 2
MAX_PAGES: Final = 20
#: The policy that a page of a game has for itself; it goes into the header, too.
POLICY: Final = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')
DIED: Final[Json] = {"type": "failed", **told(text=fact("serve.analysis_ended"))}


def analyse_game(connection: Connection, pgn: str) -> None:
    step_back()
    analyse(pgn, SECONDS, lambda event: send_or_exit(connection, event))


class Analyses:
    """All the analyses of a server, and the pages of the games that were analysed last."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self.running: dict[Watcher, Child] = {}
        self.pages: OrderedDict[str, str] = OrderedDict()

    def begin(self, game_id: str, pgn: str) -> Watcher:
        """Begins an analysis, and returns the watcher of its events; it ends with the watcher. Raises TooMany."""
        if len(self.running) >= MAX_ANALYSES:
            raise TooMany(fact("serve.too_many_analyses", most=MAX_ANALYSES))
        watcher = self.streams.open(self._end)
        received = partial(self._received, game_id, watcher)
        self.running[watcher] = Child(analyse_game, (pgn,), received, lambda: received(DIED))
        return watcher

    def page(self, game_id: str) -> tuple[str, str] | None:
        """Returns the page of a game that was analysed, and its policy; None if it is not kept."""
        text = self.pages.get(game_id)
        policy = POLICY.search(text) if text else None
        return (text, policy[1]) if text and policy else None

    def close(self) -> None:
        for watcher in list(self.running):
            self._end(watcher)

    def _received(self, game_id: str, watcher: Watcher, event: Json) -> None:
        if event["type"] == "page":
            self.pages[game_id] = event.pop("text")
            self.pages.move_to_end(game_id)
            if len(self.pages) > MAX_PAGES:
                self.pages.popitem(last=False)
        watcher.put(event)
        if event["type"] in ("page", "failed"):
            watcher.end()
            self._end(watcher)

    def _end(self, watcher: Watcher) -> None:
        child = self.running.pop(watcher, None)
        if child:
            child.kill()
