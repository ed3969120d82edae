"""What version 1.0 of the page kept in the browser: this version opens it, and survives it damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import pytest
from pyodide_pages import PyodidePage, fresh, local_browser, site
from scenarios import sampled

pytestmark = pytest.mark.slow

__all__ = ["fresh", "local_browser", "site"]  # fixtures

DATA: Final = Path(__file__).parents[3] / "data"
#: The local storage by key, as version 1.0 wrote it. The file stays as it is.
KEPT: Final[dict[str, str]] = json.loads((DATA / "formats-1.0" / "browser.json").read_text(encoding="utf-8"))
AGAINST_1994, FOOLS_MATE = "0ff05cd3", "bfd24bb7"
#: Damaged values, none of which is right for any key.
DAMAGED: Final = ("null", "[5]", '{"color": 5, "kept": {}}', '{"kept": ', "\0ÿ ON dark2")
#: Damage to a place in the game against the 1994 program, and what is then said of the game.
DAMAGED_PLACES: Final = [
    ('"version":2', '"version":3', "version 3"),
    ('"notes":[[0,', '"notes":[["0",', "a value in it has another type"),
    ("1. e4 ", "1. e5 ", "'e5' "),
    ('"candidates":[', '"candidate":[', f"game {AGAINST_1994} in this browser cannot be read"),
]
#: The language and the theme of the page; None is the theme of the system.
LOOK: Final = "const { lang, dataset } = document.documentElement; return [lang, dataset.theme]"
CARDS: Final = "return [...document.querySelectorAll('.card b')].map(name => name.textContent)"
#: The switches for sounds and for turning the board after each move.
SWITCHES: Final = "return [...document.querySelectorAll('.exports [aria-pressed]')].map(one => one.ariaPressed)"


def open_with(page: PyodidePage, kept: dict[str, str], place: str = "games") -> None:
    """Loads the page at a place in a browser that has kept these values."""
    page.browser.get(page.address)
    page.run("for (const [key, text] of Object.entries(arguments[0])) localStorage.setItem(key, text)", kept)
    page.visit(place)


def test_the_settings_of_1_0_apply_and_its_games_are_listed_and_go_on(fresh: PyodidePage) -> None:
    open_with(fresh, KEPT)
    assert fresh.run(LOOK) == ["fr", "dark"]
    fresh.wait("return document.querySelectorAll('.card').length === 2")
    listed = fresh.run(
        "return [...document.querySelectorAll('.games')].map(list => [list.previousElementSibling.textContent,"
        " ...[...list.querySelectorAll('.card b')].map(name => name.textContent)])"
    )
    assert listed == [["En cours", "Vous \u2013 Le programme de 1994"], ["Terminées", "Blancs \u2013 Noirs"]]
    fresh.go(f"games/{FOOLS_MATE}")
    fresh.wait_for_note("Échec et mat")
    assert fresh.sans() == ["f3", "e5", "g4", "Qh4#"]
    assert fresh.run(SWITCHES) == ["true", "true"]
    fresh.go(f"games/{AGAINST_1994}")
    fresh.wait_for_note("À vous de jouer")
    assert fresh.run("return document.querySelectorAll('#candidates tbody tr').length") == 20
    fresh.type("Nc3")
    fresh.wait_for_plies(4)
    assert fresh.sans()[:3] == ["e4", "Nf6", "Nc3"]
    assert fresh.errors() == []


def test_damaged_values_are_those_of_a_browser_that_has_kept_nothing(fresh: PyodidePage) -> None:
    fresh.browser.get(fresh.address)
    for damaged in sampled(DAMAGED, 4):
        fresh.run("localStorage.clear(); sessionStorage.setItem('gosub-open-games', arguments[0])", damaged)
        open_with(fresh, dict.fromkeys(KEPT, damaged))
        fresh.wait("return document.querySelectorAll('.card').length === 2")
        assert (damaged, fresh.run(CARDS)) == (damaged, ["A damaged game"] * 2)
        assert (damaged, fresh.run(LOOK)[0]) == (damaged, "en")
        fresh.start_game("human", "human")
        assert (damaged, fresh.run(SWITCHES)) == (damaged, ["false", "false"])
        assert (damaged, fresh.errors()) == (damaged, [])


def test_a_game_with_a_damaged_place_is_not_opened_and_the_others_are(fresh: PyodidePage) -> None:
    key = f"gosub-game {AGAINST_1994}"
    open_with(fresh, {**KEPT, "gosub-language": "en"})
    for old, new, sentence in DAMAGED_PLACES:
        damaged = KEPT[key].replace(old, new, 1)
        assert damaged != KEPT[key]
        fresh.go(f"games/{FOOLS_MATE}")
        fresh.wait_for_note("Checkmate")
        fresh.change_storage("localStorage.setItem(arguments[0], arguments[1])", key, damaged)
        fresh.go(f"games/{AGAINST_1994}")
        fresh.wait("return document.querySelector('.view .failure')?.textContent.includes(arguments[0])", sentence)
        link = fresh.browser.find_element("link text", "Download what is stored").get_attribute("href") or ""
        assert unquote(link.partition(",")[2]) == damaged
    assert fresh.errors() == []
