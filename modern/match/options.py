"""The options of a match or tournament: players, games, time, openings, and what ends games early."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeSetting
from modern.match.defaults import DEFAULT_GAMES, MAX_SPRT_GAMES
from modern.match.openings import Openings
from modern.match.referee import PlayerFactory, new_player
from modern.match.schedule import Schedule
from modern.match.statistics import Sprt
from modern.players.spec import PlayerSpec, parse_spec
from modern.players.suggestion import suggestion
from modern.rules.errors import quoted

#: What is played, as the command, the journal and the PGN call it.
MATCH: Final = "match"
TOURNAMENT: Final = "tournament"
#: The two players of a match.
LETTERS: Final = "ab"
#: An Elo beyond this is a typing error.
MAX_ELO: Final = 10_000

#: Options of a player: names and values.
OptionSettings = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TournamentOptions:
    """The match or tournament to be played.

    `players`         the names of the players, with their options in brackets.
    `games_per_pairing`  how many games each two players play: in a match, all games.
    `time_setting`    how long the players may think.
    `adjudication`    the rules that end games early.
    `gauntlet`        the number of the player who meets all others; None for a round robin.
    `anchor`          the number of a player and its Elo.
    `sprt`            the test that ends a match of two players.
    `jobs`            how many games are played in parallel, unless those of the Dask cluster at the address `cluster`.
    `player_options`  options of each player besides those in its name; empty if there are none.
    `task`            MATCH or TOURNAMENT.
    `log`             the log of outside programs, which has begun; None if there is none.
    """

    players: Sequence[str]
    games_per_pairing: int
    time_setting: TimeSetting
    openings: Openings
    gauntlet: int | None = None
    adjudication: Adjudication = NO_ADJUDICATION
    anchor: tuple[int, float] | None = None
    jobs: int = 1
    cluster: str | None = None
    sprt: Sprt | None = None
    player_options: Sequence[OptionSettings] = ()
    task: str = TOURNAMENT
    log: Path | None = None

    @property
    def is_match(self) -> bool:
        """True for a match of two players, A and B."""
        return self.task == MATCH

    @property
    def schedule(self) -> Schedule:
        """Returns who plays whom."""
        return Schedule(len(self.players), self.games_per_pairing, self.gauntlet)

    @property
    def player_factories(self) -> list[PlayerFactory]:
        """Returns what makes the players, once for each game."""
        return [
            partial(new_player, name, self._options_of(number), self.log) for number, name in enumerate(self.players)
        ]

    def spec(self, player: int) -> PlayerSpec:
        """Returns a player's name with all its options. Raises PlayerError."""
        named = parse_spec(self.players[player])
        return named._replace(options=(*named.options, *self._options_of(player)))

    def _options_of(self, player: int) -> OptionSettings:
        return self.player_options[player] if self.player_options else ()

    def identity(self) -> dict[str, Any]:
        """Returns the settings that resumed play must not change; the number of games, SPRT and anchor may change."""
        return {
            **(self._players_of_match() if self.is_match else self._players_of_tournament()),
            "pace": self.time_setting.as_json(),
            "openings": self.openings.as_json(),
            "seed": self.openings.seed,
            **self.adjudication.as_json(),
        }

    def _players_of_match(self) -> dict[str, Any]:
        players: dict[str, Any] = {}
        for number, letter in enumerate(LETTERS):
            players |= {letter: self.players[number], f"{letter}_options": dict(self._options_of(number))}
        return players

    def _players_of_tournament(self) -> dict[str, Any]:
        gauntlet = None if self.gauntlet is None else self.players[self.gauntlet]
        return {"players": list(self.players), "gauntlet": gauntlet}


def number_of_games(games: int | None, with_sprt: bool) -> int:
    """Returns the number of games of a match, or the default if it is None.

    Raises ValueError if the openings cannot be paired.
    """
    if games is None:
        return MAX_SPRT_GAMES if with_sprt else DEFAULT_GAMES
    if games % 2 and games != 1:
        raise ValueError(f"{games} is odd; expected an even number, two games for each opening, or 1")
    return games


def check_players(names: Sequence[str]) -> None:
    """Raises ValueError for fewer than two players or for a player named twice, PlayerError for a malformed name."""
    if len(names) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(names)}")
    seen: set[object] = set()
    for name in names:
        spec = parse_spec(name)
        key = spec.name, frozenset((option.lower(), value.lower()) for option, value in spec.options)
        if key in seen:
            raise ValueError(f"{quoted(name)} is named twice; each player enters once")
        seen.add(key)


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
