"""The board in a real browser: moves by click, drag, keyboard and touch; promotion; what is marked and said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import chess
import pytest
from browsers import BrowserPage, browser, violations

from modern.pictures.browser.modules import board_modules, browser_text, inline_modules
from modern.pictures.browser.pieces import piece_symbols

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow

__all__ = ["browser"]  # a fixture

SCRIPT: Final = """
import { Board } from "./board.js";

window.moves = [];
window.refused = [];
window.steps = [];
window.cancelled = 0;
window.board = new Board(document.getElementById("place"), {
  onMove: (uci) => window.moves.push(uci), onRefused: (text) => window.refused.push(text),
  onStep: (step) => window.steps.push(step), onCancel: () => { window.cancelled += 1; },
});
"""
PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ margin: 0 }} main {{ max-width: 30rem }} {css}</style></head><body>{pieces}
<main><h1>A board</h1><div id="place"></div></main><script>{script}</script></body></html>"""
PROMOTION: Final = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLING: Final = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


class BoardPage(BrowserPage):
    """A page with a board."""

    def show(self, fen: str = chess.STARTING_FEN, **state: Any) -> None:
        """Shows a position with its legal moves."""
        board = chess.Board(fen)
        legal = [move.uci() for move in board.legal_moves]
        turn = chess.COLOR_NAMES[board.turn]
        shown = {"pieces": board.board_fen(), "turn": turn, "legal": legal, "interactive": True, **state}
        self.run("moves.length = refused.length = 0; board.show(JSON.parse(arguments[0]))", json.dumps(shown))

    @property
    def moves(self) -> list[str]:
        """The moves made since the position was shown."""
        moves: list[str] = self.run("return moves")
        return moves

    @property
    def refused(self) -> list[str]:
        """What was refused since the position was shown."""
        texts: list[str] = self.run("return refused")
        return texts

    def square(self, name: str) -> str:
        """Returns the selector of a square."""
        return f'[data-square="{name}"]'

    def press_squares(self, *names: str) -> None:
        """Clicks on squares, one after the other."""
        for name in names:
            self.click(self.square(name))

    def middle(self, name: str) -> tuple[float, float]:
        """Returns the middle of a square, in pixels of the window."""
        script = (
            "const b = document.querySelector(arguments[0]).getBoundingClientRect(); "
            "return [b.x + b.width / 2, b.y + b.height / 2]"
        )
        x, y = self.run(script, self.square(name))
        return x, y

    def drag(self, start: str, end: str) -> None:
        """Drags from a square to another one with the mouse."""
        from selenium.webdriver import ActionChains

        tail, tip = (self.browser.find_element("css selector", self.square(name)) for name in (start, end))
        ActionChains(self.browser, duration=30).click_and_hold(tail).move_to_element(tip).release().perform()

    def touch(self, start: str, end: str) -> None:
        """Drags from a square to another one with a finger."""
        (x, y), (to_x, to_y) = self.middle(start), self.middle(end)
        points = [(x, y), (x + (to_x - x) / 2, y + (to_y - y) / 2), (to_x, to_y)]
        for number, (at_x, at_y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            touch = {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]}
            self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def tap_square(self, name: str) -> None:
        """Taps a square with a finger."""
        self.tap(*self.middle(name))

    def squares_of_class(self, name: str) -> list[str]:
        """Returns the squares that have a mark."""
        script = (
            "return [...document.querySelectorAll('.' + arguments[0] + ' > [data-square]')].map(b => b.dataset.square)"
        )
        return sorted(self.run(script, name))

    def nothing_is_carried(self) -> None:
        """Asserts that each piece is on its square, and none is chosen."""
        script = "return document.querySelector('.carried, .chosen, .over, svg[style*=translate]')"
        assert self.run(script) is None

    def label(self, name: str) -> str:
        """Returns what a screen reader reads out for a square."""
        return str(self.run("return document.querySelector(arguments[0]).ariaLabel", self.square(name)))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("board") / "board.html"
    script = inline_modules({**board_modules(), "test.js": SCRIPT})
    page = PAGE.format(css=browser_text("board.css"), pieces=piece_symbols(), script=script)
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def opened(browser: Chrome, address: str) -> BoardPage:
    page = BoardPage(browser, address)
    page.open()
    return page


@pytest.fixture
def page(opened: BoardPage) -> BoardPage:
    opened.run("board.show({flipped: false})")
    opened.show()
    return opened


