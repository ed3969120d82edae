"""Who sits at the board."""

from __future__ import annotations

from typing import Final

from modern.players import PLAYERS, Player, PlayerError, player_named
from modern.rules.errors import quoted

HUMAN: Final = "human"

#: Everybody who can be named, with a line for each.
PLAYER_DESCRIPTIONS: Final = {
    HUMAN: "you, at the keyboard",
    **{name: entry.description for name, entry in PLAYERS.items()},
    "uci:COMMAND": "any chess program that speaks UCI: uci:stockfish",
    "xboard:COMMAND": "any chess program that speaks xboard's protocol",
}


class Seat:
    """A side of the board: `named` as it was asked for, `player` who thinks there, or None for a human."""

    def __init__(self, named: str) -> None:
        """Raises PlayerError where there is no such player, or it cannot play here."""
        self.spec = named if ":" in named else named.lower()
        if ":" not in named and self.spec not in PLAYER_DESCRIPTIONS:
            raise PlayerError(f"no such player: {quoted(named)}; the players are: {', '.join(PLAYER_DESCRIPTIONS)}")
        self.player: Player | None = None if self.spec == HUMAN else player_named(self.spec)

    @property
    def name(self) -> str:
        """What the board and a PGN call it."""
        return self.player.name if self.player else "Human"

    @property
    def is_outside(self) -> bool:
        """Whether it is a program that is run by a command."""
        return ":" in self.spec

    @property
    def short_name(self) -> str:
        """What sentences call it."""
        return self.name if self.is_outside else self.spec

    def close(self) -> None:
        """Give back what the player holds."""
        if self.player:
            self.player.close()
