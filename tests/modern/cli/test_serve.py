"""`gosub serve` as a command and as a process."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from refusals import refused
from scenarios import Gosub
from server_process import running
from signal_actions import default_signals

from modern.web.store import Store

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_a_missing_extra_is_one_line_that_says_how_to_install_it(missing: str) -> None:
    code = (
        f"import sys; sys.modules['{missing}'] = None; from modern.cli import main; main(['serve', '--token', 'x' * 8])"
    )
    result = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f'gosub: gosub serve needs {missing}: in a checkout, pip install ".[web]"\n'


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
    refused(result, f"{path} .. `gosub serve`", 1)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--player", "uci:stockfish"], "--player: .. `gosub play`"),
        (["--player", "historic[Book=a.bin]"], "--player: historic: .. 'Book'"),
        (["--player", "human", "--level", "3"], "--player: a human can play only in `gosub play`"),
    ],
)
def test_an_opponent_that_no_browser_may_have_is_refused(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("serve", "--port", "0", *words), reason, 2)


@pytest.mark.parametrize("token", ["", "short", "with space", "a/b/c/d/e", "x" * 201])
def test_a_token_of_another_form_is_one_line(token: str, gosub: Gosub, tmp_path: Path) -> None:
    result = gosub("serve", "--port", "0", "--store", str(tmp_path / "games.sqlite"), "--token", token)
    refused(result, "--token TOKEN must be 8 to 200 letters, digits, - and _; --token alone makes a new one", 2)


@pytest.mark.slow
@pytest.mark.parametrize("given", [[], ["open-Sesame_1994"]])
def test_the_printed_address_has_the_token_and_opens_the_server(given: list[str], tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite", "--token", *given) as server:
        printed = re.search(r"/\?token=([\w-]{8,}) ", server.announced)
        assert printed
        assert not given or printed[1] == given[0]
        assert " 403 " in server.raw("GET / HTTP/1.1")
        assert " 303 " in server.raw(f"GET /?token={printed[1]} HTTP/1.1")


@pytest.mark.posix
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="only a POSIX system has process groups")
@pytest.mark.parametrize("thinks", [False, True])
def test_ctrl_c_in_a_terminal_reaches_the_players_and_they_end_silently(thinks: bool, tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite") as server:
        if thinks:
            game = server.ask("/games", {"white": "modern", "black": "human", "seconds": 600})["id"]
            server.ask("/screens", {})
            assert server.ask(f"/games/{game}")["thinking"]
        time.sleep(1.5)  # so that the processes have started
        os.killpg(server.process.pid, signal.SIGINT)  # as a terminal does
        out, errors = server.process.communicate(timeout=30)
    assert (server.process.returncode, out, errors) == (0, "stopped\n", "")


@pytest.mark.posix
@pytest.mark.slow
def test_requests_that_cannot_be_read_are_one_line_in_our_words(tmp_path: Path) -> None:
    upgrade = "GET /games HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x"
    chunk = "POST /games HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"
    with running(tmp_path / "games.sqlite") as server:
        answers = [server.raw(request) for request in (chunk, upgrade, "nonsense", "\x16\x03\x01")]
        server.process.send_signal(signal.SIGINT)
        out, errors = server.process.communicate(timeout=30)
    assert [answer.split()[1] for answer in answers] == ["400", "200", "400", "400"]
    assert (server.process.returncode, out) == (0, "stopped\n")
    assert errors == "gosub: a request was refused: it is not valid HTTP; more of them are not reported for a minute\n"


@pytest.mark.posix
@pytest.mark.slow
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


@pytest.mark.posix
def test_a_server_says_once_that_a_damaged_journal_has_lost_changes(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with running(store) as server:
        journal = Path(f"{store}-wal")
        while not journal.exists() or not journal.stat().st_size:  # it is in the database a second later
            server.ask("/games", {"white": "human", "black": "human"})
            server.process.send_signal(signal.SIGSTOP)
            if not journal.stat().st_size:
                server.process.send_signal(signal.SIGCONT)
        server.process.kill()
    journal.write_bytes(b"")
    said = []
    for _ in range(2):
        with running(store) as server:
            server.process.send_signal(signal.SIGINT)
            said.append(server.process.communicate(timeout=30)[1])
    assert said == [
        f"the journal of {store} was damaged: 1 game in it lost changes that had been answered\n",
        "",
    ]


@pytest.mark.posix
def test_a_signal_while_the_event_loop_is_made_ends_the_server_quietly(tmp_path: Path) -> None:
    code = """
import asyncio.selector_events, os, signal
loop = asyncio.selector_events.BaseSelectorEventLoop
make = loop._make_self_pipe
def signalled(self):
    os.kill(os.getpid(), signal.SIGTERM)
    make(self)
loop._make_self_pipe = signalled
from modern.__main__ import main
main()
"""
    words = [sys.executable, "-P", "-c", code, "serve", "--port", "0", "--store", str(tmp_path / "store")]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, preexec_fn=default_signals)
    assert (ended.returncode, ended.stdout, ended.stderr) == (143, "", "")
