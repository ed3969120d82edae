"""The pages of a tournament: names, openings and notes come from elsewhere and are only text."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

from pages import HOSTILE, PageElements, assert_only_text, page_data
from sparring import played_tournament

from modern.pages.tournament_pages import game_page, index_page, write_pages


def test_on_the_pages_of_a_tournament_names_openings_and_notes_are_only_text(tmp_path: Path) -> None:
    tournament, games = played_tournament("greedy", HOSTILE, HOSTILE)
    index = assert_only_text(index_page(tournament, games, {0: "a.html", 1: HOSTILE}))
    assert [link["href"] for link in index.named("a")][-2:] == ["a.html", HOSTILE]
    game = games[0]
    assert game.ending is not None
    first = game.opening_plies
    game.notes[first] = replace(game.notes[first], comment=HOSTILE)
    game.ending = game.ending._replace(reason=HOSTILE, details=HOSTILE)
    game.headers |= {"White": HOSTILE, "Date": HOSTILE}
    page = game_page(tournament, 0, game, HOSTILE, HOSTILE)
    elements = assert_only_text(page)
    assert f"greedy against {HOSTILE}" in elements.text
    assert HOSTILE in page_data(page)["positions"][3]["note"]
    write_pages(tmp_path / "pages", tournament, games)
    assert f"greedy and {HOSTILE}" in PageElements((tmp_path / "pages" / "index.html").read_text(encoding="utf-8")).text


def rows_of(page: str) -> list[list[str]]:
    """Returns the text of each cell of each row of the tables of a page."""
    rows = re.findall(r"<tr>.*?</tr>", page)
    return [[re.sub("<.*?>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def test_the_index_numbers_places_and_games_from_1_and_counts_full_moves() -> None:
    tournament, games = played_tournament("greedy", "random")
    rows = rows_of(index_page(tournament, games, {0: "a.html", 1: "b.html"}))
    assert rows.count(["place", "player", "1", "2"]) == 2
    places = [row[0] for row in rows if row[1] in ("greedy", "random") and len(row) != 6]
    assert places == ["1", "2"] * 3  # of the ratings, the crosstable and the superiority
    for number, game in games.items():
        (row,) = (row for row in rows if len(row) == 6 and row[0] == str(number + 1))
        assert row[-1] == str(math.ceil(len(game.moves) / 2))


def test_only_a_player_with_another_name_of_its_own_is_said_to_call_itself_so() -> None:
    tournament, games = played_tournament("greedy", "random")
    game = games[0]
    names = tournament.schedule.game(0)
    for side, number in (("White", names.white), ("Black", names.black)):
        game.headers[side] = tournament.names[number]
    assert "calls itself" not in game_page(tournament, 0, game, "", "")
    headers = dict(game.headers)
    for side, other in (("White", "Black"), ("Black", "White")):
        game.headers = {**headers, side: "Ada"}
        page = game_page(tournament, 0, game, "", "")
        assert f"{side} calls itself" in page
        assert f"{other} calls itself" not in page


def test_the_page_of_a_game_marks_the_moves_of_the_opening() -> None:
    tournament, games = played_tournament("greedy", "random")
    game = games[0]
    page = game_page(tournament, 0, game, "a", "b")
    notes = [position["note"] for position in page_data(page)["positions"]]
    assert game.opening_plies > 0
    assert notes[: game.opening_plies + 1] == ["The opening begins here.", *["The opening."] * game.opening_plies]
    assert "The opening." not in notes[game.opening_plies + 1 :]
    assert 'textContent = position.note || "Nothing."' in page  # the script that shows them
    assert all(f'<path class="{scores}"' in page for scores in ("program", "today"))  # of both players
