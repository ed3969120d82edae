"""The players: the modern engine, the program of 1994 and outside programs, all behind one interface.

Read the files in this order: protocol.py (what a player is), game.py (what it receives), modern.py (a short
player); game_state.py, arbiter.py and historic.py (the program of 1994, kept to the rules of chess); engine_process.py
and outside.py (UCI and xboard engines, through python-chess); analysis.py (a player looks at one position).
suggestion.py completes error messages. This file has the table of players and finds a player by its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from shutil import which
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
from modern.players.suggestion import suggestion
from modern.rules.errors import quoted

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
    "unknown_player",
]


class Entry(NamedTuple):
    """The module and class of a player, and its description in one line."""

    module: str
    class_name: str
    description: str


#: The players by name. A module is imported only when its player is asked for.
PLAYERS: Final = {
    "modern": Entry("modern.players.modern", "ModernPlayer", "a modern engine: alpha-beta search on bitboards"),
    "historic": Entry("modern.players.historic", "HistoricPlayer", "the program of 1994, which searches two plies"),
}


#: Outside programs are named by their protocol and their command: `uci:stockfish`.
OUTSIDE_PROTOCOLS: Final = ("uci", "xboard")


def player_named(name: str) -> Player:
    """Returns a new player: one of PLAYERS, or an outside program, named as `uci:COMMAND` or `xboard:COMMAND`.

    Raises PlayerError if there is no such player, or if it cannot be started.
    """
    protocol, colon, command = name.partition(":")
    if colon and protocol in OUTSIDE_PROTOCOLS:
        from modern.players.outside import OutsidePlayer

        return OutsidePlayer(protocol, command)
    entry = PLAYERS.get(name)
    if entry is None:
        raise unknown_player(name, PLAYERS)
    player = getattr(import_module(entry.module), entry.class_name)()
    assert isinstance(player, Player)
    return player


def unknown_player(name: str, known: Iterable[str]) -> PlayerError:
    """Returns the error for a name that is not in `known`, with the most helpful hint there is.

    The hint is the `uci:` form for a program that is on the PATH, the closest name for a misspelling, else all names.
    """
    names = ", ".join([*known, *(f"{protocol}:COMMAND" for protocol in OUTSIDE_PROTOCOLS)])
    if _is_program(name):
        hint = f"for an outside program write uci:{name}"
    else:
        hint = suggestion(name, known, otherwise=f"the players are: {names}")
    return PlayerError(f"no player called {quoted(name)}; {hint}")


def _is_program(command: str) -> bool:
    """Returns True if the command's first word is an executable, by its path or on the PATH."""
    words = command.split()
    return bool(words) and command.isprintable() and which(words[0]) is not None
