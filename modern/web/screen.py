"""The 1994 screen in a browser: the program runs with a keyboard that gets its keys from outside.

`run_screen` runs it where it may wait for keys, in a process of its own. Where nothing may wait, in a web worker,
`screen_after` runs it again from the start with all the keys so far: it always does the same with the same keys.
"""

from __future__ import annotations

import math
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from historic.basic import BasicError, Stop
from historic.human.questions import run_with_questions
from historic.machine.keyboard import BACKSPACE, CTRL_U, ENTER, edit_line
from historic.machine.pace import PacedScreen
from historic.machine.picture import PICTURE_TITLE, svg
from historic.machine.screen import Display, Echo, Keyboard, Screen, no_echo
from historic.program import Program
from historic.readings import PRINTED, READINGS
from modern.facts import fact, told
from modern.game.session import Refusal
from modern.players.historic import basic_error
from modern.web.settings import Json, check_choice, check_names, pause_from

#: The keys that have a name in a browser, as the program gets them. All others are single characters.
NAMED_KEYS: Final = {"Enter": ENTER, "Backspace": BACKSPACE[0], "Delete": CTRL_U, "Escape": "\x1b"}
#: The shortest time between two pictures of a screen, in seconds.
FRAME: Final = 0.05


def key_of(name: object) -> str:
    """Returns the key that a browser calls `name`. Raises Refusal."""
    if isinstance(name, str):
        if name in NAMED_KEYS:
            return NAMED_KEYS[name]
        if len(name) == 1 and name.isprintable():
            return name
    raise Refusal(fact("setting.key", names=", ".join(NAMED_KEYS)))


class SentKeyboard(Keyboard):
    """A keyboard whose keys arrive one by one; a line of INPUT is edited here."""

    #: The key that has arrived and has not been read, or ''.
    arrived = ""

    @abstractmethod
    def next_key(self, seconds: float) -> str:
        """Returns the next key; '' if none arrives within `seconds`, which may be infinite."""

    def inkey(self) -> str:
        """Returns the next key, or '' if none has been pressed."""
        self.wait(0)
        key, self.arrived = self.arrived, ""
        return key

    def wait(self, seconds: float) -> None:
        """Waits for `seconds`, or until a key is pressed."""
        if not self.arrived:
            self.arrived = self.next_key(seconds)

    def key(self) -> str:
        """Waits for a key and returns it. Raises Stop at the end."""
        if self.on_waiting:
            self.on_waiting()
        while not (key := self.inkey()):
            self.wait(math.inf)
        return key

    def line(self, echo: Echo = no_echo) -> str:
        """Returns a line typed up to Enter."""
        typed = ""
        while (key := self.key()) != ENTER:
            typed = edit_line(typed, key)
            echo(typed)
        return typed


class KeyList(SentKeyboard):
    """A keyboard on which the keys of a list are pressed, one whenever the program waits for a key."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = list(keys)
        #: True if the program has waited for one more key.
        self.ran_out = False

    def next_key(self, seconds: float) -> str:
        """Returns the next key, if the program waits for it. Raises Stop when none is left."""
        if seconds < math.inf:
            return ""
        if not self.keys:
            self.ran_out = True
            raise Stop
        return self.keys.pop(0)


class SentDisplay(Display):
    """Sends the screen when it has changed: every FRAME at most, and always before the program waits for a key."""

    def __init__(self, emit: Callable[[Json], None]) -> None:
        self.emit = emit
        self.unsent: Screen | None = None
        self.sent_at = 0.0

    def show(self, screen: Screen) -> None:
        """Sends the screen, or keeps it for later."""
        self.unsent = screen
        if time.perf_counter() - self.sent_at >= FRAME:
            self.flush()

    def on_typing(self, screen: Screen, line: str) -> None:
        """Sends the screen as it will be if the line ends here."""
        self.unsent = screen.with_line(line)
        self.flush()

    def flush(self) -> None:
        """Sends the part that has not been sent yet."""
        if self.unsent is not None:
            self.emit(screen_json(self.unsent))
            self.unsent, self.sent_at = None, time.perf_counter()


def screen_json(screen: Screen) -> Json:
    """Returns the event `screen`: its rows as text, the cursor, and the whole screen as an SVG picture."""
    return {
        "type": "screen",
        "mode": screen.mode,
        "columns": screen.columns,
        "rows": screen.lines(),
        "cursor": [screen.row, screen.column],
        "svg": svg(screen, PICTURE_TITLE),
    }


def screen_settings(settings: Json) -> Json:
    """Returns the settings of a screen: `reading`, `ask` and `pause`. Raises Refusal."""
    check_names(settings, ("reading", "ask", "pause"))
    reading, ask = settings.get("reading", PRINTED), settings.get("ask", False)
    check_choice("reading", reading, READINGS)
    if not isinstance(ask, bool):
        raise Refusal(fact("setting.true_or_false", name="ask"))
    return {"reading": reading, "ask": ask, "pause": pause_from(settings)}


def run_screen(settings: Json, keyboard: Keyboard, emit: Callable[[Json], None]) -> None:
    """Runs the program to its end, and sends `screen` events and one `ended`, with the error if there was one."""
    display = SentDisplay(emit)
    keyboard.on_waiting = display.flush
    screen = PacedScreen(keyboard, display, settings["pause"])
    program = Program(settings["reading"], screen)
    text = fact("screen.ended")
    try:
        if settings["ask"]:
            run_with_questions(program)
        else:
            program.run()
    except Stop:
        pass
    except BasicError as error:
        text = fact("screen.stopped", number=program.MOVE, error=basic_error(error))
    display.unsent = screen
    display.flush()
    emit({"type": "ended", **told(text=text)})


def screen_after(settings: Json, keys: Sequence[str]) -> list[Json]:
    """Returns the last `screen` event after these keys, and `ended` if the program has ended before it needs another.

    Nothing is waited for: keys are pressed when the program waits for one.
    """
    events: list[Json] = []
    keyboard = KeyList([key_of(name) for name in keys])
    run_screen({**settings, "pause": 0.0}, keyboard, events.append)
    screens = [event for event in events if event["type"] == "screen"]
    return [screens[-1], *([] if keyboard.ran_out else [events[-1]])]
