"""Who may play in a browser: a human, and every player but outside programs, with the options that are offered.

A browser never names a command or a file. So outside programs (`uci:`, `xboard:`) are refused, and so are the options
of a book, whose value is a path. A transposition table has a limit of its own, since many games may be played at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from modern.game.session import HUMAN, Refusal
from modern.players import (
    PLAYERS,
    Decision,
    Game,
    MoveRequest,
    Option,
    OptionError,
    Player,
    PlayerError,
    player_class,
    player_named,
)
from modern.players.booked import BOOK, BOOK_VARIETY
from modern.players.levels import LEVELLED_PLAYER, NAMED_LEVELS
from modern.players.modern import HASH, MOVE_OVERHEAD, PONDER
from modern.players.seats import PLAYER_DESCRIPTIONS, Seat
from modern.players.spec import PlayerSpec, option_refused, parse_spec
from modern.players.suggestion import suggestion
from modern.rules.errors import printable, quoted

#: Anything that JSON can hold.
Json = dict[str, Any]

#: Options that are not offered: the path of a book, and what has no effect here.
HIDDEN_OPTIONS: Final = (BOOK, BOOK_VARIETY, PONDER, MOVE_OVERHEAD)
#: The largest transposition table, in megabytes.
MAX_HASH: Final = 128


class DistantPlayer(Player):
    """A player that thinks elsewhere: here it has only its name and its memory."""

    def __init__(self, spec: PlayerSpec) -> None:
        known = player_class(spec.name)
        self.spec = spec
        self.name = printable(str(spec)) if spec.options else known.name
        self.year = known.year
        self.has_own_depth = known.has_own_depth
        self.score_note = known.score_note
        self.remembered = ""

    def decide(self, request: MoveRequest) -> Decision:
        """Raises PlayerError."""
        raise PlayerError(f"{self.name} thinks in another process")

    def memory(self) -> str:
        """Returns what the player has to remember."""
        return self.remembered

    def recall(self, game: Game, memory: str) -> None:
        """Remembers the text. Raises ValueError if it is not the memory of such a player."""
        if memory:
            with closing(player_named(str(self.spec))) as real:
                real.recall(game, memory)
        self.remembered = memory


class WebSeat(Seat):
    """A seat of a game in a browser: a human's, or that of a program that thinks elsewhere."""

    def __init__(self, spec: str) -> None:
        """Raises Refusal if the browser may not ask for this player or these options."""
        try:
            named = parse_spec(spec)
        except PlayerError as error:
            raise Refusal(str(error)) from None
        name = named.name.strip().lower()
        if named.protocol:
            raise Refusal("an outside program cannot be started from the browser; `gosub play` starts it")
        if name != HUMAN and name not in PLAYERS:
            hint = suggestion(named.name, [HUMAN, *PLAYERS], f"the players are: {', '.join([HUMAN, *PLAYERS])}")
            raise Refusal(f"no player called {quoted(named.name)}; {hint}")
        if name == HUMAN and named.options:
            raise Refusal(f"{HUMAN} has no options")
        self.is_outside = False
        checked = PlayerSpec(name, tuple(_checked_options(name, named.options)))
        self.spec = str(checked)
        self.player = None if name == HUMAN else DistantPlayer(checked)


def _checked_options(name: str, options: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """Yields options with their names and values as the player writes them. Raises Refusal."""
    known = {option.name.lower(): option for option in offered_options(name)}
    for typed, value in options:
        option = known.get(typed.lower())
        try:
            if option is None:
                raise OptionError(f"no such option {quoted(typed)} in the browser")
            yield option.name, option.parse(value)
        except OptionError as error:
            raise Refusal(str(option_refused(PlayerSpec(name), error))) from None


def offered_options(name: str) -> list[Option]:
    """Returns the options of a player that a browser may set; none for a human."""
    if name not in PLAYERS:
        return []
    options = [option for option in player_class(name).options if option.name not in HIDDEN_OPTIONS]
    return [replace(option, maximum=MAX_HASH) if option.name == HASH else option for option in options]


def offered_players() -> list[Json]:
    """Returns the players that a browser may choose from, a human first, with their options and named levels."""
    listed = []
    for name in (HUMAN, *PLAYERS):
        known = None if name == HUMAN else player_class(name)
        listed.append(
            {
                "name": name,
                "title": "you, at this board" if known is None else PLAYER_DESCRIPTIONS[name],
                "year": known.year if known else "",
                "depth": known.depth if known else "",
                "score_note": known.score_note if known else "",
                "options": [_option_json(option) for option in offered_options(name)],
                "levels": [level._asdict() for level in NAMED_LEVELS] if name == LEVELLED_PLAYER else [],
            }
        )
    return listed


def _option_json(option: Option) -> Json:
    return {
        "name": option.name,
        "type": option.type,
        "default": option.default,
        "min": option.minimum,
        "max": option.maximum,
        "choices": list(option.choices),
    }


def seat_from(settings: Json, side: str, default: str) -> WebSeat:
    """Returns the seat of a side: `historic[Reading=recorded]`, or an object with `name` and `options`."""
    asked = settings.get(side, default)
    if isinstance(asked, dict):
        options = asked.get("options") or {}
        if not isinstance(options, dict):
            raise Refusal(f"the options of {side} must be an object")
        named = tuple((str(option), _option_text(value)) for option, value in options.items())
        asked = str(PlayerSpec(str(asked.get("name", "")), named))
    if not isinstance(asked, str):
        raise Refusal(f"{side} must be the name of a player")
    return WebSeat(asked)


def _option_text(value: object) -> str:
    return ("false", "true")[value] if isinstance(value, bool) else str(value)
