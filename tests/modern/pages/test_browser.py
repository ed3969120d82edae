"""The page of the record in a real browser, opened from disk with the network off."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess.pgn
import pytest
from browsers import NARROW, WIDE, BrowserPage, browser, violations
from pages import page_of_game, page_of_pgn

from historic.readings import PRINTED
from historic.study.sample_game import SAMPLE_GAME
from modern.game.pgn_reading import numbered_game
from modern.pages.game_facts import recorded_game
from modern.pages.game_page import ShownAnalysis, game_page
from modern.pages.kit import MoveLink
from modern.pages.positions import page_positions

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page of the record, with a short analysis by today's engine."""
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(page_of_game(recorded_game(), 0.02), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def record(browser: Chrome, address: str) -> BrowserPage:
    return BrowserPage(browser, address)


def contents(page: BrowserPage) -> list[Any]:
    """Returns everything that must change from one ply to the next."""
    boards = [page.pieces(), page.numbers("board"), page.numbers("reach")]
    return [*boards, page.candidates(), page.text("#terms"), page.text("#announcement")]


def test_the_page_shows_its_introduction_to_a_reader_who_has_only_the_file(record: BrowserPage) -> None:
    record.open()
    text = record.text("#introduction")
    assert text.startswith("In 1994, it is said, Ghislain de Blois wrote a chess program in BASIC")
    assert "This page steps through that game" in text
    assert record.browser.find_element("css selector", "#introduction").is_displayed()


def test_a_step_by_button_changes_board_candidates_numbers_and_terms(record: BrowserPage) -> None:
    record.open()
    first = contents(record)
    record.click("#forward")
    assert record.ply == 2
    for before, after in zip(first, contents(record), strict=True):
        assert before != after
    assert record.pieces()["e3"] == "white-pawn"
    assert "e2" not in record.pieces()
    record.click("#back")
    assert contents(record) == first


def test_keys_go_to_the_next_previous_first_and_last_ply(record: BrowserPage) -> None:
    from selenium.webdriver.common.keys import Keys

    record.open()
    plies = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.END, Keys.ARROW_RIGHT, Keys.HOME):
        record.press(key)
        plies.append(record.ply)
    assert plies == [2, 3, 2, 24, 24, 1]


def test_buttons_are_disabled_at_the_first_and_last_ply(record: BrowserPage) -> None:
    record.open()
    disabled = "return ['first', 'back', 'forward', 'last'].map(id => document.getElementById(id).ariaDisabled)"
    assert record.run(disabled) == ["true", "true", "false", "false"]
    record.click("#last")
    assert record.ply == 24
    assert record.run(disabled) == ["false", "false", "true", "true"]
    assert record.text("#now") == "After the last move"
    record.click("#first")
    assert record.ply == 1


def test_the_address_and_the_list_of_moves_select_a_ply(record: BrowserPage) -> None:
    assert record.open(22).ply == 22
    assert "Record and listing differ." in record.text("#notes")
    assert record.candidates()[:2] == ["O-O", "Qe7"]
    record.click('.moves [href="#ply-13"]')
    assert record.ply == 13
    assert "The author's note." in record.text("#notes")
    record.run("location.hash = '#7'")
    record.browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert record.ply == 7
    assert record.open(99).run("return document.querySelector('.moves [aria-current]').hash") == "#ply-24"


def test_mistakes_are_reached_by_button_key_and_list(browser: Chrome, tmp_path: Path) -> None:
    game = numbered_game("1. e4 e5 2. Nf3 Nc6 *")
    links = {"White": [MoveLink("#ply-3", "2. Nf3 (-20.0 %)")], "Black": [MoveLink("#ply-2", "1...e5 (-15.0 %)")]}
    html = game_page(game, list(page_positions(game, PRINTED)), PRINTED, ShownAnalysis(decisive=links, mistakes=[2, 3]))
    (tmp_path / "game.html").write_text(html, encoding="utf-8")
    page = BrowserPage(browser, (tmp_path / "game.html").as_uri()).open(1)
    assert page.ply == 1
    for ply in (2, 3, 2):
        page.click("#next-mistake")
        assert page.ply == ply
    page.press("m")
    assert page.ply == 3
    page.click('.decisive [href="#ply-2"]')
    page.browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert page.ply == 2


