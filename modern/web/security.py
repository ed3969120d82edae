"""What the server answers to, and the headers of its answers.

It listens on 127.0.0.1 only. That alone does not keep other pages of the same browser out: a page may send requests to
any address, and a name of its own may lead to 127.0.0.1 (DNS rebinding). So:

1. The header Host must name this machine: a page under another name is refused, whatever it leads to. The port is free,
   because `ssh -L` and containers lead another port of this machine here.
2. A request from another origin than that address, its port included, is refused, by `Origin` and by
   `Sec-Fetch-Site`; only the address itself may be followed from anywhere.
3. What changes something is JSON by its Content-Type, which another page's form cannot send.
4. A body has a limit, and what is not a JSON object is refused.
5. No script, style or picture is loaded from elsewhere or from within the page, and no page may frame this one.

On a machine with several users, each of them can send requests to 127.0.0.1. With a token, only those who know it are
answered: it stands in the address that was printed, and from then on in a cookie; a program sends it as a header.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from modern.facts import fact, told
from modern.web.settings import DuplicateKey, Json, json_value

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: The names of this machine that a browser may use, with any port.
LOCAL_HOST: Final = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?")
#: The largest body, in bytes: a PGN has to fit.
MAX_BODY: Final = 1_000_000
#: How much of a body that is too large is still read, so that its sender gets the answer, in bytes.
MAX_DISCARDED: Final = 50_000_000
#: How long a body may take to arrive, in seconds.
BODY_SECONDS: Final = 20.0
#: What may be followed from another page, beside the files of the page itself.
FRONT: Final = "/"
#: The name of the token in an address, what it may be, and how a program sends it.
TOKEN: Final = "token"
TOKEN_FORM: Final = re.compile(r"[A-Za-z0-9_-]{8,200}")
BEARER: Final = "bearer"

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
        self.reason = reason


class Guard:
    """Lets an application see only what a page of its own, or a program on this machine, has sent.

    If there is a token, the sender must know it. An `invitation` stands for the token in an address, but only once:
    other users can read the command line with which a browser is started.
    """

    def __init__(self, application: Application, port: int, token: str = "", invitation: str = "") -> None:
        self.application = application
        self.token = token
        self.invitation = invitation
        self.cookie = f"gosub-{TOKEN}-{port}"  # a browser sends a cookie to all ports

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
            if self.token and self.is_invited(scope):
                await self.welcome(scope, send_guarded)
                return
            self.check_token(scope)
        except BadRequest as refused:
            await answer_error(send_guarded, refused)
            return
        await self.application(scope, receive, send_guarded)

    def check(self, scope: Scope) -> None:
        """Raises BadRequest if a request comes from elsewhere."""
        hosts = _header(scope, "host")
        if len(hosts) != 1 or not LOCAL_HOST.fullmatch(hosts[0]):
            raise BadRequest(421, "this server answers only to localhost; open it under the address that it printed")
        if any(origin != f"http://{hosts[0]}" for origin in _header(scope, "origin")):
            raise BadRequest(403, fact("serve.from_elsewhere"))
        foreign = any(site not in ("same-origin", "none") for site in _header(scope, "sec-fetch-site"))
        if foreign and not (scope["method"] == "GET" and scope["path"] == FRONT):
            raise BadRequest(403, fact("serve.from_elsewhere"))

    def is_invited(self, scope: Scope) -> bool:
        """Returns True if a request for the page has the token, or an unused invitation, in its address."""
        given = dict(_query(scope)).get(TOKEN, "")
        if scope["method"] != "GET" or scope["path"] != FRONT:
            return False
        if self.invitation and hmac.compare_digest(given.encode(), self.invitation.encode()):
            self.invitation = ""
            return True
        return self._is_token(given)

    async def welcome(self, scope: Scope, send: Send) -> None:
        """Gives the token as a cookie, and leads to the address without it, so that it is in no history and no link."""
        rest = urlencode([(name, value) for name, value in _query(scope) if name != TOKEN])
        cookie = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Lax"
        location = f"{FRONT}?{rest}" if rest else FRONT
        headers = [
            ("location", location),
            ("set-cookie", cookie),
            ("cache-control", "no-store"),
            ("content-length", "0"),
        ]
        encoded = [(name.encode(), value.encode()) for name, value in headers]
        await send({"type": "http.response.start", "status": 303, "headers": encoded})
        await send({"type": "http.response.body", "body": b""})

    def check_token(self, scope: Scope) -> None:
        """Raises BadRequest if there is a token and the sender does not show that it knows it."""
        if not self.token:
            return
        pairs = [pair.strip().partition("=") for text in _header(scope, "cookie", False) for pair in text.split(";")]
        given = [value for name, _, value in pairs if name == self.cookie]
        words = [text.partition(" ") for text in _header(scope, "authorization", False)]
        given += [value.strip() for scheme, _, value in words if scheme.lower() == BEARER]
        if not any(self._is_token(value) for value in given):
            raise BadRequest(403, fact("serve.asks_for_token"))

    def _is_token(self, given: str) -> bool:
        """Compares in a time that does not tell how much of a text is right."""
        return hmac.compare_digest(given.encode(), self.token.encode())


def _header(scope: Scope, wanted: str, folded: bool = True) -> list[str]:
    """Returns the values of a header, in lower case if they are `folded`."""
    values = [value.decode("latin-1").strip() for name, value in scope["headers"] if name.lower() == wanted.encode()]
    return [value.lower() for value in values] if folded else values


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


async def answer_error(send: Send, refused: BadRequest) -> None:
    """Sends an error as JSON, before anything of the request has been read."""
    body = json.dumps(told(error=refused.reason)).encode()
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
    except DuplicateKey as error:
        raise BadRequest(400, f"the body cannot be read: {error}") from None
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
        raise BadRequest(413, fact("serve.body_too_large", most=MAX_BODY // 1000))
    return content
