"""Writes the pages of a tournament into a folder: index.html, and a page for each game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from modern.match.pages.game_page import game_page
from modern.match.pages.index_page import GENERATOR, index_page
from modern.match.record import PlayedGame
from modern.match.tournament import Tournament
from modern.output_files import write_atomically
from modern.pictures.page.folder import INDEX, check_pages_folder


def page_name(game: PlayedGame) -> str:
    """Returns the file name of a game's page; games are numbered from 1 there."""
    return f"game-{game.number + 1:05}.html"


def check_folder(folder: Path) -> None:
    """Raises OSError if the pages could not be written there, or if the folder has other files than such pages."""
    check_pages_folder(folder, GENERATOR, "a tournament's pages")


def write_pages(folder: Path, tournament: Tournament, games: Sequence[PlayedGame]) -> None:
    """Writes the pages. Raises OSError."""
    check_folder(folder)
    folder.mkdir(exist_ok=True)
    names = {game.number: page_name(game) for game in games}
    for index, game in enumerate(games):
        before = names[games[index - 1].number] if index else ""
        after = names[games[index + 1].number] if index + 1 < len(games) else ""
        write_atomically(folder / names[game.number], game_page(tournament.options, game, before, after))
    write_atomically(folder / INDEX, index_page(tournament, games, names))
