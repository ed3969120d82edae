"""The states of the page of `gosub serve`, in which a test runs axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from play_pages import FOOLS_MATE, TWO_HUMANS, PlayPage

#: Windows: a laptop, a telephone on its side and upright, and a narrow one.
SIZES: Final = ((1280, 900), (844, 390), (390, 844), (320, 640))
THEMES: Final = ("light", "dark")


def _form(page: PlayPage) -> None:
    page.visit("new")
    page.wait("return document.querySelector('form.new-game') !== null")


def _form_opened(page: PlayPage) -> None:
    _form(page)
    page.run("for (const part of document.querySelectorAll('details')) part.open = true")
    page.run("document.querySelector('input[type=radio][value=fen]').click()")


def _refused_form(page: PlayPage) -> None:
    _form(page)
    page.run("document.querySelector('input[type=radio][value=fen]').click()")
    page.browser.find_element("css selector", ".pasted textarea").send_keys("8/8/8")
    page.run("document.querySelector('form.new-game').requestSubmit()")
    page.wait("return !document.querySelector('.failure').hidden")


def _new(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS, clock={"minutes": 30, "increment": 0})


def _selected(page: PlayPage) -> None:
    _new(page)
    page.run("document.querySelector('.table .board [data-square=g1], .board-row .board [data-square=g1]').click()")


def _refused_move(page: PlayPage) -> None:
    _new(page)
    page.type("g1e3")
    page.wait("return document.querySelector('.note-detail').textContent.includes('f3 and h3')")


def _promotion(page: PlayPage) -> None:
    page.new_game(**TWO_HUMANS, fen="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    page.click_move("a7a8")
    page.wait("return document.querySelector('.promotion[open]') !== null")


def _question(page: PlayPage) -> None:
    _new(page)
    page.button("Resign")
    page.wait("return document.querySelector('dialog[open]') !== null")


def _help(page: PlayPage) -> None:
    _new(page)
    page.type("help")
    page.wait("return !document.querySelector('.help').hidden")


def _thinking(page: PlayPage) -> None:
    page.delete_games()  # or both processes may still think about other games
    page.new_game(white="human", black="modern", seconds=600)
    page.type("e4")
    page.wait("return !document.querySelector('.report').hidden")


def _premove(page: PlayPage) -> None:
    _thinking(page)
    page.type("Nf3")
    page.wait("return document.querySelector('.note-detail').textContent.includes('Premove')")


def _trying(page: PlayPage) -> None:
    page.new_game(white="human", black="historic", pause=4)
    page.type("e4")
    page.wait("return document.querySelector('.board-row .of-candidate') !== null")


def _thoughts(page: PlayPage) -> None:
    page.new_game(white="human", black="historic", pause=0)
    page.type("e4")
    page.wait_for_plies(2)
    page.wait("return !document.querySelector('.thoughts').hidden")


def _thought_chosen(page: PlayPage) -> None:
    _thoughts(page)
    page.run("document.querySelector('#candidates tbody tr:nth-child(2) button').click()")
    page.wait("return document.querySelector('.board-row .of-candidate') !== null")
    page.run("document.querySelector('#candidates').scrollIntoView({ block: 'center' })")


def _numbers(page: PlayPage) -> None:
    _thoughts(page)
    page.run("document.querySelector('#reach-numbers').scrollIntoView({ block: 'center' })")


def _over(page: PlayPage) -> None:
    _new(page)
    for ply, uci in enumerate(FOOLS_MATE, 1):
        page.type(uci)
        page.wait_for_plies(ply)
    page.wait_for_note("Checkmate")


def _analysed(page: PlayPage) -> None:
    _over(page)
    page.button("Analyse the game")
    page.wait("return !document.querySelector('.after-game a.button').hidden")
    page.run("document.querySelector('.after-game').scrollIntoView({ block: 'center' })")


def _looking_back(page: PlayPage) -> None:
    _over(page)
    page.run("document.querySelector('.moves a').click()")


def _games(page: PlayPage) -> None:
    _new(page)
    page.visit("games")
    page.wait("return document.querySelector('.card') !== null")


def _no_game(page: PlayPage) -> None:
    page.visit("games/none")
    page.wait("return document.querySelector('h1').textContent === 'No such game'")


def _inside(page: PlayPage) -> None:
    page.visit("inside")
    page.wait("return document.querySelector('.inside .note-line')?.textContent")
    for text in ("Next candidate", "Next reply"):
        page.wait("return !document.querySelector('[aria-busy=true]')")
        page.button(text)
    page.wait("return document.querySelectorAll('.stage [data-move]').length === 2")


def _tour(page: PlayPage) -> None:
    page.visit("inside/tour")
    page.wait("return document.querySelector('.tour strong') !== null")
    page.wait("return !document.querySelector('[aria-busy=true]')")


def _screen(page: PlayPage) -> None:
    page.visit("screen")
    page.wait("return document.querySelector('.tube svg') !== null")


def _quirks(page: PlayPage) -> None:
    page.browser.get(f"{page.address}quirks.html")
    page.wait("return document.querySelector('h3') !== null")


#: How the page gets into each state.
STATES: Final[dict[str, Callable[[PlayPage], None]]] = {
    "form": _form,
    "form-opened": _form_opened,
    "form-refused": _refused_form,
    "new-game": _new,
    "selected": _selected,
    "refused-move": _refused_move,
    "promotion": _promotion,
    "question": _question,
    "help": _help,
    "trying": _trying,
    "thoughts": _thoughts,
    "thought-chosen": _thought_chosen,
    "numbers": _numbers,
    "over": _over,
    "analysed": _analysed,
    "looking-back": _looking_back,
    "games": _games,
    "no-game": _no_game,
    "inside": _inside,
    "tour": _tour,
    "screen": _screen,
    "quirks": _quirks,
    "thinking": _thinking,  # the last ones: they keep the processes that think
    "premove": _premove,
}
