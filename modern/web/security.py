"""The requests that the server answers, and the headers of its answers.

It listens on 127.0.0.1 only. That alone does not keep other pages of the same browser out: a page may send requests to
any address, and a name of its own may lead to 127.0.0.1 (DNS rebinding). So:

1. The header Host must name this machine: a page under another name is refused, whatever it leads to. The port is free,
   because `ssh -L` and containers lead another port of this machine here.
2. A request from another origin than that address, its port included, is refused, by `Origin` and by
   `Sec-Fetch-Site`; only the address itself may be followed from anywhere.
3. A request that changes something is JSON by its Content-Type, which another page's form cannot send.
4. A body has a limit, and it is refused unless it is a JSON object.
5. No script, style or picture is loaded from elsewhere or from within the page, and no page may frame this one.

On a machine with several users, each of them can send requests to 127.0.0.1. With a token, only those who know it are
answered: it stands in the address that was printed, and from then on in a cookie; a program sends it as a header.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from typing import Any, Final
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from modern.facts import fact, told
from modern.web.settings import DuplicateKey, Json, json_value

#: The names of this machine that a browser may use, with any port.
LOCAL_HOST: Final = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?")
#: The largest body, in bytes: a PGN has to fit.
MAX_BODY: Final = 1_000_000
#: How much of a body that is too large is still read, so that its sender gets the answer, in bytes.
MAX_DISCARDED: Final = 50_000_000
#: How long a body may take to arrive, in seconds.
BODY_SECONDS: Final = 20.0
#: Links that another page may have, beside the files of the page itself.
FRONT: Final = "/"
#: The name of the token in an address, and how a program sends it.
TOKEN: Final = "token"
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


class Guard:
    """Lets an application see only requests from its own pages or from programs on this machine.

    If there is a token, the sender must know it. An `invitation` stands for the token in an address, but only once:
    other users can read the command line with which a browser is started.
    """

    def __init__(self, application: ASGIApp, port: int, token: str = "", invitation: str = "") -> None:
        self.application = application
        self.token = token
        self.invitation = invitation
        self.cookie = f"gosub-{TOKEN}-{port}"  # a browser sends a cookie to all ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, with the headers that every answer has."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
        if scope["type"] != "http":
            return  # a websocket is refused
        request, answer = Request(scope), self.application
        try:
            self.check(request)
            if self.token and self.is_invited(request):
                answer = self.welcome(request)
            else:
                self.check_token(request)
        except HTTPException as refused:
            answer = error_answer(refused)
        await answer(scope, receive, send_guarded)

    def check(self, request: Request) -> None:
        """Raises HTTPException if a request comes from elsewhere."""
        hosts, origins = ([value.lower() for value in request.headers.getlist(name)] for name in ("host", "origin"))
        if len(hosts) != 1 or not LOCAL_HOST.fullmatch(hosts[0]):
            raise HTTPException(421, "this server answers only to localhost; open it under the address that it printed")
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            raise HTTPException(403, fact("serve.from_elsewhere"))
        sites = request.headers.getlist("sec-fetch-site")
        foreign = any(site.lower() not in ("same-origin", "none") for site in sites)
        if foreign and not _is_for_page(request):
            raise HTTPException(403, fact("serve.from_elsewhere"))

    def is_invited(self, request: Request) -> bool:
        """Returns True if a request for the page has the token, or an unused invitation, in its address."""
        given = request.query_params.get(TOKEN, "")
        if not _is_for_page(request):
            return False
        if self.invitation and hmac.compare_digest(given.encode(), self.invitation.encode()):
            self.invitation = ""
            return True
        return self._is_token(given)

    def welcome(self, request: Request) -> Response:
        """Gives the token as a cookie, and leads to the address without it, so that it is in no history and no link."""
        rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != TOKEN])
        answer = RedirectResponse(f"{FRONT}?{rest}" if rest else FRONT, 303, {"Cache-Control": "no-store"})
        answer.set_cookie(self.cookie, self.token, httponly=True, samesite="lax")
        return answer

    def check_token(self, request: Request) -> None:
        """Raises HTTPException if there is a token and the sender does not show that it knows it."""
        scheme, _, sent = request.headers.get("authorization", "").partition(" ")
        given = (request.cookies.get(self.cookie), sent.strip() if scheme.lower() == BEARER else None)
        if self.token and not any(self._is_token(value) for value in given if value):
            raise HTTPException(403, fact("serve.asks_for_token"))

    def _is_token(self, given: str) -> bool:
        """Compares in a time that does not tell how much of a text is right."""
        return hmac.compare_digest(given.encode(), self.token.encode())


def _is_for_page(request: Request) -> bool:
    return request.method == "GET" and request.scope["path"] == FRONT


def json_answer(content: Any, status: int = 200) -> JSONResponse:
    """Returns an answer that no cache keeps."""
    return JSONResponse(content, status, {"Cache-Control": "no-store"})


def error_answer(error: HTTPException) -> JSONResponse:
    return json_answer(told(error=error.detail), error.status_code)


async def json_object(request: Request) -> Json:
    """Returns the JSON object of a request. Raises HTTPException."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "the Content-Type must be application/json")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            content = await _limited_body(request)
    except TimeoutError:
        raise HTTPException(408, f"the body did not come within {BODY_SECONDS:g} seconds") from None
    try:
        given = json_value(content)
    except DuplicateKey as error:
        raise HTTPException(400, f"the body cannot be read: {error}") from None
    except ValueError:
        raise HTTPException(400, "the body is not JSON") from None
    if not isinstance(given, dict):
        raise HTTPException(400, "the body must be a JSON object")
    return given


async def _limited_body(request: Request) -> bytes:
    """Returns a body. Raises HTTPException if it is too large, once enough is read that the sender listens."""
    content, size = b"", 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= MAX_BODY:
            content += chunk
        elif size > MAX_DISCARDED:
            break
    if size > MAX_BODY:
        raise HTTPException(413, fact("serve.body_too_large", most=MAX_BODY // 1000))
    return content
