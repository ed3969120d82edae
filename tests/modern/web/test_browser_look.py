"""The page of `gosub serve` in windows of many sizes, in both themes, for readers and for screen readers."""

from __future__ import annotations

import pytest
from play_pages import LANDSCAPES, TWO_HUMANS, PlayPage, local_browser, page, server

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "page", "server"]  # fixtures

TELEPHONES = ((390, 844), (320, 640))
LAPTOPS = ((1366, 728), (1400, 757))


def game_with_thoughts(page: PlayPage) -> None:
    """Opens a game in which the 1994 program has made a move."""
    page.new_game(white="human", black="historic", pause=0, clock={"minutes": 30, "increment": 0})
    page.click_move("e2e4")
    page.wait_for_plies(2)
    page.wait("return !document.querySelector('.thoughts').hidden")


@pytest.mark.parametrize("size", LAPTOPS, ids=str)
def test_on_a_laptop_the_board_the_buttons_and_the_note_are_seen_without_scrolling(
    size: tuple[int, int], page: PlayPage
) -> None:
    page.look(size)
    game_with_thoughts(page)
    for part in (".board", ".strip:last-child", ".note-box", ".actions", ".typed", ".steps", ".moves", ".exports"):
        box = page.box(part)
        assert box["top"] >= 0 and box["bottom"] <= size[1], part  # noqa: PT018
        assert box["right"] <= size[0], part
    board = page.box(".board")
    assert board["right"] - board["left"] > 500


@pytest.mark.parametrize("size", TELEPHONES, ids=str)
def test_on_a_telephone_the_board_is_as_wide_as_the_screen_and_nothing_scrolls_sideways(
    size: tuple[int, int], page: PlayPage
) -> None:
    page.look(size)
    game_with_thoughts(page)
    board = page.box(".board")
    assert (board["left"], board["right"]) == (0, size[0])
    assert board["bottom"] < size[1]
    width = "return document.documentElement.scrollWidth"
    assert page.run(width) == size[0]
    sideways = (
        "return [...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth + 1)"
        ".map(box => box.previousElementSibling.textContent)"
    )
    page.wait(f"{sideways}.length && {sideways.removeprefix('return ')}.every(hint => hint.includes('sideways'))")
    for place in ("new", "games", "screen", "inside"):
        page.visit(place)
        assert page.run(width) == size[0], place


def test_in_type_of_twice_the_size_no_view_on_a_telephone_scrolls_sideways(page: PlayPage) -> None:
    page.look((375, 812))
    page.browser.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    try:
        game_with_thoughts(page)
        assert page.run("return getComputedStyle(document.documentElement).fontSize") == "32px"
        for place in (None, "new", "games", "screen", "inside"):
            if place:
                page.visit(place)
            assert page.run("return document.documentElement.scrollWidth") == 375, place
    finally:
        page.browser.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})


@pytest.mark.parametrize("size", LANDSCAPES, ids=str)
def test_in_landscape_the_whole_board_is_in_view_and_the_panel_beside_it(size: tuple[int, int], page: PlayPage) -> None:
    page.look(size)
    game_with_thoughts(page)
    board, note = page.box(".board"), page.box(".note-box")
    assert board["top"] >= 0 and board["bottom"] <= size[1]  # noqa: PT018
    assert board["bottom"] - board["top"] >= min(0.6 * size[1], 0.45 * size[0])
    assert note["left"] >= board["right"]
    assert note["bottom"] <= size[1]
    for strip in (".strip:first-child", ".strip:last-child"):
        assert page.box(strip)["bottom"] <= size[1]
    assert page.run("return document.documentElement.scrollWidth") <= size[0]
    assert (
        page.run(
            "return Math.max(...[...document.querySelectorAll('.bar *')].map(one => one.getBoundingClientRect().right))"
        )
        <= size[0]
    )
    page.run("scrollTo(0, 120)")
    assert page.box(".board")["bottom"] <= size[1]


@pytest.mark.parametrize("size", [(320, 400), (320, 256)], ids=str)
def test_in_a_small_window_the_board_is_no_higher_than_the_window(size: tuple[int, int], page: PlayPage) -> None:
    page.look(size)
    page.new_game(**TWO_HUMANS)
    board = page.box(".board")
    assert board["bottom"] - board["top"] <= size[1]


#: A wide window, a telephone and one on its side: 1994's thoughts are read with the board in view.
THOUGHT_WINDOWS = ((1280, 900), (390, 844), (844, 390))
ARROWS = (
    "return [...document.querySelectorAll('.table .board .arrow, .board-row .board .arrow')].map(a => a.classList[1])"
)


def assert_in_view_beside_the_board(page: PlayPage, size: tuple[int, int], selector: str) -> None:
    """Scrolls to an element as a reader does, and asserts that it and the whole board are seen, side by side."""
    page.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest' })", selector)
    board, part = page.box(".board-row .board"), page.box(selector)
    assert board["top"] >= 0 and board["bottom"] <= size[1]  # noqa: PT018
    assert part["bottom"] > 0 and part["top"] < size[1]  # noqa: PT018
    assert part["left"] >= board["right"] or part["bottom"] > board["bottom"], (selector, board, part)


