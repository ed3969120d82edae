"""Many games and many streams at once, with kills in the middle."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError

import chess
import pytest
from server_process import ServerProcess, running

from modern.web.streams import MAX_STREAMS

#: How long a game may take, in seconds.
PATIENCE: Final = 300.0


class PlayedGame:
    """A game in which random moves are made against a program, and every state is checked."""

    def __init__(self, number: int, opponent: str) -> None:
        self.random, self.opponent, self.id = random.Random(number), opponent, ""
        self.watched: ServerProcess | None = None
        #: The moves that were acknowledged, by ply.
        self.acknowledged: dict[int, str] = {}

    def play(self, servers: Sequence[ServerProcess], moves: int) -> None:
        """Plays until the moves are made or the game is over; goes on where it was when another server runs."""
        last = time.monotonic() + PATIENCE
        with ExitStack() as watching:
            while time.monotonic() < last:
                try:
                    if self._is_over(servers[-1], moves, watching):
                        return
                except HTTPError as error:
                    raise AssertionError(f"{self.id}: {error}, {error.read()!r}") from None
                except (OSError, HTTPException):  # it was killed
                    time.sleep(0.05)
        raise AssertionError(f"{self.id} has no end after {PATIENCE:.0f} s")

    def _is_over(self, server: ServerProcess, moves: int, watching: ExitStack) -> bool:
        """Makes a move if it is this side's turn. Returns True if the game has been played to its end."""
        if not self.id:
            self.id = server.ask("/games", {"black": self.opponent, "seconds": 0.1, "pause": 0})["id"]
        if server is not self.watched:  # after a start, a program thinks if somebody watches
            watching.enter_context(server.connected()).sendall(
                f"GET /games/{self.id}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
            )
            self.watched = server
        state = server.ask(f"/games/{self.id}")
        self.check(state)
        if state["result"] != "*" or (len(self.acknowledged) >= moves and state["turn"] == "white"):
            return True
        if not state["legal"]:
            time.sleep(0.05)
            return False
        move = self.random.choice(state["legal"])["uci"]
        command = {"command": "move", "move": move, "ply": state["ply"]}
        assert server.ask(f"/games/{self.id}/commands", command) == {"ok": True}
        self.acknowledged[state["ply"]] = move
        return False

    def check(self, state: Any) -> None:
        """Compares a state with the acknowledged moves and with the rules."""
        played = [entry["uci"] for entry in state["moves"]]
        assert {ply: move for ply, move in enumerate(played) if ply in self.acknowledged} == self.acknowledged
        board = chess.Board(state["start_fen"])
        for move in played:
            assert chess.Move.from_uci(move) in board.legal_moves
            board.push_uci(move)
        assert state["pieces"] == board.board_fen()
        assert not state["legal"] or {entry["uci"] for entry in state["legal"]} == set(map(str, board.legal_moves))


@pytest.mark.slow
@pytest.mark.posix
def test_games_at_once_lose_no_move_when_the_server_is_killed(tmp_path: Path) -> None:
    moves, kills, store = 4, 2, tmp_path / "games.sqlite"
    games = [PlayedGame(number, ("modern[UCI_Elo=1500]", "historic")[number % 2]) for number in range(6)]
    with ThreadPoolExecutor(len(games)) as threads, ExitStack() as running_servers:
        servers = [running_servers.enter_context(running(store))]
        playing = [threads.submit(game.play, servers, moves) for game in games]
        for kill in range(1, kills + 1):
            while sum(len(game.acknowledged) for game in games) < len(games) * moves * kill // (kills + 1):
                assert not all(played.done() for played in playing), [played.exception() for played in playing]
                time.sleep(0.01)
            servers[-1].process.kill()
            servers[-1].process.wait(timeout=30)
            servers.append(running_servers.enter_context(running(store)))
        for played in playing:
            played.result()
    assert 20 <= sum(len(game.acknowledged) for game in games) <= 24  # a random game may be over early


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
