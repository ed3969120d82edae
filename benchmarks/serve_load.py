"""Plays many games at once against `gosub serve`, kills the server now and then, and counts what was lost.

    python benchmarks/serve_load.py --games 50 --moves 10 --kills 10

Each client watches its game on a stream, makes random legal moves, and remembers every move that was acknowledged.
After each kill -9 the server is started again with the same store, and every client compares. It prints how many moves
were lost, answers with a status of 5xx, states that python-chess finds illegal, and how long the answers took that need
no thinking. The exit code is 1 if anything was lost or illegal.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import chess
import click

from modern.cli.shell import EXIT_FAILURE, run_and_exit

#: The opponents, in turn, and how long they think.
OPPONENTS: Final = ("modern[UCI_Elo=1500]", "historic")
SECONDS: Final = 0.1
#: How long a client waits for the server to come back, in seconds, and how often it asks.
RETURN_SECONDS: Final = 60.0
RETRY: Final = 0.1
SERVE: Final = "import sys; from modern.cli import main; main(['serve', *sys.argv[1:]])"


@dataclass
class LoadResult:
    """What a run has found. `answers` are the times of the answers that need no thinking, in seconds."""

    acknowledged: int = 0
    kills: int = 0
    answers: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """True if nothing was lost, nothing failed, and every state was legal."""
        return not (self.lost or self.failed or self.illegal)

    def percentile(self, percent: int) -> float:
        """Returns the time within which this percentage of the answers came, in seconds."""
        return statistics.quantiles(self.answers, n=100, method="inclusive")[percent - 1]


class LoadServer:
    """The server as a process, always on the same port and store."""

    def __init__(self, store: Path, workers: int | None) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        options = ["--port", str(self.port), "--store", str(store)]
        self.command = [sys.executable, "-c", SERVE, *options, *(["--workers", str(workers)] if workers else [])]
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Starts the server and waits until it answers."""
        self.process = await asyncio.create_subprocess_exec(*self.command, stdout=asyncio.subprocess.PIPE)
        assert self.process.stdout is not None
        if not await self.process.stdout.readline():
            raise RuntimeError("gosub serve did not start")

    async def kill(self) -> None:
        """Kills the server, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


class LoadClient:
    """Requests to the server on a connection that is kept, as a browser keeps it, and streams on others."""

    def __init__(self, port: int, result: LoadResult) -> None:
        self.port = port
        self.result = result
        self.kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, given: Any = None) -> Any:
        """Returns an answer's JSON. Raises OSError if the server is gone, or has closed an idle connection."""
        began = time.perf_counter()
        try:
            self.kept = self.kept or await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.kept
            body = b"" if given is None else json.dumps(given).encode()
            writer.write(self._head(method, path, len(body)) + body)
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            content = await reader.readexactly(int(head.lower().partition("content-length:")[2].split()[0]))
        except (OSError, asyncio.IncompleteReadError):  # killed, perhaps in the middle of the answer
            self.close()
            raise ConnectionResetError from None
        status = head.split(maxsplit=2)[1]
        if status.startswith("5"):
            self.result.failed.append(f"{method} {path}: {status} {content[:100]!r}")
        self.result.answers.append(time.perf_counter() - began)
        return json.loads(content)

    def close(self) -> None:
        """Closes the connection; the next request opens another."""
        if self.kept:
            self.kept[1].close()
            self.kept = None

    async def events(self, path: str) -> AsyncIterator[Any]:
        """Yields the events of a stream, as long as it lasts. Raises OSError."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        try:
            writer.write(self._head("GET", path, 0))
            while line := await reader.readline():
                if line.startswith(b"data: ") and line.endswith(b"\n"):
                    yield json.loads(line[6:])
        finally:
            writer.close()

    def _head(self, method: str, path: str, length: int) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += ["Content-Type: application/json", f"Content-Length: {length}"] if length else []
        return "\r\n".join([*lines, "", ""]).encode()


class ScriptedGame:
    """A game of a client that makes random moves, and checks everything that it is shown."""

    def __init__(self, number: int, client: LoadClient, moves: int, delay: float = 0) -> None:
        """Takes the seconds before the game begins as `delay`."""
        self.random = random.Random(number)
        self.delay = delay
        self.client = client
        self.result = client.result
        self.moves_left = moves
        self.opponent = OPPONENTS[number % len(OPPONENTS)]
        self.id = ""
        #: The moves that were acknowledged, by ply.
        self.acknowledged: dict[int, str] = {}
        self.last_seen = 0.0

    async def play(self) -> None:
        """Plays until the moves are made or the game is over."""
        settings = {"black": self.opponent, "seconds": SECONDS, "pause": 0}
        await asyncio.sleep(self.delay)
        self.last_seen = time.monotonic()
        while not self.id:
            try:
                self.id = (await self.client.ask("POST", "/games", settings))["id"]
            except OSError:
                await asyncio.sleep(RETRY)
        while not await self._watch():
            if time.monotonic() - self.last_seen > RETURN_SECONDS:
                self.result.failed.append(f"game {self.id}: the server does not come back")
                return
            await asyncio.sleep(RETRY)

    async def _watch(self) -> bool:
        """Plays along a stream. Returns True if the game has been played to its end."""
        try:
            async for event in self.client.events(f"/games/{self.id}/events"):
                self.last_seen = time.monotonic()
                if event["type"] != "state":
                    continue
                state = event["state"]
                self._check(state)
                if state["result"] != "*" or (not self.moves_left and state["turn"] == "white"):
                    return True
                if state["legal"]:
                    await self._move(state)
        except OSError:
            pass
        return False

    async def _move(self, state: Any) -> None:
        move = self.random.choice(state["legal"])["uci"]
        command = {"command": "move", "move": move, "ply": state["ply"]}
        answer = await self.client.ask("POST", f"/games/{self.id}/commands", command)
        if answer == {"ok": True}:
            self.acknowledged[state["ply"]] = move
            self.result.acknowledged += 1
            self.moves_left -= 1
        elif "gone on" not in answer.get("refused", ""):
            self.result.failed.append(f"game {self.id}: {move} was answered {answer}")
        if self.random.random() < 0.1:
            await self.client.ask("GET", "/games")

    def _check(self, state: Any) -> None:
        """Compares a state with the acknowledged moves and with the rules."""
        played = [entry["uci"] for entry in state["moves"]]
        for ply, move in self.acknowledged.items():
            if played[ply : ply + 1] != [move]:
                self.result.lost.append(f"game {self.id}: ply {ply + 1}, {move}, is lost")
        board = chess.Board(state["start_fen"])
        for move in played:
            if chess.Move.from_uci(move) not in board.legal_moves:
                self.result.illegal.append(f"game {self.id}: {move} in {board.fen()}")
                return
            board.push_uci(move)
        if board.board_fen() != state["pieces"]:
            self.result.illegal.append(f"game {self.id}: {state['pieces']} after {played}")
        if state["legal"] and {entry["uci"] for entry in state["legal"]} != set(map(str, board.legal_moves)):
            self.result.illegal.append(f"game {self.id}: other legal moves in {board.fen()}")


async def run_load(
    store: Path, games: int, moves: int, kills: int, workers: int | None = None, spread: float = 0
) -> LoadResult:
    """Plays games of this many moves at once, and kills the server this many times meanwhile.

    The games begin one after the other within `spread` seconds.
    """
    result = LoadResult()
    server = LoadServer(store, workers)
    await server.start()
    clients = [LoadClient(server.port, result) for _ in range(games)]
    delays = [spread * number / games for number in range(games)]
    players = [
        ScriptedGame(number, client, moves, delay)
        for number, (client, delay) in enumerate(zip(clients, delays, strict=True))
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        await _kill_now_and_then(server, result, playing, games * moves, kills)
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        for client in clients:
            client.close()
        await server.kill()
    return result


async def _kill_now_and_then(
    server: LoadServer, result: LoadResult, playing: Sequence[asyncio.Task[None]], total: int, kills: int
) -> None:
    """Kills the server whenever another part of the moves has been made, and starts it again."""
    for kill in range(1, kills + 1):
        while result.acknowledged < total * kill // (kills + 1) and not all(task.done() for task in playing):
            await asyncio.sleep(0.01)
        await server.kill()
        result.kills += 1
        await server.start()


@click.command()
@click.option("--games", type=click.IntRange(1), default=50, show_default=True, help="Games at once.")
@click.option(
    "--moves", type=click.IntRange(1), default=10, show_default=True, help="Moves of the client in each game."
)
@click.option("--kills", type=click.IntRange(0), default=10, show_default=True, help="How often the server is killed.")
@click.option("--workers", type=click.IntRange(1), help="Players that think at a time.  [default: one per core]")
@click.option(
    "--spread",
    type=click.FloatRange(0),
    default=5.0,
    show_default=True,
    help="Seconds within which the games begin; 0: all at once.",
)
def main(games: int, moves: int, kills: int, workers: int | None, spread: float) -> None:
    """Play many games at once against gosub serve, and count what is lost when it is killed."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(run_load(Path(folder) / "games.sqlite", games, moves, kills, workers, spread))
    click.echo(f"{games} games on {os.cpu_count()} cores, {time.perf_counter() - began:.0f} s, {result.kills} kills")
    click.echo(f"{result.acknowledged} moves acknowledged, {len(result.lost)} lost")
    click.echo(f"{len(result.failed)} failed answers, {len(result.illegal)} illegal states")
    times = ", ".join(f"{percent} %: {1000 * result.percentile(percent):.0f} ms" for percent in (50, 95, 99))
    click.echo(f"{len(result.answers)} answers without thinking: {times}")
    for line in (*result.lost, *result.failed, *result.illegal):
        click.echo(line)
    if not result.is_clean:
        raise SystemExit(EXIT_FAILURE)


if __name__ == "__main__":
    run_and_exit(main, "serve_load.py")
