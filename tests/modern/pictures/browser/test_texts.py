"""The texts of the pages: every language says the same things, and a page says nothing that is not among them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from historic.study.sample_game import NOTES
from historic.study.terms import TERMS
from modern.analysis.accuracy import JUDGEMENTS
from modern.engine.engine import OPTIONAL
from modern.facts import PLACE, Fact, english
from modern.game import game as endings
from modern.game.game import SIDES
from modern.pages.kit import environment
from modern.pictures.browser.modules import ENGLISH, languages, texts_in
from modern.players import PLAYERS
from modern.players.levels import NAMED_LEVELS
from modern.proof.stepper import LABEL_TEXTS, QUIRKS
from modern.rules import MoveError, Position, outcome
from modern.rules.pieces import PIECE_TYPE_NAMES
from modern.rules.typed_move import parse_typed_move
from modern.web.inside import MEANINGS, TOUR
from modern.web.settings import offered_players

#: The packages whose modules show something, and the templates of pages that have a language.
PACKAGES: Final = ("modern.pictures.browser", "modern.web.static", "modern.web.pyodide")
TEMPLATES: Final = ("play.html", "pyodide.html")
#: Where facts are told, and the beginning of a code that ends with the name of a piece, a label and so on.
SOURCES: Final = Path(str(files("modern")))
FAMILY: Final = re.compile(r"[a-z_]+\.")
#: Why a game ends.
REASONS: Final = (
    *(outcome.CHECKMATE, outcome.STALEMATE, outcome.INSUFFICIENT_MATERIAL, outcome.SEVENTY_FIVE_MOVES),
    *(outcome.FIVEFOLD_REPETITION, outcome.FIFTY_MOVES, outcome.THREEFOLD_REPETITION),
    *(endings.TIME_FORFEIT, endings.ILLEGAL_MOVE, endings.CRASH, endings.NO_ANSWER, endings.RESIGNATION),
    *(endings.ADJUDICATION, endings.AGREEMENT),
)
STRING: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')
#: Where a string is something to be read, even if it is one word.
SHOWN: Final = re.compile(
    r'(?:"aria-(?:label|description|valuetext)"|\b(?:title|placeholder|label|alt|textContent|text)"?)(?::| =) '
    r'["`](?!")[^"`$]*[A-Za-z]'
    r'|\b(?:button|field|selectField|scrollBox|section|group)\(["`][A-Za-z]'
    r'|\belement\("\w+", \{[^{}]*\}, ["`][^"`$]*[A-Za-z]{2}'
)
FILE_ENDS: Final = (".js", ".css", ".svg", ".json", ".mjs", ".py", ".wasm", ".html")
#: What tells a sentence from a list of CSS classes, a selector and their like.
TWO_WORDS: Final = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
SENTENCE: Final = re.compile(r"^[ A-Z]|\b(?:the|is|of|not|no|and|to|for|it|are|was)\b(?![-(])")
#: Options that have the names of UCI in every language; the strength has a slider.
NAMES_OF_UCI: Final = {"Hash", "MultiPV", "UCI_Elo", "UCI_LimitStrength"}
#: Names that are the same in every language, and what only a programmer reads.
NAMES: Final = ("Gosub Chess", "there is no text", "The worker was ended.", 'placeholder: "e2e4"')


@cache
def scripts() -> dict[str, str]:
    """Returns the modules without their comments."""
    found = {}
    for package in PACKAGES:
        for entry in files(package).iterdir():
            if entry.name.endswith(".js"):
                found[entry.name] = re.sub(r"^\s*//.*$|(?<=[;,{)}\]]) // .*$", "", entry.read_text("utf-8"), flags=re.M)
    return found


def named_keys() -> set[str]:
    """Returns the strings of modules and templates that are keys, or look like keys."""
    sources = [*scripts().values(), *(source_of(name) for name in TEMPLATES)]
    begun = tuple(key for source in sources for key in re.findall(r"text\(`([a-z]+\.[a-z_]+)\$\{", source))
    named = {key for source in sources for key in re.findall(r'"([a-z][a-z0-9_]*\.[a-z0-9_]+)"', source)}
    return named | {key for key in texts_in(ENGLISH) if key.startswith(begun)}


def source_of(template: str) -> str:
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), template)[0]


class Told(NamedTuple):
    """A fact in Python: where it is told, its code or codes, the families of others, and the names of its values."""

    place: str
    codes: list[str]
    families: list[str]
    values: set[str] | None


@cache
def told_by_python() -> list[Told]:
    """Returns all calls of `fact` in the sources, and all other strings that are codes."""
    return [told for path in sorted(SOURCES.rglob("*.py")) for told in _told_in(path)]


def _told_in(path: Path) -> Iterator[Told]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        place = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fact":
            texts = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
            codes = [text for text in texts if isinstance(text, str) and "." in text]
            names = {keyword.arg for keyword in node.keywords if keyword.arg}
            yield Told(
                place,
                [code for code in codes if not FAMILY.fullmatch(code)],
                [code for code in codes if FAMILY.fullmatch(code)],
                names if len(names) == len(node.keywords) else None,
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in english():
            yield Told(place, [node.value], [], None)


def places_in(text: str) -> set[str]:
    return {place[1] for place in PLACE.finditer(text)}


@pytest.mark.parametrize("language", languages())
def test_a_language_has_the_texts_of_english_with_the_same_places(language: str) -> None:
    texts, file = texts_in(language), f"modern/pictures/browser/texts.{language}.json"
    assert texts_in(ENGLISH).keys() - texts.keys() == set(), f"{file} has no words for them"
    assert texts.keys() - texts_in(ENGLISH).keys() == set(), f"{file} has words for them, but English has none"
    for key, text in texts.items():
        assert text.strip(), key
        assert not re.search(r"[{}]", PLACE.sub("", text)), key
        # A fact may have a value for one language only.
        assert key in english() or places_in(text) == places_in(texts_in(ENGLISH)[key]), key


def test_a_fact_has_the_values_that_its_words_need_and_no_others() -> None:
    for told in told_by_python():
        for code in told.codes:
            needed = set().union(*(places_in(texts_in(language).get(code, "")) for language in languages()))
            assert told.values is None or told.values == needed, (told.place, code)


def test_every_code_has_words_and_all_words_are_told_or_shown() -> None:
    codes = {code for told in told_by_python() for code in told.codes}
    families = tuple(family for told in told_by_python() for family in told.families)
    facts = {code for code in english() if code in codes or code.startswith(families)}
    assert codes - english().keys() == set(), "modern/facts.en.json has no words for them"
    assert english().keys() - facts == set(), "modern/facts.en.json has words for them, but no module tells them"
    shown = {key for key in named_keys() if not key.endswith(FILE_ENDS)}
    page = "modern/pictures/browser/texts.en.json"
    assert (shown | facts) - texts_in(ENGLISH).keys() == set(), f"{page} has no words for them"
    assert texts_in(ENGLISH).keys() - shown - facts == set(), f"{page} has words for them, but no script shows them"


def test_every_name_in_a_code_has_words_and_no_other_name_has() -> None:
    pieces = [f"{side}_{name}" for side in SIDES for name in PIECE_TYPE_NAMES[1:]]
    names = {
        "the_side": SIDES,
        "reason": [_slug(reason) for reason in REASONS],
        "own": pieces,
        "piece": [*pieces, *PIECE_TYPE_NAMES[1:], "on"],
    }
    expected = {f"{family}.{name}" for family in names for name in names[family]}
    tables = [*LABEL_TEXTS.values(), *QUIRKS.values(), *MEANINGS.values(), *(stop.text for stop in TOUR)]
    expected |= {told.code for told in tables}
    families = tuple({code.partition(".")[0] + "." for code in expected})
    assert {code for code in english() if code.startswith(families)} == expected
    assert {f"analysis.{kind.name}" for kind in JUDGEMENTS} <= english().keys()
    assert all(isinstance(told, Fact) for entry in PLAYERS.values() for told in (entry.title, entry.description))


def test_what_python_names_has_a_text_on_the_page() -> None:
    page = scripts()
    (terms,) = re.findall(r"const TERMS = \[(.*)\];", page["tried_moves.js"])
    assert [texts_in(ENGLISH)[key] for key in re.findall(r'"([\w.]+)"', terms)] == [*TERMS]
    assert re.findall(r'"level\.(\w+)"', page["player_choice.js"]) == [level.name for level in NAMED_LEVELS]
    notes = re.findall(r'(\d+): "(note\.\w+)"', page["shown_state.js"])
    assert {int(ply): texts_in(ENGLISH)[key] for ply, key in notes} == NOTES


def test_each_option_that_the_browser_offers_has_a_name_in_each_language() -> None:
    options = [option for player in offered_players() for option in player["options"]]
    words = "option.NAME or value.NAME in modern/facts.en.json has the words"
    assert {option["name"] for option in options if "facts" not in option} == NAMES_OF_UCI, words
    values = {label["text"] for option in options for label in option["labels"] if "facts" not in label}
    assert {value for value in values if re.search("[a-z]", value)} == set(), words
    techniques = {label["text"] for option in options for label in option["labels"]} & {*OPTIONAL}
    assert techniques == {*OPTIONAL}
    told = [option["facts"]["label"]["code"] for option in options if "facts" in option]
    texts, french = texts_in(ENGLISH), texts_in("fr")
    assert {code for code in told if texts[code] == french[code]} == set()


def _slug(name: str) -> str:
    return re.sub(r"[ -]", "_", name)


def test_french_has_its_own_spaces_and_apostrophes() -> None:
    for key, text in texts_in("fr").items():
        assert not re.search(r" [:;?!%»]|« |'", text), key


def test_no_module_has_english_of_its_own() -> None:
    for name, source in scripts().items():
        for allowed in NAMES:
            source = source.replace(allowed, "")
        assert not (found := SHOWN.search(source)), f"{name}: {found and found[0]}"
        for quoted, template in STRING.findall(source):
            written = quoted or re.sub(r"\$\{[^}]*\}|\$\{.*", "", template)
            assert not (TWO_WORDS.search(written) and SENTENCE.search(written)), f"{name}: {written!r}"


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4r1k1/8/8/8/8/3n4/8/R3K2R w KQ - 0 1",
        "8/P7/8/8/4k3/8/1p6/4K2r w - - 0 1",
    ],
)
def test_why_a_move_is_not_legal_is_a_fact(fen: str) -> None:
    position, told = Position.from_fen(fen), set()
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    typed = [
        *(start + end for start in squares for end in squares[::5]),
        *("KQRBN"[i % 5] + to for i, to in enumerate(squares)),
    ]
    for text in (*typed, "O-O", "O-O-O", "e8=K", "a9", "what", *squares):
        try:
            parse_typed_move(position, text)
        except MoveError as error:
            told.add(error.args[0])
    assert len(told) > 500
    assert [words for words in told if not isinstance(words, Fact)] == []


def test_no_style_has_english_of_its_own() -> None:
    for package in PACKAGES:
        for entry in files(package).iterdir():
            if entry.name.endswith(".css"):
                style = entry.read_text("utf-8").replace("COMPUTER CHESS", "")  # the title of 1994
                assert not re.search(r'content: "[^"\\]*[A-Za-z]{2}', style), entry.name


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_text_of_its_own(name: str) -> None:
    source = re.sub(
        r"\{% block play_class %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", source_of(name), flags=re.S
    )
    english = re.sub(r'<(\w+)[^>]* lang="en".*?</\1>', "", source, flags=re.S)
    shown = re.sub(r"<[^>]*>", " ", english)
    assert not shown.strip()
    assert not re.search(r'(?:aria-label|title|alt|placeholder)="[^"]*\w', english)
