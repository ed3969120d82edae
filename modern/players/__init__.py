"""The players: the modern engine, the 1994 program, the museum and outside programs, all behind one interface.

Read the files in this order: protocol.py (their interface), modern.py (a short player), position_search.py (a player
thinks about one position, and its reports are kept); tried_moves.py, game_state.py, arbiter.py and historic.py (the
program of 1994, kept to the rules of chess); engine_process.py, xboard_limits.py and outside.py (UCI and xboard
engines, through python-chess), engine_log.py (the talk with them, in a file), limits_check.py (which limits they
keep); museum (the other programs of the documents). seats.py makes players for the seats of a game, search_history.py
keeps their thoughts about it, booked.py gives them an opening book, spec.py reads a name with its options, levels.py
has the named levels of modern, main_lines.py the openings that they know, reasons.py says why a program made its move,
and suggestion.py completes error messages.
This file has the table of players and finds a player by its name.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from shutil import which
from typing import Final, NamedTuple

from modern.facts import fact
from modern.game.game import Game
from modern.game.session import HUMAN
from modern.players.booked import with_book
from modern.players.protocol import (
    Decision,
    ExplainedLine,
    IllegalAnswer,
    MoveRequest,
    NoAnswer,
    Option,
    OptionError,
    Player,
    PlayerError,
    Resignation,
)
from modern.players.spec import OUTSIDE_PROTOCOLS, PlayerSpec, option_refused, parse_spec
from modern.players.suggestion import suggestion
from modern.rules.errors import printable, quoted

__all__ = [
    "PLAYERS",
    "Decision",
    "ExplainedLine",
    "Game",
    "IllegalAnswer",
    "MoveRequest",
    "NoAnswer",
    "Option",
    "OptionError",
    "Player",
    "PlayerError",
    "Resignation",
    "player_class",
    "player_named",
    "unknown_player",
]


class PlayerEntry(NamedTuple):
    """The module and class of a player, its name for people, and its description in one line."""

    module: str
    class_name: str
    title: str
    description: str


#: The players by name. A module is imported only when its player is asked for.
PLAYERS: Final = {
    "modern": PlayerEntry("modern.players.modern", "ModernPlayer", fact("player.modern"), fact("about.modern")),
    "historic": PlayerEntry(
        "modern.players.historic", "HistoricPlayer", fact("player.historic"), fact("about.historic")
    ),
    "firstchess": PlayerEntry(
        "modern.players.museum.firstchess", "FirstChessPlayer", fact("player.firstchess"), fact("about.firstchess")
    ),
    "huo": PlayerEntry("modern.players.museum.huo", "HuoPlayer", fact("player.huo"), fact("about.huo")),
    "huo-tutorial": PlayerEntry(
        "modern.players.museum.huo_tutorial",
        "HuoTutorialPlayer",
        fact("player.huo_tutorial"),
        fact("about.huo_tutorial"),
    ),
    "novice": PlayerEntry("modern.players.museum.novice", "NovicePlayer", fact("player.novice"), fact("about.novice")),
    "diablo": PlayerEntry("modern.players.museum.diablo", "DiabloPlayer", fact("player.diablo"), fact("about.diablo")),
    "historic-selective": PlayerEntry(
        "modern.players.museum.historic_selective",
        "HistoricSelectivePlayer",
        fact("player.historic_selective"),
        fact("about.historic_selective"),
    ),
    "random": PlayerEntry(
        "modern.players.museum.random_mover", "RandomMover", fact("player.random"), fact("about.random")
    ),
}


def player_named(text: str) -> Player:
    """Returns a new player: one of PLAYERS, or an outside program, named as `uci:COMMAND` or `xboard:COMMAND`.

    Its options may follow in brackets (spec.py); a player with options is called as it was named, without stray spaces.
    Raises PlayerError if the player or the option does not exist, or if it cannot be started.
    """
    spec = parse_spec(text)
    player = _new_player(spec)
    if spec.options:
        try:
            spec.apply_options(player)
        except OptionError as error:
            player.close()
            raise option_refused(spec, error) from None
        except BaseException:
            player.close()
            raise
        player.name = printable(str(spec))
    return player


def _new_player(spec: PlayerSpec) -> Player:
    """Returns a new player with its default options. Raises PlayerError."""
    if spec.protocol:
        from modern.players.outside import OutsidePlayer

        return OutsidePlayer(spec.protocol, spec.name.partition(":")[2], spec.start_seconds)
    if spec.name.lower() == HUMAN:
        raise PlayerError(f"a {HUMAN} can play only in `gosub play`")
    if spec.name not in PLAYERS:
        raise unknown_player(spec.name, PLAYERS)
    return player_class(spec.name)()


def player_class(name: str) -> type[Player]:
    """Returns the class of one of PLAYERS, with the options of an opening book."""
    entry = PLAYERS[name]
    found: type[Player] = getattr(import_module(entry.module), entry.class_name)
    assert issubclass(found, Player)
    return with_book(found)


def unknown_player(name: str, known: Collection[str]) -> PlayerError:
    """Returns the error for a name that is not in `known`, with the most helpful hint there is.

    The hint is the `uci:` form for a program that is on the PATH, square brackets for options in parentheses, the
    closest name for a misspelling, else all names.
    """
    player, parenthesis, _ = name.partition("(")
    names = ", ".join([*known, *(f"{protocol}:COMMAND" for protocol in OUTSIDE_PROTOCOLS)])
    if _is_program(name):
        hint: str = f"for an outside program write uci:{name}"
    elif parenthesis and player in known:
        hint = f"its options are in square brackets: {player}[OPTION=VALUE,...]"
    else:
        hint = suggestion(name, known, otherwise=f"the players are: {names}")
    return PlayerError(fact("player.unknown", name=quoted(name), hint=hint))


def _is_program(command: str) -> bool:
    """Returns True if the command's first word is an executable, by its path or on the PATH."""
    words = command.split()
    return bool(words) and command.isprintable() and (which(words[0]) or which(command)) is not None
