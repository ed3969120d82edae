"""Every opponent behind one protocol."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple

from modern.players.game import Game
from modern.players.protocol import Decision, Option, OptionError, Player, PlayerError, Turn

__all__ = ["PLAYERS", "Decision", "Game", "Option", "OptionError", "Player", "PlayerError", "Turn", "player_named"]


class Entry(NamedTuple):
    """Where a player is, and who it is, in a line."""

    module: str
    player: str
    line: str


#: By name. A module is read when its player is asked for.
PLAYERS: Final = {
    "modern": Entry("modern.players.modern", "ModernPlayer", "the engine as one would write it today"),
    "historic": Entry("modern.players.historic", "HistoricPlayer", "the program of 1994, two half-moves ahead"),
}


def player_named(name: str) -> Player:
    """A new player of that name. Raises PlayerError, also where it cannot play here."""
    entry = PLAYERS.get(name)
    if entry is None:
        raise PlayerError(f"no such player: {name[:40]!a}; the players are: {', '.join(PLAYERS)}")
    player = getattr(import_module(entry.module), entry.player)()
    assert isinstance(player, Player)
    return player
