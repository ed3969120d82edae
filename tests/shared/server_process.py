"""A running `gosub serve`, as a process of its own."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commands import GOSUB
from signal_actions import default_signals


class ServerProcess:
    """A running `gosub serve`."""

    def __init__(self, store: Path, *options: str) -> None:
        command = [GOSUB, "serve", "--port", "0", "--store", str(store), *options]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=default_signals if os.name == "posix" else None,
            start_new_session=True,  # a process group of its own, as in a terminal
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
def running(store: Path, *options: str) -> Iterator[ServerProcess]:
    """Provides a server with its games in a file."""
    server = ServerProcess(store, *options)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()
