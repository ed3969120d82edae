"""The page "Inside 1994" in a real browser: stepping by mouse, by keyboard and by touch, the tour and the listing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsers import violations
from made_up_report import DAMAGED
from play_pages import LANDSCAPES, PlayPage, local_browser, page, server
from report_text import needs_report, report_path

from modern.facts import english
from modern.proof.stepper import LABEL_TEXTS, QUIRKS
from modern.web.inside import TOUR

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "page", "server"]  # fixtures

#: White has a pawn, and tries few moves.
SMALL = "7k/5q2/8/8/8/8/7P/7K w - - 0 1"
PHONE = (390, 844)
#: What a laptop's browser leaves of 1366 by 768 and of 1280 by 800.
LAPTOPS = ((1366, 613), (1280, 680))
#: What each stop of the tour shows beside its text.
SENTENCES = (
    "BOARD is done.",
    "BLACK is done.",
    "Tries Black's castling kingside.",
    "Black's queen on d8 reaches 11 squares: S1 +1.1.",
    "Tries White's moves, square by square, and keeps the best.",
    "The best so far is White's queen f4 to f6, worth +7.2.",
    "The best reply is subtracted: S1 is -10.3.",
    "Castling: S1 +.9.",
    "The best reply is subtracted: S1 is -9.45.",
    "The best so far is Black's queen d8 to e7, worth -9.45.",
)


class InsidePage:
    """The page, as a reader sees and uses it."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page

    def open(self, **settings: str) -> None:
        """Loads the page at a turn."""
        self.page.visit(f"inside?{urlencode({'fen': SMALL, **settings})}")
        self.settle()

    def settle(self) -> None:
        """Waits until the page shows where it stands."""
        self.page.wait(
            "return document.querySelector('.inside .note-line')?.textContent"
            " && !document.querySelector('[aria-busy=true]')"
        )

    def do(self, text: str) -> None:
        """Presses a button, and waits for what it does."""
        self.page.button(text)
        self.settle()

    def press(self, key: str) -> None:
        """Presses a key, and waits for what it does."""
        self.page.press(key)
        self.settle()

    @property
    def label(self) -> str:
        return self.page.text(".inside .label")

    @property
    def sentence(self) -> str:
        return self.page.text(".inside .note-line")

    @property
    def stack(self) -> str:
        return self.page.text(".stack").removeprefix("GOSUB stack: ")

    @property
    def arrows(self) -> list[str]:
        arrows: list[str] = self.page.run(
            "return [...document.querySelectorAll('.stage [data-move]')].map(arrow => arrow.dataset.move)"
        )
        return arrows

    @property
    def terms(self) -> list[str]:
        terms: list[str] = self.page.run(
            "return [...document.querySelectorAll('.terms li')].map(row => row.textContent)"
        )
        return terms

    def variable(self, name: str) -> str:
        """Returns the value of a variable as the table has it."""
        value: str = self.page.run(
            "return [...document.querySelectorAll('.variables tbody tr')]"
            ".find(row => row.cells[0].firstChild.data === arguments[0]).cells[1].textContent",
            name,
        )
        return value

    def pieces(self) -> dict[str, str]:
        """Maps the squares of the board to the letters of the pieces on them."""
        squares = "[...document.querySelectorAll('.stage .board [data-square]')]"
        script = f"return {squares}.map(button => [button.dataset.square, button.dataset.piece])"
        return {square: piece for square, piece in self.page.run(script) if piece}

    def reads_sideways(self) -> bool:
        """Returns True if the page is wider than the window."""
        return bool(self.page.run("return document.documentElement.scrollWidth > innerWidth"))


@pytest.fixture
def inside(page: PlayPage) -> Iterator[InsidePage]:
    """The page of a small position, before its first step."""
    shown = InsidePage(page)
    shown.open()
    yield shown
    page.look()


