"""What the page calls in its web workers: games in one of them, and in others thoughts, a replay and the screen.

A call gets its arguments as JSON and answers with JSON: `result`, or `error`, the sentence to be shown, with its
`status`. Meanwhile it may send events. Python has no threads here, and cannot hear from the page while it runs: a
thought is stopped by ending its worker. Where the browser has JSPI, Python can wait for a key.

The games are those of modern/web/service.py. What they need is here: the page keeps them as texts in the browser's
local storage, and has one worker in which players think.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache, partial
from importlib import import_module
from itertools import count
from typing import Any, Final

from modern.facts import fact, fact_of, told
from modern.game.session import Refusal
from modern.web.keeping import STATUS, DamagedGame, Row, done, listed_games, promise, settle
from modern.web.record import replayed
from modern.web.screen import SentKeyboard, key_of, run_screen, screen_after, screen_settings
from modern.web.service import UNREADABLE, GameService
from modern.web.settings import GamesQuery, Json, games_query, json_object, offered_players
from modern.web.stored_game import new_game
from modern.web.thinking import Thinker
from modern.web.thinking_pool import BEGUN, DONE, EVENT, STOP, Loop, ThinkingPool

#: The event in the PGN of a game on the site's page.
PGN_EVENT: Final = "Gosub Chess in the browser"
#: What the page asks of "Inside 1994": `facts` and the calls of modern/web/inside.py.
INSIDE_CALLS: Final = ("facts", "turn", "part", "listing")
#: What the page asks of the workshop (modern/web/workshop.py).
WORKSHOP_CALLS: Final = ("lesson", "puzzles", "match")
#: How long today's engine thinks about each position of an analysis, in seconds; it is slow here.
ANALYSIS_SECONDS: Final = 1.0
#: What the page tells of a worker that thinks, beside what the worker itself sends.
DIED: Final = "died"


class Page:
    """The page that has started this worker, through the module that worker.js has registered."""

    def __init__(self) -> None:
        self.module = import_module("gosub_page")
        self.ffi = import_module("pyodide.ffi")

    def post(self, event: Json) -> None:
        """Sends an event."""
        self.module.post(json.dumps(event))

    def read(self) -> str:
        """Returns what the page has sent and has not been read yet, or ''."""
        return str(self.module.read())

    def wait(self, seconds: float) -> None:
        """Waits for `seconds`, or until the page has sent something."""
        self.ffi.run_sync(self.module.wait(1000 * seconds))

    @property
    def can_wait(self) -> bool:
        """True if `wait` is possible: the browser has JSPI."""
        return bool(self.ffi.can_run_sync())

    @property
    def loop(self) -> Loop:
        """The event loop of the worker."""
        loop: Loop = import_module("asyncio").get_running_loop()
        return loop


class PageKeeper:
    """The games of the browser by their ids, each a text with what is `kept`, its `summary`, and when it was `changed`.

    They are all here; the page writes what has changed to the local storage.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts: dict[str, str] = {}
        #: The rows of the list, as far as texts have been read for it.
        self.rows: dict[str, Row] = {}

    def set(self, game_id: str, text: str | None) -> bool:
        """Takes the text of a game; None if there is none any more. Returns True if there was one."""
        self.rows.pop(game_id, None)
        before = self.texts.pop(game_id, None)
        if text is not None:
            self.texts[game_id] = text
        return before is not None

    def get(self, game_id: str) -> Future[Json | None]:
        """Returns a game as it was kept; None if there is none."""
        text = self.texts.get(game_id)
        found: Future[Json | None] = promise()
        settle(found, lambda: None if text is None else self._kept(game_id, text))
        return found

    def put(self, game_id: str, kept: Json, summary: Json, is_new: bool = False) -> Future[None]:
        """Keeps a game."""
        entry = {"kept": kept, "summary": summary, "changed": time.time()}
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        self.set(game_id, text)
        self.page.post({"type": "write", "id": game_id, "text": text})
        return done(None)

    def delete(self, ids: Sequence[str]) -> Future[int]:
        """Removes games."""
        self.page.post({"type": "remove", "ids": ids})
        return done(sum(self.set(game_id, None) for game_id in ids))

    def listed(self, query: GamesQuery) -> Future[Json]:
        """Returns a part of the list of games, the game changed last first."""
        ids = self.texts if query.ids is None else [game_id for game_id in query.ids if game_id in self.texts]
        for game_id in ids:
            if game_id not in self.rows:
                self.rows[game_id] = _row(game_id, self.texts[game_id])
        return done(listed_games(sorted(map(self.rows.__getitem__, ids), key=lambda row: -row[1]), query))

    def damaged(self, game_id: str, reason: str) -> DamagedGame:
        """Returns the error of a game that cannot be read."""
        return DamagedGame(fact("serve.damaged", id=game_id, path=fact("serve.this_browser"), reason=reason))

    def _kept(self, game_id: str, text: str) -> Json:
        """Returns what was kept in the text of a game. Raises DamagedGame."""
        try:
            kept = json_object(text).get("kept")
        except ValueError as error:
            raise self.damaged(game_id, fact_of(error)) from None
        if not isinstance(kept, dict):
            raise self.damaged(game_id, UNREADABLE)
        return kept


def _row(game_id: str, text: str) -> Row:
    """Returns the row of a game in the list, without a summary if its text is damaged."""
    try:
        entry = json_object(text)
    except ValueError:
        entry = {}
    changed = entry.get("changed")
    if isinstance(changed, (int, float)) and isinstance(entry.get("kept"), dict):
        return game_id, changed, entry.get("summary")
    return game_id, 0, None


