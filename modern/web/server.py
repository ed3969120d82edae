"""The server: addresses, files and streams, by starlette and uvicorn (docs/play/serve.md)."""

from __future__ import annotations

import asyncio
import json
import socket
from asyncio import wrap_future
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from modern.facts import fact, fact_of, told
from modern.pages.kit import render
from modern.pictures.browser.modules import FILES, browser_text
from modern.pictures.browser.pieces import pieces_file
from modern.players.seats import DEFAULT_PLAYERS
from modern.system import allow_open_files
from modern.web import inside
from modern.web.analyses import Analyses
from modern.web.connections import LocalServer, OneLineAMinute, reported_by
from modern.web.keeping import STATUS as GAME_STATUS
from modern.web.keeping import NoSuchGame
from modern.web.long_work import LongWork
from modern.web.record import RECORDED_GAME, recorded_positions
from modern.web.screens import NoSuchScreen, Screens
from modern.web.security import Guard, error_answer, json_answer, json_object
from modern.web.service import GameService
from modern.web.settings import games_query, ids_from, offered_players
from modern.web.store import Store
from modern.web.stored_game import new_game
from modern.web.streams import Streams, TooMany, Watcher
from modern.web.thinking_pool import ThinkingPool
from modern.web.thinking_process import start_process

#: The file that is served at `/`.
FRONT_FILE: Final = "play.html"
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
#: An id of a game or a screen, as this server makes them.
ID: Final = "{id:str}"
#: A stream without events sends one this often, in seconds, so that both ends notice a lost connection.
HEARTBEAT: Final = 15.0
#: How many connections and files the server may have open, if the system allows it.
OPEN_FILES: Final = 8192
#: A PGN of more characters takes long to read.
LONG_PGN: Final = 20_000

#: The status of each error.
STATUS: Final[dict[type[BaseException], int]] = {**GAME_STATUS, NoSuchScreen: 404, TooMany: 503}


def served_files(kiosk: bool = False) -> dict[str, Response]:
    """Returns all files of the page by name; nothing else is read for a request. `kiosk` is its mode for a museum."""
    own = files("modern.web").joinpath("static").iterdir()
    texts = {
        entry.name: entry.read_text(encoding="utf-8") for entry in own if PurePath(entry.name).suffix in MEDIA_TYPES
    }
    texts |= {name: browser_text(name) for name in FILES} | {"pieces.svg": pieces_file()}
    texts[RECORDED_GAME] = json.dumps(recorded_positions())
    texts[FRONT_FILE] = render(FRONT_FILE, kiosk=kiosk)
    for page in () if kiosk else files("modern.web").joinpath("docs").iterdir():
        title = PurePath(page.name).stem.capitalize()
        texts[page.name] = render("served_text.html", title=title, content=page.read_text(encoding="utf-8"))
    headers = {"Cache-Control": "no-cache"}
    return {
        name: Response(text, media_type=MEDIA_TYPES[PurePath(name).suffix], headers=headers)
        for name, text in texts.items()
    }


class EventStream(StreamingResponse):
    """The events of a watcher as a stream of server-sent events, to the end of either."""

    def __init__(self, watcher: Watcher, streams: Streams) -> None:
        super().__init__(_lines(watcher), media_type="text/event-stream")
        self.watcher = watcher
        self.streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.streams.close(self.watcher)


async def _lines(watcher: Watcher) -> AsyncIterator[str]:
    while True:
        try:
            event = await watcher.next(HEARTBEAT)
        except TimeoutError:
            event = {"type": "alive"}
        if event is None:
            return
        yield f"data: {json.dumps(event)}\n\n"