def test_a_piece_is_moved_by_clicking_it_and_then_its_target(page: BoardPage) -> None:
    page.press_squares("g1")
    assert page.squares_of_class("target") == ["f3", "h3"]
    assert page.label("f3") == "f3, can be moved to"
    assert page.label("g1") == "g1, white knight, chosen"
    page.press_squares("f3")
    assert page.moves == ["g1f3"]
    assert page.squares_of_class("target") == []


def test_a_move_that_was_sent_moves_one_piece_until_it_is_answered(page: BoardPage) -> None:
    """What else a move does is not known here: the rook waits for the position after castling."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    page.show(fen, sent="e1g1", legal=[], interactive=False)
    letters = (
        "return ['e1', 'f1', 'g1', 'h1'].map(square => document.querySelector(`[data-square=${square}]`).dataset.piece)"
    )
    assert page.run(letters) == ["", "", "K", "R"]
    assert page.squares_of_class("last") == ["e1", "g1"]
    page.show("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", last="e1g1")
    assert page.run(letters) == ["", "R", "K", ""]


def test_a_piece_answers_to_the_press_with_its_targets(page: BoardPage) -> None:
    page.mouse("mousePressed", *page.middle("g1"))
    try:
        assert page.squares_of_class("chosen") == ["g1"]
        assert page.squares_of_class("target") == ["f3", "h3"]
    finally:
        page.mouse("mouseReleased", *page.middle("g1"))
    assert page.squares_of_class("chosen") == ["g1"]
    page.mouse("mousePressed", *page.middle("f3"))
    assert page.moves == ["g1f3"]
    page.mouse("mouseReleased", *page.middle("f3"))
    assert page.moves == ["g1f3"]


def test_a_dragged_piece_is_centred_under_the_pointer(page: BoardPage) -> None:
    (x, y), (to_x, to_y) = page.middle("e2"), page.middle("e4")
    page.mouse("mousePressed", x + 20, y + 15)  # not in the middle of the piece
    page.mouse("mouseMoved", to_x, to_y)
    centre = page.run(
        "const b = document.querySelector('.carried > svg').getBoundingClientRect();"
        "return [b.x + b.width / 2, b.y + b.height / 2]"
    )
    page.mouse("mouseReleased", to_x, to_y)
    assert centre == pytest.approx([to_x, to_y], abs=1)
    assert page.moves == ["e2e4"]


def test_a_piece_stays_in_the_hand_if_the_position_changes_elsewhere(page: BoardPage) -> None:
    page.mouse("mousePressed", *page.middle("e2"))
    page.mouse("mouseMoved", *page.middle("e3"))
    page.show(chess.STARTING_FEN.replace("pppppppp/8", "1ppppppp/p7"), last="a7a6")
    assert page.run("return document.querySelector('.carried')?.dataset.square") == "e2"
    page.mouse("mouseReleased", *page.middle("e3"))
    assert page.moves == ["e2e3"]


def test_a_second_button_puts_a_dragged_piece_back(page: BoardPage) -> None:
    """scripts/drag.test.js has the other buttons and orders."""
    page.show()
    e2, e3, e4 = (page.middle(name) for name in ("e2", "e3", "e4"))
    page.mouse("mousePressed", *e2, down=1)
    page.mouse("mouseMoved", *e3, "none", down=1)
    assert page.squares_of_class("chosen") == ["e2"]
    page.mouse("mousePressed", *e3, "right", down=1 | 2)
    page.nothing_is_carried()
    for button, down in (("left", 2), ("right", 0)):
        page.mouse("mouseReleased", *e4, button, down=down)
        page.mouse("mouseMoved", *e4, "none", down=down)
        page.nothing_is_carried()
    page.mouse("mousePressed", *e4, down=1)
    page.mouse("mouseReleased", *e4, down=0)
    assert page.moves == []
    assert page.run("return board.marks") == []
    page.drag("e2", "e4")
    assert page.moves == ["e2e4"]


def test_escape_a_window_that_is_left_and_a_finger_taken_away_put_the_piece_back(page: BoardPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.show()
    e2, e3, e4 = (page.middle(name) for name in ("e2", "e3", "e4"))

    def blur() -> None:
        page.run("window.dispatchEvent(new Event('blur'))")  # a window without a screen never loses the focus

    def let_go_outside() -> None:
        page.mouse("mouseMoved", 900, 700, "none", down=1)
        page.mouse("mouseReleased", 900, 700, down=0)

    def escape() -> None:
        page.press(Keys.ESCAPE)

    def escape_elsewhere() -> None:  # some browsers give the focus to no button that is clicked
        page.run("document.activeElement.blur(); window.passed = 0")
        page.run("document.addEventListener('keydown', () => { passed += 1; }, { once: true })")
        page.press(Keys.ESCAPE)
        assert page.run("return passed") == 0  # the page has no use for it then

    for take_away in (blur, let_go_outside, escape, escape_elsewhere):
        page.mouse("mousePressed", *e2, down=1)
        page.mouse("mouseMoved", *e3, "none", down=1)
        assert page.squares_of_class("chosen") == ["e2"]
        take_away()
        page.nothing_is_carried()
        page.mouse("mouseReleased", *e4, down=0)
        assert page.moves == []
    touch = "Input.dispatchTouchEvent"
    for kind, points in (("touchStart", [e2]), ("touchMove", [e3]), ("touchMove", [e4]), ("touchCancel", [])):
        sent = [{"x": x, "y": y} for x, y in points]
        page.browser.execute_cdp_cmd(touch, {"type": kind, "touchPoints": sent})
    page.nothing_is_carried()
    assert page.moves == []


def test_the_right_button_draws_and_removes_arrows_and_circles(page: BoardPage) -> None:
    def drawn() -> list[str]:
        marks: list[str] = page.run(
            "return [...document.querySelectorAll('.arrows .of-mark')].map(mark => mark.dataset.move)"
        )
        return marks

    def right_drag(start: str, end: str) -> None:
        page.mouse("mousePressed", *page.middle(start), "right")
        page.mouse("mouseMoved", *page.middle(end), "right")
        page.mouse("mouseReleased", *page.middle(end), "right")

    right_drag("g1", "f3")
    right_drag("e4", "e4")
    assert drawn() == ["g1f3", "e4"]
    right_drag("g1", "f3")
    assert drawn() == ["e4"]
    page.press_squares("h5")
    assert drawn() == page.moves == []
    right_drag("a1", "a8")
    page.show("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert drawn() == []
    page.show()
    assert drawn() == ["a1a8"]  # looking at another position and back loses nothing
    page.press_squares("h5")
    assert drawn() == []


def test_the_right_button_puts_a_chosen_piece_back_or_cancels(page: BoardPage) -> None:
    page.run("cancelled = 0")
    page.press_squares("g1")
    page.mouse("mousePressed", *page.middle("f3"), "right")
    page.mouse("mouseReleased", *page.middle("f3"), "right")
    assert page.squares_of_class("chosen") == page.moves == []
    assert page.run("return [cancelled, document.querySelectorAll('.of-mark').length]") == [0, 0]
    page.mouse("mousePressed", *page.middle("f3"), "right")
    page.mouse("mouseReleased", *page.middle("f3"), "right")
    assert page.run("return cancelled") == 1


def test_the_wheel_steps_and_does_not_scroll(page: BoardPage) -> None:
    page.run("steps.length = 0; document.body.style.height = '3000px'")
    for pixels in (100, -100, 20, 20):  # the last two are those of a touchpad
        page.wheel(*page.middle("d4"), pixels)
    page.wait("return steps.length === 3")
    assert page.run("return [steps, scrollY]") == [[1, -1, 1], 0]
    page.run("document.body.style.height = ''")


@pytest.mark.parametrize("size", [(1280, 900), (320, 640)])
def test_no_coordinate_stands_on_a_square(size: tuple[int, int], address: str, browser: Chrome) -> None:
    page = BoardPage(browser, address)
    page.open(1, size)
    page.show()
    names = "return [...document.querySelectorAll('.ranks span, .files span')].map(span => span.textContent).join('')"
    assert page.run(names) == "87654321abcdefgh"
    apart = (
        "const squares = document.querySelector('.squares').getBoundingClientRect();"
        "return [...document.querySelectorAll('.ranks, .files')].every((names) => {"
        " const box = names.getBoundingClientRect();"
        " return box.width > 0 && (box.right <= squares.left + .5 || box.top >= squares.bottom - .5); })"
    )
    assert page.run(apart)
    level = (
        "const middle = (one) => { const box = one.getBoundingClientRect(); return box.y + box.height / 2 };"
        "const rank = [...document.querySelectorAll('.ranks span')].find(span => span.textContent === '3');"
        "return middle(rank) - middle(document.querySelector('[data-square=a3]'))"
    )
    assert abs(page.run(level)) < 1
    page.run("board.flip()")
    assert page.run(names) == "12345678hgfedcba"
    assert abs(page.run(level)) < 1


def test_a_premove_is_marked_and_said(page: BoardPage) -> None:
    page.show(premove="g1f3")
    assert page.squares_of_class("premove") == ["f3", "g1"]
    assert page.label("f3") == "f3, premove to here"


def test_a_click_on_another_piece_chooses_that_one_and_on_the_same_one_none(page: BoardPage) -> None:
    page.press_squares("g1", "b1")
    assert page.squares_of_class("chosen") == ["b1"]
    page.press_squares("b1")
    assert page.squares_of_class("chosen") == page.moves == page.refused == []


def test_what_cannot_be_moved_is_refused_with_a_sentence(page: BoardPage) -> None:
    page.press_squares("a1")
    page.press_squares("e7")
    page.press_squares("g1", "g4")
    page.press_squares("e5")
    assert page.refused == [
        "The white rook on a1 has no legal move.",
        "The black pawn on e7 cannot move: it is White's turn.",
        "The white knight on g1 cannot move to g4.",
    ]
    assert page.moves == []


def test_a_piece_is_dragged_with_the_mouse(page: BoardPage) -> None:
    page.drag("e2", "e4")
    assert page.moves == ["e2e4"]
    page.drag("d2", "d5")
    assert page.refused == ["The white pawn on d2 cannot move to d5."]
    assert page.squares_of_class("chosen") == []


def test_a_piece_dragged_back_to_its_square_stays_and_is_not_chosen(page: BoardPage) -> None:
    from selenium.webdriver import ActionChains

    tail, tip = (page.browser.find_element("css selector", page.square(name)) for name in ("d2", "d4"))
    chain = ActionChains(page.browser, duration=30).click_and_hold(tail).move_to_element(tip)
    chain.move_to_element(tail).release().perform()
    assert page.moves == page.refused == page.squares_of_class("chosen") == []


def test_a_piece_is_dragged_and_tapped_with_a_finger(page: BoardPage) -> None:
    page.touch("e2", "e4")
    assert page.moves == ["e2e4"]
    page.tap_square("b1")
    assert page.squares_of_class("chosen") == ["b1"]
    page.tap_square("c3")
    assert page.moves == ["e2e4", "b1c3"]


def test_only_pieces_that_can_move_and_their_targets_keep_a_finger_from_scrolling(page: BoardPage) -> None:
    action = "return getComputedStyle(document.querySelector(arguments[0])).touchAction"
    assert page.run(action, page.square("e2")) == "none"
    assert page.run(action, page.square("e7")) == "manipulation"
    assert page.run(action, page.square("e4")) == "manipulation"
    page.press_squares("e2")
    assert page.run(action, page.square("e4")) == "none"  # a target answers to the press, too


def test_a_piece_is_moved_with_the_keyboard_alone(page: BoardPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.run("board.focus('e2')")
    page.press(Keys.ENTER)
    assert page.squares_of_class("chosen") == ["e2"]
    page.press(Keys.ESCAPE)
    assert page.squares_of_class("chosen") == []
    page.press(Keys.ENTER, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ENTER)
    assert page.moves == ["e2e4"]
    assert page.run("return document.activeElement.dataset.square") == "e4"
    assert page.run("return document.querySelectorAll('#place [tabindex=\"0\"]').length") == 1
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.run("return document.activeElement.dataset.square") == "h4"  # the edge


def test_on_a_flipped_board_the_arrow_keys_go_where_they_point(page: BoardPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.run("board.focus('e4'); board.flip()")
    assert page.run("return document.activeElement.dataset.square") == "e4"
    page.press(Keys.ARROW_UP, Keys.ARROW_RIGHT)
    assert page.run("return document.activeElement.dataset.square") == "d3"
    (a1_x, a1_y), (h8_x, h8_y) = page.middle("a1"), page.middle("h8")
    assert a1_x > h8_x
    assert a1_y < h8_y
    page.drag("e2", "e4")
    assert page.moves == ["e2e4"]


@pytest.mark.parametrize(("piece", "moves"), [("q", ["a7b8q"]), ("n", ["a7b8n"]), (None, [])])
def test_a_promotion_asks_for_the_piece(piece: str | None, moves: list[str], page: BoardPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.show(PROMOTION)
    page.press_squares("a7", "b8")
    names = page.run("return [...document.querySelectorAll('.promotion button')].map(b => b.ariaLabel)")
    assert names == ["queen", "rook", "bishop", "knight"]
    if piece:
        page.click(f'.promotion [data-piece="{piece}"]')
    else:
        page.press(Keys.ESCAPE)
    assert page.run("return document.querySelector('.promotion')") is None
    assert page.moves == moves


def test_a_promotion_is_answered_with_the_keyboard(page: BoardPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.show(PROMOTION)
    page.run("board.focus('a7')")
    page.press(Keys.ENTER, Keys.ARROW_UP, Keys.ENTER, Keys.ARROW_RIGHT, Keys.ENTER)
    assert page.moves == ["a7a8r"]


def test_a_position_that_changes_closes_the_question_and_the_choice(page: BoardPage) -> None:
    page.show(PROMOTION)
    page.press_squares("a7", "a8")
    page.show()
    assert page.run("return document.querySelector('.promotion')") is None
    page.show(PROMOTION)
    page.press_squares("a7", "a8")
    page.show(PROMOTION, legal=[], interactive=False)  # the game is over, and nothing has moved
    assert page.run("return document.querySelector('.promotion')") is None
    assert page.moves == []
    page.show()
    page.press_squares("g1")
    page.show(chess.STARTING_FEN.replace(" w ", " b "))
    assert page.squares_of_class("chosen") == page.moves == []


@pytest.mark.parametrize("target", ["g1", "h1"])
def test_castling_is_the_kings_move_or_a_click_on_the_rook(target: str, page: BoardPage) -> None:
    page.show(CASTLING)
    page.press_squares("e1", target)
    assert page.moves == ["e1g1"]


def test_last_move_and_check_are_marked_and_said(page: BoardPage) -> None:
    page.show("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", last="d8h4", check="e1")
    assert page.squares_of_class("last") == ["d8", "h4"]
    assert page.squares_of_class("check") == ["e1"]
    assert page.label("e1") == "e1, white king, in check"
    assert page.label("h4") == "h4, black queen, moved last"


def test_a_board_that_is_not_interactive_moves_nothing_and_takes_no_focus(page: BoardPage) -> None:
    page.show(interactive=False)
    page.run("document.activeElement.blur()")
    page.press_squares("e2", "e4")
    page.drag("d2", "d4")
    assert page.moves == page.refused == page.squares_of_class("chosen") == []
    assert page.run("return document.activeElement === document.body")


def test_an_arrow_to_a_neighbouring_square_has_a_shaft(page: BoardPage) -> None:
    arrows = [{"from": "e1", "to": "d1", "kind": "game"}, {"from": "g8", "to": "f6", "kind": "program"}]
    page.show(arrows=arrows)
    lengths = page.run("return [...document.querySelectorAll('.arrows .shaft')].map(s => s.getTotalLength())")
    assert len(lengths) == 2
    assert all(length > 20 for length in lengths)  # of 45 for a square


def test_arrows_from_one_square_in_one_direction_lie_side_by_side(page: BoardPage) -> None:
    arrows = [{"from": "e2", "to": "e4", "kind": "game"}, {"from": "e2", "to": "e3", "kind": "program"}]
    page.show(arrows=[*arrows, {"from": None, "to": "d4", "kind": "program"}])
    starts = page.run("return [...document.querySelectorAll('.arrows .shaft')].map(s => s.getPointAtLength(0).x)")
    assert abs(starts[0] - starts[1]) == pytest.approx(11)
    assert page.run("return document.querySelectorAll('.arrows circle').length") == 1


@pytest.mark.parametrize("size", [(1280, 900), (390, 844), (320, 640)])
def test_the_board_fills_its_place_and_on_a_telephone_the_screen(
    size: tuple[int, int], address: str, browser: Chrome
) -> None:
    page = BoardPage(browser, address)
    page.open(1, size)
    page.show()
    width, height = page.run(
        "const b = document.querySelector('.board').getBoundingClientRect(); return [b.width, b.height]"
    )
    assert width == height == min(480, size[0])
    assert page.run("return document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_accessibility_problem_on_the_board(theme: str, address: str, browser: Chrome) -> None:
    page = BoardPage(browser, address)
    page.open(theme=theme)
    page.show(last="e2e4", check="e1", arrows=[{"from": "g1", "to": "f3", "kind": "game"}])
    page.press_squares("g1")
    assert violations(page) == []
    page.show(PROMOTION)
    page.press_squares("a7", "a8")
    assert violations(page) == []
