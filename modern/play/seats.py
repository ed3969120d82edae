"""The two seats at the board. A human or a player of `modern.players` sits at each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modern.players import PLAYERS, Player, player_named, unknown_player

HUMAN: Final = "human"

#: Everything that can be named as a player, with a line about each.
PLAYER_DESCRIPTIONS: Final = {
    HUMAN: "you, at the keyboard",
    **{name: entry.description for name, entry in PLAYERS.items()},
    "uci:COMMAND": "any chess program that speaks UCI, for example uci:stockfish",
    "xboard:COMMAND": "any chess program that speaks the XBoard protocol",
}


#: The players of a new game if none is named.
DEFAULT_PLAYERS: Final = {"white": HUMAN, "black": "historic"}


def completed_specs(named: Mapping[str, str | None]) -> dict[str, str]:
    """Returns who plays each side if one side is not named: historic against a human, and a human against a program."""
    default = "historic" if HUMAN in named.values() else HUMAN
    return {side: spec or default for side, spec in named.items()}


class Seat:
    """One side of the board.

    `spec` is the name by which its player was requested: human, modern, uci:COMMAND, and so on. `player` is None for a
    human.
    """

    def __init__(self, spec: str) -> None:
        """Raises PlayerError if there is no such player, or if it cannot be started."""
        self.spec = spec if ":" in spec else spec.lower()
        if ":" not in spec and self.spec not in PLAYER_DESCRIPTIONS:
            raise unknown_player(spec, [HUMAN, *PLAYERS])
        self.player: Player | None = None if self.spec == HUMAN else player_named(self.spec)

    @property
    def name(self) -> str:
        """The name shown beside the board and written to a PGN."""
        return self.player.name if self.player else "Human"

    @property
    def is_outside(self) -> bool:
        """True for a program that is started by a command (uci: or xboard:)."""
        return ":" in self.spec

    @property
    def short_name(self) -> str:
        """The name used in messages."""
        return self.name if self.is_outside else self.spec

    def close(self) -> None:
        """Releases the player's resources, such as the process of an outside program."""
        if self.player:
            self.player.close()
