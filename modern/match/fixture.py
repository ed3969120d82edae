"""A game to be played: its number, the makers of its players, its opening and its pace."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeSetting
from modern.game.game import BLACK, WHITE
from modern.match.openings import Opening
from modern.match.record import PlayedGame
from modern.match.referee import play_game
from modern.players import OptionError, Player, player_named
from modern.players.spec import PlayerSpec, parse_spec

#: Makes a new player for a game, possibly in another process. Raises PlayerError and OptionError.
PlayerFactory = Callable[[], Player]


@dataclass(frozen=True)
class Entrant:
    """A player's name and options. Calling it makes a new player, once for each game."""

    player_name: str
    options: tuple[tuple[str, str], ...] = ()

    @property
    def spec(self) -> PlayerSpec:
        """Returns the name with the options in its brackets and the others. Raises PlayerError."""
        named = parse_spec(self.player_name)
        return named._replace(options=(*named.options, *self.options))

    def __call__(self) -> Player:
        """Makes a new player. Raises PlayerError and OptionError."""
        player = player_named(self.player_name)
        try:
            for name, value in self.options:
                player.set_option(name, value)
        except OptionError:
            player.close()
            raise
        return player


def name_of(factory: PlayerFactory) -> str:
    """Makes a player once. Returns the name that it gives itself. Raises PlayerError and OptionError."""
    with closing(factory()) as player:
        return player.name


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    white: PlayerFactory
    black: PlayerFactory
    opening: Opening
    pace: TimeSetting
    adjudication: Adjudication = NO_ADJUDICATION


def play_fixture(fixture: Fixture) -> PlayedGame:
    """Plays a game between two new players. This is the function that an executor runs. Raises PlayerError."""
    with closing(fixture.white()) as white, closing(fixture.black()) as black:
        players = {WHITE: white, BLACK: black}
        moves, ending = play_game(players, fixture.opening, fixture.pace, fixture.adjudication)
        names = white.name, black.name
    return PlayedGame(fixture.number, *names, time.strftime("%Y.%m.%d"), fixture.opening, moves, ending)
