"""Make the pages of the museum's games: `python docs/make_museum_pages.py [NAME...]`, in a compiled build.

docs/museum/games has a PGN for each exhibit; its page, beside it, shows what the exhibit thinks at each ply.
"""

from __future__ import annotations

import sys
from pathlib import Path

from historic.readings import PRINTED
from modern.pgn.encoding import decode
from modern.pgn.reading import numbered_game
from modern.pictures.page.data import page_positions
from modern.pictures.page.page import game_page
from modern.pictures.page.page_game import game_from_pgn
from modern.players.spec import parse_spec

GAMES = Path(__file__).parent / "museum" / "games"

#: The seconds that an exhibit with time management thinks about each position.
SECONDS = 1.0


def analyst_of(pgn: Path) -> str:
    """Returns the exhibit that a game is about, with the options that it played with."""
    game, _ = numbered_game(decode(pgn.read_bytes()), 1)
    names = [game.headers.get(side, "") for side in ("White", "Black")]
    return next((name for name in names if "[" in name and parse_spec(name).name == pgn.stem), pgn.stem)


def make_page(pgn: Path) -> Path:
    """Writes the page of a game beside its PGN; returns its path."""
    page_game, analyst = game_from_pgn(pgn.read_bytes()), analyst_of(pgn)
    positions = list(page_positions(page_game, PRINTED, SECONDS, analyst))
    page = pgn.with_suffix(".html")
    page.write_text(game_page(page_game, positions, PRINTED, SECONDS, analyst), encoding="utf-8")
    return page


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(pgn.stem for pgn in GAMES.glob("*.pgn")):
        print(make_page(GAMES / f"{name}.pgn"))
