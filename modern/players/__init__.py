"""Every opponent behind one protocol."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple

from modern.players.game import Game
from modern.players.protocol import (
    Decision,
    IllegalAnswer,
    NoAnswer,
    Option,
    OptionError,
    Player,
    PlayerError,
    Reason,
    Resignation,
    Turn,
)

__all__ = [
    "PLAYERS",
    "Decision",
    "Game",
    "IllegalAnswer",
    "NoAnswer",
    "Option",
    "OptionError",
    "Player",
    "PlayerError",
    "Reason",
    "Resignation",
    "Turn",
    "player_named",
]


class Entry(NamedTuple):
    """Where a player is, and who it is, in a line."""

    module: str
    class_name: str
    description: str


#: By name. A module is read when its player is asked for.
PLAYERS: Final = {
    "modern": Entry("modern.players.modern", "ModernPlayer", "the engine as one would write it today"),
    "historic": Entry("modern.players.historic", "HistoricPlayer", "the program of 1994, two half-moves ahead"),
}


#: Programs outside this one are named by what they speak and their command: `uci:stockfish`.
OUTSIDE_PROTOCOLS: Final = ("uci", "xboard")


def player_named(name: str) -> Player:
    """A new player of that name, or of a program outside. Raises PlayerError, also where it cannot play here."""
    protocol, colon, command = name.partition(":")
    if colon and protocol in OUTSIDE_PROTOCOLS:
        from modern.players.outside import OutsidePlayer

        return OutsidePlayer(protocol, command)
    entry = PLAYERS.get(name)
    if entry is None:
        known = ", ".join([*PLAYERS, *(f"{protocol}:COMMAND" for protocol in OUTSIDE_PROTOCOLS)])
        raise PlayerError(f"no such player: {name[:40]!a}; the players are: {known}")
    player = getattr(import_module(entry.module), entry.class_name)()
    assert isinstance(player, Player)
    return player
