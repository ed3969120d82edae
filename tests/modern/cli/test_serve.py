"""`gosub serve` as a command and as a process."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from commands import GOSUB
from scenarios import Gosub
from signal_actions import default_signals

import modern.web
from modern.web.store import Store

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_a_missing_extra_is_one_line_that_says_how_to_install_it(
    missing: str, gosub: Gosub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in sys.modules if name.startswith((f"{missing}.", "modern.web.server"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delattr(modern.web, "server", raising=False)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:  # so that it ends in any case
        result = gosub("serve", "--port", str(taken.getsockname()[1]), "--store", str(tmp_path / "games.sqlite"))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"gosub: gosub serve needs {missing}: pip install 'gosub-chess[web]'\n"


def test_a_port_in_use_is_one_line(gosub: Gosub, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        result = gosub("serve", "--port", str(port), "--store", str(tmp_path / "games.sqlite"))
    assert (result.returncode, result.stdout) == (1, "")
    expected = f"gosub: port {port} cannot be used: address already in use; name another with --port\n"
    assert result.stderr == expected


def test_a_store_in_use_is_one_line(gosub: Gosub, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = Store(path)
    result = gosub("serve", "--port", "0", "--store", str(path))
    store.close()
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"gosub: {path} is in use by another `gosub serve`\n"


class ServerProcess:
    """A running `gosub serve`."""

    def __init__(self, store: Path) -> None:
        command = [GOSUB, "serve", "--port", "0", "--store", str(store)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=default_signals,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        self.announced = self.process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", self.announced)
        assert address, self.process.communicate()
        self.port = int(address[1])

    def ask(self, path: str, given: Any = None) -> Any:
        """Returns the answer to a GET, or to a POST of JSON."""
        content = None if given is None else json.dumps(given).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", content, headers)
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def connected(self) -> socket.socket:
        """Returns a connection on which nothing has been sent yet."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def raw(self, request: str) -> str:
        """Returns the status line for a request as it is written."""
        with self.connected() as connection:
            connection.sendall(f"{request}\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode())
            return connection.makefile(encoding="latin-1").readline()

    def stream(self, game: str) -> socket.socket:
        """Returns an open stream of events, whose first event has begun to arrive."""
        connection = self.connected()
        request = f"GET /games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        connection.sendall(request.encode())
        assert b"200 OK" in connection.recv(1000)
        return connection


@contextmanager
def running(store: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(store)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def test_a_killed_server_has_lost_nothing_and_ctrl_c_ends_one_with_open_streams(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    with running(store) as server:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", server.port), timeout=5)
        game = server.ask("/games", {"black": "human"})["id"]
        for move in ("e4", "e5", "Nf3"):
            assert server.ask(f"/games/{game}/commands", {"command": "move", "move": move}) == {"ok": True}
        for path in ("/../../etc/passwd", "/games/../../etc/passwd", "/static/../../server.py", "/./x"):
            assert " 404 " in server.raw(f"GET {path} HTTP/1.1")
        assert " 400 " in server.raw("nonsense")
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(timeout=30)
    with running(store) as server:
        assert str(store) in server.announced
        assert server.ask(f"/games/{game}")["ply"] == 3
        streams = [server.stream(game) for _ in range(3)]
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        out, errors = server.process.communicate(timeout=30)
        seconds = time.monotonic() - began
        for connection in streams:
            connection.close()
    assert (server.process.returncode, out, errors) == (0, "stopped\n", "")
    assert seconds < 4  # a second, and what a busy machine adds
