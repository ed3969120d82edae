"""Writes the pages of a tournament into a folder: index.html, and a page for each game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from modern.game.game import Game
from modern.match.pages.game_page import game_page
from modern.match.pages.index_page import GENERATOR, index_page
from modern.match.tournament import Tournament
from modern.output_files import write_atomically
from modern.pictures.page.folder import INDEX, check_pages_folder


def page_name(number: int) -> str:
    """Returns the file name of a game's page; games are numbered from 1 there."""
    return f"game-{number + 1:05}.html"


def check_folder(folder: Path) -> None:
    """Raises OSError if the pages could not be written there, or if the folder has other files than such pages."""
    check_pages_folder(folder, GENERATOR, "a tournament's pages")


def write_pages(folder: Path, tournament: Tournament, games: Mapping[int, Game]) -> None:
    """Writes the pages of games by their numbers. Raises OSError."""
    check_folder(folder)
    folder.mkdir(exist_ok=True)
    numbers = list(games)
    names = {number: page_name(number) for number in numbers}
    for index, (number, game) in enumerate(games.items()):
        before = names[numbers[index - 1]] if index else ""
        after = names[numbers[index + 1]] if index + 1 < len(numbers) else ""
        scheduled = tournament.schedule.game(number)
        write_atomically(folder / names[number], game_page(tournament.options, scheduled, game, before, after))
    write_atomically(folder / INDEX, index_page(tournament, games, names))