def test_a_click_on_the_chart_selects_its_ply(record: BrowserPage) -> None:
    from selenium.webdriver import ActionChains

    record.open()
    chart = record.browser.find_element("css selector", "#chart svg")
    right = chart.size["width"] * (21.5 / 24 - 0.5)
    ActionChains(record.browser).move_to_element_with_offset(chart, round(right), 0).click().perform()
    assert record.ply == 22
    assert record.run("return document.getElementById('chart').getAttribute('aria-valuenow')") == "22"


def test_candidates_are_sorted_best_first_or_in_the_order_tried(record: BrowserPage) -> None:
    record.open(22)
    record.click('[name="order"][value="tried"]')
    assert record.candidates()[:3] == ["O-O", "Bb1", "Bd1"]
    record.click('[name="order"][value="best"]')
    assert record.candidates()[:3] == ["O-O", "Qe7", "Qd7"]


def test_a_square_of_the_think_move_board_shows_its_bits_and_highlights_their_pieces(record: BrowserPage) -> None:
    from selenium.webdriver.common.keys import Keys

    record.open(1)
    record.run("document.querySelector('#reach-numbers [data-square=\"52\"]').focus()")
    assert record.text("#reach-readout") == "c3, square 52: 2^2 + 2^9 = 516: pawn c2, knight b1."
    assert record.highlighted("board") == [27, 40]
    record.press(Keys.ARROW_UP)
    assert record.text("#reach-readout") == "c4, square 64: 2^2 = 4: pawn c2."
    assert record.ply == 1  # on the board, arrow keys move between squares


def test_a_piece_on_the_board_of_numbers_highlights_the_squares_it_reaches(record: BrowserPage) -> None:
    record.open(1)
    record.run("document.querySelector('#board-numbers [data-square=\"27\"]').focus()")
    assert record.text("#board-readout") == (
        "b1, square 27: 10 is White's knight, piece number 9; its bit is 2^9, on 3 squares."
    )
    assert record.highlighted("reach") == [41, 50, 52]


def test_the_board_is_flipped_by_button_and_key(record: BrowserPage) -> None:
    record.open(1)
    place = "return document.querySelector('#board [data-square=a1]').getBoundingClientRect().y"
    unflipped = record.run(place)
    record.click("#flip")
    assert record.run(place) != unflipped
    assert record.run("return document.getElementById('flip').ariaPressed") == "true"
    record.press("f")
    assert record.run(place) == unflipped


def test_three_arrows_show_the_game_1994_and_today(record: BrowserPage) -> None:
    record.open(22)
    arrows = dict(
        record.run(
            "return [...document.querySelectorAll('#board .arrows g')].map(g => [g.classList[1], g.dataset.move])"
        )
    )
    assert arrows["of-game"] == "d8e7"
    assert arrows["of-program"] == "e8g8"
    assert len(arrows) == 3


