"""The players that give hints. They need not be the opponent, and do not share its strength."""

from __future__ import annotations

from typing import Final

from modern.game.session import Refusal
from modern.players import PlayerError
from modern.players.seats import Seat

#: The player that is asked unless another one is named: the engine at its full strength.
HINT_PLAYER: Final = "modern"
#: The time that a player thinks about a hint, in seconds.
HINT_SECONDS: Final = 1.0


class HintPlayers:
    """The players that have been asked for a hint, each started once."""

    def __init__(self, default: str = HINT_PLAYER) -> None:
        """`default` is the player that is asked if none is named. It is started when it is first asked."""
        self.default = default
        self.seats: dict[str, Seat] = {}

    def seat(self, name: str = "") -> Seat:
        """Returns the seat of a player, by default the usual one. Raises Refusal if it cannot be asked."""
        spec = name or self.default
        if spec not in self.seats:
            try:
                seat = Seat(spec)
            except PlayerError as error:
                raise Refusal(str(error)) from None
            if seat.player is None:
                raise Refusal(f"a {seat.spec} gives no hints; name a program")
            self.seats[spec] = seat
        return self.seats[spec]

    def close(self, failed: Seat | None = None) -> None:
        """Closes all players, or only one that failed or was interrupted; it is started anew when it is asked again."""
        for spec, seat in list(self.seats.items()):
            if failed in (None, seat):
                del self.seats[spec]
                seat.close()
