"""Pages of games, and what is in them."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from historic.readings import PRINTED
from modern.pictures.page.data import Found, positions
from modern.pictures.page.page import page
from modern.pictures.page.told import Told, game_of_pgn, the_record


@cache
def found_at_the_record() -> tuple[Found, ...]:
    """What the page has of the positions of the record, without the engine of today."""
    return tuple(positions(the_record(), PRINTED, 0))


@cache
def page_of_the_record() -> str:
    """That page."""
    return page(the_record(), found_at_the_record(), PRINTED, 0)


def page_of(told: Told, seconds: float = 0) -> str:
    """The page of a game."""
    return page(told, list(positions(told, PRINTED, seconds)), PRINTED, seconds)


def page_of_pgn(pgn: str, seconds: float = 0) -> str:
    """The page of the first game of a PGN."""
    return page_of(game_of_pgn(pgn.encode()), seconds)


def data_in(text: str) -> dict[str, Any]:
    """What the script of a page reads."""
    (data,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', text, re.DOTALL)
    read: dict[str, Any] = json.loads(data)
    return read
