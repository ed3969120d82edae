"""The pages of a tournament: names, openings and notes come from elsewhere and are only text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from pages import HOSTILE, PageElements, assert_only_text
from sparring import played_tournament

from modern.match.pages import game_page, index_page, write_pages


def test_on_the_pages_of_a_tournament_names_openings_and_notes_are_only_text(tmp_path: Path) -> None:
    tournament, games = played_tournament("greedy", HOSTILE, HOSTILE)
    index = assert_only_text(index_page(tournament, games, {0: "a.html", 1: HOSTILE}), scripts=0)
    assert [link["href"] for link in index.named("a")][-2:] == ["a.html", HOSTILE]
    game = games[0]
    assert game.ending is not None
    first = game.opening_plies
    game.notes[first] = replace(game.notes[first], comment=HOSTILE)
    game.ending = game.ending._replace(reason=HOSTILE, details=HOSTILE)
    game.headers |= {"White": HOSTILE, "Date": HOSTILE}
    page = game_page(tournament.options, 0, game, HOSTILE, HOSTILE)
    elements = assert_only_text(page)
    assert f"greedy against {HOSTILE}" in elements.text
    (data,) = re.findall(r'id="positions">(.*?)</script>', page, re.DOTALL)
    assert HOSTILE in json.loads(data)[3]["note"]
    write_pages(tmp_path / "pages", tournament, games)
    assert f"greedy and {HOSTILE}" in PageElements((tmp_path / "pages" / "index.html").read_text()).text