@pytest.mark.parametrize("size", THOUGHT_WINDOWS, ids=str)
def test_what_1994_thought_is_read_with_the_board_in_view(size: tuple[int, int], page: PlayPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.look(size)
    game_with_thoughts(page)
    for part in ("#candidates tbody tr:nth-child(3)", "#terms tfoot", "#reach-numbers tbody tr:nth-child(6)"):
        assert_in_view_beside_the_board(page, size, part)
    # The keyboard: the first row, then the second.
    page.run("document.querySelector('#candidates tbody button').focus()")
    assert page.run(ARROWS) == ["of-candidate", "of-reply"]
    first = page.run("return document.querySelector('.board-row .of-candidate').dataset.move")
    page.press(Keys.ARROW_DOWN)
    page.wait("return document.querySelector('.board-row .of-candidate').dataset.move !== arguments[0]", first)
    assert_in_view_beside_the_board(page, size, "#candidates tbody tr:nth-child(2)")
    stroke = "return getComputedStyle(document.querySelector(arguments[0])).stroke"
    assert page.run(stroke, ".board-row .of-candidate .shaft") != page.run(stroke, ".board-row .of-reply .shaft")


@pytest.mark.parametrize("size", THOUGHT_WINDOWS[1:], ids=str)
def test_a_row_that_is_tapped_shows_its_arrows_until_the_board_is_tapped(size: tuple[int, int], page: PlayPage) -> None:
    page.look(size)
    game_with_thoughts(page)
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        row = "#candidates tbody tr:nth-child(2) td:nth-child(2)"
        assert_in_view_beside_the_board(page, size, "#candidates tbody tr:nth-child(4)")
        box = page.box(row)
        page.tap((box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2)
        page.wait(f"{ARROWS}.length === 2")
        assert page.pieces()["g8"] == "n"  # the position that 1994 thought about
        box = page.box('.board-row .board [data-square="a5"]')
        page.tap((box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2)
        page.wait(f"{ARROWS}.length === 0")
        assert page.pieces()["f6"] == "n"
    finally:
        page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_the_theme_follows_the_system_until_it_is_chosen_and_is_remembered(page: PlayPage) -> None:
    background = "return getComputedStyle(document.body).backgroundColor"
    page.visit("new")
    light = page.run(background)
    page.look(theme="dark")
    dark = page.run(background)
    assert dark != light
    page.click(".theme")
    assert page.run(background) == light
    page.visit("games")
    assert page.run(background) == light
    assert page.text(".theme") == "Dark theme"
    page.run("localStorage.clear()")


@pytest.mark.parametrize("size", [(1280, 900), (844, 390), (390, 844)], ids=str)
def test_the_screen_of_1994_has_dots_of_whole_pixels_inside_its_frame(size: tuple[int, int], page: PlayPage) -> None:
    page.look(size)
    page.visit("screen")
    rows = "return document.querySelector('.tube + pre').textContent"
    page.wait(f"{rows}.includes('COMPUTER CHESS') && document.querySelector('.tube svg') !== null")
    page.browser.find_element("css selector", ".tube").send_keys(" ")
    page.wait(f"{rows}.includes('(H)UMAN')")
    dots = page.run(
        "const picture = document.querySelector('.tube svg'), {width, height} = picture.getBoundingClientRect();"
        "return [width / picture.viewBox.baseVal.width, height / picture.viewBox.baseVal.height]"
    )
    assert dots[0] >= 1
    assert dots[0] == pytest.approx(max(1, round(dots[0])))
    assert dots[1] == pytest.approx(dots[0])
    outside = page.run(
        "const picture = document.querySelector('.tube svg'), {x, y, width, height} = picture.viewBox.baseVal;"
        "return [...picture.querySelectorAll('rect, path')].map(one => one.getBBox()).filter(box =>"
        " box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height).length"
    )
    assert outside == 0
    tube, picture = page.box(".tube"), page.box(".tube svg")
    assert tube["left"] <= picture["left"] <= picture["right"] <= tube["right"] <= size[0]
    assert tube["top"] <= picture["top"] <= picture["bottom"] <= tube["bottom"]


def test_the_title_fills_its_column_on_a_telephone_with_fine_dots(page: PlayPage) -> None:
    page.look((360, 640), dots=2)
    page.visit("screen")
    page.wait("return document.querySelector('.tube svg') !== null")
    column, tube, picture = (page.box(selector) for selector in (".screen-page", ".tube", ".tube svg"))
    assert tube["right"] - tube["left"] >= 0.98 * (column["right"] - column["left"])
    border = 2 * (picture["left"] - tube["left"])
    assert picture["right"] - picture["left"] == pytest.approx(tube["right"] - tube["left"] - border, abs=2)
    assert border < 25
    assert page.run("return document.documentElement.scrollWidth") == 360


def test_one_node_is_not_called_nodes(page: PlayPage) -> None:
    page.visit("new")
    text = (
        "const done = arguments[1]; import('/evaluation.js').then(({ reportLine }) => { const line = reportLine();"
        " line.show({ nodes: arguments[0] }, 'modern'); done(line.element.textContent); })"
    )
    assert [page.browser.execute_async_script(text, nodes).split()[-2:] for nodes in (1, 1200)] == [
        ["1", "node"],
        ["1,200", "nodes"],
    ]


def test_a_fen_copied_when_looking_back_is_the_servers(page: PlayPage) -> None:
    """After 1.e4 e5 2.Nf3 no pawn can capture en passant, one ply back either."""
    page.new_game(**TWO_HUMANS)
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    for ply, typed in enumerate(("e4", "e5", "Nf3"), 1):
        page.type(typed)
        page.wait_for_plies(ply)
    page.type("back")
    page.button("Copy FEN")
    assert page.wait("return window.copied") == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