class GameSite:
    """The addresses of the server: each method answers one. It is made in the event loop that serves it.

    Raises StoreError if the file of the games cannot be opened; `workers` is how many players may think at a time.
    """

    def __init__(self, path: Path, workers: int, opponent: str = DEFAULT_PLAYERS["black"], kiosk: bool = False) -> None:
        loop = asyncio.get_running_loop()
        self.store = Store(path, loop.call_soon_threadsafe)
        self.pool = ThinkingPool(workers, start_process, loop)
        self.service = GameService(self.store, self.pool, loop)
        self.streams = Streams()
        self.screens = Screens(self.streams)
        self.analyses = Analyses(self.streams)
        self.long_reading = LongWork(1)
        self.following = LongWork(1)
        self.files = served_files(kiosk)
        self.offered = offered_players(opponent)

    def application(self, port: int, token: str = "", invitation: str = "") -> Guard:
        """Returns the application for a server on a port; Guard explains the token and the invitation."""
        routes = [
            Route("/", self.front, methods=["GET"]),
            Route("/players", self.players, methods=["GET"]),
            Route("/games", self.games, methods=["GET"]),
            Route("/games", self.create, methods=["POST"]),
            Route("/games", self.delete_several, methods=["DELETE"]),
            Route(f"/games/{ID}", self.state, methods=["GET"]),
            Route(f"/games/{ID}", self.delete, methods=["DELETE"]),
            Route(f"/games/{ID}/events", self.events, methods=["GET"]),
            Route(f"/games/{ID}/commands", self.command, methods=["POST"]),
            Route(f"/games/{ID}/pgn", self.pgn, methods=["GET"]),
            Route(f"/games/{ID}/content", self.content, methods=["GET"]),
            Route(f"/games/{ID}/analysis", self.analysis, methods=["GET"]),
            Route(f"/games/{ID}/page", self.game_page, methods=["GET"]),
            Route("/inside", self.inside_facts, methods=["GET"]),
            Route("/inside/{call:str}", self.inside, methods=["POST"]),
            Route("/screens", self.create_screen, methods=["POST"]),
            Route(f"/screens/{ID}/events", self.screen_events, methods=["GET"]),
            Route(f"/screens/{ID}/keys", self.key, methods=["POST"]),
            Route("/{name:str}", self.file, methods=["GET"]),
        ]
        handlers: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = dict.fromkeys(STATUS, _refused)
        handlers |= {HTTPException: _http_error, ClientDisconnect: _left, Exception: _failed}
        application = Starlette(routes=routes, exception_handlers=handlers)
        application.router.redirect_slashes = False
        return Guard(application, port, token, invitation)

    async def close(self) -> None:
        """Ends streams, screens and players, and closes the store."""
        self.screens.close()
        self.analyses.close()
        self.streams.end()
        self.pool.close()
        await asyncio.to_thread(self.store.close)

    async def front(self, request: Request) -> Response:
        return self.files[FRONT_FILE]

    async def file(self, request: Request) -> Response:
        found = self.files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return found

    async def players(self, request: Request) -> Response:
        """Answers with the players that may be chosen."""
        return json_answer(self.offered)

    async def games(self, request: Request) -> Response:
        """Answers with a part of the list of games."""
        return json_answer(await wrap_future(self.store.listed(games_query(dict(request.query_params)))))

    async def create(self, request: Request) -> Response:
        settings = await json_object(request)
        is_long = isinstance(settings.get("pgn"), str) and len(settings["pgn"]) > LONG_PGN
        session = await (self.long_reading.do if is_long else asyncio.to_thread)(new_game, settings)
        return json_answer({"id": await wrap_future(self.service.create(session))}, 201)

    async def state(self, request: Request) -> Response:
        return json_answer(await wrap_future(self.service.state(request.path_params["id"])))

    async def delete(self, request: Request) -> Response:
        if not await wrap_future(self.service.delete([request.path_params["id"]])):
            raise NoSuchGame
        return json_answer({"ok": True})

    async def delete_several(self, request: Request) -> Response:
        ids = ids_from(await json_object(request))
        return json_answer({"deleted": await wrap_future(self.service.delete(ids))})

    async def events(self, request: Request) -> Response:
        name = request.path_params["id"]
        watcher = self.streams.open(lambda left: self.service.leave(name, left))
        try:
            await wrap_future(self.service.watch(name, watcher))
        except BaseException:
            self.streams.close(watcher)
            raise
        return EventStream(watcher, self.streams)

    async def command(self, request: Request) -> Response:
        command = await json_object(request)
        return json_answer(await wrap_future(self.service.command(request.path_params["id"], command)))

    async def pgn(self, request: Request) -> Response:
        name = request.path_params["id"]
        text = await wrap_future(self.service.pgn(name))
        headers = {"Content-Disposition": f'attachment; filename="{name}.pgn"', "Cache-Control": "no-store"}
        return Response(text, media_type="application/x-chess-pgn; charset=utf-8", headers=headers)

    async def content(self, request: Request) -> Response:
        """Answers with the bytes that are stored of a game."""
        content = await wrap_future(self.store.content(request.path_params["id"]))
        if content is None:
            raise NoSuchGame
        return Response(content, media_type="application/octet-stream", headers={"Cache-Control": "no-store"})

    async def analysis(self, request: Request) -> Response:
        """Analyses a game that is over, and answers with the events of the analysis; it stops if nobody reads them."""
        name = request.path_params["id"]
        pgn = await wrap_future(self.service.pgn(name, to_analyse=True))
        return EventStream(self.analyses.begin(name, pgn), self.streams)

    async def game_page(self, request: Request) -> Response:
        found = self.analyses.page(request.path_params["id"])
        if found is None:
            raise HTTPException(404, "the game has not been analysed since the server started")
        text, policy = found
        headers = {"Content-Security-Policy": f"{policy}; frame-ancestors 'none'", "Cache-Control": "no-store"}
        return Response(text, media_type="text/html", headers=headers)

    async def inside_facts(self, request: Request) -> Response:
        """Answers with the names and texts of the page "Inside 1994"."""
        return json_answer(inside.facts())

    async def inside(self, request: Request) -> Response:
        """Answers with a turn of the 1994 program, a part of it, or the restored listing; it takes up to a second."""
        call = inside.CALLS.get(request.path_params["call"])
        if call is None:
            raise HTTPException(404)
        return json_answer(await self.following.do(call, await json_object(request)))

    async def create_screen(self, request: Request) -> Response:
        """Starts the 1994 program."""
        return json_answer({"id": self.screens.create(await json_object(request))}, 201)

    async def screen_events(self, request: Request) -> Response:
        return EventStream(self.screens.watch(request.path_params["id"]), self.streams)

    async def key(self, request: Request) -> Response:
        self.screens.press(request.path_params["id"], await json_object(request))
        return json_answer({"ok": True})


async def _refused(request: Request, error: Exception) -> Response:
    return json_answer(told(error=fact_of(error)), STATUS[type(error)])


async def _http_error(request: Request, error: HTTPException) -> Response:
    return error_answer(error)


async def _left(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


async def _failed(request: Request, error: Exception) -> Response:
    return json_answer(told(error=fact("serve.failed", error=type(error).__name__)), 500)


async def serve(
    site: GameSite,
    listening: socket.socket,
    on_start: Callable[[], None],
    token: str = "",
    invitation: str = "",
) -> None:
    """Serves until Ctrl-C. `on_start` is called when requests are answered.

    With a token, only those who know it are answered; an invitation stands for it once.
    """
    allow_open_files(OPEN_FILES)  # every connection is one
    site.pool.warm_up()
    try:
        application = site.application(listening.getsockname()[1], token, invitation)
        with reported_by(OneLineAMinute()):
            await LocalServer(application, site.streams, on_start).serve([listening])
    finally:
        await site.close()