def test_a_turn_is_stepped_through_by_mouse_from_the_start_to_the_choice(inside: InsidePage) -> None:
    page = inside.page
    assert (inside.label, inside.stack) == ("GOSUB BOARD", "BOARD")
    assert (
        page.run("return document.querySelector('.controls .buttons button').getAttribute('aria-disabled')") == "true"
    )
    inside.do("Over")
    assert (inside.label, inside.stack) == ("RETURN from BOARD", "empty")
    assert inside.pieces()["h8"] == "k"
    inside.do("Next candidate")
    assert inside.sentence.startswith("Tries White's ")
    (candidate,) = inside.arrows
    assert re.fullmatch(r"historic/program\.py, line \d+: self\.S1 = 0\.0", page.text(".inside .port-line"))
    assert [inside.variable(name) for name in ("S1", "KJ")] == ["0", inside.variable("KJ")]
    assert inside.pieces()[candidate[2:]] in "KP"
    for _ in range(12):
        inside.do("Step")
    assert len(inside.terms) > 2
    before = inside.sentence
    inside.do("Step")
    inside.do("Back")
    assert inside.sentence == before
    inside.do("Next reply")
    assert inside.sentence.startswith("Tries Black's ")
    assert len(inside.arrows) == 2
    assert inside.arrows[0] == candidate
    assert inside.stack == "CWHITE > CBLACK"
    inside.do("Out")
    assert inside.label == "RETURN from CBLACK"
    inside.do("Choice")
    assert "The choice is " in inside.sentence
    assert not inside.reads_sideways()


def test_a_click_on_a_label_sets_a_breakpoint_where_a_run_stops(inside: InsidePage) -> None:
    page = inside.page
    row = "[...document.querySelectorAll('.labels li')].find(row => row.textContent.startsWith('CBLACK9'))"
    page.run(f"{row}.querySelector('button').click()")
    assert page.run(f"return {row}.querySelector('button').getAttribute('aria-pressed')") == "true"
    assert page.said == "Breakpoint at CBLACK9."
    inside.do("Run")
    assert inside.label == "CBLACK9"
    assert page.run(f"return {row}.getAttribute('aria-current')") == "step"
    assert LABEL_TEXTS["CBLACK9"] in page.run(f"return {row}.textContent")


def test_a_quirk_at_work_is_named_and_explained(inside: InsidePage) -> None:
    inside.do("Next candidate")
    quirks = "return [...document.querySelectorAll('.inside .quirk')].map(one => one.textContent)"
    for _ in range(40):
        if inside.page.run(quirks):
            break
        inside.do("Step")
    assert inside.page.run(quirks) == [f"Quirk centre-for-both: {QUIRKS['centre-for-both']}"]


def test_a_square_of_a_think_move_board_names_the_pieces_that_reach_it(inside: InsidePage) -> None:
    page = inside.page
    inside.do("Next candidate")
    inside.do("Next reply")
    assert inside.sentence == "Tries Black's queen f7 to f1."
    page.click(".heats > :last-child [data-square='91']")  # f6
    readout = page.text(".heats > :last-child .readout")
    assert readout.startswith("f6, square 91: 2^11 = 2048: queen f7.")
    assert inside.arrows == ["f7f6"]
    page.press("\ue015")  # the arrow down, to f5
    assert page.text(".heats > :last-child .readout").startswith("f5, square 79: ")