@pytest.mark.parametrize("size", [(844, 390), (640, 360), (568, 320)], ids=str)
def test_in_landscape_the_whole_board_fits_the_window_and_the_moves_are_beside_it(
    size: tuple[int, int], record: BrowserPage
) -> None:
    record.open(5, size)
    board = record.run("return document.querySelector('#board').getBoundingClientRect().toJSON()")
    assert board["height"] <= size[1] - 60
    details = record.run("return document.querySelector('.details').getBoundingClientRect().left")
    assert details >= board["right"]
    assert record.run("return document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("ply", [1, 22, 24])
def test_a_narrow_screen_does_not_scroll_sideways(ply: int, record: BrowserPage) -> None:
    record.open(ply, NARROW)
    assert record.run("return document.documentElement.scrollWidth") == NARROW[0]


def test_no_text_of_a_pgn_makes_a_narrow_screen_scroll(browser: Chrome, tmp_path: Path) -> None:
    address = f"https://lichess.org/{'x' * 500}"
    pgn = f'[Event "Rated {address}"]\n[White "{"W" * 300}"]\n\n1. e4 {{ see {address} }} *'
    (tmp_path / "game.html").write_text(page_of_pgn(pgn), encoding="utf-8")
    page = BrowserPage(browser, (tmp_path / "game.html").as_uri()).open(1, NARROW)
    assert address in page.text("#notes")
    assert page.run("return document.documentElement.scrollWidth") <= NARROW[0]


def test_in_type_of_twice_the_size_a_page_on_a_telephone_does_not_scroll_sideways(record: BrowserPage) -> None:
    record.open(13, (375, 812))
    record.browser.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    try:
        assert record.run("return document.querySelector('#after').clientWidth") > 100  # below its board
        assert record.run("return document.documentElement.scrollWidth") <= 375
    finally:
        record.browser.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})


def test_no_table_is_cut_off_in_print(record: BrowserPage) -> None:
    record.open(22)
    record.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        for box in (".scroll.tall", ".scroll.long", ".moves"):
            fits = f"const box = document.querySelector('{box}'); return box.scrollHeight <= box.clientHeight + 1"
            assert record.run(fits), box
    finally:
        record.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_with_forced_colours_the_current_move_and_the_highlighted_squares_have_outlines(record: BrowserPage) -> None:
    record.open(13)
    forced = {"features": [{"name": "forced-colors", "value": "active"}]}
    record.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", forced)
    record.run("document.querySelector('#board-numbers button[data-square=\"41\"]').focus()")
    outlines = "return [...document.querySelectorAll(arguments[0])].map(one => getComputedStyle(one).outlineStyle)"
    assert record.run(outlines, ".moves [aria-current]") == ["solid"]
    assert set(record.run(outlines, "#reach-numbers .marked")) == {"solid"}


def test_an_illegal_choice_is_named_as_such_and_has_another_arrow(browser: Chrome, tmp_path: Path) -> None:
    pgn = '[FEN "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. Rf1 *'
    (tmp_path / "game.html").write_text(page_of_pgn(pgn), encoding="utf-8")
    page = BrowserPage(browser, (tmp_path / "game.html").as_uri()).open(1)
    assert "an illegal move" in page.text("#of-program")
    assert "which is an illegal move" in page.text("#lead")
    (classes,) = page.run(
        "return [...document.querySelectorAll('#board .arrows .of-program')].map(a => a.classList.value)"
    )
    assert "illegal" in classes
    assert "illegal" in page.text("#candidates .choice")
    assert page.run("return document.querySelector('.choices .of-today')") is None


def test_keys_still_work_after_a_choice_of_order(record: BrowserPage) -> None:
    from selenium.webdriver.common.keys import Keys

    record.open(5)
    record.click("input[value=tried]")
    record.press("f")
    assert record.run("return document.getElementById('flip').ariaPressed") == "true"
    record.press(Keys.END)
    assert record.ply == 24


def test_the_theme_follows_the_system_until_its_button_is_pressed_and_then_is_kept(record: BrowserPage) -> None:
    light = record.open(theme="light").background()
    dark = record.open(theme="dark").background()
    assert dark != light
    assert record.text("#theme") == "Light theme"
    record.click("#theme")
    assert record.background() == light
    assert record.open(theme="dark").background() == light
    assert record.text("#theme") == "Dark theme"
    record.run("localStorage.clear()")
    assert record.open(theme="dark").background() == dark


