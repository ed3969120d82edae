"""The page of a game: one file that fetches nothing, and in which what comes from outside is only text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from pages import page_data, page_of_game, page_of_pgn, recorded_game_page, recorded_game_positions

from historic.readings import READINGS
from modern.pictures.page.chart import chart
from modern.pictures.page.page import script_json
from modern.pictures.page.page_game import self_play_game

EVIL = "</script><script>alert(1)</script><!-- & \u2028 ${x} $title <b>"
EVIL_GAME = (
    '[Event "</title><img src=x onerror=alert(1)>"]\n[White "<script>alert(2)</script>"]\n[Black "A & \'B\'"]\n\n'
    f"1. e4 {{{EVIL.replace('}', '')}}} *\n"
)
#: What a browser would go and get.
FETCHES = ("src", "href", "xlink:href", "srcset", "data", "action", "poster", "background", "formaction")


class PageElements(HTMLParser):
    """The elements of a page, with their attributes, and the text in each kind."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture(scope="module")
def record() -> PageElements:
    return PageElements(recorded_game_page())


def test_nothing_is_fetched_from_anywhere(record: PageElements) -> None:
    for tag, attributes in record.found:
        for name in FETCHES:
            value = attributes.get(name)
            assert value is None or value.startswith("#") or value == "data:,", (tag, name, value)
    text = re.sub(r'xmlns(:xlink)?="[^"]*"', "", recorded_game_page())
    addresses = set(re.findall(r"\w+://[^\s\"'<]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # the script's own name for what it draws
    assert not re.search(r"@import|url\((?!#)|fetch\(|XMLHttpRequest|WebSocket|import\(", text)


def test_the_page_forbids_every_other_script_and_every_connection(record: PageElements) -> None:
    (policy,) = [one["content"] for one in record.named("meta") if one.get("http-equiv")]
    assert policy is not None
    (script,) = re.findall(r"<script>(.*?)</script>", recorded_game_page(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith("default-src 'none';")
    assert policy.endswith(f"script-src 'sha256-{digest}'")


def test_the_record_takes_less_than_a_quarter_of_a_megabyte() -> None:
    assert len(recorded_game_page().encode()) < 250_000


def test_each_man_is_drawn_once_and_used_again(record: PageElements) -> None:
    assert recorded_game_page().count('id="white-knight"') == 1
    used = [one["href"] for one in record.named("use")]
    assert len(used) == 32
    assert used.count("#white-knight") == 2


def test_headers_and_comments_are_only_text() -> None:
    text = page_of_pgn(EVIL_GAME)
    elements = PageElements(text)
    assert [one for one in elements.named("script") if one.get("type") != "application/json"] == [{}]
    assert not elements.named("img")
    assert not elements.named("b")
    assert "alert(1)" in elements.text
    assert "<script>alert(2)</script> against A & 'B'" in elements.text
    assert page_data(text)["positions"][0]["notes"] == [["Comment", " ".join(EVIL.replace("}", "").split())]]


@pytest.mark.parametrize("text", [EVIL, "]]>", "<!--<script>", "\u2029", 'a"b\\'])
def test_no_text_ends_the_script_that_it_stands_in(text: str) -> None:
    written = script_json([text])
    assert not set("<>&\u2028\u2029") & set(written)
    assert json.loads(written) == [text]


def test_without_a_script_the_moves_stand_there_and_what_is_missing_is_said(record: PageElements) -> None:
    assert record.named("noscript")
    assert "scripts are switched off" in record.text
    links = [one["href"] for one in record.named("a")]
    assert links == [f"#ply-{ply}" for ply in range(1, 25)]
    assert "Qe7 (1994 would play another)" in record.text
    rows = [one["id"] for one in record.named("tr") if one.get("id")]
    assert rows == [f"ply-{ply}" for ply in range(1, 25)]


def test_every_table_has_a_caption_and_every_head_a_scope(record: PageElements) -> None:
    assert len(record.named("caption")) == len(record.named("table")) == 5
    assert all(one.get("scope") in ("row", "col") for one in record.named("th"))
    assert [name for name, _ in record.found].count("h1") == 1
    assert record.named("html") == [{"lang": "en"}]


def test_ids_are_each_there_once(record: PageElements) -> None:
    ids = [attributes["id"] for _, attributes in record.found if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_chart_marks_where_record_and_listing_part() -> None:
    found = recorded_game_positions()
    drawn = chart(found, "record and listing part")
    assert drawn.count('class="parts"') == 1
    assert f'class="parting" d="M{1000 * 21.5 / 24:.1f} ' in drawn
    assert ">record and listing part</span>" in drawn
    assert 'class="parting"' not in chart(found, "")


def test_the_chart_shows_values_from_whites_side_and_clips_them_at_ten() -> None:
    found = [
        {"side": side, "program": {"value": value, "agrees": None}, "today": None}
        for side, value in (("white", 1000.0), ("black", 10.0), ("white", None), ("black", -5.0), ("black", 0.0))
    ]
    paths = re.findall(r'<path class="program" d="M([^"]+)"', chart(found, ""))
    heights = [[float(point.split()[1]) for point in path.split("L")] for path in paths]
    assert heights == [[12.0, 188.0], [56.0, 100.0]]


def test_the_colophon_says_how_it_was_made() -> None:
    text = PageElements(recorded_game_page()).text
    assert re.search(r"Made by gosub-chess [\w.]+ \((compiled|interpreted|mixed)\)", text)
    assert "in the reading printed" in text
    assert "was not asked" in text
    assert "thought 0.01 s a position" in PageElements(page_of_pgn("1. e4 *", 0.01)).text


@pytest.mark.parametrize("reading", READINGS)
def test_of_the_program_with_itself_the_page_has_what_the_rules_allow(reading: str) -> None:
    told = self_play_game(["e2e3", "e7e6", "a1a5", "d7d5"], reading, "The game ended.")
    assert [str(move) for move in told.game.moves] == ["e2e3", "e7e6"]
    assert told.ending == "Ply 3, a1a5, is one that the rules forbid. The game ended."
    assert reading in PageElements(page_of_game(told)).text


def test_a_game_that_begins_with_black_and_one_without_moves_have_their_pages() -> None:
    text = PageElements(page_of_pgn('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 33"]\n\n33... Kd7 34. O-O *')).text
    assert "33. .. Kd7" in text
    assert "the position" in PageElements(page_of_pgn('[Event "none"]\n\n*')).text
