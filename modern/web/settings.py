"""A browser's requests: who plays, with which options, and how long programs think.

A browser never names a command or a file. So outside programs (`uci:`, `xboard:`) are refused, and so are the options
of a book, whose value is a path. A transposition table has a limit of its own, since many games may be played at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from modern.facts import fact, fact_of, told
from modern.game.clock import TimeControl, TimeSetting
from modern.game.session import HUMAN, Refusal, Seat
from modern.players import PLAYERS, Option, PlayerError, player_class
from modern.players.booked import BOOK, BOOK_VARIETY
from modern.players.levels import LEVELLED_PLAYER, NAMED_LEVELS
from modern.players.modern import HASH, PONDER
from modern.players.protocol import MOVE_OVERHEAD
from modern.players.seats import DEFAULT_PLAYERS, checked_spec, option_in_words, value_in_words
from modern.players.spec import PlayerSpec, parse_spec
from modern.players.suggestion import suggestion
from modern.rules.errors import printable, quoted

#: An object of JSON.
Json = dict[str, Any]

#: The name of a human who has given none.
UNNAMED_HUMAN: Final = "Human"
#: The names in the settings of a new game, of a player and of a clock.
GAME_SETTINGS: Final = ("white", "black", "seconds", "depth", "clock", "pause", "fen", "pgn", "ply")
PLAYER_SETTINGS: Final = ("name", "options", "person")
CLOCK_SETTINGS: Final = ("minutes", "increment")
#: The names in a request for the list of games, how many it gets unless it says how many, and at most.
LIST_SETTINGS: Final = ("search", "start", "limit", "ids")
DEFAULT_LIMIT: Final = 100
MAX_LIMIT: Final = 10_000
#: The most games that are named in one request for the list; SQLite has a limit too.
MAX_IDS: Final = 500

#: Options that are not offered: the path of a book, and those without effect here.
HIDDEN_OPTIONS: Final = (BOOK, BOOK_VARIETY, PONDER, MOVE_OVERHEAD)
#: The largest transposition table, in megabytes.
MAX_HASH: Final = 128

#: How long programs think about a move unless the settings say otherwise, and at most, in seconds.
DEFAULT_SECONDS: Final = 3.0
MAX_SECONDS: Final = 3600.0
MAX_DEPTH: Final = 100
#: How long each move that the 1994 program tries is shown while somebody watches, in seconds.
DEFAULT_PAUSE: Final = 0.05
MAX_PAUSE: Final = 4.0
#: The longest name of a person, in characters.
MAX_PERSON: Final = 60
#: The longest time of a clock in minutes, and the longest increment in seconds.
MAX_MINUTES: Final = 600.0
MAX_INCREMENT: Final = 600.0


def json_value(content: bytes | str) -> Any:
    """Returns the value of a JSON text. Raises ValueError if it is not JSON, or could not be sent as JSON again."""
    try:
        value = json.loads(content, object_pairs_hook=_object)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # half a surrogate pair is not text
    except DuplicateKey:
        raise
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
    return value


def json_object(content: bytes | str) -> Json:
    """Returns the object of a JSON text. Raises ValueError as `json_value` does, and for another value."""
    value = json_value(content)
    if not isinstance(value, dict):
        raise ValueError("it is not an object")
    return value


class DuplicateKey(ValueError):
    """An object of JSON that has a key twice."""


def _object(pairs: list[tuple[str, Any]]) -> Json:
    """Returns an object. Raises DuplicateKey: readers disagree on which of two values is meant."""
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise DuplicateKey(f"it has the key {quoted(next(key for key in keys if keys.count(key) > 1))} twice")
    return found


def check_names(given: Iterable[str], known: Sequence[str]) -> None:
    """Raises Refusal for a name that is not known, with the nearest one that is."""
    for name in given:
        if name not in known:
            hint = suggestion(name, known, fact("setting.known", count=len(known), names=", ".join(known)))
            raise Refusal(fact("setting.unknown", name=quoted(name), hint=hint))


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raises Refusal if a setting is not one of the choices."""
    if value not in choices:
        raise Refusal(fact("setting.one_of", name=name, names=", ".join(choices)))