def test_a_turn_is_stepped_through_by_keys_and_read_aloud(inside: InsidePage) -> None:
    from selenium.webdriver.common.keys import Keys

    page = inside.page
    inside.press(Keys.F8)
    assert page.said == "RETURN from BOARD: BOARD is done."
    inside.press("s")
    assert inside.label == "GOSUB WHITE"
    inside.press(Keys.F10)
    assert page.said == "RETURN from WHITE: WHITE is done."
    inside.press("b")
    assert inside.label == "RETURN from WHITE1"
    inside.press(Keys.F9)
    assert page.said == "Breakpoint at WHITE1."
    inside.press("c")
    assert inside.sentence.startswith("Tries White's ")
    inside.press(Keys.F5)
    assert inside.label == "GOSUB WHITE1"
    assert page.run("return document.querySelector('.inside') !== null")
    inside.press("k")
    inside.press("r")
    assert inside.sentence.startswith("Tries Black's ")
    inside.press("u")
    assert inside.label == "RETURN from CBLACK"
    inside.press("e")
    assert "The choice is " in page.said
    inside.press("e")
    assert page.text(".visually-hidden[role=alert]") == "This is the end of the turn."


def test_playing_goes_on_by_itself_pauses_and_at_once_reaches_the_choice(inside: InsidePage) -> None:
    page = inside.page
    speed = "const speed = document.querySelector('.ranges input'); speed.value = arguments[0];"
    page.run(f"{speed} speed.dispatchEvent(new Event('input', {{bubbles: true}}))", 1)
    assert (
        page.run("return document.querySelector('.ranges input').getAttribute('aria-valuetext')") == "5 steps a second"
    )
    page.button("Play")
    page.wait("return document.querySelector('.ranges input[max]:not([max=\"5\"])').value > 3")
    page.button("Pause")
    inside.settle()  # a step that has begun is shown
    stands = page.text(".ranges output:last-of-type")
    page.browser.execute_async_script("setTimeout(arguments[0], 300)")  # it would have gone on after 200 ms
    assert page.text(".ranges output:last-of-type") == stands
    page.run(f"{speed} speed.dispatchEvent(new Event('input', {{bubbles: true}}))", 5)
    page.button("Play")
    page.wait("return document.querySelector('.inside .note-line').textContent.includes('The choice is ')")


def test_on_a_phone_the_steps_are_at_hand_and_nothing_scrolls_sideways(inside: InsidePage) -> None:
    page = inside.page
    for theme in ("light", "dark"):
        page.look(PHONE, theme)
        page.run("scrollTo(0, 0)")
        box = page.run(
            "const {left, top, width, height} = [...document.querySelectorAll('.controls button')]"
            ".find(one => one.textContent === 'Step').getBoundingClientRect(); return [left, top, width, height]"
        )
        assert box[1] + box[3] <= PHONE[1]
        before = inside.sentence
        page.tap(box[0] + box[2] / 2, box[1] + box[3] / 2)
        inside.settle()
        assert inside.sentence != before
        assert page.box(".inside .note-line")["bottom"] < box[1]
        inside.do("Next candidate")
        assert not inside.reads_sideways()


@pytest.mark.parametrize("size", [*LANDSCAPES, *LAPTOPS], ids=str)
def test_in_landscape_the_whole_board_is_in_view_and_the_steps_beside_it(
    size: tuple[int, int], inside: InsidePage
) -> None:
    page = inside.page
    page.look(size)
    inside.do("Next candidate")
    page.run("scrollTo(0, 0)")
    board, note = page.box(".stage .board"), page.box(".inside .note-box")
    assert board["top"] >= 0 and board["bottom"] <= size[1]  # noqa: PT018
    assert board["bottom"] - board["top"] >= min(0.6 * size[1], 0.4 * size[0])
    assert note["left"] >= board["right"]
    assert note["bottom"] <= size[1]
    assert not inside.reads_sideways()
    step = "[...document.querySelectorAll('.controls button')].find(one => one.textContent === 'Step')"
    page.run(f"{step}.scrollIntoView({{ block: 'nearest' }})")
    assert page.run(f"return {step}.getBoundingClientRect().left") >= board["right"]
    board = page.box(".stage .board")
    assert board["top"] >= 0 and board["bottom"] <= size[1]  # noqa: PT018


