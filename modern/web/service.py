"""Runs the games in progress: shows them to watchers, lets programs think, and stores every change.

A change is made, then stored, then answered and shown. Whoever wants the game meanwhile waits for that (its `lock`). So
whatever has been answered or shown is on disk.

A program thinks about its reply to a human whether or not somebody watches. A game between two programs continues only
while it is watched, and a hint is given only then. A player is stopped when its thought is no longer wanted: the game
is deleted or resigned, or the previous move is taken back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from modern.facts import fact, fact_of, told
from modern.game.session import HINT, GameSession, Question, Refusal
from modern.web.game_json import do_command, shown_state, summary
from modern.web.settings import GamesQuery, Json
from modern.web.store import Store, StoreError
from modern.web.stored_game import kept_game, new_game, offered_pgn, restored_game
from modern.web.streams import Streams, Watcher
from modern.web.thinking import finish_task, task_json
from modern.web.thinking_pool import PooledThought, ThinkingPool

#: The most games that are kept in memory; those that nobody watches are dropped first.
MAX_OPEN_GAMES: Final = 300
#: How many games are deleted in one transaction, so that it needs little room on the disk and others need not wait.
DELETED_AT_ONCE: Final = 50

#: Why a stored game cannot be restored, if the error itself has no text for users.
UNREADABLE: Final = "it is not a game as this version stores it"


class NoSuchGame(Exception):
    """There is no game with this id; the text says so."""

    def __init__(self) -> None:
        super().__init__(fact("serve.no_such_game"))


@dataclass(eq=False)
class WatchedSession:
    """A game in memory, with its watchers and the thought that it waits for.

    `flag`    falls for a human to move.
    `latest`  the latest event of each type from the thought in progress, for watchers who come later.
    `lock`    is held while a change is made and stored.
    """

    id: str
    session: GameSession
    watchers: set[Watcher] = field(default_factory=set)
    thought: PooledThought | None = None
    flag: asyncio.TimerHandle | None = None
    latest: dict[str, Json] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def publish(self, event: Json) -> None:
        for watcher in list(self.watchers):
            watcher.put(event)

    @property
    def is_idle(self) -> bool:
        """True if nothing is lost when the game is dropped from memory."""
        return not (self.watchers or self.thought or self.flag or self.lock.locked())


class GameService:
    """All the games of a server."""

    def __init__(self, path: Path, workers: int) -> None:
        """Opens the store. Raises StoreError."""
        self.store = Store(path)
        self.pool = ThinkingPool(workers, self._queue_moved)
        self.streams = Streams()
        self.games: dict[str, WatchedSession] = {}
        #: The changes being stored that no request waits for.
        self.background: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Ends the streams and the players, and closes the store."""
        self.streams.end()
        self.pool.close()
        await asyncio.to_thread(self.store.close)

    # Requests.

    async def create(self, settings: Json) -> str:
        """Stores a new game, and returns its id. Raises Refusal and StoreError."""
        session = await asyncio.to_thread(new_game, settings)  # reading a long PGN takes a while
        game_id = secrets.token_urlsafe(9)
        await asyncio.wrap_future(self.store.put(game_id, kept_game(session), summary(session), is_new=True))
        self._begin(game_id, session)
        return game_id

    async def listed(self, query: GamesQuery) -> Json:
        """Returns the games that a query asks for, the latest first, and how many there are. Raises StoreError."""
        return await asyncio.wrap_future(self.store.listed(query))

    async def state(self, game_id: str) -> Json:
        """Returns the state of a game. Raises NoSuchGame."""
        async with self._locked(game_id) as watched:
            return self._state(watched)

    async def pgn(self, game_id: str) -> str:
        """Returns a game as PGN. Raises NoSuchGame."""
        async with self._locked(game_id) as watched:
            return offered_pgn(watched.session)

    async def content(self, game_id: str) -> bytes:
        """Returns the stored bytes of a game, readable or not. Raises NoSuchGame and StoreError."""
        content = await asyncio.wrap_future(self.store.content(game_id))
        if content is None:
            raise NoSuchGame
        return content

    async def finished_pgn(self, game_id: str) -> str:
        """Returns a game that is over as PGN. Raises NoSuchGame, and Refusal if it is not over."""
        async with self._locked(game_id) as watched:
            if not watched.session.is_over:
                raise Refusal(fact("serve.only_over_analysed"))
            return offered_pgn(watched.session)

    async def watch(self, game_id: str) -> Watcher:
        """Returns a new watcher of a game, which has the state already. Raises NoSuchGame and TooMany."""
        async with self._locked(game_id) as watched:
            watcher = self.streams.open(partial(self._left, watched))
            watcher.put({"type": "state", "state": self._state(watched)})
            for event in filter(None, (watched.session.considered, *watched.latest.values())):
                watcher.put(event)
            watched.watchers.add(watcher)
            self._pursue(watched)
            return watcher

    async def command(self, game_id: str, given: Json) -> Json:
        """Executes a command, and returns the answer once the change is stored. Raises NoSuchGame and StoreError."""
        async with self._locked(game_id) as watched:
            session, answer = watched.session, dict[str, Any](ok=True)
            before = session.task_number
            try:
                do_command(session, given, self._now())
            except Refusal as refusal:
                answer = told(refused=fact_of(refusal))
            except Question as question:
                answer = told(question=fact_of(question))
            if session.hint_asked and session.task_number != before:
                if not watched.watchers:
                    session.end_hint()
                    return told(refused=fact("game.hint_for_watchers"))
                self._pursue(watched)
                self._show(watched)
            elif session.task_number != before:  # also if the flag has just fallen, and the command was refused
                await self._changed(watched)
            elif "ok" in answer and given["command"] == "stop" and watched.thought:
                self.pool.stop(watched.thought)
            return answer

    async def delete(self, ids: Sequence[str]) -> int:
        """Removes games, readable or not, and stops their players. Returns how many there were.

        Raises StoreError if not all could be removed.
        """
        count = 0
        for first in range(0, len(ids), DELETED_AT_ONCE):
            together = ids[first : first + DELETED_AT_ONCE]
            left = [self.games[game_id] for game_id in together if game_id in self.games]
            for watched in left:
                self._forget(watched)
            last: Json | None = None
            try:
                count += await asyncio.wrap_future(self.store.delete(together))
                last = {"type": "deleted"}
            finally:
                # Another request may have read a game before it was removed.
                for watched in (
                    *left,
                    *(self.games[game_id] for game_id in together if last and game_id in self.games),
                ):
                    self._drop(watched, last)
        return count

    # Games in memory.

    @asynccontextmanager
    async def _locked(self, game_id: str) -> AsyncIterator[WatchedSession]:
        """Provides a game that is as it is on disk, and that nobody else changes. Raises NoSuchGame and StoreError."""
        while True:
            watched = await self._open(game_id)
            async with watched.lock:
                if self.games.get(game_id) is watched:  # it may have been dropped meanwhile
                    yield watched
                    return

    async def _open(self, game_id: str) -> WatchedSession:
        """Returns a game, from the store if it is not in memory. Raises NoSuchGame and StoreError."""
        if game_id not in self.games:
            kept = await asyncio.wrap_future(self.store.get(game_id))
            if kept is None:
                raise NoSuchGame
            if game_id not in self.games:  # another request may have opened it meanwhile
                try:
                    self._begin(game_id, restored_game(kept))
                except (AttributeError, LookupError, TypeError, ValueError, Refusal) as error:
                    says_why = isinstance(error, (ValueError, Refusal))
                    raise self.store.damaged(game_id, fact_of(error) if says_why else UNREADABLE) from None
        return self.games[game_id]

    def _begin(self, game_id: str, session: GameSession) -> None:
        """Keeps a game in memory from now on: the clock of a human to move runs, or a program thinks."""
        too_many = max(0, len(self.games) - MAX_OPEN_GAMES + 1)
        for idle in [other for other in self.games.values() if other.is_idle][:too_many]:
            del self.games[idle.id]
        self.games[game_id] = watched = WatchedSession(game_id, session)
        if session.human_to_move:
            session.begin_turn(self._now())
        self._set_flag(watched)
        self._pursue(watched)

    def _forget(self, watched: WatchedSession) -> None:
        """Drops a game from memory, and gives up its thought."""
        if self.games.get(watched.id) is watched:
            del self.games[watched.id]
        if watched.thought:
            self.pool.abandon(watched.thought)
            watched.thought = None
        if watched.flag:
            watched.flag.cancel()

    def _drop(self, watched: WatchedSession, last: Json | None) -> None:
        """Forgets a game, and ends its streams, after a last event if there is one."""
        self._forget(watched)
        for watcher in list(watched.watchers):
            if last:
                watcher.put(last)
            watcher.end()

    def _left(self, watched: WatchedSession, watcher: Watcher) -> None:
        """Removes a watcher. Without watchers, a thought that only they would see is given up."""
        watched.watchers.discard(watcher)
        thought = watched.thought
        if watched.watchers or thought is None or self.games.get(watched.id) is not watched:
            return
        waits = self.pool.place(thought) is not None
        if thought.task["kind"] == HINT or (waits and not watched.session.human_sides):
            self._give_up(watched)

    # Changes.

    async def _changed(self, watched: WatchedSession, events: Iterable[Json] = ()) -> None:
        """Stores a game after a change, then shows it, and lets the program to move think. Its lock must be held.

        Raises StoreError, and then the game is as it was stored before.
        """
        session = watched.session
        self._set_flag(watched)
        if watched.thought and watched.thought.task["number"] != session.task_number:
            self._give_up(watched)
        try:
            await asyncio.wrap_future(self.store.put(watched.id, kept_game(session), summary(session)))
        except StoreError:
            self._drop(watched, None)
            raise
        if self.games.get(watched.id) is watched:  # it may have been deleted meanwhile
            self._show(watched, events)
            self._pursue(watched)

    def _show(self, watched: WatchedSession, events: Iterable[Json] = ()) -> None:
        """Shows the state of a game, which is on disk, and some events."""
        if watched.watchers:
            for event in ({"type": "state", "state": self._state(watched)}, *events):
                watched.publish(event)

    def _state(self, watched: WatchedSession) -> Json:
        queued = self.pool.place(watched.thought) if watched.thought else None
        return {"id": watched.id, **shown_state(watched.session, self._now(), queued)}

    def _set_flag(self, watched: WatchedSession) -> None:
        """Waits for the flag of a human to move."""
        if watched.flag:
            watched.flag.cancel()
            watched.flag = None
        left = watched.session.seconds_until_flag(self._now())
        if left is not None:
            watched.flag = asyncio.get_running_loop().call_later(
                max(0.0, left) + 0.01, lambda: self._in_background(self._flag_due(watched.id))
            )

    async def _flag_due(self, game_id: str) -> None:
        async with self._locked(game_id) as watched:
            if watched.session.check_flag(self._now()):
                await self._changed(watched)
            else:
                self._set_flag(watched)

    def _in_background(self, change: Coroutine[Any, Any, None]) -> None:
        """Makes a change for which no request waits."""

        async def made() -> None:
            # A store that fails has ended the streams of the game; whoever returns sees what was stored.
            with suppress(NoSuchGame, StoreError):
                await change

        task = asyncio.create_task(made())
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    # Thoughts.

    def _pursue(self, watched: WatchedSession) -> None:
        """Lets a program think if it is its turn, and somebody watches or waits for its reply."""
        session = watched.session
        is_wanted = watched.watchers or (session.program_to_move and session.human_sides)
        if watched.thought or not is_wanted:
            return
        task = task_json(session, watched.id, bool(watched.watchers))
        if task is None:
            return
        thought = PooledThought(
            task,
            partial(self._thought_began, watched),
            partial(self._thought_event, watched),
            lambda result: self._in_background(self._thought_done(watched.id, thought, result)),
        )
        watched.thought = thought
        self.pool.submit(thought)

    def _give_up(self, watched: WatchedSession) -> None:
        assert watched.thought is not None
        self.pool.abandon(watched.thought)
        watched.thought = None
        watched.latest.clear()
        if watched.session.hint_asked:
            watched.session.end_hint()

    def _thought_began(self, watched: WatchedSession) -> None:
        session = watched.session
        if session.program_to_move:
            session.turn_began = self._now()  # it thinks, and no longer waits
        watched.latest.clear()
        watched.publish({"type": "queue", "position": None})
        if session.control:
            self._show(watched)

    def _thought_event(self, watched: WatchedSession, event: Json) -> None:
        watched.latest[event["type"]] = event
        watched.publish(event)

    async def _thought_done(self, game_id: str, thought: PooledThought, result: Json) -> None:
        async with self._locked(game_id) as watched:
            if watched.thought is not thought:
                return  # it was given up meanwhile
            watched.thought = None
            watched.latest.clear()
            events = finish_task(watched.session, result, self._now())
            if result["kind"] == HINT:
                self._show(watched, events)
            else:
                await self._changed(watched, events)

    def _queue_moved(self) -> None:
        """Tells watchers how many thoughts are ahead of theirs in the queue."""
        waiting = {watched.thought: watched for watched in self.games.values() if watched.thought}
        for position, thought in enumerate(self.pool.queue):
            if thought in waiting:
                waiting[thought].publish({"type": "queue", "position": position})

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
