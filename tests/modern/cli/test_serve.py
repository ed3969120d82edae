"""`gosub serve` as a command and as a process."""

from __future__ import annotations

import signal
import socket
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from scenarios import Gosub
from server_process import running

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


@pytest.mark.slow
@pytest.mark.one_build
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
