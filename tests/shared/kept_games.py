"""A service of games without a server and without a browser: games in a dictionary, a clock by hand, idle workers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from modern.web.keeping import DamagedGame, StoreError, listed_games, promise
from modern.web.service import GameService
from modern.web.settings import GamesQuery
from modern.web.thinking import Thinker
from modern.web.thinking_pool import BEGUN, DONE, EVENT, STOP, ThinkingPool

Json = dict[str, Any]


@dataclass
class HandTimer:
    """A function that is called when the clock of a HandLoop has this time."""

    due: float
    callback: Callable[[], object] | None

    def cancel(self) -> None:
        """Gives it up."""
        self.callback = None


class HandLoop:
    """An event loop whose clock is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[HandTimer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], object]) -> HandTimer:
        """Calls a function after so many seconds."""
        self.timers.append(HandTimer(self.now + delay, callback))
        return self.timers[-1]

    def go_on(self, seconds: float) -> None:
        """Moves the clock, and calls what is due."""
        self.now += seconds
        for timer in [timer for timer in self.timers if timer.due <= self.now]:
            self.timers.remove(timer)
            if timer.callback:
                timer.callback()


@dataclass
class DictKeeper:
    """Games in memory. While it is `held`, what is asked waits for `release`; `error` is what each change gets."""

    games: dict[str, tuple[str, Json]] = field(default_factory=dict)
    error: str = ""
    held: bool = False
    waiting: list[Callable[[], None]] = field(default_factory=list)

    def get(self, game_id: str) -> Future[Json | None]:
        """Returns a game."""
        return self._asked(lambda: json.loads(self.games[game_id][0]) if game_id in self.games else None)

    def put(self, game_id: str, kept: Json, summary: Json, is_new: bool = False) -> Future[None]:
        """Keeps a game."""
        entry = json.dumps(kept), summary

        def change() -> None:
            self.games[game_id] = entry

        return self._asked(change, self.error)

    def delete(self, ids: Sequence[str]) -> Future[int]:
        """Removes games."""
        return self._asked(lambda: sum(self.games.pop(game_id, None) is not None for game_id in ids), self.error)

    def listed(self, query: GamesQuery) -> Future[Json]:
        """Returns the list of games."""
        return self._asked(
            lambda: listed_games([(name, 0.0, summary) for name, (_, summary) in self.games.items()], query)
        )

    def damaged(self, game_id: str, reason: str) -> DamagedGame:
        """Returns the error of a game that cannot be read."""
        return DamagedGame(f"The game {game_id} cannot be read: {reason}")

    def release(self, count: int = 1_000) -> None:
        """Does what waits, the first of it first."""
        for _ in range(min(count, len(self.waiting))):
            self.waiting.pop(0)()

    def _asked(self, act: Callable[[], Any], error: str = "") -> Future[Any]:
        answer: Future[Any] = promise()

        def settle() -> None:
            if error:
                answer.set_exception(StoreError(error))
            else:
                answer.set_result(act())

        self.waiting.append(settle)
        if not self.held:
            self.release()
        return answer


class ListWatcher:
    """A watcher that keeps the events."""

    def __init__(self) -> None:
        self.events: list[Json] = []
        self.has_ended = False

    def put(self, event: Json) -> None:
        """Keeps an event."""
        self.events.append(event)

    def end(self) -> None:
        """Notes that it has ended."""
        self.has_ended = True

    @property
    def plies(self) -> list[int]:
        """The plies of the states that it was sent."""
        return [event["state"]["ply"] for event in self.events if event["type"] == "state"]


@dataclass
class HandWorker:
    """A worker that has a task, and thinks when it is told to."""

    on_message: Callable[[tuple[str, Any]], None]
    on_end: Callable[[], None]
    tasks: list[Json] = field(default_factory=list)
    is_stopped: bool = False
    is_killed: bool = False

    def send(self, message: Any) -> None:
        """Takes a task, or that it is to stop."""
        if message is STOP:
            self.is_stopped = True
        else:
            self.tasks.append(message)

    def kill(self) -> None:
        """Notes that it has ended."""
        self.is_killed = True

    def begin(self) -> None:
        """Begins to think."""
        self.on_message((BEGUN, None))

    def report(self, **report: Any) -> None:
        """Sends a report."""
        known = {"type": "report", "depth": 1, "uci": "e2e4", "mover_score": [20, None], "pv": "1.e4", "seconds": 0.5}
        self.on_message((EVENT, known | report))

    def think(self) -> None:
        """Thinks about its task to the end."""
        self.begin()
        task = self.tasks.pop(0)
        self.on_message((DONE, Thinker().think(task, lambda event: self.on_message((EVENT, event)))))


class HandPool:
    """A pool of one HandWorker."""

    def __init__(self, loop: HandLoop, **settings: bool) -> None:
        self.workers: list[HandWorker] = []
        self.pool = ThinkingPool(1, self._start, loop, **settings)

    def _start(self, on_message: Callable[[tuple[str, Any]], None], on_end: Callable[[], None]) -> HandWorker:
        self.workers.append(HandWorker(on_message, on_end))
        return self.workers[-1]

    @property
    def worker(self) -> HandWorker:
        """The latest worker."""
        return self.workers[-1]


class KeptGames:
    """A service, and all that it stands on."""

    def __init__(self, **pool: bool) -> None:
        self.loop = HandLoop()
        self.keeper = DictKeeper()
        self.pool = HandPool(self.loop, **pool)
        self.service = GameService(self.keeper, self.pool.pool, self.loop)