# Players.


def seats_from(settings: Json) -> dict[str, Seat]:
    """Returns the players of a new game, the default ones for sides that are not named. Raises Refusal.

    A side is `historic[Reading=recorded]`, or an object with `name` and `options`, or with `name` and `person`.
    """
    return {side: _seat_from(settings.get(side, default), side) for side, default in DEFAULT_PLAYERS.items()}


def _seat_from(asked: object, side: str) -> Seat:
    person = ""
    if isinstance(asked, dict):
        check_names(asked, PLAYER_SETTINGS)
        person = printable(" ".join(text_of(asked, "person").split()))
        options = asked.get("options") or {}
        if not isinstance(options, dict):
            raise Refusal(fact("setting.options", side=side))
        named = tuple((str(option), _option_text(value)) for option, value in options.items())
        asked = str(PlayerSpec(str(asked.get("name", "")), named))
    if not isinstance(asked, str):
        raise Refusal(fact("setting.player", side=side))
    seat = checked_seat(asked)
    if person and not seat.is_human:
        raise Refusal(fact("setting.not_a_person", player=quoted(seat.spec)))
    if len(person) > MAX_PERSON:
        raise Refusal(fact("setting.person_length", most=MAX_PERSON))
    seat.name = person or seat.name
    return seat


def _option_text(value: object) -> str:
    return ("false", "true")[value] if isinstance(value, bool) else str(value)


def checked_seat(spec: str, memory: str = "", from_ply: int = 0) -> Seat:
    """Returns the seat of a human, or of a program that is started elsewhere, when it has to think.

    Raises Refusal if a browser may not ask for this player or these options.
    """
    try:
        named = parse_spec(spec)
        name = named.name.strip().lower()
        if named.protocol:
            raise Refusal(fact("setting.outside_program"))
        if name != HUMAN and name not in PLAYERS:
            names = [HUMAN, *PLAYERS]
            hint = suggestion(named.name, names, fact("player.known", names=", ".join(names)))
            raise Refusal(fact("player.unknown", name=quoted(named.name), hint=hint))
        checked = str(checked_spec(PlayerSpec(name, named.options), offered_options))
    except PlayerError as error:
        raise Refusal(fact_of(error)) from None
    if name == HUMAN:
        return Seat(HUMAN, UNNAMED_HUMAN, from_ply=from_ply)
    return Seat(checked, printable(checked) if named.options else player_class(name).name, memory, from_ply)


def offered_options(name: str) -> list[Option]:
    """Returns the options of a player that a browser may set; none for a human."""
    if name not in PLAYERS:
        return []
    options = [option for option in player_class(name).options if option.name not in HIDDEN_OPTIONS]
    return [replace(option, maximum=MAX_HASH) if option.name == HASH else option for option in options]


def offered_players(opponent: str = DEFAULT_PLAYERS["black"]) -> list[Json]:
    """Returns the players that a browser may choose from, a human first, with their options and named levels.

    The one against which the form of a new game begins has the options that `opponent` names as `opponent`.
    """
    begins = parse_spec(opponent)
    listed = []
    for name in (HUMAN, *PLAYERS):
        known = None if name == HUMAN else player_class(name)
        listed.append(
            {
                "name": name,
                **told(
                    called=PLAYERS[name].title if known else "",
                    title=PLAYERS[name].description if known else "you, at this board",
                ),
                "year": known.year if known else "",
                "depth": known.depth if known else "",
                "score_note": known.score_note if known else "",
                "opponent": dict(begins.options) if name == begins.name else None,
                "options": [_option_json(option) for option in offered_options(name)],
                "levels": [level._asdict() for level in NAMED_LEVELS] if name == LEVELLED_PLAYER else [],
            }
        )
    return listed


