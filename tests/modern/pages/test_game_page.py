"""The page of a game: one file that loads nothing from the network and treats every text of a PGN as text only."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from pages import PageElements, page_data, page_of_game, page_of_pgn, recorded_game_page, recorded_game_positions

from historic.readings import PRINTED, READINGS
from modern.game.pgn_reading import numbered_game
from modern.pages.chart import chart
from modern.pages.game_facts import ending_of, self_play_game
from modern.pages.game_page import ShownAnalysis, game_page
from modern.pages.kit import packed
from modern.pages.positions import page_positions

INJECTION = "</script><script>alert(1)</script><!-- & \u2028 ${x} $title <b>"
#: The attributes whose value a browser would load.
LOADING_ATTRIBUTES = ("src", "href", "xlink:href", "srcset", "data", "action", "poster", "background", "formaction")


@pytest.fixture(scope="module")
def record() -> PageElements:
    return PageElements(recorded_game_page())


def test_nothing_is_loaded_from_the_network(record: PageElements) -> None:
    for tag, attributes in record.elements:
        for name in LOADING_ATTRIBUTES:
            value = attributes.get(name)
            assert value is None or value.startswith("#") or value == "data:,", (tag, name, value)
    text = re.sub(r'xmlns(:xlink)?="[^"]*"', "", recorded_game_page())
    addresses = set(re.findall(r"\w+://[^\s\"'<]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # the namespace of the SVG elements that the script creates
    assert not re.search(r"@import|url\((?!#)|fetch\(|XMLHttpRequest|WebSocket|import\(", text)


def test_the_page_allows_only_its_own_script_and_no_connection(record: PageElements) -> None:
    (policy,) = [attributes["content"] for attributes in record.named("meta") if attributes.get("http-equiv")]
    assert policy is not None
    (script,) = re.findall(r"<script>(.*?)</script>", recorded_game_page(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith("default-src 'none';")
    assert policy.endswith(f"script-src 'sha256-{digest}'")


def test_each_piece_is_drawn_once(record: PageElements) -> None:
    assert recorded_game_page().count('id="white-knight"') == 1


@pytest.mark.parametrize("text", [INJECTION, "]]>", "<!--<script>", "\u2029", 'a"b\\', "\u00e9\U0001f600"])
def test_no_text_ends_the_script_element_it_is_in(text: str) -> None:
    assert page_data(f'<script type="text/plain" id="game">{packed({"text": text})}</script>') == {"text": text}


def introduction(page: str) -> str:
    """Returns the paragraph below the title of a page."""
    (text,) = re.findall(r'</h1>\n<p id="introduction">(.*?)</p>', page)
    return str(text)


def test_a_page_opens_by_saying_what_the_report_is_and_which_game_it_shows(record: PageElements) -> None:
    pages = {
        "that game": recorded_game_page(),
        "another game": page_of_pgn("1. e4 *", 0.01),
        "a game that the program played against itself": page_of_game(self_play_game(["e2e3"], "printed", "")),
    }
    for game, page in pages.items():
        assert introduction(page).startswith("In 1994, it is said, Ghislain de Blois wrote a chess program in BASIC")
        assert f"This page steps through {game}: for every position" in introduction(page)
        assert ("a modern engine" in introduction(page)) == (game == "another game")  # the only one with an analysis
    assert introduction(recorded_game_page()) in record.text


def test_without_a_script_the_page_has_the_moves_and_says_what_is_missing(record: PageElements) -> None:
    assert record.named("noscript")
    assert "JavaScript is switched off" in record.text
    links = [attributes["href"] for attributes in record.named("a")]
    assert links == [f"#ply-{ply}" for ply in range(1, 25)]
    assert "Qe7 (1994 would play another move)" in record.text
    rows = [attributes["id"] for attributes in record.named("tr") if attributes.get("id")]
    assert rows == [f"ply-{ply}" for ply in range(1, 25)]


def test_every_table_has_a_caption_and_every_header_cell_a_scope(record: PageElements) -> None:
    assert len(record.named("caption")) == len(record.named("table")) == 5
    assert all(attributes.get("scope") in ("row", "col") for attributes in record.named("th"))
    assert [name for name, _ in record.elements].count("h1") == 1
    assert record.named("html") == [{"lang": "en"}]


def test_every_id_is_unique(record: PageElements) -> None:
    ids = [attributes["id"] for _, attributes in record.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_chart_marks_where_record_and_listing_differ() -> None:
    positions = recorded_game_positions()
    html = chart(positions, [21], "record and listing differ")
    assert html.count('class="tick"') == 1
    assert f'class="difference" d="M{1000 * 21.5 / 24:.1f} ' in html
    assert ">record and listing differ</span>" in html
    assert 'class="difference"' not in chart(positions, [21], "")


def test_the_rarer_of_agreement_and_difference_is_marked() -> None:
    """1994 tries 1. e3 first, so it agrees with one of these games at its first ply, and with no other ply of it."""
    record = re.findall(r'class="(agrees|differs)"', recorded_game_page())
    assert record == ["differs"]
    others = re.findall(r'class="(agrees|differs)"', page_of_pgn("1. e3 a5 2. a3 a4 *"))
    assert others == ["agrees"]


def test_the_chart_clips_values_at_ten() -> None:
    positions = [
        {"program": {"value": value, "agrees": None}, "today": None} for value in (1000.0, -10.0, None, 5.0, 0.0)
    ]
    paths = re.findall(r'<path class="program" d="M([^"]+)"', chart(positions, [], ""))
    heights = [[float(point.split()[1]) for point in path.split("L")] for path in paths]
    assert heights == [[12.0, 188.0], [56.0, 100.0]]


def test_the_chart_has_a_line_at_zero_at_five_and_at_ten_pawns_for_either_side() -> None:
    html = chart([], [], "")
    assert re.findall(r'<path class="(\w+)" d="M0 ([\d.]+)H1000"', html) == [
        *(("level", "188.0"), ("level", "144.0"), ("even", "100.0"), ("level", "56.0"), ("level", "12.0")),
    ]


def test_the_colophon_says_how_the_page_was_made() -> None:
    text = PageElements(recorded_game_page()).text
    assert re.search(r"Made by gosub-chess [\w.]+ \((compiled|interpreted|mixed)\)", text)
    assert "in the reading printed" in text
    assert "Today's engine was not used." in text
    assert "Today's engine analysed each position (0.01 s)." in PageElements(page_of_pgn("1. e4 *", 0.01)).text


@pytest.mark.parametrize("reading", READINGS)
def test_the_page_of_a_self_play_game_ends_before_its_first_illegal_move(reading: str) -> None:
    game = self_play_game(["e2e3", "e7e6", "a1a5", "d7d5"], reading, "The game ended.")
    assert [str(move) for move in game.moves] == ["e2e3", "e7e6"]
    assert ending_of(game) == "At ply 3 a1a5 is an illegal move. The game ended."
    assert reading in PageElements(page_of_game(game)).text


def test_a_game_that_starts_with_black_to_move_and_one_without_moves_have_pages() -> None:
    text = PageElements(page_of_pgn('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 33"]\n\n33... Kd7 34. O-O *')).text
    assert "33. .. Kd7" in text
    assert "the position" in PageElements(page_of_pgn('[Event "none"]\n\n*')).text


def test_a_printed_page_has_a_diagram_before_each_mistake_with_its_move() -> None:
    game = numbered_game("1. e4 e5 2. Nf3 Nc6 *")
    html = game_page(game, list(page_positions(game, PRINTED)), PRINTED, ShownAnalysis(mistakes=[2, 3]))
    captions = re.findall("<figcaption>(.*?)</figcaption>", html)
    boards = re.findall('<svg class="end".*?</svg>', html, re.DOTALL)
    assert captions == ["1...e5", "2. Nf3"]
    assert ['href="#white-pawn" x="180" y="180"' in board for board in boards] == [True, True]  # the pawn on e4
    assert ['href="#black-pawn" x="180" y="135"' in board for board in boards] == [False, True]  # that on e5