def test_pointing_at_a_move_shows_its_arrow_its_reply_the_board_after_both_and_its_terms(record: BrowserPage) -> None:
    from selenium.webdriver import ActionChains

    record.open(22)
    assert record.text("#after").startswith("O-O, expecting Qxf6: 9.4 for White. This is the move it chose.")
    row = record.browser.find_element("css selector", '#candidates tr[data-index="26"]')
    ActionChains(record.browser).move_to_element(row).perform()
    assert record.text("#after").startswith("Qe7, expecting Qxf6: 9.45 for White, 0.05 worse than O-O.")
    arrows = "return [...document.querySelectorAll(arguments[0] + ' .arrows g')].map(g => g.dataset.move)"
    assert record.run(arrows, "#board") == record.run(arrows, "#after-board") == ["d8e7", "f4f6"]
    after = "return document.querySelector('#after-board [data-square=f6] use').getAttribute('href')"
    assert record.run(after) == "#white-queen"
    groups = record.run("return [...document.querySelectorAll('#terms .group')].map(c => c.textContent)")
    assert groups == ["the choice, O-O", "Qe7"]
    totals = record.run("return [...document.querySelectorAll('#terms tfoot .sum')].map(c => c.textContent)")
    assert totals == ["9.40", "9.45"]
    ActionChains(record.browser).move_to_element(record.browser.find_element("css selector", "h1")).perform()
    assert record.text("#after").startswith("O-O, expecting ")
    assert len(record.run(arrows, "#board")) == 3


def test_a_click_keeps_a_move_and_the_arrow_keys_go_through_the_moves(record: BrowserPage) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    record.open(22)
    record.click('#candidates tr[data-index="26"] button')
    ActionChains(record.browser).move_to_element(record.browser.find_element("css selector", "h1")).perform()
    assert record.text("#after").startswith("Qe7")
    assert record.run("return document.querySelectorAll('#candidates [aria-pressed=true]').length") == 1
    record.press(Keys.ARROW_DOWN)
    assert record.text("#after").startswith("Qd7")
    assert record.ply == 22
    record.press(Keys.ARROW_RIGHT)
    assert record.ply == 23
    assert record.text("#after").startswith("O-O, expecting ")


def test_the_game_plays_by_itself_until_the_reader_steps(record: BrowserPage) -> None:
    record.open(1)
    record.run("window.setInterval = (step) => { window.tick = step; return 1; }")
    record.click("#autoplay")
    assert record.run("return document.getElementById('autoplay').ariaPressed") == "true"
    record.run("tick(); tick()")
    assert record.ply == 3
    record.click("#back")
    assert record.run("return document.getElementById('autoplay').ariaPressed") == "false"
    record.open(23)
    record.run("window.setInterval = (step) => { window.tick = step; return 1; }")
    record.press("p")
    record.run("tick()")
    assert record.ply == 24
    assert record.run("return document.getElementById('autoplay').ariaPressed") == "false"


def test_bars_show_both_programs_scores(record: BrowserPage) -> None:
    record.open(22)
    share = "return parseFloat(document.getElementById(arguments[0]).style.getPropertyValue('--share'))"
    assert record.run(share, "program-bar") > 90
    assert record.run(share, "today-bar") > 60
    assert record.run("return document.getElementById('program-bar').ariaLabel") == "1994: +9.40"


def test_the_fen_and_the_pgn_are_copied(record: BrowserPage) -> None:
    record.open(3)
    record.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    record.click("#copy-fen")
    assert record.run("return window.copied").startswith("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w")
    record.browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert record.text("#copied") == "FEN copied"
    record.click("#copy-pgn")
    copied = chess.pgn.read_game(io.StringIO(record.run("return window.copied")))
    assert copied is not None
    assert [move.uci() for move in copied.mainline_moves()] == [*SAMPLE_GAME]
    first = copied.next()
    assert first is not None
    assert first.eval() is not None  # the page's analysis, as in the PGN of `gosub analyse`


