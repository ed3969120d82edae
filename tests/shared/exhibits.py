"""The exhibits of the museum as tests name them: all of them, and with options that make them answer sooner."""

from __future__ import annotations

from typing import Final

from modern.players import PLAYERS, player_class

#: The museum's exhibits, by name.
EXHIBITS: Final = [name for name, entry in PLAYERS.items() if entry.module.startswith("modern.players.museum.")]

#: The value of each option with which an exhibit thinks least.
REDUCED_SETTINGS: Final = {"Depth": "1", "Stage": "one-ply", "Width": "1"}


def reduced(name: str) -> str:
    """Returns a player of PLAYERS with its options set so that it thinks least: `huo[Depth=1]`."""
    options = [option.name for option in player_class(name).options if option.name in REDUCED_SETTINGS]
    settings = ",".join(f"{option}={REDUCED_SETTINGS[option]}" for option in options)
    return f"{name}[{settings}]" if settings else name
