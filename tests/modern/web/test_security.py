"""What the server refuses, and that it goes on."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served_games import PORT, Served, served
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from modern.web import security
from modern.web.security import HEADERS, MAX_BODY, json_object

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("port", [f":{PORT}", ":8080", ":80", ""])
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_this_machine_is_answered_under_its_own_names_and_through_any_port(
    name: str, port: str, server: Served
) -> None:
    """`ssh -L 8080:127.0.0.1:PORT` leads another port here."""
    own = {"host": name + port, "origin": f"http://{name}{port}", "sec-fetch-site": "same-origin"}
    assert server.client.get("/games", headers=own).status_code == 200
    assert server.client.post("/games", json={}, headers=own).status_code == 201
    for origin in (f"http://{name}:3000", f"https://{name}{port}"):
        assert server.client.post("/games", json={}, headers=own | {"origin": origin}).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", f"evil.example:{PORT}", f"localhost.evil.example:{PORT}", "localhost@x", "localhost:x", ""),
        *(f"127.0.0.1.evil.example:{PORT}", f"[::1%25x]:{PORT}", f"[::2]:{PORT}", f"10.0.0.1:{PORT}", "[::1]x"),
    ],
)
def test_another_name_that_leads_here_is_refused(host: str, server: Served) -> None:
    for address in ("/", "/games", "/board.js"):
        refused = server.client.get(address, headers={"host": host})
        assert refused.status_code == 421
        assert "answers only to localhost" in refused.json()["error"]


FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost:8000"},
    {"origin": f"https://127.0.0.1:{PORT}"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_page_from_elsewhere_can_neither_play_nor_read(headers: dict[str, str], server: Served) -> None:
    game = server.create(black="human")
    command = {"command": "move", "move": "e4"}
    client = server.client
    assert client.post(f"/games/{game}/commands", json=command, headers=headers).status_code == 403
    assert client.post("/games", json={}, headers=headers).status_code == 403
    assert client.delete(f"/games/{game}", headers=headers).status_code == 403
    assert client.get(f"/games/{game}/events", headers=headers).status_code == 403
    assert server.state(game)["ply"] == 0


def test_the_page_itself_may_be_followed_from_elsewhere_and_may_use_the_server(server: Served) -> None:
    assert server.client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200
    own = {"host": f"localhost:{PORT}", "origin": f"http://localhost:{PORT}", "sec-fetch-site": "same-origin"}
    assert server.client.post("/games", json={}, headers=own).status_code == 201


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"{", JSON, 400),
        (b"", JSON, 400),
        (b"[]", JSON, 400),
        (b'"text"', JSON, 400),
        (b'{"white": "human", "white": "historic"}', JSON, 400),
        (b'{"clock": {"minutes": 1, "minutes": 2}}', JSON, 400),
        (b'{"fen": NaN}', JSON, 400),
        (b'{"fen": "\xff"}', JSON, 400),
        (b'{"fen": "\\ud800"}', JSON, 400),
        (b"[" * 100_000, JSON, 400),
        (b"{}", {"content-type": "text/plain"}, 415),
        (b"{}", {"content-type": "application/x-www-form-urlencoded"}, 415),
        (b" " * (MAX_BODY + 1), JSON, 413),
        (b'{"fen": "' + b"x" * 10_000_000 + b'"}', JSON, 413),
    ],
    ids=lambda value: str(value)[:40],  # pytest keeps the name in the environment, where Windows has 32,767 characters
)
def test_a_body_that_is_no_small_json_object_is_refused(
    content: bytes, headers: dict[str, str], status: int, server: Served
) -> None:
    refused = server.client.post("/games", content=content, headers=headers)
    assert refused.status_code == status
    assert "body" in refused.json()["error"] or "Content-Type" in refused.json()["error"]


@pytest.mark.parametrize(
    "settings",
    [
        {"white": "uci:/bin/sh"},
        {"black": "xboard:sh -c ls"},
        {"black": {"name": "uci:stockfish", "options": {}}},
        {"black": "modern[Book=/etc/passwd]"},
        {"black": {"name": "historic", "options": {"Book": "~/secret"}}},
        {"black": {"name": "historic", "options": {"book variety": 3}}},
        {"black": "modern[Hash=4096]"},
        {"black": "/bin/ls"},
        {"black": "nobody"},
        {"black": 7},
        {"black": {"name": "modern", "options": ["Hash"]}},
        {"white": "human[Reading=printed]"},
        {"white": "modern[Depth=3"},
        {"fen": "nonsense"},
        {"fen": 5},
        {"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "pgn": "1. e4"},
        {"pgn": "no game here", "ply": 0},
        {"pgn": "1. e4 e5 *"},
        {"pgn": "1. e4 e5 2. Ke3 *", "white": "human"},
        {"pgn": "1. e4 e5 *", "ply": 3},
        {"pgn": "1. e4 e5 *", "ply": -1},
        {"pgn": '[WhiteSeat "uci:sh"]\n[BlackSeat "human"]\n\n1. e4 *'},
        {"pgn": '[WhiteSeat "human"]\n[BlackSeat "modern%5BBook=/etc/passwd%5D"]\n\n1. e4 *'},
        {"pgn": '[WhiteSeat "human"]\n[BlackSeat "historic"]\n[BlackMemory "oops"]\n\n1. e4 *'},
        {"seconds": 0},
        {"seconds": "3"},
        {"seconds": 1e9},
        {"depth": 0},
        {"depth": 2.5},
        {"depth": True},
        {"clock": 5},
        {"clock": {"minutes": 0}},
        pytest.param({"seconds": 10**400}, id="a number that no float holds"),
        {"clock": {"minutes": 5, "increment": -1}},
        {"pause": 100},
        {"unknown": 1},
        {"ply": 3},
        {"white": {"name": "modern", "person": "Anna"}},
    ],
    ids=str,
)
def test_a_game_with_a_command_a_path_or_nonsense_is_refused_in_one_line(
    settings: dict[str, Any], server: Served
) -> None:
    refused = server.client.post("/games", json=settings)
    assert refused.status_code == 400
    message = refused.json()["error"]
    assert 10 < len(message) < 300
    assert message.isprintable()


def test_a_name_of_a_program_tells_nothing_of_what_is_on_this_machine(server: Served) -> None:
    answers = [server.client.post("/games", json={"white": name}).json()["error"] for name in ("/bin/sh", "/bin/xx")]
    assert answers[0].replace("/bin/sh", "") == answers[1].replace("/bin/xx", "")


@pytest.mark.parametrize(
    "address",
    [
        *("/..%2f..%2fpyproject.toml", "/%2e%2e%2fetc%2fpasswd", "//etc/passwd", "/server.py", "/__init__.py"),
        *("/static/server.py", "/games/..%2f..%2fx", "/games/%00", "/play.html%00.js", "/board.js/", "/games/"),
        *("/games/" + "x" * 5000, "/games/' OR 1=1 --"),
    ],
)
def test_a_path_leads_only_to_what_is_served(address: str, server: Served) -> None:
    response = server.client.get(address)
    assert response.status_code in (404, 405)
    assert "error" in response.json()


@pytest.mark.parametrize("method", ["PUT", "PATCH", "POST", "TRACE"])
def test_another_method_is_refused(method: str, server: Served) -> None:
    assert server.client.request(method, "/", headers=JSON).status_code == 405


def test_every_answer_has_the_headers_that_keep_others_out(server: Served) -> None:
    answers = [
        server.client.get("/"),
        server.client.get("/games"),
        server.client.get("/nothing"),
        server.client.get("/", headers={"host": "evil.example"}),
        server.client.post("/games", content=b"{", headers=JSON),
    ]
    for answer in answers:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert "access-control-allow-origin" not in answer.headers


def test_no_script_and_no_style_stands_within_the_page(server: Served) -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    page = server.client.get("/").text.lower()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    assert page.count("<script") == page.count('<script type="module" src=')


@pytest.mark.parametrize("command", [{}, {"command": 5}, {"command": "move"}, {"command": "move", "move": ["e4"]}])
def test_a_command_that_is_none_is_refused(command: dict[str, Any], server: Served) -> None:
    game = server.create(black="human")
    answer = server.client.post(f"/games/{game}/commands", json=command)
    assert answer.status_code == 200
    assert answer.json()["refused"]


TOKEN_OF_TEST = "open-Sesame_1994"
COOKIE = f"gosub-token-{PORT}"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Served]:
    """A server with a token, and an invitation that stands for it once."""
    with served(tmp_path / "games.sqlite", token=TOKEN_OF_TEST, invitation="invitation") as running:
        running.client.follow_redirects = False
        yield running


def test_without_the_token_everything_is_refused_in_one_line(guarded: Served) -> None:
    wrong: list[dict[str, str]] = [
        {},
        {"cookie": f"{COOKIE}=open-Sesame_1995"},
        {"cookie": f"{COOKIE}="},
        {"cookie": f"other={TOKEN_OF_TEST}; gosub-token-{PORT + 1}={TOKEN_OF_TEST}"},
        {"cookie": f"{COOKIE}={TOKEN_OF_TEST}x"},
        {"authorization": "Bearer"},
        {"authorization": f"Basic {TOKEN_OF_TEST}"},
    ]
    addresses = ["/", "/play.js", "/games", "/players", "/nothing", "/?token=", "/?token=wrong", "/?token=%ff"]
    addresses += [f"/games?token={TOKEN_OF_TEST}", f"/play.js?token={TOKEN_OF_TEST}"]
    for address, headers in [(address, wrong[0]) for address in addresses] + [("/games", headers) for headers in wrong]:
        refused = guarded.client.get(address, headers=headers)
        assert refused.status_code == 403, (address, headers)
        assert refused.json()["facts"]["error"]["code"] == "serve.asks_for_token"
        assert "set-cookie" not in refused.headers
    assert guarded.client.post("/games", json={}).status_code == 403
    assert guarded.client.post(f"/?token={TOKEN_OF_TEST}", json={}).status_code == 403
    assert guarded.client.request("DELETE", "/games", json={"ids": []}).status_code == 403
    assert guarded.client.post("/screens", json={}).status_code == 403


@pytest.mark.parametrize("word", [TOKEN_OF_TEST, "invitation"])
def test_the_token_in_the_address_becomes_a_cookie_and_leaves_the_address(word: str, guarded: Served) -> None:
    client = guarded.client
    led = client.get(f"/?fen=8%2F8&token={word}", headers={"sec-fetch-site": "cross-site"})
    assert (led.status_code, led.headers["location"]) == (303, "/?fen=8%2F8")
    cookie, *attributes = led.headers["set-cookie"].split("; ")
    assert cookie == f"{COOKIE}={TOKEN_OF_TEST}"
    assert sorted(attribute.lower() for attribute in attributes) == ["httponly", "path=/", "samesite=lax"]
    assert {name: led.headers[name] for name in HEADERS} == HEADERS
    assert client.cookies.get(COOKIE) == TOKEN_OF_TEST
    assert client.get("/").status_code == 200
    game = guarded.create(black="human")
    with guarded.events(f"/games/{game}/events") as stream:
        assert next(stream)["type"] == "state"
    # The cookie does not open the server to other pages.
    for headers in FOREIGN:
        assert client.post("/games", json={}, headers=headers).status_code == 403
    assert client.get("/games", headers={"host": "evil.example"}).status_code == 421


def test_a_program_sends_the_token_as_a_header_and_other_cookies_do_no_harm(guarded: Served) -> None:
    for headers in (
        {"authorization": f"Bearer {TOKEN_OF_TEST}"},
        {"authorization": f"bearer  {TOKEN_OF_TEST}"},
        {"cookie": f'theirs="a b; {{"x": 1}}; ;{COOKIE}={TOKEN_OF_TEST}'},
    ):
        assert guarded.client.get("/games", headers=headers).status_code == 200


def test_an_invitation_opens_the_page_once(guarded: Served) -> None:
    assert guarded.client.get("/?token=invitation").status_code == 303
    guarded.client.cookies.clear()
    assert guarded.client.get("/?token=invitation").status_code == 403
    assert guarded.client.get(f"/?token={TOKEN_OF_TEST}").status_code == 303


def test_tokens_are_compared_in_constant_time(guarded: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", compare)
    guarded.client.get("/?token=wrong-address")
    guarded.client.get("/games", headers={"cookie": f"{COOKIE}=wrong-cookie"})
    guarded.client.get("/games", headers={"authorization": "Bearer wrong-header"})
    given = {one for one, other in compared if other == TOKEN_OF_TEST.encode()}
    assert given == {b"wrong-address", b"wrong-cookie", b"wrong-header"}


def test_a_body_that_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.01)

    async def never() -> Message:
        await asyncio.sleep(60)
        return {}

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, never)
    with pytest.raises(HTTPException, match="did not come within") as refused:
        asyncio.run(json_object(request))
    assert refused.value.status_code == 408
