"""Pages of games, and the data embedded in them."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any

from historic.readings import PRINTED
from modern.pages.data import page_positions
from modern.pages.game_page import game_page
from modern.pages.page_game import PageGame, game_from_pgn, recorded_game
from modern.pages.program_data import PageData


@cache
def recorded_game_positions() -> tuple[PageData, ...]:
    """Returns the page data of the recorded game, without today's engine."""
    return tuple(page_positions(recorded_game(), PRINTED, 0))


@cache
def recorded_game_page() -> str:
    """Returns the page of the recorded game, without today's engine."""
    return game_page(recorded_game(), recorded_game_positions(), PRINTED, 0)


def page_of_game(page_game: PageGame, seconds: float = 0) -> str:
    """Returns the page of a game."""
    return game_page(page_game, list(page_positions(page_game, PRINTED, seconds)), PRINTED, seconds)


def page_of_pgn(pgn: str, seconds: float = 0) -> str:
    """Returns the page of the first game of a PGN."""
    return page_of_game(game_from_pgn(pgn.encode()), seconds)


def page_data(text: str) -> dict[str, Any]:
    """Returns the data that the script of a page reads."""
    (data,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', text, re.DOTALL)
    parsed: dict[str, Any] = json.loads(data)
    return parsed


class PageElements(HTMLParser):
    """The elements of a page with their attributes, and all of its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]
