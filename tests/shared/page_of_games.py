"""The page that runs in the browser, without a browser: what its scripts do for the games, in Python."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from kept_games import HandLoop

from modern.web.pyodide.calls import Page, answer, calls

Json = dict[str, Any]


class ScriptedPage(Page):
    """A page that presses keys, one whenever Python waits, and keeps the events."""

    def __init__(self, keys: str = "", can_wait: bool = True) -> None:
        self.keys = list(keys)
        self.told: list[str] = []
        self.events: list[Json] = []
        self.hand = HandLoop()
        self.is_able = can_wait
        self.functions = calls(self)

    def post(self, event: Json) -> None:
        self.events.append(json.loads(json.dumps(event)))

    def read(self) -> str:
        return self.told.pop(0) if self.told else ""

    def wait(self, seconds: float) -> None:
        if seconds == float("inf"):
            key = self.keys.pop(0)
            self.told.append("Enter" if key == "\n" else key)

    @property
    def can_wait(self) -> bool:
        return self.is_able

    @property
    def loop(self) -> HandLoop:
        return self.hand

    def answer_to(self, name: str, *arguments: Any) -> Json:
        """Returns the answer to a call: its `result`, or its `error` with a `status`."""
        answered: Json = json.loads(answer(self.functions, name, json.dumps(arguments)))
        self.settle()
        return answered

    def call(self, name: str, *arguments: Any) -> Any:
        """Returns the result of a call, which must not be refused."""
        given = self.answer_to(name, *arguments)
        assert "error" not in given, given["error"]
        return given["result"]

    def settle(self) -> None:
        """Does what the events ask the page to do."""


class GamesPage(ScriptedPage):
    """A page with a local storage, and with a worker that thinks, at once unless it is `busy`."""

    def __init__(self, kept: dict[str, str] | None = None) -> None:
        super().__init__()
        self.kept = {} if kept is None else kept
        self.busy = False
        self.due: deque[Callable[[], object]] = deque()
        self.shown: dict[str, list[Json]] = {}
        self.thinker = ScriptedPage()
        self.renewed = 0
        self.call("changed", self.kept)

    def post(self, event: Json) -> None:
        event = json.loads(json.dumps(event))
        match event["type"]:
            case "shown":
                self.shown.setdefault(event["id"], []).append(event["event"])
            case "write":
                self.kept[event["id"]] = event["text"]
            case "remove":
                for game in event["ids"]:
                    self.kept.pop(game, None)
            case "think":
                self.due.append(partial(self.think, event["thinker"], event["task"]))
            case _:
                self.renewed += 1

    def think(self, number: int, task: Json) -> None:
        """Lets the worker think, and passes on what it sends."""
        self.number = number
        if not self.busy:
            self.thinker.events.clear()
            self.thinker.call("think", task)
            for event in self.thinker.events:
                self.tell(event["kind"], event["content"])

    def tell(self, kind: str, content: Any = None) -> None:
        """Passes on what the worker sends of the task that it has."""
        self.call("thought", self.number, kind, content)

    def settle(self) -> None:
        while self.due:
            self.due.popleft()()

    def state(self, game: str) -> Json:
        """Returns the state of a game, as the page is shown it."""
        self.call("watch", game)
        return next(event["state"] for event in reversed(self.shown[game]) if event["type"] == "state")
