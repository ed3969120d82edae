"""Many games and many streams at once, with kills in the middle."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from serve_load import run_load
from server_process import running

from modern.web.streams import MAX_STREAMS


@pytest.mark.slow
def test_games_at_once_lose_no_move_when_the_server_is_killed(tmp_path: Path) -> None:
    result = asyncio.run(run_load(tmp_path / "games.sqlite", games=6, moves=4, kills=2))
    assert (result.lost, result.failed, result.illegal) == ([], [], [])
    assert result.kills == 2
    assert 20 <= result.acknowledged <= 24  # a random game may be over early


@pytest.mark.slow
def test_a_thousand_idle_streams_are_refused_and_the_server_goes_on(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite") as server, ExitStack() as connections:
        game = server.ask("/games", {"black": "human"})["id"]
        request = f"GET /games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        answers = []
        for _ in range(1000):
            connection = connections.enter_context(server.connected())
            connection.sendall(request)
            answers.append(connection.recv(12).decode())
        assert answers == ["HTTP/1.1 200"] * MAX_STREAMS + ["HTTP/1.1 503"] * (1000 - MAX_STREAMS)
        for _ in range(1000):  # these do not even ask
            connections.enter_context(server.connected())
        assert server.ask(f"/games/{game}/commands", {"command": "move", "move": "e4"}) == {"ok": True}
        assert server.ask(f"/games/{game}")["ply"] == 1


@pytest.mark.slow
def test_a_connection_on_which_no_request_comes_is_closed(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite") as server:
        silent, slow, later = server.connected(), server.connected(), server.connected()
        slow.sendall(b"GET / HTTP/1.1\r\n")
        later.sendall(f"GET /games HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        answer = b""
        while b'"total"' not in answer:
            answer += later.recv(10_000)
        later.sendall(b"GET /games HTTP/1.1\r\n")  # and no end of the head
        for connection in (silent, slow, later):
            connection.settimeout(30)
            with connection:
                assert connection.recv(100) == b""


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n"], ids=["silent", "slow"])
def test_idle_connections_do_not_shut_out_a_request_where_few_files_are_allowed(tmp_path: Path, sent: bytes) -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of another process are set on Linux only")
    with running(tmp_path / "games.sqlite") as server, ExitStack() as connections:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (256, 256))
        for _ in range(300):
            connection = connections.enter_context(server.connected())
            with suppress(ConnectionError):
                connection.sendall(sent)
        game = server.ask("/games", {"black": "human"})["id"]
        assert server.ask(f"/games/{game}/commands", {"command": "move", "move": "e4"}) == {"ok": True}
