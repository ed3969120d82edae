"""Pages of games, and the data embedded in them."""

from __future__ import annotations

import base64
import json
import re
import zlib
from functools import cache
from html.parser import HTMLParser
from typing import Any

from historic.readings import PRINTED
from modern.analysis.file_analysis import analyst_of
from modern.analysis.game_analysis import GameAnalysis
from modern.game.game import Game
from modern.game.pgn_reading import standard_game
from modern.limits import Limits
from modern.pages import DEFAULT_ANALYST, analysis_page
from modern.pages.game_facts import recorded_game
from modern.pages.game_page import game_page
from modern.pages.positions import PageData, page_positions
from modern.players import player_named


@cache
def recorded_game_positions() -> tuple[PageData, ...]:
    """Returns the page data of the recorded game, without today's engine."""
    return tuple(page_positions(recorded_game(), PRINTED))


@cache
def recorded_game_page() -> str:
    """Returns the page of the recorded game, without today's engine."""
    return game_page(recorded_game(), recorded_game_positions(), PRINTED)


def page_of_game(game: Game, seconds: float = 0) -> str:
    """Returns the page of a game; today's engine thinks `seconds` about each position, or not at all."""
    analysis, analyst = GameAnalysis(game), None
    if seconds:
        limits = Limits(seconds=seconds)
        with player_named(DEFAULT_ANALYST) as player:
            for _ in analysis.run(player, limits):
                pass
            analyst = analyst_of(player, DEFAULT_ANALYST, limits)
    return analysis_page.page_of_game(analysis, analyst, PRINTED)[1]


def page_of_pgn(pgn: str, seconds: float = 0) -> str:
    """Returns the page of the first game of a PGN."""
    return page_of_game(standard_game(pgn.encode()), seconds)


def page_data(text: str) -> dict[str, Any]:
    """Returns the data that the script of a page reads."""
    (data,) = re.findall(r'<script type="text/plain" id="game">([A-Za-z0-9+/=]*)</script>', text)
    parsed: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(data)))
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


HOSTILE = (
    "</title></style></script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \"'&amp; \u2028\u2029 -->"
)
#: The same without the characters that a header or a comment of a PGN cannot have.
HOSTILE_IN_PGN = "</title></script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> '&amp; -->"


def assert_only_text(page: str, expected: str = HOSTILE, scripts: int = 1) -> PageElements:
    """Asserts that a page has no element of the hostile text, and that the text can be read on it."""
    elements = PageElements(page)
    own = [one for one in elements.named("script") if one.get("type") != "text/plain"]
    assert len(own) == scripts
    assert not [one for one in elements.named("img") if one.get("src") == "x"]
    assert not [name for _, attributes in elements.elements for name in attributes if name.startswith("on")]
    assert not re.findall(r"<!--", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert " ".join(expected.split()) in " ".join(elements.text.split())
    if 'id="game"' in page:
        assert page_data(page)
    return elements
