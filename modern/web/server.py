"""The server: addresses, files and streams, by starlette and uvicorn (docs/serve.md)."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import PurePath
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from modern.facts import fact, fact_of, told
from modern.game.session import Refusal
from modern.pages.kit import render
from modern.pictures.browser.modules import FILES, browser_text
from modern.pictures.browser.pieces import pieces_file
from modern.players.seats import DEFAULT_PLAYERS
from modern.system import allow_open_files, hold_port
from modern.web import inside
from modern.web.analyses import Analyses
from modern.web.record import RECORDED_GAME, recorded_positions
from modern.web.screens import NoSuchScreen, Screens
from modern.web.security import Guard, error_answer, json_answer, json_object
from modern.web.service import GameService, NoSuchGame
from modern.web.settings import games_query, ids_from, offered_players
from modern.web.store import DamagedGame, StoreError, StoreFull
from modern.web.streams import Streams, TooMany, Watcher

ADDRESS: Final = "127.0.0.1"
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
#: How long Ctrl-C waits for requests in progress, in seconds; streams end at once.
SHUTDOWN_SECONDS: Final = 1
#: How long a connection may be idle between two requests, and before its first is complete, in seconds.
KEEP_ALIVE: Final = 20
FIRST_REQUEST_SECONDS: Final = 10.0
#: In this many seconds the terminal gets at most one line about requests that cannot be read.
NOTICE_SECONDS: Final = 60.0
#: How many connections and files the server may have open, if the system allows it.
OPEN_FILES: Final = 8192

#: The status of each error.
STATUS: Final[dict[type[Exception], int]] = {
    NoSuchGame: 404,
    NoSuchScreen: 404,
    DamagedGame: 410,
    Refusal: 400,
    StoreError: 507,
    StoreFull: 507,
    TooMany: 503,
}


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
    """The addresses of the server: each method answers one."""

    def __init__(self, service: GameService, opponent: str = DEFAULT_PLAYERS["black"], kiosk: bool = False) -> None:
        self.service = service
        self.screens = Screens(service.streams)
        self.analyses = Analyses(service.streams)
        self.files = served_files(kiosk)
        self.offered = offered_players(opponent)

    def application(self, port: int, token: str = "", invitation: str = "") -> Guard:
        """Returns the application for a server on a port; Guard says what the token and the invitation are."""
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
        await self.service.close()

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
        return json_answer(await self.service.listed(games_query(dict(request.query_params))))

    async def create(self, request: Request) -> Response:
        return json_answer({"id": await self.service.create(await json_object(request))}, 201)

    async def state(self, request: Request) -> Response:
        return json_answer(await self.service.state(request.path_params["id"]))

    async def delete(self, request: Request) -> Response:
        if not await self.service.delete([request.path_params["id"]]):
            raise NoSuchGame
        return json_answer({"ok": True})

    async def delete_several(self, request: Request) -> Response:
        return json_answer({"deleted": await self.service.delete(ids_from(await json_object(request)))})

    async def events(self, request: Request) -> Response:
        return EventStream(await self.service.watch(request.path_params["id"]), self.service.streams)

    async def command(self, request: Request) -> Response:
        return json_answer(await self.service.command(request.path_params["id"], await json_object(request)))

    async def pgn(self, request: Request) -> Response:
        name = request.path_params["id"]
        text = await self.service.pgn(name)
        headers = {"Content-Disposition": f'attachment; filename="{name}.pgn"', "Cache-Control": "no-store"}
        return Response(text, media_type="application/x-chess-pgn; charset=utf-8", headers=headers)

    async def content(self, request: Request) -> Response:
        """Answers with the bytes that are stored of a game."""
        content = await self.service.content(request.path_params["id"])
        return Response(content, media_type="application/octet-stream", headers={"Cache-Control": "no-store"})

    async def analysis(self, request: Request) -> Response:
        """Analyses a game that is over, and answers with the events of the analysis; it stops if nobody reads them."""
        name = request.path_params["id"]
        pgn = await self.service.finished_pgn(name)
        return EventStream(self.analyses.begin(name, pgn), self.service.streams)

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
        return json_answer(await asyncio.to_thread(call, await json_object(request)))

    async def create_screen(self, request: Request) -> Response:
        """Starts the 1994 program."""
        return json_answer({"id": self.screens.create(await json_object(request))}, 201)

    async def screen_events(self, request: Request) -> Response:
        return EventStream(self.screens.watch(request.path_params["id"]), self.service.streams)

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


def listening_socket(port: int) -> socket.socket:
    """Returns a socket on 127.0.0.1; 0 is any free port. Raises OSError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        hold_port(listening)
        listening.bind((ADDRESS, port))
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


class LocalProtocol(H11Protocol):
    """HTTP on one connection, which is closed if its first request does not come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request.

        Without TCP_NODELAY, an answer on a connection that is kept waits some 40 ms until the browser has acknowledged
        the one before. asyncio sets it only where a connection names its protocol, as none does on Windows.
        """
        super().connection_made(transport)
        with suppress(OSError):  # the connection may be gone
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.loop.call_later(FIRST_REQUEST_SECONDS, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.scope is None and not self.transport.is_closing():
            self.transport.close()


class OneLineAMinute(logging.Handler):
    """Says in one line of our own what uvicorn logs about a request, at most once in NOTICE_SECONDS.

    Anything on the machine can send what is not HTTP. uvicorn has a line, or a traceback, for each.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said_at = -NOTICE_SECONDS

    def emit(self, record: logging.LogRecord) -> None:
        """Prints a line to standard error, unless the last one is too recent."""
        now = time.monotonic()
        if now - self.said_at < NOTICE_SECONDS:
            return
        self.said_at = now
        error = record.exc_info[1] if record.exc_info else None
        why = f"a request ended with {type(error).__name__}" if error else "a request was refused: it is no valid HTTP"
        print(f"gosub: {why}; more of them are not reported for a minute", file=sys.stderr, flush=True)


@contextmanager
def reported_by(handler: logging.Handler) -> Iterator[None]:
    """Gives what uvicorn logs to a handler, and to no other."""
    logger = logging.getLogger("uvicorn")
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagates


class LocalServer(uvicorn.Server):
    """A server that Ctrl-C ends at once, streams included."""

    def __init__(self, site: GameSite, application: Guard, on_start: Callable[[], None]) -> None:
        config = uvicorn.Config(
            application,
            http=LocalProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        super().__init__(config)
        self.site = site
        self.on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and says so."""
        await super().startup(sockets)
        self.on_start()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles Ctrl-C and SIGTERM. They are not raised again: ending this server is what they are for."""
        previous = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends the streams, so that nothing is waited for."""
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self.site.service.streams.end)


async def serve(
    service: GameService,
    listening: socket.socket,
    on_start: Callable[[], None],
    opponent: str,
    token: str = "",
    invitation: str = "",
    kiosk: bool = False,
) -> None:
    """Serves until Ctrl-C. `on_start` is called when requests are answered.

    `opponent` is the player against which the form of a new game begins. With a token, only those who
    know it are answered; an invitation stands for it once. `kiosk` is the mode of the page for a museum.
    """
    allow_open_files(OPEN_FILES)  # every connection is one
    service.pool.warm_up()
    site = GameSite(service, opponent, kiosk)
    try:
        application = site.application(listening.getsockname()[1], token, invitation)
        with reported_by(OneLineAMinute()):
            await LocalServer(site, application, on_start).serve([listening])
    finally:
        await site.close()
