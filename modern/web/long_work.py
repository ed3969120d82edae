"""Requests that take seconds to answer: a few at a time, in threads that nobody waits for when the server ends."""

from __future__ import annotations

import asyncio
from asyncio import wrap_future
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Final, TypeVar

from modern.facts import fact
from modern.web.keeping import promise, settle
from modern.web.streams import TooMany

Given = TypeVar("Given")
Found = TypeVar("Found")

#: How long a request waits for its answer, in seconds, and the most that wait at a time: each may be of 1 MB.
ANSWER_SECONDS: Final = 30.0
MAX_WAITING: Final = 20


class LongWork:
    """Does at most `places` calls at a time; further ones wait in order. It is used in the event loop.

    The threads of asyncio would be waited for at the end, and quick work would wait behind long work.
    """

    def __init__(self, places: int) -> None:
        self.free = asyncio.Semaphore(places)
        self.waiting = 0

    async def do(self, call: Callable[[Given], Found], given: Given) -> Found:
        """Returns a call's result, or raises its error. Raises TooMany if it takes too long, if too many wait
        already, or if the server ends.

        A call that has begun goes on in its place to its end, even if nobody waits for it any more.
        """
        if self.waiting >= MAX_WAITING:
            raise TooMany(fact("serve.busy"))
        self.waiting += 1
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.free.acquire()
                return await wrap_future(self._begun(partial(call, given)))
        except TimeoutError:
            raise TooMany(fact("serve.busy")) from None
        except asyncio.CancelledError:  # Ctrl-C does so
            raise TooMany(fact("serve.ends")) from None
        finally:
            self.waiting -= 1

    def _begun(self, call: Callable[[], Found]) -> Future[Found]:
        result: Future[Found] = promise()
        loop = asyncio.get_running_loop()

        def work() -> None:
            settle(result, call)
            with suppress(RuntimeError):  # the loop is closed: nobody waits for anything
                loop.call_soon_threadsafe(self.free.release)

        Thread(target=work, name="long work", daemon=True).start()
        return result
