"""The two seats at the board. A human or a player of `modern.players` sits at each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modern.players import PLAYERS, Player, PlayerError, player_named, unknown_player
from modern.players.levels import LEVELLED_PLAYER, NamedLevel, level_at
from modern.players.spec import HUMAN, parse_spec

#: Everything that can be named as a player, with a line about each.
PLAYER_DESCRIPTIONS: Final = {
    HUMAN: "you, at the keyboard",
    **{name: entry.description for name, entry in PLAYERS.items()},
    "uci:COMMAND": "any chess program that speaks UCI, for example uci:stockfish",
    "xboard:COMMAND": "any chess program that speaks the XBoard protocol",
}


#: The players of a new game if none is named.
DEFAULT_PLAYERS: Final = {"white": HUMAN, "black": "historic"}


def completed_specs(named: Mapping[str, str | None], program: str = DEFAULT_PLAYERS["black"]) -> dict[str, str]:
    """Returns who plays each side if a side is not named: `program` against a human, and a human against a program.

    If neither is named, the human has White.
    """
    if not any(named.values()):
        return dict(zip(named, (HUMAN, program), strict=True))
    default = program if HUMAN in named.values() else HUMAN
    return {side: spec or default for side, spec in named.items()}


class Seat:
    """One side of the board.

    `spec` is the name by which its player was requested, with its options: human, modern, huo[Depth=1], uci:COMMAND,
    and so on. `player` is None for a human.
    """

    def __init__(self, spec: str) -> None:
        """Raises PlayerError if there is no such player or option, or if it cannot be started."""
        named = parse_spec(spec)
        self.is_outside = bool(named.protocol)  # it is started by a command
        name = named.name if self.is_outside else named.name.lower()
        if not self.is_outside and name not in PLAYER_DESCRIPTIONS:
            raise unknown_player(named.name, [HUMAN, *PLAYERS])
        if name == HUMAN and named.options:
            raise PlayerError(f"{HUMAN} has no options")
        self.spec = name + spec[len(named.name) :]
        self.player: Player | None = None if name == HUMAN else player_named(self.spec)

    @property
    def name(self) -> str:
        """The name shown beside the board and written to a PGN."""
        return self.player.name if self.player else "Human"

    @property
    def short_name(self) -> str:
        """The name used in messages."""
        return self.name if self.is_outside else self.spec

    @property
    def level(self) -> NamedLevel | None:
        """The level that its player is limited to; None if that is none of the levels of `modern`."""
        named = parse_spec(self.spec)
        return level_at(named.elo) if named.name == LEVELLED_PLAYER and named.elo is not None else None

    def close(self) -> None:
        """Releases the player's resources, such as the process of an outside program."""
        if self.player:
            self.player.close()