@pytest.mark.parametrize("size", [(1366, 728), (1400, 757)])
def test_board_buttons_choices_and_note_are_in_view_together(size: tuple[int, int], record: BrowserPage) -> None:
    record.open(22, size)
    bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
    for selector in ("#board", "#flip", ".choices", "#notes"):
        assert record.run(bottom, selector) <= size[1], selector


def test_on_a_telephone_the_board_is_as_wide_as_the_screen_and_hints_speak_of_tapping(record: BrowserPage) -> None:
    record.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        record.open(22, NARROW)
        assert record.run("return document.querySelector('#board').getBoundingClientRect().width") == NARROW[0]
        assert record.text("#board-readout").startswith("Tap a piece")
        assert record.text("#explore-hint").startswith("Tap a move")
        hints = record.run(
            "return [...document.querySelectorAll('.scroll-hint:not([hidden])')].map(p => p.textContent)"
        )
        assert "Scroll down and sideways for more." in hints
    finally:
        record.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_what_a_pgn_says_is_shown(browser: Chrome, tmp_path: Path) -> None:
    headers = '[White "Anna"]\n[WhiteElo "2500"]\n[Opening "King\'s Pawn"]\n[Annotator "x"]\n'
    pgn = f"{headers}\n1. e4! {{[%clk 0:05:00] [%eval 0.31] good}} (1. d4 d5) *"
    (tmp_path / "game.html").write_text(page_of_pgn(pgn), encoding="utf-8")
    page = BrowserPage(browser, (tmp_path / "game.html").as_uri()).open(1)
    assert page.text("h1") == "Anna (2500) against Black"
    assert page.text("#of-game") == "e4! clock 0:05:00, evaluation +0.31"
    assert page.text("#notes") == "Comment. goodVariation. 1. d4 d5"
    assert page.text('.moves [href="#ply-1"]').startswith("e4!")
    assert "King's Pawn" in page.text(".facts")
    assert "Annotator" in page.text("details")
    assert page.run("return document.getElementById('play-on')") is None


def test_the_browser_logs_no_error_and_requests_nothing_from_the_network(record: BrowserPage) -> None:
    import json

    for kind in ("browser", "performance"):
        record.browser.get_log(kind)
    record.open(1)
    for _ in range(23):
        record.click("#forward")
    assert record.browser.get_log("browser") == []
    requested = [
        message["params"]["request"]["url"]
        for message in (json.loads(entry["message"])["message"] for entry in record.browser.get_log("performance"))
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert requested
    assert {url.partition(":")[0] for url in requested} <= {"file", "data", "about"}


def test_a_script_in_a_comment_is_shown_and_not_run(browser: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "injection.html"
    injection = "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"
    path.write_text(page_of_pgn(f'[White "{injection[:40]}"]\n\n1. e4 {{{injection}}} *'), encoding="utf-8")
    page = BrowserPage(browser, path.as_uri()).open()
    assert injection in page.text("#notes")
    assert browser.title.startswith("</script><script>")


@pytest.mark.parametrize(
    ("size", "theme"), [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark")], ids=str
)
def test_axe_finds_no_accessibility_problem(size: tuple[int, int], theme: str, record: BrowserPage) -> None:
    record.open(22, size, theme)
    assert violations(record) == []


def test_a_browser_that_cannot_unpack_the_data_says_so_and_shows_the_moves(browser: Chrome, address: str) -> None:
    old = {"source": "delete window.DecompressionStream"}
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", old)
    try:
        page = BrowserPage(browser, address)
        browser.get("about:blank")
        browser.get(address)
        note = page.wait("return document.querySelector('body > .noscript')?.textContent")
        assert "needs a browser of 2023 or later" in note
        assert not page.run("return document.documentElement.matches('.scripted')")
        assert browser.find_element("css selector", ".moves a").is_displayed()
        assert not browser.find_element("css selector", "#board").is_displayed()
        assert violations(page) == []
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        browser.get_log("browser")
