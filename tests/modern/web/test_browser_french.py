"""The page of `gosub serve` in French, in a real browser: a game to its end, the list, a thought, a kiosk."""

from __future__ import annotations

import pytest
from browsers import violations
from play_pages import FOOLS_MATE, PlayPage, local_browser, page, server

from modern.pictures.browser.modules import texts_in

pytestmark = pytest.mark.slow

OVERFLOWING = """
return [...document.querySelectorAll('button:not([data-square])')].filter(one => one.checkVisibility()).filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const {left, right} = words.getBoundingClientRect(), around = one.getBoundingClientRect();
  return left < around.left || right > around.right || (right > innerWidth && !one.closest('.scroll'));
}).map(one => one.textContent)
"""

FRENCH = texts_in("fr")

__all__ = ["local_browser", "page", "server"]  # fixtures

#: The texts that are seen or read aloud and have an English word; BASIC's own words are the program's.
ENGLISH = r"""
const english = /\b(the|of|is|are|and|with|move|game|board|white|black|your|it|no|from)\b/i;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const place = node.parentElement;
  if (place.checkVisibility() && !place.closest('code, .row-18, [lang=en], script')) found.push(node.data);
}
for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
  if (one.checkVisibility()) found.push(...['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name)));
}
const basic = /think move board|\b[A-Z]{2,}\w*/g;
return [...new Set(found.filter(text => text && english.test(text.replace(basic, ''))))];
"""


def english(page: PlayPage) -> list[str]:
    """Returns the texts of the page in which an English word is left."""
    found: list[str] = page.run(ENGLISH)
    return found


def overflowing(page: PlayPage) -> list[str]:
    """Returns the buttons whose text does not fit in, on a telephone."""
    found: list[str] = []
    for size in ((390, 844), (320, 640)):
        page.look(size)
        found += page.run(OVERFLOWING)
    page.look()
    return found


def counted(page: PlayPage, count: int) -> str:
    """Returns a number of games in the language of the page."""
    script = "import('/texts.js').then(texts => arguments[1](texts.text('games.count', {count: arguments[0]})))"
    return str(page.browser.execute_async_script(script, count))


def visit(page: PlayPage, query: str) -> None:
    """Loads the page at an address with parameters."""
    page.browser.get("about:blank")
    page.browser.get(page.address + query)


def test_a_game_is_played_to_its_end_in_french_and_the_language_is_changed_and_kept(page: PlayPage) -> None:
    visit(page, "?lang=fr")
    page.wait("return document.querySelector('.new-game') !== null")
    assert page.run("return document.documentElement.lang") == "fr"
    assert english(page) == []
    assert violations(page) == []
    page.button("Deux personnes au même échiquier")
    page.wait_for_note("Trait aux Blancs")
    page.type("Nf6")
    page.wait("return document.querySelector('.note-detail').textContent.includes('pas un coup légal')")
    for ply, move in enumerate(FOOLS_MATE, 1):
        page.click_move(move)
        page.wait_for_plies(ply)
    page.wait_for_note("Échec et mat")
    assert page.text(".note-line").replace("\u00a0", " ") == "Échec et mat : les Noirs gagnent, 0-1."
    assert english(page) == []
    page.run("document.querySelector('.places a[href=\"#/games\"]').click()")
    page.wait("return document.querySelector('.card') !== null")
    assert page.text(".view > .caption").rstrip("s.").endswith(" partie")
    assert [counted(page, count) for count in (0, 1, 2)] == ["0 partie", "1 partie", "2 parties"]
    assert page.text(".games + h2") == "Terminées"
    assert english(page) == []
    assert "?lang=fr#/games" in page.browser.current_url
    page.click('.languages [lang="en"]')
    page.wait("return document.querySelector('h1').textContent === 'Games'")
    assert "?lang=en#/games" in page.browser.current_url
    page.click('.languages [lang="fr"]')
    page.visit("games")  # an address that asks for no language
    assert page.text("h1") == "Parties"
    page.run("localStorage.removeItem('gosub-language')")


def test_a_thought_is_stepped_through_in_french(page: PlayPage) -> None:
    visit(page, "?lang=fr#/inside/tour")
    page.wait("return document.querySelector('.tour:not([hidden])') !== null")
    assert page.text(".tour strong") == "Étape 1 sur 10"
    page.button("Étape suivante")
    page.wait("return document.querySelector('.tour strong').textContent === 'Étape 2 sur 10'")
    for _ in range(3):
        page.button("Candidat suivant")
    page.wait("return document.querySelector('.note-line').textContent.startsWith('Essai')")
    assert english(page) == []
    assert overflowing(page) == []


def test_a_game_against_1994_and_its_thoughts_are_in_french(page: PlayPage) -> None:
    visit(page, "?lang=fr&opponent=historic&colour=white&start")
    page.wait_for_note("À vous de jouer")
    page.click_move("e2e4")
    page.wait_for_plies(2)
    page.wait("return !document.querySelector('.thoughts').hidden")
    page.button("Nulle")
    page.wait("return document.querySelector('.note-detail').textContent.startsWith('Les Noirs refusent')")
    assert english(page) == []
    assert overflowing(page) == []


def test_a_kiosk_takes_the_language_of_its_address(page: PlayPage) -> None:
    visit(page, "?kiosk&lang=fr")
    page.wait("return document.querySelectorAll('.at-once button').length === 2")
    assert page.text("h1") == FRENCH["kiosk.heading"]
    page.wait("return document.querySelector('.recorded .caption').textContent.endsWith('1.e3')")
    assert english(page) == []
    page.button("Jouer les Blancs")
    page.wait_for_note("À vous de jouer")
    page.click('.languages [lang="en"]')
    page.wait_for_note("Your move")
    page.type("e4")
    page.wait_for_plies(2)
    page.button("Back to the start")
    page.wait("return document.querySelector('h1').textContent === 'Play against the 1994 program'")
    page.browser.refresh()  # what a visitor has chosen is not kept
    page.wait("return document.querySelector('h1')?.textContent === arguments[0]", FRENCH["kiosk.heading"])
