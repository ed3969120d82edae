"""How the board of the page feels: premoves, sounds, arrows, the wheel, captured pieces, and what follows a game."""

from __future__ import annotations

import pytest
from play_pages import FOOLS_MATE, TWO_HUMANS, WIN_AGAINST_1994, PlayPage, local_browser, page, server

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "page", "server"]  # fixtures

#: White wins a knight for a pawn.
CAPTURES = ("e2e4", "d7d5", "e4d5", "g8f6", "b1c3", "f6d5", "c3d5")

#: Holds back the states of a game with more plies than `window.limit`, so that a reply does not come before a premove.
HELD_REPLIES = """
window.limit = 1;
const waiting = [];
const Source = window.EventSource;
window.EventSource = class extends Source {
  set onmessage(listen) {
    super.onmessage = (message) => {
      const { state } = JSON.parse(message.data);
      const pass = () => (state && state.moves.length > limit ? waiting.push(pass) : listen(message));
      pass();
    };
  }
};
window.release = (plies) => {
  limit = plies;
  for (const pass of waiting.splice(0)) pass();
};
"""


def middle(page: PlayPage, square: str) -> tuple[float, float]:
    """Returns the middle of a square of the board, in pixels of the window."""
    box = page.box(f'.table .board [data-square="{square}"]')
    return (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2


def press_move(page: PlayPage, uci: str) -> None:
    """Makes a move by pressing two squares; each is done before the button is let go."""
    for square in (uci[:2], uci[2:4]):
        page.mouse("mousePressed", *middle(page, square))
        page.mouse("mouseReleased", *middle(page, square))


def type_moves(page: PlayPage, moves: tuple[str, ...]) -> None:
    """Types moves for both sides."""
    for ply, uci in enumerate(moves, 1):
        page.type(uci)
        page.wait_for_plies(ply)


def premoves(page: PlayPage) -> list[str]:
    """Returns the squares that are marked as those of a premove."""
    squares: list[str] = page.run(
        "return [...document.querySelectorAll('.premove > [data-square]')].map(button => button.dataset.square)"
    )
    return sorted(squares)


def test_a_whole_game_by_touch(page: PlayPage) -> None:
    page.look((390, 844))
    page.new_game(**TWO_HUMANS)
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        for ply, uci in enumerate(FOOLS_MATE, 1):
            for square in (uci[:2], uci[2:]):
                page.tap(*middle(page, square))
            page.wait_for_plies(ply)
    finally:
        page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    page.wait_for_note("Checkmate: Black wins, 0-1")


def test_a_whole_game_by_premoves_of_all_kinds(page: PlayPage) -> None:
    """Each move but the first is entered before the reply comes: by pressing, by dragging, by keys or by typing."""
    from selenium.webdriver.common.keys import Keys

    def drag(uci: str) -> None:
        for kind, square in (("mousePressed", uci[:2]), ("mouseMoved", uci[2:]), ("mouseReleased", uci[2:])):
            page.mouse(kind, *middle(page, square))

    def use_keys(uci: str) -> None:
        for square in (uci[:2], uci[2:]):
            page.run("document.querySelector(`.table [data-square=${arguments[0]}]`).focus()", square)
            page.press(Keys.ENTER)

    ways = (lambda uci: press_move(page, uci), drag, use_keys, page.type)
    script = {"source": HELD_REPLIES}
    held = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    try:
        page.new_game(white="human", black="historic", pause=0)
        page.click_move(WIN_AGAINST_1994[0])
        for number, uci in enumerate(WIN_AGAINST_1994[1:], 1):
            page.wait_for_plies(2 * number - 1)
            ways[number % len(ways)](uci)
            assert premoves(page) == sorted((uci[:2], uci[2:]))
            assert page.said.startswith("Premove: ")
            page.wait("release(arguments[0]); return document.querySelector('.premove') === null", 2 * number + 1)
            page.wait_for_plies(2 * number + 1)
        page.wait_for_note("Checkmate: White wins, 1-0")
    finally:
        page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", held)


def test_a_premove_is_cancelled_in_four_ways(page: PlayPage) -> None:
    from selenium.webdriver.common.keys import Keys

    page.new_game(white="human", black="modern", seconds=600)
    page.click_move("e2e4")
    page.wait_for_plies(1)
    page.wait_for_note("Today's engine is thinking")

    def right_click() -> None:
        for kind in ("mousePressed", "mouseReleased"):
            page.mouse(kind, *middle(page, "a5"), "right")

    def escape() -> None:
        page.run("document.activeElement.blur()")
        page.press(Keys.ESCAPE)

    for cancel in (right_click, escape, lambda: page.type("cancel"), lambda: page.button("Cancel the premove")):
        press_move(page, "g1f3")
        assert premoves(page) == ["f3", "g1"]
        assert "Premove: Nf3" in page.note
        cancel()
        page.wait("return document.querySelector('.premove') === null")
        assert page.said == "The premove is cancelled."
    page.type("cancel")
    page.wait("return document.querySelector('.answer').textContent === 'There is no premove.'")
    assert page.sans() == ["e4"]
    page.button("Move now")
    page.wait_for_plies(2)


#: Hides the page and shows it again, which closes its stream and opens it anew; the arguments are its new state.
VISIBILITY = """
Object.defineProperty(document, "hidden", {configurable: true, value: arguments[0]});
document.dispatchEvent(new Event("visibilitychange"));
"""


def test_a_premove_lives_while_the_stream_reopens_and_another_move_is_looked_at(page: PlayPage) -> None:
    page.new_game(white="human", black="modern", seconds=600)
    page.click_move("e2e4")
    page.wait_for_plies(1)
    page.wait_for_note("Today's engine is thinking")
    press_move(page, "g1f3")
    page.browser.find_element("css selector", ".typed input").send_keys("half a line")
    page.button("|<")
    page.wait_for_note("The start")
    page.run("window.states = 0; const parse = JSON.parse; JSON.parse = (text) => { states += 1; return parse(text); }")
    for hidden in (True, False):
        page.run(VISIBILITY, hidden)
    page.wait("return states > 0")
    assert "Premove: Nf3." in page.note
    page.button(">|")
    page.wait_for_note("Today's engine is thinking")
    assert premoves(page) == ["f3", "g1"]
    assert page.run("return document.querySelector('.typed input').value") == "half a line"
    page.button("|<")
    page.button("Move now")
    page.wait_for_plies(3)
    assert page.sans()[2] == "Nf3"


def test_another_language_keeps_the_premove_the_arrows_and_what_is_typed(page: PlayPage) -> None:
    page.new_game(white="human", black="modern", seconds=600)
    page.click_move("e2e4")
    page.wait_for_plies(1)
    page.wait_for_note("Today's engine is thinking")
    press_move(page, "g1f3")
    page.type("flip")
    page.type("mark d2d4")
    page.browser.find_element("css selector", ".typed input").send_keys("half a line")
    try:
        page.click('.languages [lang="fr"]')
        page.wait("return document.documentElement.lang === 'fr'")
        page.wait("return document.querySelector('.note-detail').textContent.includes('Nf3')")
        assert premoves(page) == ["f3", "g1"]
        assert page.run("return document.querySelector('.table .of-mark').dataset.move") == "d2d4"
        assert page.run("return document.querySelector('.strip:last-child').dataset.side") == "black"
        assert page.run("return document.querySelector('.typed input').value") == "half a line"
        page.click('.languages [lang="en"]')
        page.wait("return document.querySelector('.note-detail').textContent.includes('Premove: Nf3.')")
        page.button("Move now")
        page.wait_for_plies(3)
        assert page.sans()[2] == "Nf3"
    finally:
        page.run("localStorage.removeItem('gosub-language')")
        page.delete_games()


def test_a_premove_that_is_lost_with_the_end_of_the_game_is_said(page: PlayPage) -> None:
    game = page.new_game(white="human", black="modern", seconds=600)
    page.click_move("e2e4")
    page.wait_for_note("Today's engine is thinking")
    press_move(page, "g1f3")
    page.button("|<")
    page.run(
        "fetch(`/games/${arguments[0]}/commands`, {method: 'POST', body: JSON.stringify({command: 'resign'}),"
        " headers: {'content-type': 'application/json'}})",
        game,
    )
    page.wait("return document.querySelector('.note-detail').textContent.includes('The premove is cancelled.')")
    assert page.said.endswith("The premove is cancelled.")
    assert premoves(page) == []


def test_a_premove_that_has_become_illegal_is_dropped_and_said(page: PlayPage) -> None:
    page.new_game(white="human", black="historic", pause=0.1)
    page.click_move("e2e4")
    page.wait_for_plies(1)
    page.wait_for_note("The 1994 program is thinking")
    press_move(page, "d1d7")  # through a pawn of its own
    page.wait_for_plies(2)
    page.wait_for_note("Your move")
    assert "The premove Qd7 is not legal now." in page.note
    assert premoves(page) == []
    page.click_move("d2d4")
    page.wait_for_plies(4)


def test_sounds_are_off_until_wanted_and_remembered(page: PlayPage) -> None:
    count = (
        "window.tones = []; const Tone = window.OscillatorNode;"
        "window.OscillatorNode = class extends Tone { start(at) { tones.push(at); super.start(at); } }"
    )
    game = page.new_game(**TWO_HUMANS)
    page.run(count)
    page.type("e4")
    page.wait_for_plies(1)
    assert page.run("return tones") == []
    page.button("Sound")
    assert page.run("return tones.length") == 1
    page.visit(f"games/{game}")
    page.wait_for_plies(1)
    pressed = "return [...document.querySelectorAll('button')].find(one => one.textContent === 'Sound').ariaPressed"
    assert page.run(pressed) == "true"
    page.run(count)
    page.type("d5")
    page.wait_for_plies(2)
    page.wait("return tones.length === 1")
    page.type("exd5")
    page.wait_for_plies(3)
    page.wait("return tones.length === 3")  # a capture has two
    page.button("Sound")
    page.type("Nf6")
    page.wait_for_plies(4)
    assert page.run("return tones.length") == 3
    page.run("localStorage.clear()")


def test_arrows_are_drawn_with_the_right_button_and_by_typing(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS)
    marks = "return [...document.querySelectorAll('.table .of-mark')].map(mark => mark.dataset.move)"
    page.mouse("mousePressed", *middle(page, "g1"), "right")
    page.mouse("mouseMoved", *middle(page, "f3"), "right")
    assert page.run(marks) == ["g1f3"]  # it is seen while it is drawn
    page.mouse("mouseReleased", *middle(page, "f3"), "right")
    page.type("mark e4")
    page.type("mark d2d4")
    assert page.run(marks) == ["g1f3", "e4", "d2d4"]
    page.type("mark g1f3")
    assert page.run(marks) == ["e4", "d2d4"]
    page.click_move("e2e4")
    page.wait_for_plies(1)
    assert page.run(marks) == []


def test_on_a_page_that_is_read_from_right_to_left_board_moves_and_figures_stay_as_they_are(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS)
    page.run("document.documentElement.dir = 'rtl'")
    assert page.box('.table [data-square="a1"]')["right"] < page.box('.table [data-square="h1"]')["left"]
    for kind, square in (("mousePressed", "b1"), ("mouseMoved", "c3"), ("mouseReleased", "c3")):
        page.mouse(kind, *middle(page, square))
    page.wait_for_plies(1)
    page.click_move("b8c6")
    page.wait_for_plies(2)
    assert page.sans() == ["Nc3", "Nc6"]
    assert page.box(".moves .count")["right"] <= page.box(".moves a")["left"]
    assert page.box(".moves li a:nth-of-type(1)")["right"] <= page.box(".moves li a:nth-of-type(2)")["left"]
    page.type("mark a2a4")
    arrow, start, end = (page.box(f".table {one}") for one in (".of-mark", '[data-square="a2"]', '[data-square="a4"]'))
    assert start["left"] < arrow["left"] < arrow["right"] < start["right"]
    assert end["top"] < arrow["top"] < arrow["bottom"] < start["bottom"]
    steps = [page.box(f".steps button:nth-of-type({place})")["left"] for place in range(1, 5)]
    assert steps == sorted(steps)
    ends = """return [0, -1].map(at => {
        const isIt = one => one.textContent === "What if?";
        const { firstChild: text } = [...document.querySelectorAll("button, a")].find(isIt);
        const range = document.createRange();
        range.setStart(text, at ? text.length - 1 : 0);
        range.setEnd(text, at ? text.length : 1);
        return range.getBoundingClientRect().left;
    })"""
    first, last = page.run(ends)
    assert first < last  # "?What if" without `unicode-bidi: plaintext`
    page.run("document.documentElement.removeAttribute('dir')")


def test_on_paper_there_is_the_board_with_its_squares_and_nothing_to_press(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS)
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        squares = "return [...document.querySelectorAll('.table .board :is(.light, .dark)')]"
        adjusted = f"{squares}.map(one => getComputedStyle(one).printColorAdjust)"
        assert set(page.run(adjusted)) == {"exact"}
        for part in ("header.bar", ".typed", ".steps", ".actions"):
            assert page.run("return document.querySelector(arguments[0]).getClientRects().length", part) == 0, part
    finally:
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_the_wheel_over_the_board_steps_through_the_game(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS)
    type_moves(page, CAPTURES)
    page.wheel(*middle(page, "e4"), -120)
    page.wait("return document.querySelector('.note-line').textContent.startsWith('After 3...Nxd5')")
    page.wheel(*middle(page, "e4"), 120)
    page.wait("return document.querySelector('.note-line').textContent === 'Black to move'")
    assert page.run("return scrollY") == 0


def test_a_double_click_takes_back_one_move(page: PlayPage) -> None:
    game = page.new_game(**TWO_HUMANS)
    type_moves(page, CAPTURES)
    box = page.browser.find_element("xpath", "//button[normalize-space()='Take back']").rect
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for click in (1, 2):
        page.mouse("mousePressed", *place, clicks=click)
        page.mouse("mouseReleased", *place, clicks=click)
        page.wait_for_plies(len(CAPTURES) - 1)  # the second click may come after the answer to the first one
    page.type("take back")
    page.wait_for_plies(len(CAPTURES) - 2)
    stale = page.browser.execute_async_script(
        "fetch(`/games/${arguments[0]}/commands`, {method: 'POST', body: JSON.stringify(arguments[1]),"
        " headers: {'content-type': 'application/json'}}).then(r => r.json()).then(arguments[2])",
        game,
        {"command": "take_back", "ply": len(CAPTURES)},
    )
    assert stale["refused"] == "the game has moved on; look at the board again"
    page.wait_for_plies(len(CAPTURES) - 2)


def test_captured_pieces_and_the_difference_stand_beside_each_player(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS)
    type_moves(page, CAPTURES)
    captured = "return document.querySelector(`.strip[data-side=${arguments[0]}] .captured`)"
    assert page.run(f"{captured}.ariaLabel", "white") == "White: captured 1 knight, 1 pawn; 3 ahead"
    assert page.run(f"{captured}.textContent", "white") == "+3"
    assert page.run(f"{captured}.ariaLabel", "black") == "Black: captured 1 pawn"
    pictures = "return [...document.querySelectorAll('.strip[data-side=white] .captured use')].length"
    assert page.run(pictures) == 2
    page.type("start")
    assert page.run(f"{captured}.hidden", "white") is True


def test_a_promotion_is_no_capture(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS, fen="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    page.type("a8=Q")
    page.wait_for_plies(1)
    labels = "return [...document.querySelectorAll('.captured')].map(one => one.hidden ? '' : one.ariaLabel)"
    assert page.run(labels) == ["", "White: 9 ahead"]


def test_a_rematch_has_the_same_players_and_clocks_and_perhaps_other_colours(page: PlayPage) -> None:
    game = page.new_game(white="human", black="historic", pause=0, clock={"minutes": 7, "increment": 2})
    page.click_move("e2e4")
    page.wait_for_plies(2)
    page.button("Resign")
    page.click("dialog .strong")
    page.wait_for_note("Resignation")
    page.button("Rematch")
    page.wait(f"return location.hash.startsWith('#/games/') && location.hash !== '#/games/{game}'")
    page.wait_for_note("Your move")
    assert page.text(".strip:last-child strong") == "You"
    assert page.text(".strip:last-child .clock").startswith(("7:00", "6:5"))
    page.button("Resign")
    page.click("dialog .strong")
    page.wait_for_note("Resignation")
    page.button("Rematch, colours swapped")
    page.wait_for_plies(1)
    assert page.run("return document.querySelector('.strip:last-child').dataset.side") == "black"
    assert page.text(".strip:last-child strong") == "You"


def test_colours_are_swapped_before_a_game(page: PlayPage) -> None:
    page.visit("new")
    page.wait("return document.querySelector('form.new-game') !== null")
    players = "return [...document.querySelectorAll('fieldset.side')].map(side => side.querySelector('select').value)"
    assert page.run(players) == ["human", "historic"]
    page.button("Swap colours")
    assert page.run(players) == ["historic", "human"]
    page.button("Start the game")
    page.wait_for_plies(1)
    assert page.text(".strip:last-child strong") == "You"


def test_the_ply_is_in_the_address_and_a_reload_and_a_link_keep_it(page: PlayPage) -> None:
    game = page.new_game(**TWO_HUMANS)
    type_moves(page, CAPTURES[:4])
    page.click('.moves a[data-ply="2"]')
    assert page.run("return location.hash") == f"#/games/{game}/2"
    page.browser.refresh()
    page.wait_for_note("After 1...d5, ply 2 of 4")
    page.run("location.hash = arguments[0]", f"#/games/{game}/3")
    page.wait_for_note("After 2.exd5, ply 3 of 4")
    page.button("Back to the game")
    assert page.run("return location.hash") == f"#/games/{game}"
    page.visit(f"games/{game}/1")
    page.wait_for_note("After 1.e4, ply 1 of 4")


def test_a_link_in_the_list_of_moves_shows_its_ply_in_another_tab(page: PlayPage) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    game = page.new_game(**TWO_HUMANS)
    type_moves(page, CAPTURES)
    here = page.browser.current_window_handle
    link = page.browser.find_element("css selector", ".moves [data-ply='2']")
    ActionChains(page.browser).key_down(Keys.CONTROL).click(link).key_up(Keys.CONTROL).perform()
    page.until(lambda: len(page.browser.window_handles) == 2, "another tab")
    assert page.run("return location.hash") == f"#/games/{game}"  # this one stays where it is
    page.browser.switch_to.window(next(one for one in page.browser.window_handles if one != here))
    try:
        page.wait_for_note("After 1...")
        assert page.run("return location.hash") == f"#/games/{game}/2"
    finally:
        page.browser.close()
        page.browser.switch_to.window(here)


def test_the_board_turns_after_each_move_for_two_people_if_they_want(page: PlayPage) -> None:
    game = page.new_game(**TWO_HUMANS)
    bottom = "return document.querySelector('.strip:last-child').dataset.side"
    page.type("e4")
    page.wait_for_plies(1)
    assert page.run(bottom) == "white"
    page.button("Turn the board")
    assert page.run(bottom) == "black"
    page.type("e5")
    page.wait_for_plies(2)
    assert page.run(bottom) == "white"
    page.visit(f"games/{game}")
    page.wait_for_plies(2)
    page.type("Nf3")
    page.wait_for_plies(3)
    assert page.run(bottom) == "black"
    page.run("localStorage.clear()")


def test_after_a_game_its_graph_its_mistakes_and_its_page(page: PlayPage) -> None:
    game = page.new_game(**TWO_HUMANS)
    assert page.run("return document.querySelector('.after-game').hidden") is True
    type_moves(page, FOOLS_MATE)
    page.wait_for_note("Checkmate")
    page.button("Analyse the game")
    page.wait("return document.querySelectorAll('.mistakes li').length > 0")
    assert page.text(".mistakes li:last-child").startswith("2.g4 Blunder: allows mate in 1. Best was 2.")
    assert page.run("return document.querySelectorAll('.chances .dot').length > 0")
    assert "White's accuracy: " in page.text(".after-game")
    page.click(".mistakes li:last-child a")
    assert page.note.startswith("After 2.g4, ply 3 of 4")
    page.wait("return document.querySelector('.after-game a.button:not([hidden])') !== null")
    page.browser.get(f"{page.address}games/{game}/page")
    page.wait("return document.documentElement.classList.contains('scripted')")
    assert page.text("h1") == "White against Black"
    assert page.run("return document.querySelectorAll('#board use').length") == 32


def test_an_analysis_is_stopped(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS)
    type_moves(page, FOOLS_MATE)
    page.button("Analyse the game")
    page.button("Stop")
    assert page.text(".after-game [role=status]") == "Stopped."
    page.button("Analyse the game")
    page.wait("return document.querySelectorAll('.mistakes li').length > 0")