class PageThinker:
    """The worker of the page in which players think. Another one takes its place when it is killed, or has died."""

    numbers: Final = count()

    def __init__(self, games: Games, on_message: Callable[[tuple[str, Any]], None], on_end: Callable[[], None]) -> None:
        self.games = games
        self.number = next(self.numbers)
        self.on_message = on_message
        self.on_end = on_end
        games.thinker = self

    def send(self, message: Any) -> None:
        """Sends a task. It cannot be told to stop."""
        if message is not STOP:
            self.games.page.post({"type": "think", "thinker": self.number, "task": message})

    def kill(self) -> None:
        """Ends it at once."""
        self.games.thinker = None
        self.games.page.post({"type": "renew"})


class PageWatcher:
    """The view of a game on the page."""

    def __init__(self, games: Games, game_id: str) -> None:
        self.games = games
        self.game_id = game_id

    def put(self, event: Json) -> None:
        """Sends an event of the game."""
        self.games.page.post({"type": "shown", "id": self.game_id, "event": event})

    def end(self) -> None:
        """Forgets the view."""
        self.games.watchers.pop(self.game_id, None)


class Games:
    """The games of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.thinker: PageThinker | None = None
        self.watchers: dict[str, PageWatcher] = {}
        self.keeper = PageKeeper(page)
        # There is one worker to think, for the game that the page shows.
        pool = ThinkingPool(1, partial(PageThinker, self), page.loop, can_stop=False, serves_unwatched=False)
        self.service = GameService(self.keeper, pool, page.loop, PGN_EVENT)

    def calls(self) -> dict[str, Callable[..., Any]]:
        """Returns what the page can call, by its names."""
        service = self.service
        return {
            **{name: getattr(service, name) for name in ("command", "delete", "pgn")},
            **{name: getattr(self, name) for name in ("changed", "leave", "thought", "watch")},
            "create": lambda settings: service.create(new_game(settings)),
            "games": lambda query: self.keeper.listed(games_query(query)),
        }

    def changed(self, texts: dict[str, str | None]) -> None:
        """Takes texts from the local storage, at the start or when another page of the browser has changed them.

        None stands for a game that was deleted.
        """
        for game_id, text in texts.items():
            self.service.drop(game_id)
            self.keeper.set(game_id, text)

    def watch(self, game_id: str) -> Future[None]:
        """Shows a game to the page from now on."""
        return self.service.watch(game_id, self.watchers.setdefault(game_id, PageWatcher(self, game_id)))

    def leave(self, game_id: str) -> None:
        """Ends what `watch` has begun."""
        if watcher := self.watchers.pop(game_id, None):
            self.service.leave(game_id, watcher)

    def thought(self, number: int, kind: str, content: Any = None) -> None:
        """Takes what a worker sends while it thinks, or that it has died."""
        thinker = self.thinker
        if thinker is None or thinker.number != number:
            return  # it was ended meanwhile
        if kind == DIED:
            thinker.on_end()
        else:
            thinker.on_message((kind, content))


class ToldKeyboard(SentKeyboard):
    """A keyboard whose keys the page tells, for a worker that can wait."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def next_key(self, seconds: float) -> str:
        """Returns the next key; '' if none arrives within `seconds`, which may be infinite."""
        name = self.page.read()
        if not name and seconds:
            self.page.wait(seconds)
            name = self.page.read()
        return key_of(name) if name else ""


def calls(page: Page) -> dict[str, Callable[..., Any]]:
    """Returns the functions that the page can call, by their names."""
    thinker = Thinker()

    def send(kind: str, content: Any = None) -> None:
        page.post({"type": "thought", "kind": kind, "content": content})

    def think(task: Json) -> None:
        send(BEGUN)
        send(DONE, thinker.think(task, partial(send, EVENT)))

    def screen(settings: Json) -> None:
        if not page.can_wait:
            raise Refusal(fact("screen.cannot_wait"))
        run_screen(screen_settings(settings), ToldKeyboard(page), page.post)

    def inside_call(name: str, *arguments: Json) -> Json:
        # It needs the interpreter of BASIC and the recorder of turns: more than half of what a worker would import.
        from modern.web import inside

        found: Json = inside.facts() if name == "facts" else inside.CALLS[name](*arguments)
        return found

    def analysed(pgn: str) -> None:
        # The page of a game needs Jinja2, which a worker that only plays need not wait for.
        from modern.web.after_game import analyse

        analyse(pgn, ANALYSIS_SECONDS, page.post)

    def workshop_call(name: str, *arguments: str) -> Json | None:
        # It needs the referee of matches.
        from modern.web import workshop

        return workshop.CALLS[name](*arguments, page.post)

    def record(reading: str) -> None:
        for ply in replayed(reading):
            page.post({"type": "ply", **ply})

    return {
        **Games(page).calls(),
        **{f"inside_{name}": partial(inside_call, name) for name in INSIDE_CALLS},
        **{f"workshop_{name}": partial(workshop_call, name) for name in WORKSHOP_CALLS},
        "players": offered_players,
        "analyse": analysed,
        "think": think,
        "record": record,
        "screen": screen,
        "screen_after": lambda settings, keys: screen_after(screen_settings(settings), keys),
        "can_wait": lambda: page.can_wait,
    }


def answer(functions: dict[str, Callable[..., Any]], name: str, arguments: str) -> str:
    """Returns the JSON answer of a call; `arguments` are JSON."""
    try:
        found = functions[name](*json.loads(arguments))
        return json.dumps({"result": found.result(0) if isinstance(found, Future) else found})
    except tuple(STATUS) as error:
        return json.dumps({**told(error=fact_of(error)), "status": STATUS[type(error)]})


@cache
def _functions() -> dict[str, Callable[..., Any]]:
    return calls(Page())


def call(name: str, arguments: str) -> str:
    """Returns the JSON answer of a call."""
    return answer(_functions(), name, arguments)