def _option_json(option: Option) -> Json:
    return {
        "name": option.name,
        **told(label=option_in_words(option.name)),
        "type": option.type,
        "default": option.default,
        "min": option.minimum,
        "max": option.maximum,
        "choices": list(option.choices),
        "labels": [told(text=value_in_words(choice)) for choice in option.choices],
    }


# The list of games.


class GamesQuery(NamedTuple):
    """Which games a list shows: at most `limit` of those with all words of `search`, from number `start`; or `ids`."""

    search: str = ""
    start: int = 0
    limit: int = DEFAULT_LIMIT
    ids: tuple[str, ...] | None = None


def games_query(given: Mapping[str, Any]) -> GamesQuery:
    """Returns the query of an address, or of an object of JSON. Raises Refusal."""
    check_names(given, LIST_SETTINGS)
    ids = given.get("ids")
    if ids is not None:
        ids = tuple(filter(None, ids.split(",") if isinstance(ids, str) else ids))
    if ids and len(ids) > MAX_IDS:
        raise Refusal(fact("setting.ids", most=MAX_IDS))
    start, limit = _whole_number(given, "start", 0, MAX_LIMIT), _whole_number(given, "limit", DEFAULT_LIMIT, MAX_LIMIT)
    return GamesQuery(given.get("search", ""), start, limit, ids)


def _whole_number(given: Mapping[str, Any], name: str, default: int, most: int) -> int:
    text = str(given.get(name, default))
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)) or int(text) > most:
        raise Refusal(fact("setting.whole_number", name=name, least=0, most=most))
    return int(text)


def ids_from(given: Json) -> list[str]:
    """Returns the `ids` of games that are to be deleted. Raises Refusal."""
    check_names(given, ("ids",))
    ids = given.get("ids")
    if not isinstance(ids, list) or not all(isinstance(game_id, str) for game_id in ids) or len(ids) > MAX_LIMIT:
        raise Refusal(fact("setting.ids_list", most=MAX_LIMIT))
    return ids


# Times.


def time_from(settings: Json) -> TimeSetting:
    """Returns how long programs think about a move, and the time control if there are clocks. Raises Refusal."""
    control = _control_from(settings)
    depth = settings.get("depth")
    if depth is None:
        return TimeSetting(control, _number(settings, "seconds", DEFAULT_SECONDS, 0.01, MAX_SECONDS))
    if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= MAX_DEPTH:
        raise Refusal(fact("setting.whole_number", name="depth", least=1, most=MAX_DEPTH))
    return TimeSetting(control, depth=depth)


def _control_from(settings: Json) -> TimeControl | None:
    clock = settings.get("clock")
    if clock is None:
        return None
    if not isinstance(clock, dict):
        raise Refusal(fact("setting.clock"))
    check_names(clock, CLOCK_SETTINGS)
    minutes = _number(clock, "minutes", 0.0, 0.01, MAX_MINUTES)
    return TimeControl(round(60 * minutes, 2), round(_number(clock, "increment", 0.0, 0.0, MAX_INCREMENT), 2))


def pause_from(settings: Json) -> float:
    """Returns how long each move that the 1994 program tries is shown, in seconds. Raises Refusal."""
    return _number(settings, "pause", DEFAULT_PAUSE, 0.0, MAX_PAUSE)


def _number(settings: Json, name: str, default: float, least: float, most: float) -> float:
    """Returns a number of the settings. Raises Refusal if it is not a number, or out of range."""
    value = settings.get(name, default)
    if value is None:
        value = default
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Refusal(fact("setting.number", name=name))
    if not least <= value <= most:
        raise Refusal(fact("setting.range", name=name, least=f"{least:g}", most=f"{most:g}"))
    return float(value)


def text_of(settings: Json, name: str) -> str:
    """Returns a text of the settings, '' if it is not there. Raises Refusal."""
    text = settings.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Refusal(fact("setting.text", name=name))
    return text
