"""The players who enter a tournament, as they are named: each once, and found again by name."""

from __future__ import annotations

import math
from collections.abc import Sequence

from modern.players.spec import parse_spec
from modern.players.suggestion import suggestion
from modern.rules.errors import quoted

#: An Elo beyond this is a typing error.
MAX_ELO: int = 10_000


def check_players(names: Sequence[str]) -> None:
    """Raises ValueError for fewer than two players or for a player named twice, PlayerError for a malformed name."""
    if len(names) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(names)}")
    seen: dict[object, str] = {}
    for name in names:
        spec = parse_spec(name)
        key = spec.name, frozenset((option.lower(), value.lower()) for option, value in spec.options)
        if key in seen:
            raise ValueError(f"{quoted(name)} is named twice; each player enters once")
        seen[key] = name


def player_number(players: Sequence[str], name: str) -> int:
    """Returns the number of a player that is named exactly as before. Raises ValueError."""
    if name not in players:
        hint = suggestion(name, players, otherwise=f"expected one of {', '.join(players)}")
        raise ValueError(f"{quoted(name)} is not a player of this tournament; {hint}")
    return players.index(name)


def parse_anchor(players: Sequence[str], text: str) -> tuple[int, float]:
    """Returns the number of the player and the Elo in `modern=2500`. Raises ValueError."""
    name, _, value = text.rpartition("=")
    try:
        elo = float(value)
    except ValueError:
        elo = math.nan
    if not name or not abs(elo) <= MAX_ELO:
        raise ValueError(f"{quoted(text)} is not an anchor; expected PLAYER=ELO")
    return player_number(players, name), elo
