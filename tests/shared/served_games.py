"""A server of games in this process: requests to it, and its streams of events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from modern.web.server import GameSite

Json = dict[str, Any]
PORT = 1994


class Served:
    """A server and a client of it."""

    def __init__(self, client: TestClient, site: GameSite) -> None:
        self.client = client
        self.site = site

    def create(self, **settings: Any) -> str:
        """Begins a game, and returns its id."""
        response = self.client.post("/games", json=settings)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def command(self, game: str, name: str, **more: Any) -> Json:
        """Returns the answer to a command."""
        response = self.client.post(f"/games/{game}/commands", json={"command": name, **more})
        assert response.status_code == 200, response.text
        answer: Json = response.json()
        return answer

    def move(self, game: str, text: str) -> None:
        assert self.command(game, "move", move=text) == {"ok": True}

    def state(self, game: str) -> Json:
        state: Json = self.client.get(f"/games/{game}").json()
        return state

    @contextmanager
    def events(self, address: str) -> Iterator[Iterator[Json]]:
        """Provides the events of a stream."""
        with self.client.stream("GET", address) as response:
            assert response.status_code == 200
            lines = (line.removeprefix("data: ") for line in response.iter_lines())
            yield (json.loads(line) for line in lines if line)

    def events_until(self, game: str, wanted: Callable[[Json], bool]) -> list[Json]:
        """Returns the events of a game from now on, up to the first that is wanted."""
        events = []
        with self.events(f"/games/{game}/events") as stream:
            for event in stream:
                events.append(event)
                if wanted(event):
                    break
        return events

    def replied(self, game: str) -> Json:
        """Returns the state of a game once it is a human's turn, or over."""
        events = self.events_until(game, lambda event: event["type"] == "state" and not event["state"]["thinking"])
        state: Json = events[-1]["state"]
        return state


@contextmanager
def served(store: Path, workers: int = 1, port: int = PORT, token: str = "", invitation: str = "") -> Iterator[Served]:
    """Provides a server with its games in a file."""
    made: list[tuple[GameSite, ASGIApp]] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if not made:  # in the event loop of the client
            site = GameSite(store, workers)
            made.append((site, site.application(port, token, invitation)))
        await made[0][1](scope, receive, send)

    with TestClient(application, base_url=f"http://127.0.0.1:{port}") as client:
        ((site, _),) = made
        try:
            yield Served(client, site)
        finally:
            assert client.portal is not None
            client.portal.call(site.close)
