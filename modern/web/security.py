"""What the server answers to, and the headers of its answers.

It listens on 127.0.0.1 only. That alone does not keep other pages of the same browser out: a page may send requests to
any address, and a name of its own may lead to 127.0.0.1 (DNS rebinding). So:

1. The header Host must name this machine and the port: a page under another name is refused, whatever it leads to.
2. A request from another origin is refused, by `Origin` and by `Sec-Fetch-Site`; only the address itself may be
   followed from anywhere.
3. What changes something is JSON by its Content-Type, which another page's form cannot send.
4. A body has a limit, and what is not a JSON object is refused.
5. No script, style or picture is loaded from elsewhere or from within the page, and no page may frame this one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any, Final

from modern.web.settings import Json, json_value

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: The names of this machine that a browser may use.
HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
#: The largest body, in bytes: a PGN has to fit.
MAX_BODY: Final = 1_000_000
#: How much of a body that is too large is still read, so that its sender gets the answer, in bytes.
MAX_DISCARDED: Final = 50_000_000
#: How long a body may take to arrive, in seconds.
BODY_SECONDS: Final = 20.0
#: What may be followed from another page, beside the files of the page itself.
FRONT: Final = "/"

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class BadRequest(Exception):
    """A request that is refused: a status, and a line that says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Guard:
    """Lets an application see only what a page of its own, or a program on this machine, has sent."""

    def __init__(self, application: Application, port: int) -> None:
        self.application = application
        self.hosts = {f"{host}:{port}" for host in HOSTS} | (set(HOSTS) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, with the headers that every answer has."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                added = [(name.lower().encode(), text.encode()) for name, text in HEADERS.items()]
                message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in names)]
            await send(message)

        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
        if scope["type"] != "http":
            return  # a websocket is refused
        try:
            self.check(scope)
        except BadRequest as refused:
            await answer_error(send_guarded, refused)
            return
        await self.application(scope, receive, send_guarded)

    def check(self, scope: Scope) -> None:
        """Raises BadRequest if a request comes from elsewhere."""
        headers = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        hosts = [value.strip().lower() for name, value in headers if name == "host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise BadRequest(421, "this server answers only to localhost; open it under the address that it printed")
        origins = [value.strip().lower() for name, value in headers if name == "origin"]
        if any(origin not in self.origins for origin in origins):
            raise BadRequest(403, "a page from elsewhere may not use this server")
        sites = [value.strip().lower() for name, value in headers if name == "sec-fetch-site"]
        foreign = any(site not in ("same-origin", "none") for site in sites)
        if foreign and not (scope["method"] == "GET" and scope["path"] == FRONT):
            raise BadRequest(403, "a page from elsewhere may not use this server")


async def answer_error(send: Send, refused: BadRequest) -> None:
    """Sends an error as JSON, before anything of the request has been read."""
    body = json.dumps({"error": str(refused)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def json_object(content_type: str, body: AsyncIterator[bytes]) -> Json:
    """Returns the JSON object of a request. Raises BadRequest."""
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise BadRequest(415, "the Content-Type must be application/json")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            content = await _limited(body)
    except TimeoutError:
        raise BadRequest(408, f"the body did not come within {BODY_SECONDS:g} seconds") from None
    try:
        given = json_value(content)
    except ValueError:
        raise BadRequest(400, "the body is not JSON") from None
    if not isinstance(given, dict):
        raise BadRequest(400, "the body must be a JSON object")
    return given


async def _limited(body: AsyncIterator[bytes]) -> bytes:
    """Returns a body. Raises BadRequest if it is too large, after it has read so much of it that the sender listens."""
    content, size = b"", 0
    async for chunk in body:
        size += len(chunk)
        if size <= MAX_BODY:
            content += chunk
        elif size > MAX_DISCARDED:
            break
    if size > MAX_BODY:
        raise BadRequest(413, f"the body is too large: at most {MAX_BODY // 1000} kB")
    return content
