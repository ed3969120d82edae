"""What the page calls in its web workers: games in one of them, and in others thoughts, a replay and the screen.

A call gets its arguments as JSON and answers with JSON: `result`, or `error`, the sentence to be shown. Meanwhile it
may send events. Python has no threads here, and cannot hear from the page while it runs: a thought is stopped by ending
its worker. Where the browser has JSPI, Python can wait for a key.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, Final

from modern.facts import fact, fact_of, told
from modern.game.session import GameSession, Question, Refusal
from modern.web.game_json import do_command, shown_state, summary
from modern.web.record import replayed
from modern.web.screen import SentKeyboard, key_of, run_screen, screen_after, screen_settings
from modern.web.settings import Json, offered_players
from modern.web.stored_game import kept_game, new_game, offered_pgn, restored_game
from modern.web.thinking import Thinker, finish_task, task_json

#: The event in the PGN of a game on the site's page.
EVENT: Final = "Gosub Chess in the browser"
#: What the page asks of "Inside 1994": `facts` and the calls of modern/web/inside.py.
INSIDE_CALLS: Final = ("facts", "turn", "part", "listing")
#: How long today's engine thinks about each position of an analysis, in seconds; it is slow here.
ANALYSIS_SECONDS: Final = 1.0


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


class Games:
    """The games that the page has open; the page keeps them."""

    def __init__(self) -> None:
        self.sessions: dict[str, GameSession] = {}

    def create(self, game_id: str, settings: Json) -> Json:
        """Makes a new game, and returns it. Raises Refusal."""
        self.sessions[game_id] = new_game(settings)
        return self.answer(game_id)

    def open(self, game_id: str, kept: Json) -> Json:
        """Returns a game as the page has kept it, and starts the clock of a human to move. Raises Refusal.

        With it is what the 1994 program considered last.
        If the game has changed in another page, no thought about what it was is wanted.
        """
        try:
            session = restored_game(kept)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise Refusal(fact("serve.cannot_open", error=fact_of(error))) from None
        self.sessions[game_id] = session
        if session.human_to_move:
            session.begin_turn(time.monotonic())
        return self.answer(game_id, [session.considered] if session.considered else [])

    def command(self, game_id: str, given: Json) -> Json:
        """Does what the user asks for, and returns the game. Raises Refusal, and Question if a yes is needed first."""
        do_command(self.sessions[game_id], given, time.monotonic())
        return self.answer(game_id)

    def began(self, game_id: str, number: int) -> Json:
        """Starts the clock of the program to move, and returns the game."""
        session = self.sessions[game_id]
        if session.program_to_move and session.task_number == number:
            session.begin_turn(time.monotonic())
        return self.answer(game_id)

    def finish(self, game_id: str, result: Json) -> Json:
        """Takes the result of a thought, and returns the game."""
        events = finish_task(self.sessions[game_id], result, time.monotonic())
        return self.answer(game_id, events)

    def flag(self, game_id: str) -> Json:
        """Ends the game if the flag of the human to move has fallen, and returns it."""
        self.sessions[game_id].check_flag(time.monotonic())
        return self.answer(game_id)

    def pgn(self, game_id: str) -> str:
        return offered_pgn(self.sessions[game_id], EVENT)

    def answer(self, game_id: str, events: Sequence[Json] = ()) -> Json:
        """Returns all that the page wants to know of a game: what to show, to keep and to think about."""
        session, now = self.sessions[game_id], time.monotonic()
        return {
            "state": {"id": game_id, **shown_state(session, now)},
            "kept": kept_game(session),
            "summary": {"id": game_id, **summary(session)},
            "task": task_json(session, game_id),
            "events": events,
            "flag": session.seconds_until_flag(now),
        }


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
    games, thinker = Games(), Thinker()

    def think(task: Json) -> Json:
        return thinker.think(task, page.post)

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

    def record(reading: str) -> None:
        for ply in replayed(reading):
            page.post({"type": "ply", **ply})

    return {
        **{name: getattr(games, name) for name in ("create", "open", "command", "began", "finish", "flag", "pgn")},
        **{f"inside_{name}": partial(inside_call, name) for name in INSIDE_CALLS},
        "players": offered_players,
        "analyse": analysed,
        "think": think,
        "record": record,
        "screen": screen,
        "screen_after": lambda settings, keys: screen_after(screen_settings(settings), keys),
        "can_wait": lambda: page.can_wait,
    }


def answer(functions: dict[str, Callable[..., Any]], name: str, arguments: str) -> str:
    try:
        return json.dumps({"result": functions[name](*json.loads(arguments))})
    except Question as question:
        return json.dumps({"result": told(question=fact_of(question))})
    except Refusal as refusal:
        return json.dumps(told(error=fact_of(refusal)))


@cache
def _functions() -> dict[str, Callable[..., Any]]:
    return calls(Page())


def call(name: str, arguments: str) -> str:
    """Returns the JSON answer of a call; `arguments` are JSON."""
    return answer(_functions(), name, arguments)
