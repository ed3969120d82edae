"""Requests that take seconds: how many at a time, how long they are waited for, and what the others get meanwhile."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Final
from urllib.error import HTTPError

import pytest
from refusals import codes
from server_process import ServerProcess, running

from historic.study.sample_game import SAMPLE_GAME
from modern.facts import fact_of
from modern.web import long_work
from modern.web.long_work import MAX_WAITING, LongWork
from modern.web.streams import TooMany

HUMANS: Final = {"white": "human", "black": "human"}
#: 990 kB, which take seconds to read.
LONG_PGN: Final = "1. e4 " + "(1. d4 d5) " * 90_000


def test_a_call_waits_for_a_place_and_gives_what_it_returns_or_raises() -> None:
    may_end = Event()

    async def check() -> None:
        work = LongWork(1)
        first = asyncio.ensure_future(work.do(may_end.wait, 30.0))
        second = asyncio.ensure_future(work.do(str, 2))
        third = asyncio.ensure_future(work.do(int, "three"))
        await asyncio.sleep(0.05)
        assert [first.done(), second.done(), third.done()] == [False] * 3
        may_end.set()
        assert (await first, await second) == (True, "2")
        with pytest.raises(ValueError, match="three"):
            await third

    asyncio.run(check())


def test_a_call_that_goes_on_does_not_keep_the_program_from_its_end() -> None:
    may_end = Event()

    async def check() -> None:
        waiting = asyncio.ensure_future(LongWork(1).do(may_end.wait, 30.0))
        await asyncio.sleep(0.05)
        # Python waits at its end for each thread that is no daemon.
        assert [thread.daemon for thread in threading.enumerate() if thread.name == "long work"] == [True]
        may_end.set()
        await waiting

    asyncio.run(check())


def test_one_more_than_may_wait_is_refused_and_later_ones_are_not() -> None:
    may_end = Event()

    async def check() -> None:
        work = LongWork(1)
        waiting = [asyncio.ensure_future(work.do(may_end.wait, 30.0)) for _ in range(MAX_WAITING)]
        await asyncio.sleep(0.05)
        with pytest.raises(TooMany) as refused:
            await work.do(str, 1)
        assert codes(fact_of(refused.value)) == {"serve.busy"}
        may_end.set()
        assert all(await asyncio.gather(*waiting))
        assert await work.do(str, 1) == "1"

    asyncio.run(check())


def test_a_call_that_takes_too_long_is_refused_and_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "ANSWER_SECONDS", 0.05)
    may_end = Event()

    async def check() -> None:
        work = LongWork(1)
        for call in (may_end.wait, str):  # the first works too long, the second waits for its place too long
            with pytest.raises(TooMany) as refused:
                await work.do(call, 30.0)
            assert codes(fact_of(refused.value)) == {"serve.busy"}
        may_end.set()
        await asyncio.wait_for(work.free.acquire(), 30)

    asyncio.run(check())


def test_a_call_that_the_end_of_the_server_cancels_says_so() -> None:
    may_end = Event()

    async def check() -> None:
        waiting = asyncio.ensure_future(LongWork(1).do(may_end.wait, 30.0))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(TooMany) as refused:
            await waiting
        assert codes(fact_of(refused.value)) == {"serve.ends"}

    asyncio.run(check())
    may_end.set()


def answer_of(server: ServerProcess, path: str, given: object) -> tuple[int, str]:
    """Returns the status of an answer, and the code of its error."""
    try:
        server.ask(path, given)
    except HTTPError as error:
        return error.code, json.load(error)["facts"]["error"]["code"]
    return 200, ""


@pytest.mark.slow
@pytest.mark.posix
@pytest.mark.parametrize("kind", ["long PGN", "turn of the 1994 program"])
def test_long_requests_hold_up_neither_new_games_nor_ctrl_c(kind: str, tmp_path: Path) -> None:
    requests: list[tuple[str, object]]
    if kind == "long PGN":
        requests = [("/games", {**HUMANS, "pgn": LONG_PGN})] * 12
    else:
        requests = [("/inside/turn", {"moves": " ".join(SAMPLE_GAME[:plies])}) for plies in range(8, 20)]
    with running(tmp_path / "store") as server, ThreadPoolExecutor(12) as clients:
        answers = [clients.submit(answer_of, server, *request) for request in requests]
        for _ in range(3):
            assert answer_of(server, "/games", {**HUMANS, "pgn": "1. e4 *"}) == (200, "")
        assert sum(answer.done() for answer in answers) < 6
        server.process.send_signal(signal.SIGINT)
        out, errors = server.process.communicate(timeout=30)
        assert (server.process.returncode, out, errors) == (0, "stopped\n", "")
        assert (503, "serve.ends") in [answer.result() for answer in answers]
