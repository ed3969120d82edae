"""The games that are being played: who watches them, whose turn it is to think, and that all of it is stored.

A command is done at once, then stored, then answered and shown. So what has been answered or shown is on the disk.

A program thinks about its reply to a human whether or not somebody watches. A game between two programs goes on only
while it is watched, and a hint is given only then. A player is stopped when its thought is not wanted any more: the
game is deleted or resigned, or the move before is taken back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from modern.game.session import Question, Refusal
from modern.web.game import HINT, WebGame
from modern.web.seats import Json
from modern.web.shown_state import shown_state
from modern.web.store import Store, StoreError
from modern.web.stored_game import kept_game, new_game, restored_game, summary
from modern.web.streams import Streams, Watcher
from modern.web.thinking_pool import PooledThought, ThinkingPool

#: The most games that are kept in memory; those that nobody watches are dropped first.
MAX_OPEN_GAMES: Final = 300


class NoSuchGame(Exception):
    """There is no game with this id."""


class OpenGame:
    """A game in memory, with those who watch it and the thought that it waits for."""

    def __init__(self, game_id: str, game: WebGame) -> None:
        self.id = game_id
        self.game = game
        self.watchers: set[Watcher] = set()
        self.thought: PooledThought | None = None
        self.flag: asyncio.TimerHandle | None = None
        #: The latest event of each type of the thought in progress, for those who come later.
        self.latest: dict[str, Json] = {}
        #: How many changes are not on the disk yet, and what is to be shown when they are.
        self.writes = 0
        self.unshown: list[Json] = []
        self.stored = asyncio.Event()

    def publish(self, event: Json) -> None:
        """Sends an event to all who watch."""
        for watcher in list(self.watchers):
            watcher.put(event)

    @property
    def is_idle(self) -> bool:
        """True if nothing is lost when the game is dropped from memory."""
        return not (self.watchers or self.thought or self.flag or self.writes)


class GameService:
    """All the games of a server."""

    def __init__(self, path: Path, workers: int) -> None:
        """Opens the store. Raises StoreError."""
        self.store = Store(path)
        self.pool = ThinkingPool(workers, self._queue_moved)
        self.streams = Streams()
        self.games: dict[str, OpenGame] = {}
        #: What is being stored without a request that waits for it.
        self.background: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Ends the streams and the players, and closes the store."""
        self.streams.end()
        self.pool.close()
        await asyncio.to_thread(self.store.close)

    # What is asked.

    async def create(self, settings: Json) -> str:
        """Stores a new game, and returns its id. Raises Refusal and StoreError."""
        game = await asyncio.to_thread(new_game, settings)  # reading a long PGN takes a while
        game_id = secrets.token_urlsafe(9)
        await asyncio.wrap_future(self.store.add(game_id, kept_game(game), summary(game)))
        open_game = self._opened(game_id, game)
        game.look(self._now())
        self._set_flag(open_game)
        self._pursue(open_game)
        return game_id

    async def listed(self) -> list[Json]:
        """Returns the summaries of the games, the latest first."""
        return await asyncio.wrap_future(self.store.listed())

    async def state(self, game_id: str) -> Json:
        """Returns the state of a game. Raises NoSuchGame."""
        return self._state(await self._open_stored(game_id))

    async def pgn(self, game_id: str) -> str:
        """Returns a game as PGN. Raises NoSuchGame."""
        return (await self._open_stored(game_id)).game.pgn()

    async def watch(self, game_id: str) -> Watcher:
        """Returns a new watcher of a game, which has the state already. Raises NoSuchGame and TooManyStreams."""
        open_game = await self._open_stored(game_id)
        watcher = self.streams.open(lambda watcher: self._left(open_game, watcher))
        watcher.put({"type": "state", "state": self._state(open_game)})
        for event in filter(None, (open_game.game.considered, *open_game.latest.values())):
            watcher.put(event)
        open_game.watchers.add(watcher)
        self._pursue(open_game)
        return watcher

    async def command(self, game_id: str, given: Json) -> Json:
        """Does a command, and returns the answer when it is stored. Raises NoSuchGame and StoreError."""
        open_game = await self._open(game_id)
        game, now = open_game.game, self._now()
        try:
            if game.check_flag(now):
                await self._changed(open_game)
            before = game.task_number
            game.command(given, now)
        except Refusal as refusal:
            return {"refused": str(refusal)}
        except Question as question:
            return {"question": str(question)}
        if given["command"] == "stop":
            if open_game.thought:
                self.pool.stop(open_game.thought)
        elif game.hint_asked and not open_game.watchers:
            game.cancel_hint()
            return {"refused": "a hint is given only to those who watch the game"}
        elif game.hint_asked:
            self._pursue(open_game)
            self._show(open_game)
        elif game.task_number != before:
            await self._changed(open_game)
        return {"ok": True}

    async def delete(self, game_id: str) -> None:
        """Leaves a game for good: its player is stopped, and it is removed. Raises NoSuchGame and StoreError."""
        open_game = await self._open(game_id)
        self._drop(open_game, {"type": "deleted"})
        await asyncio.wrap_future(self.store.delete(game_id))
        if game_id in self.games:  # another request had read it before it was removed
            self._drop(self.games[game_id], {"type": "deleted"})

    # Games in memory.

    async def _open_stored(self, game_id: str) -> OpenGame:
        """Returns a game in a state that is on the disk. Raises NoSuchGame and StoreError."""
        while (open_game := await self._open(game_id)).writes:
            await open_game.stored.wait()
        return open_game

    async def _open(self, game_id: str) -> OpenGame:
        """Returns a game, from the store if it is not in memory. Raises NoSuchGame and StoreError."""
        if game_id not in self.games:
            kept = await asyncio.wrap_future(self.store.get(game_id))
            if kept is None:
                raise NoSuchGame(game_id)
            if game_id not in self.games:  # another request may have opened it meanwhile
                try:
                    open_game = self._opened(game_id, restored_game(kept))
                except (KeyError, TypeError, ValueError, Refusal) as error:
                    raise StoreError(f"the game cannot be restored: {error}") from None
                open_game.game.look(self._now())
                self._set_flag(open_game)
                self._pursue(open_game)
        return self.games[game_id]

    def _opened(self, game_id: str, game: WebGame) -> OpenGame:
        too_many = max(0, len(self.games) - MAX_OPEN_GAMES + 1)
        for idle in [other for other in self.games.values() if other.is_idle][:too_many]:
            del self.games[idle.id]
        self.games[game_id] = OpenGame(game_id, game)
        return self.games[game_id]

    def _drop(self, open_game: OpenGame, last: Json | None) -> None:
        """Forgets a game: its thought is given up, and its streams end, after a last event if there is one."""
        self.games.pop(open_game.id, None)
        if open_game.thought:
            self.pool.abandon(open_game.thought)
            open_game.thought = None
        if open_game.flag:
            open_game.flag.cancel()
        for watcher in list(open_game.watchers):
            if last:
                watcher.put(last)
            watcher.end()

    def _left(self, open_game: OpenGame, watcher: Watcher) -> None:
        """Goes on without a watcher: what is shown only to those who watch is not thought about any more."""
        open_game.watchers.discard(watcher)
        thought = open_game.thought
        if open_game.watchers or thought is None or self.games.get(open_game.id) is not open_game:
            return
        waits = self.pool.place(thought) is not None
        if thought.task["kind"] == HINT or (waits and not open_game.game.has_human):
            self._give_up(open_game)

    # What changes.

    async def _changed(self, open_game: OpenGame, events: Iterable[Json] = ()) -> None:
        """Stores a game after a change, then shows it.

        Raises StoreError, and then the game is as it was stored before; and NoSuchGame if it was deleted meanwhile.
        """
        if self.games.get(open_game.id) is not open_game:
            raise NoSuchGame(open_game.id)
        game = open_game.game
        self._set_flag(open_game)
        self._give_up_if_stale(open_game)
        open_game.writes += 1
        open_game.stored.clear()
        try:
            await asyncio.wrap_future(self.store.put(open_game.id, kept_game(game), summary(game)))
        except StoreError:
            self._drop(open_game, None)
            raise
        finally:
            open_game.writes -= 1
            if not open_game.writes:
                open_game.stored.set()
        if self.games.get(open_game.id) is not open_game:  # deleted meanwhile
            return
        self._show(open_game, events)
        self._pursue(open_game)

    def _show(self, open_game: OpenGame, events: Iterable[Json] = ()) -> None:
        """Shows the state of a game and some events, as soon as every change of it is on the disk."""
        open_game.unshown += events
        if open_game.writes:
            return
        if open_game.watchers:
            open_game.publish({"type": "state", "state": self._state(open_game)})
        for event in open_game.unshown:
            open_game.publish(event)
        open_game.unshown.clear()

    def _state(self, open_game: OpenGame) -> Json:
        queued = self.pool.place(open_game.thought) if open_game.thought else None
        return {"id": open_game.id, **shown_state(open_game.game, self._now(), queued)}

    def _set_flag(self, open_game: OpenGame) -> None:
        """Waits for the flag of a human to move."""
        if open_game.flag:
            open_game.flag.cancel()
            open_game.flag = None
        left = open_game.game.seconds_until_flag(self._now())
        if left is not None:
            open_game.flag = asyncio.get_running_loop().call_later(max(0.0, left) + 0.01, self._flag_due, open_game)

    def _flag_due(self, open_game: OpenGame) -> None:
        open_game.flag = None
        if open_game.game.check_flag(self._now()):
            self._in_background(open_game, ())
        else:
            self._set_flag(open_game)

    def _in_background(self, open_game: OpenGame, events: Iterable[Json]) -> None:
        async def change() -> None:
            # A store that fails has ended the streams of the game; those who come again see what was stored.
            with suppress(NoSuchGame, StoreError):
                await self._changed(open_game, events)

        task = asyncio.create_task(change())
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    # Thoughts.

    def _pursue(self, open_game: OpenGame) -> None:
        """Lets a player think if it is its turn, and gives up a thought that is not wanted any more."""
        self._give_up_if_stale(open_game)
        task = open_game.game.task()
        watched = bool(open_game.watchers)
        if (
            task is None
            or open_game.thought
            or not (watched or (open_game.game.program_to_move and open_game.game.has_human))
        ):
            return
        if not watched:
            task["pause"] = 0.0
        thought = PooledThought(
            {**task, "game": open_game.id},
            lambda: self._thought_began(open_game, thought),
            lambda event: self._thought_event(open_game, event),
            lambda result: self._thought_done(open_game, result),
        )
        open_game.thought = thought
        self.pool.submit(thought)

    def _give_up_if_stale(self, open_game: OpenGame) -> None:
        task = open_game.game.task()
        if open_game.thought and (task is None or task["number"] != open_game.thought.task["number"]):
            self._give_up(open_game)

    def _give_up(self, open_game: OpenGame) -> None:
        assert open_game.thought is not None
        self.pool.abandon(open_game.thought)
        open_game.thought = None
        open_game.latest.clear()
        if open_game.game.hint_asked:
            open_game.game.cancel_hint()

    def _thought_began(self, open_game: OpenGame, thought: PooledThought) -> None:
        open_game.game.thought_began(thought.task["number"], self._now())
        open_game.latest.clear()
        open_game.publish({"type": "queue", "position": None})
        if open_game.game.control:
            self._show(open_game)

    def _thought_event(self, open_game: OpenGame, event: Json) -> None:
        open_game.latest[event["type"]] = event
        open_game.publish(event)

    def _thought_done(self, open_game: OpenGame, result: Json) -> None:
        open_game.thought = None
        open_game.latest.clear()
        events = open_game.game.finish(result, self._now())
        if result["kind"] == HINT:
            self._show(open_game, events)
        else:
            self._in_background(open_game, events)

    def _queue_moved(self) -> None:
        """Tells those who watch how many thoughts come before theirs."""
        waiting = {open_game.thought: open_game for open_game in self.games.values() if open_game.thought}
        for position, thought in enumerate(self.pool.queue):
            if thought in waiting:
                waiting[thought].publish({"type": "queue", "position": position})

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
