"""The games in progress: what is asked of them, who watches them, and which program thinks about its move.

The service waits for nothing, and knows neither threads nor asyncio. `gosub serve` runs it in its event loop, and the
page without a server in a web worker. Each gives it a Keeper, which keeps the games (keeping.py), a pool of workers in
which players think (thinking_pool.py), and a Loop, which has the time.

A change is made, then kept, then answered and shown. So whatever has been answered or shown is on disk: an answer is a
Future, and what a game tells waits until all its changes are kept. If they cannot be kept, the game is dropped from
memory, and is again as it was kept before.

A program thinks about its reply to a human whether or not somebody watches; in a browser, only if somebody does. A game
between two programs continues only while it is watched, and a hint is given only then. A player is stopped when its
thought is no longer wanted: the game is deleted or resigned, or the previous move is taken back.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from modern.facts import fact, fact_of, told
from modern.game.session import HINT, GameSession, Question, Refusal
from modern.web.game_json import do_command, shown_state
from modern.web.keeping import Keeper, NoSuchGame, promise, settle, summary
from modern.web.settings import Json
from modern.web.stored_game import EVENT, kept_game, offered_pgn, restored_game
from modern.web.thinking import finish_task, task_json
from modern.web.thinking_pool import Loop, PooledThought, ThinkingPool, Timer

Told = TypeVar("Told")

#: The most games that are kept in memory; those that nobody watches are dropped first.
MAX_OPEN_GAMES: Final = 300
#: Why a kept game cannot be restored, if the error itself has no text for users.
UNREADABLE: Final = "it is not a game as this version stores it"


class Watcher(Protocol):
    """Somebody who watches a game, and is sent its events."""

    def put(self, event: Json) -> None:
        """Sends an event."""

    def end(self) -> None:
        """Ends the watching: nothing else is sent."""


@dataclass(eq=False)
class OpenGame:
    """A game in memory, with its watchers and the thought that it waits for.

    `flag`       falls for a human to move.
    `latest`     the latest event of each type from the thought in progress, for watchers who come later.
    `is_keeping` True while a change is being kept, and `is_changed` if there has been another one since.
    `untold`     what is told when that is done; each is called with the error, if there was one.
    """

    id: str
    session: GameSession
    watchers: set[Watcher] = field(default_factory=set)
    thought: PooledThought | None = None
    flag: Timer | None = None
    latest: dict[str, Json] = field(default_factory=dict)
    is_keeping: bool = False
    is_changed: bool = False
    untold: list[Callable[[BaseException | None], None]] = field(default_factory=list)

    def publish(self, event: Json) -> None:
        for watcher in list(self.watchers):
            watcher.put(event)

    def when_kept(self, tell: Callable[[BaseException | None], None]) -> None:
        """Calls `tell` when all changes are kept: at once, or later."""
        if self.is_keeping:
            self.untold.append(tell)
        else:
            tell(None)

    @property
    def is_idle(self) -> bool:
        """True if nothing is lost when the game is dropped from memory."""
        return not (self.watchers or self.thought or self.flag or self.is_keeping)


class GameService:
    """All the games that a keeper keeps. `event` is what their PGN names."""

    def __init__(self, keeper: Keeper, pool: ThinkingPool, loop: Loop, event: str = EVENT) -> None:
        self.keeper = keeper
        self.pool = pool
        self.loop = loop
        self.event = event
        self.games: dict[str, OpenGame] = {}
        #: The ids of the games that are being deleted.
        self.deleting: set[str] = set()
        pool.on_queue = self._queue_moved

    # Requests.

    def create(self, session: GameSession) -> Future[str]:
        """Keeps a new game, and returns its id. Raises StoreError."""
        game = self._begin(secrets.token_urlsafe(9), session)
        answer: Future[str] = promise()
        game.untold.append(lambda error: _answer(answer, lambda: game.id, error))
        self._keep(game, is_new=True)
        return answer

    def state(self, game_id: str) -> Future[Json]:
        """Returns the state of a game. Raises NoSuchGame and StoreError, as all that is asked of a game."""
        return self._asked(game_id, lambda game: lambda: self._state(game))

    def pgn(self, game_id: str, to_analyse: bool = False) -> Future[str]:
        """Returns a game as PGN. Raises Refusal if it is to be analysed and not over."""

        def written(game: OpenGame) -> str:
            if to_analyse and not game.session.is_over:
                raise Refusal(fact("serve.only_over_analysed"))
            return offered_pgn(game.session, self.event)

        return self._asked(game_id, lambda game: lambda: written(game))

    def watch(self, game_id: str, watcher: Watcher) -> Future[None]:
        """Sends the state of a game to a watcher, and then all its events."""

        def begin(game: OpenGame) -> None:
            if self.games.get(game_id) is not game:  # it has been deleted meanwhile
                raise NoSuchGame
            watcher.put({"type": "state", "state": self._state(game)})
            for event in filter(None, (game.session.considered, *game.latest.values())):
                watcher.put(event)
            game.watchers.add(watcher)
            self._pursue(game)

        return self._asked(game_id, lambda game: lambda: begin(game))

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Removes a watcher. Without watchers, a thought that only they would see is given up."""
        game = self.games.get(game_id)
        if game is None or watcher not in game.watchers:
            return
        game.watchers.remove(watcher)
        thought = game.thought
        if game.watchers or thought is None:
            return
        waits = self.pool.place(thought) is not None
        if not self.pool.serves_unwatched or thought.task["kind"] == HINT or (waits and not game.session.human_sides):
            self._give_up(game)

    def command(self, game_id: str, given: Json) -> Future[Json]:
        """Executes a command, and returns the answer once the change is kept."""

        def done(game: OpenGame) -> Callable[[], Json]:
            answer = self._command(game, given)
            return lambda: answer

        return self._asked(game_id, done)

    def delete(self, ids: Sequence[str]) -> Future[int]:
        """Removes games, readable or not, and stops their players. Returns how many there were.

        Raises StoreError if not all could be removed.
        """
        left = [self.games[game_id] for game_id in ids if game_id in self.games]
        for game in left:
            self._forget(game)
        self.deleting.update(ids)

        def deleted(done: Future[int]) -> None:
            self.deleting.difference_update(ids)
            for game in left:
                self._end(game, None if done.exception() else {"type": "deleted"})

        answer = self.keeper.delete(ids)
        answer.add_done_callback(deleted)
        return answer

    def drop(self, game_id: str) -> None:
        """Drops a game from memory, with its watchers: somebody else has changed it where it is kept."""
        if game_id in self.games:
            self._drop(self.games[game_id])

    # Games in memory.

    def _asked(self, game_id: str, act: Callable[[OpenGame], Callable[[], Told]]) -> Future[Told]:
        """Asks a game something, from where it is kept if it is not in memory.

        `act` does it, and returns what finds the answer once all changes are kept.
        """
        answer: Future[Told] = promise()

        def ask(game: OpenGame) -> None:
            find = act(game)
            game.when_kept(lambda error: _answer(answer, find, error))

        def opened(kept: Future[Json | None]) -> None:
            try:
                ask(self._opened(game_id, kept.result()))
            except Exception as error:
                answer.set_exception(error)

        if game_id in self.games:
            ask(self.games[game_id])
        else:
            self.keeper.get(game_id).add_done_callback(opened)
        return answer

    def _opened(self, game_id: str, kept: Json | None) -> OpenGame:
        """Returns a game that was kept. Raises NoSuchGame and DamagedGame."""
        if kept is None or game_id in self.deleting:
            raise NoSuchGame
        if game_id not in self.games:  # another request may have opened it meanwhile
            try:
                session = restored_game(kept)
            except (AttributeError, LookupError, TypeError, ValueError, Refusal) as error:
                says_why = isinstance(error, (ValueError, Refusal))
                raise self.keeper.damaged(game_id, fact_of(error) if says_why else UNREADABLE) from None
            self._pursue(self._begin(game_id, session))
        return self.games[game_id]

    def _begin(self, game_id: str, session: GameSession) -> OpenGame:
        """Holds a game in memory from now on: the clock of a human to move runs."""
        too_many = max(0, len(self.games) - MAX_OPEN_GAMES + 1)
        for idle in [other for other in self.games.values() if other.is_idle][:too_many]:
            del self.games[idle.id]
        self.games[game_id] = game = OpenGame(game_id, session)
        if session.human_to_move:
            session.begin_turn(self.loop.time())
        self._set_flag(game)
        return game

    def _forget(self, game: OpenGame) -> None:
        """Drops a game from memory, and gives up its thought."""
        if self.games.get(game.id) is game:
            del self.games[game.id]
        if game.thought:
            self.pool.abandon(game.thought)
            game.thought = None
        if game.flag:
            game.flag.cancel()

    def _end(self, game: OpenGame, last: Json | None) -> None:
        """Ends the streams of a game, after a last event if there is one."""
        for watcher in list(game.watchers):
            if last:
                watcher.put(last)
            watcher.end()

    def _drop(self, game: OpenGame) -> None:
        """Forgets a game, and ends its streams."""
        self._forget(game)
        self._end(game, None)

    # Changes.

    def _command(self, game: OpenGame, given: Json) -> Json:
        """Executes a command, and returns the answer."""
        session, answer = game.session, dict[str, Any](ok=True)
        before = session.task_number
        try:
            do_command(session, given, self.loop.time())
        except Refusal as refusal:
            answer = told(refused=fact_of(refusal))
        except Question as question:
            answer = told(question=fact_of(question))
        if session.hint_asked and session.task_number != before:
            if not game.watchers:
                session.end_hint()
                return told(refused=fact("game.hint_for_watchers"))
            self._pursue(game)
            self._show(game)
        elif session.task_number != before:  # also if the flag has just fallen, and the command was refused
            self._changed(game)
        elif "ok" in answer and given["command"] == "stop" and game.thought and not self.pool.stop(game.thought):
            return told(refused=fact("player.no_move_yet"))
        return answer

    def _changed(self, game: OpenGame, events: Iterable[Json] = ()) -> None:
        """Keeps a game after a change, then shows it, and lets the program to move think."""
        self._set_flag(game)
        if game.thought and game.thought.task["number"] != game.session.task_number:
            self._give_up(game)
        game.untold.append(partial(self._publish, game, events))
        self._keep(game)

    def _keep(self, game: OpenGame, is_new: bool = False) -> None:
        """Keeps a game as it is now, or when its earlier change is kept."""
        if game.is_keeping:
            game.is_changed = True
            return
        game.is_keeping, game.is_changed = True, False
        kept = self.keeper.put(game.id, kept_game(game.session), summary(game.session), is_new)
        kept.add_done_callback(partial(self._kept, game))

    def _kept(self, game: OpenGame, done: Future[None]) -> None:
        """Tells what waited for a change to be kept, if it was the last one, and lets the program to move think."""
        game.is_keeping = False
        error = done.exception()
        if error:
            self._drop(game)
        elif game.is_changed and self.games.get(game.id) is game:
            self._keep(game)
            return
        untold, game.untold = game.untold, []
        for tell in untold:
            tell(error)
        self._pursue(game)

    def _show(self, game: OpenGame, events: Iterable[Json] = ()) -> None:
        """Shows the state of a game, and some events, when its changes are kept."""
        game.when_kept(partial(self._publish, game, events))

    def _publish(self, game: OpenGame, events: Iterable[Json], error: BaseException | None) -> None:
        """Sends the state of a game and some events to its watchers, unless its changes could not be kept."""
        if game.watchers and not error:
            for event in ({"type": "state", "state": self._state(game)}, *events):
                game.publish(event)

    def _state(self, game: OpenGame) -> Json:
        return {"id": game.id, **shown_state(game.session, self.loop.time(), self.pool.place(game.thought))}

    def _set_flag(self, game: OpenGame) -> None:
        """Waits for the flag of a human to move."""
        if game.flag:
            game.flag.cancel()
            game.flag = None
        left = game.session.seconds_until_flag(self.loop.time())
        if left is not None:
            game.flag = self.loop.call_later(max(0.0, left) + 0.01, partial(self._flag_due, game))

    def _flag_due(self, game: OpenGame) -> None:
        if game.session.check_flag(self.loop.time()):
            self._changed(game)
        else:
            self._set_flag(game)

    # Thoughts.

    def _pursue(self, game: OpenGame) -> None:
        """Lets a program think if it is its turn, and somebody watches or waits for its reply."""
        session = game.session
        replies = self.pool.serves_unwatched and session.program_to_move and session.human_sides
        is_ready = self.games.get(game.id) is game and not game.is_keeping and not game.thought
        task = task_json(session, game.id, bool(game.watchers)) if is_ready and (game.watchers or replies) else None
        if task is None:
            return
        thought = PooledThought(
            task,
            partial(self._thought_began, game),
            partial(self._thought_event, game),
            lambda result: self._thought_done(game, thought, result),
        )
        game.thought = thought
        self.pool.submit(thought)

    def _give_up(self, game: OpenGame) -> None:
        assert game.thought is not None
        self.pool.abandon(game.thought)
        game.thought = None
        game.latest.clear()
        if game.session.hint_asked:
            game.session.end_hint()

    def _thought_began(self, game: OpenGame) -> None:
        session = game.session
        if session.program_to_move:
            session.turn_began = self.loop.time()  # it thinks, and no longer waits
        game.latest.clear()
        game.publish({"type": "queue", "position": None})
        if session.control:
            self._show(game)

    def _thought_event(self, game: OpenGame, event: Json) -> None:
        game.latest[event["type"]] = event
        game.publish(event)

    def _thought_done(self, game: OpenGame, thought: PooledThought, result: Json) -> None:
        if game.thought is not thought:
            return  # it was given up meanwhile
        game.thought = None
        game.latest.clear()
        events = finish_task(game.session, result, self.loop.time())
        if result["kind"] == HINT:
            self._show(game, events)
        else:
            self._changed(game, events)

    def _queue_moved(self) -> None:
        """Tells watchers how many thoughts are ahead of theirs in the queue."""
        waiting = {game.thought: game for game in self.games.values() if game.thought}
        for position, thought in enumerate(self.pool.queue):
            if thought in waiting:
                waiting[thought].publish({"type": "queue", "position": position})


def _answer(answer: Future[Told], find: Callable[[], Told], error: BaseException | None) -> None:
    """Gives an answer what `find` finds, or the error because of which there is none."""
    if error:
        answer.set_exception(error)
    else:
        settle(answer, find)
