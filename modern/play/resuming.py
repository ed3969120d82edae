"""Resumes a saved game: who plays it, and what each program has to remember."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from modern.game.game import SIDE_NAMES
from modern.game.games_folder import games_folder
from modern.game.saved_game import SavedGame, SavedGameError
from modern.game.session import LiveGame
from modern.players.seats import Seat
from modern.players.spec import is_outside
from modern.rules import RulesError


class UntrustedCommand(SavedGameError):
    """A saved game from elsewhere names a command as the player of `side`, and the user has not allowed it to run."""

    def __init__(self, path: Path, side: str, command: str) -> None:
        super().__init__(f"{path} names the command {command[:80]!a} as {side.capitalize()}'s player")
        self.side = side


def resumed_specs(saved: SavedGame, path: Path, named: Mapping[str, str | None]) -> dict[str, str]:
    """Returns who plays each side: the players that are `named` now, or else those of the saved game.

    A command that a file outside the folder of saved games names as a player is not run. Raises UntrustedCommand.
    """
    for side, spec in saved.seats.items():
        if is_outside(spec) and not named[side] and path.resolve().parent != games_folder().resolve():
            raise UntrustedCommand(path, side, spec)
    return {side: named[side] or spec for side, spec in saved.seats.items()}


def resumed_game(seats: Mapping[str, Seat], saved: SavedGame, source: Path | str) -> LiveGame:
    """Returns the saved game with its moves made. A player that is the same as before gets its memory back.

    Raises SavedGameError if the game cannot be resumed.
    """
    headers = dict(saved.headers)
    try:
        live_game = LiveGame(seats, saved.start, saved.record, saved.date)
        live_game.seated_at |= saved.seated_at
        for side, seat in seats.items():
            if seat.spec != saved.seats[side]:
                live_game.seated_at[side] = len(saved.record)
                headers.pop(SIDE_NAMES[side], None)
            elif seat.player:
                seat.player.recall(live_game.game, saved.memory.get(side, ""))
    except (RulesError, ValueError) as error:
        raise SavedGameError(f"{source}: {error}") from None
    live_game.headers = headers
    return live_game
