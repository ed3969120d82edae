"""How long programs think, and what else a browser sets for a new game."""

from __future__ import annotations

from typing import Final

from modern.game.clock import TimeControl, TimeSetting
from modern.game.session import Refusal
from modern.web.seats import Json

#: How long programs think about a move unless the settings say otherwise, and at most, in seconds.
DEFAULT_SECONDS: Final = 3.0
MAX_SECONDS: Final = 3600.0
MAX_DEPTH: Final = 100
#: How long each move that the program of 1994 tries is shown while somebody watches, in seconds.
DEFAULT_PAUSE: Final = 0.05
MAX_PAUSE: Final = 4.0
#: The longest time of a clock in minutes, and the longest increment in seconds.
MAX_MINUTES: Final = 600.0
MAX_INCREMENT: Final = 600.0


def pace_from(settings: Json) -> TimeSetting:
    """Returns how long programs think about a move where there are no clocks. Raises Refusal."""
    depth = settings.get("depth")
    if depth is not None:
        if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= MAX_DEPTH:
            raise Refusal(f"depth must be a whole number from 1 to {MAX_DEPTH}")
        return TimeSetting(depth=depth)
    return TimeSetting(seconds=_number(settings, "seconds", DEFAULT_SECONDS, 0.01, MAX_SECONDS))


def pause_from(settings: Json) -> float:
    """Returns how long each move that the program of 1994 tries is shown, in seconds. Raises Refusal."""
    return _number(settings, "pause", DEFAULT_PAUSE, 0.0, MAX_PAUSE)


def control_from(settings: Json) -> TimeControl | None:
    """Returns the time control of a game with clocks, None for one without. Raises Refusal."""
    clock = settings.get("clock")
    if clock is None:
        return None
    if not isinstance(clock, dict):
        raise Refusal("clock must be an object with minutes and increment, or null")
    minutes = _number(clock, "minutes", 0.0, 0.01, MAX_MINUTES)
    return TimeControl(round(60 * minutes, 2), round(_number(clock, "increment", 0.0, 0.0, MAX_INCREMENT), 2))


def _number(settings: Json, name: str, default: float, least: float, most: float) -> float:
    """Returns a number of the settings. Raises Refusal if it is none, or out of range."""
    value = settings.get(name, default)
    if value is None:
        value = default
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Refusal(f"{name} must be a number")
    if not least <= value <= most:
        raise Refusal(f"{name} must be from {least:g} to {most:g}")
    return float(value)


def text_of(settings: Json, name: str) -> str:
    """Returns a text of the settings, '' if it is not there. Raises Refusal."""
    text = settings.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Refusal(f"{name} must be a text")
    return text