def test_the_tour_leads_through_ten_moments(page: PlayPage) -> None:
    shown = InsidePage(page)
    page.visit("new")
    page.wait("return document.querySelector('.view a[href=\"#/inside/tour\"]')").click()
    assert len(TOUR) == len(SENTENCES) == 10
    for number, (stop, sentence) in enumerate(zip(TOUR, SENTENCES, strict=True), 1):
        page.wait("return document.querySelector('.tour strong')?.textContent === arguments[0]", f"Stop {number} of 10")
        shown.settle()
        assert page.text(".tour p") == stop.text
        assert shown.sentence == sentence
        assert stop.text in page.said
        if number < len(TOUR):
            page.button("Next stop")
    page.button("End the tour")
    assert page.run("return document.querySelector('.tour').hidden")


def test_a_thought_of_a_game_is_stepped_through_from_the_game(page: PlayPage) -> None:
    shown = InsidePage(page)
    page.new_game(white="human", black="historic[Reading=recorded]", pause=0)
    page.type("e4")
    page.wait_for_plies(2)
    choice = page.wait("return document.querySelector('#candidates .choice button')?.textContent")
    page.wait("return document.querySelector('.thoughts a[href^=\"#/inside\"]')").click()
    page.wait("return document.querySelector('.inside') !== null")
    shown.settle()
    assert page.text(".inside .desk h2") == "Black thinks, one letter changed"
    assert f"{choice}, " in page.run("return document.querySelector('.ranges select').textContent")


def test_a_position_that_cannot_be_is_refused_in_a_line_and_the_turn_stays(inside: InsidePage) -> None:
    page = inside.page
    page.click(".position summary")
    fen, moves = page.browser.find_elements("css selector", ".position input")
    fen.clear()
    fen.send_keys("nonsense")
    inside.do("Think")
    failure = page.text(".inside .failure")
    assert "nonsense" in failure or "fields" in failure
    assert "\n" not in failure
    assert inside.label == "GOSUB BOARD"
    assert any("400" in entry for entry in page.errors())
    fen.clear()
    moves.send_keys("1. e4")
    inside.do("Think")
    assert page.text(".inside .desk h2") == "Black thinks"
    assert page.run("return location.hash").startswith("#/inside?moves=1.")


def test_a_report_that_is_opened_is_shown_with_what_is_wrong_with_it(inside: InsidePage, tmp_path: Path) -> None:
    page = inside.page
    report = tmp_path / "report.txt"
    report.write_text(DAMAGED.replace("COUNT", "BOARD"), encoding="utf-8")
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(report))
    page.wait("return document.querySelectorAll('.listing li').length > 9")
    assert page.text("[aria-labelledby] p[role=status]").startswith(
        english()["inside.not_the_known_listing"].partition("{")[0]
    )
    assert page.text(".listing [aria-current]") == "BOARD:"
    letter = tmp_path / "letter.txt"
    letter.write_text("a letter to my aunt", encoding="utf-8")
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(letter))
    page.wait("return /appendix b/i.test(document.querySelector('[aria-labelledby] p[role=status]').textContent)")
    assert page.run("return document.querySelector('.scroll:has(.listing)').hidden")
    assert any("400" in entry for entry in page.errors())


@needs_report
def test_the_line_of_the_listing_follows_the_steps_and_repairs_have_their_evidence(inside: InsidePage) -> None:
    page = inside.page
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(report_path()))
    page.wait("return document.querySelectorAll('.repair').length === 38")
    assert page.text(".listing [aria-current]") == "BOARD:"
    inside.do("Next candidate")
    assert page.text(".listing [aria-current]").strip().startswith("S1=0")
    repair = page.browser.find_element("css selector", ".repair")
    page.run("arguments[0].scrollIntoView({block: 'center'})", repair)
    repair.click()
    evidence = page.text(".inside section > div > .readout")
    assert evidence == repair.get_attribute("title") == repair.get_attribute("aria-description")
    assert "Evidence: text: " in evidence
    assert violations(page) == []
