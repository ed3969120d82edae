"""The texts of the pages: every language says the same things, and a page says nothing that is not among them."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from historic.study.sample_game import NOTES
from historic.study.terms import TERMS
from modern.game import game as endings
from modern.game.game import Ending
from modern.game.session import HUMAN
from modern.pages.kit import environment
from modern.pictures.browser.modules import ENGLISH, languages, texts_in
from modern.players.levels import NAMED_LEVELS
from modern.players.tried_moves import PIECE_NAMES
from modern.proof.stepper import LABEL_TEXTS, QUIRKS
from modern.rules import MoveError, Position, outcome
from modern.rules.typed_move import parse_typed_move
from modern.web.inside import MEANINGS, TOUR, Turns
from modern.web.settings import offered_players

#: The packages whose modules show something, and the templates of pages that have a language.
PACKAGES: Final = ("modern.pictures.browser", "modern.web.static", "modern.web.pyodide")
TEMPLATES: Final = ("play.html", "pyodide.html")
#: Texts that Python writes; the pages find them by their English.
PYTHON: Final = "python."
#: The packages and modules whose words reach a page.
SPEAKING: Final = (
    *("modern.game", "modern.rules", "modern.web", "modern.players", "modern.proof", "modern.analysis"),
    *("historic.study", "historic.basic"),
)
#: Values without a blank, as in texts.js; and squares in a row.
ONE_WORD: Final = ("from", "to", "square", "last")
SQUARES: Final = re.compile(r"[a-h1-8, ]+")
#: Why a game ends.
REASONS: Final = (
    *(outcome.CHECKMATE, outcome.STALEMATE, outcome.INSUFFICIENT_MATERIAL, outcome.SEVENTY_FIVE_MOVES),
    *(outcome.FIVEFOLD_REPETITION, outcome.FIFTY_MOVES, outcome.THREEFOLD_REPETITION),
    *(endings.TIME_FORFEIT, endings.ILLEGAL_MOVE, endings.CRASH, endings.NO_ANSWER, endings.RESIGNATION),
    *(endings.ADJUDICATION, endings.AGREEMENT),
)
PLACE: Final = re.compile(r"\{(\w+)(\|[^{}]*)?\}")
STRING: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')
#: Where a string is something to be read, even if it is one word.
SHOWN: Final = re.compile(
    r'(?:"aria-(?:label|description|valuetext)"|\b(?:title|placeholder|label|alt|textContent|text)"?)(?::| =) '
    r'["`](?!")[^"`$]*[A-Za-z]'
    r'|\b(?:button|field|selectField|scrollBox|section|group)\(["`][A-Za-z]'
    r'|\belement\("\w+", \{[^{}]*\}, ["`][^"`$]*[A-Za-z]{2}'
)
FILE_ENDS: Final = (".js", ".css", ".svg", ".json", ".mjs", ".wasm", ".html")
#: What tells a sentence from a list of CSS classes, a selector and their like.
TWO_WORDS: Final = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
SENTENCE: Final = re.compile(r"^[ A-Z]|\b(?:the|is|of|not|no|and|to|for|it|are|was)\b(?![-(])")
PROPER_NAMES: Final = ("Huo Chess",)
#: Texts whose words Python puts together of several.
COMPOSED: Final = (
    *("python.can_go", "python.must_go", "python.it_has_no_move", "python.has_no_move", "python.none_can_go"),
    *("python.no_right", "python.king_", "python.cannot_be_", "python.reaches", "python.castl", "python.best_was"),
    *("python.rank_term", "python.protected_term", "python.counts_term"),
)
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
    return {key for source in sources for key in re.findall(r'"([a-z][a-z0-9_]*\.[a-z0-9_]+)"', source)}


def source_of(template: str) -> str:
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), template)[0]


@pytest.mark.parametrize("language", languages())
def test_a_language_has_the_texts_of_english_with_the_same_places(language: str) -> None:
    english, texts = texts_in(ENGLISH), texts_in(language)
    assert list(texts) == list(english)
    for key, text in texts.items():
        places = {place: bool(forms) for place, forms in PLACE.findall(text)}
        expected = {place: bool(forms) for place, forms in PLACE.findall(english[key])}
        # Python's words come with values that a language may have no use for.
        assert places.keys() <= expected.keys() if key.startswith(PYTHON) else places.keys() == expected.keys(), key
        assert text.strip(), key
        assert not re.search(r"[{}]", PLACE.sub("", text)), key


def test_every_key_that_is_named_has_a_text_and_every_text_is_named() -> None:
    keys = {key for key in texts_in(ENGLISH) if not key.startswith(PYTHON)}
    files_named = {
        key for key in named_keys() if key.endswith((".js", ".css", ".svg", ".json", ".mjs", ".wasm", ".html"))
    }
    assert named_keys() - files_named == keys


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


def understood(english: str) -> bool:
    """Returns True if a text of Python, and all words in it, are among the texts, as texts.js finds them."""
    matches = (pattern.fullmatch(english) for pattern in python_patterns())
    if any(all(map(is_word, match.groups())) for match in matches if match):
        return True
    parts = english.split(", ")
    return len(parts) > 1 and all(map(understood, parts))


def is_word(value: str) -> bool:
    """Returns True for a value that needs no text, or has one."""
    return " " not in value or bool(SQUARES.fullmatch(value)) or understood(value)


@cache
def python_patterns() -> list[re.Pattern[str]]:
    texts = [text for key, text in texts_in(ENGLISH).items() if key.startswith(PYTHON)]
    texts.sort(key=lambda text: (bool(PLACE.search(text)), -len(PLACE.sub("", text))))
    return [re.compile(pattern_of(PLACE.split(text))) for text in texts]


def pattern_of(parts: list[str]) -> str:
    words = [re.escape(part) for part in parts[::3]]
    places = ["" if place is None else r"(\S+)" if place in ONE_WORD else "(.+?)" for place in (*parts[1::3], None)]
    return "".join(word + place for word, place in zip(words, places, strict=True))


def test_what_python_says_is_understood() -> None:
    players = [player for player in offered_players() if player["name"] != HUMAN]
    said = [
        *(*LABEL_TEXTS.values(), *QUIRKS.values(), *MEANINGS.values(), *(stop.text for stop in TOUR)),
        *(*NOTES.values(), *TERMS, *PIECE_NAMES, *(level.name for level in NAMED_LEVELS)),
        *(Ending(winner, reason).sentence for reason in REASONS for winner in ("white", None)),
        *(f"{kind}: winning chances 62 % to 41 %. Best was 7...Bd6." for kind in ("Blunder", "Mistake", "Inaccuracy")),
        "it chooses an illegal move (e8g8 is not a legal move: f8 is attacked by the bishop on a3); the arbiter plays "
        "d8e7, the best legal move that was tried",
        *(player["title"] for player in players),
        *(player["called"] for player in players if " " in player["called"]),
    ]
    assert [words for words in said if words not in PROPER_NAMES and not understood(words)] == []


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4r1k1/8/8/8/8/3n4/8/R3K2R w KQ - 0 1",
        "8/P7/8/8/4k3/8/1p6/4K2r w - - 0 1",
    ],
)
def test_why_a_move_is_not_legal_is_understood(fen: str) -> None:
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
            told.add(str(error))
    assert len(told) > 500
    assert [words for words in told if not understood(words)] == []


def test_every_sentence_of_a_turn_is_understood() -> None:
    sentences = {event[4] for event in Turns().part({"part": 1})["events"]}
    assert len(sentences) > 100
    assert [words for words in sentences if not understood(words)] == []


def test_every_text_of_python_is_said_somewhere() -> None:
    said = "\n".join(
        node.value.lower()
        for package in SPEAKING
        for path in sorted(Path(str(files(package))).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    for key, text in texts_in(ENGLISH).items():
        if key.startswith(PYTHON) and not key.startswith(COMPOSED):
            words = [part.strip(" :;,.?()'") for part in PLACE.split(text)[::3] if " " in part.strip(" :;,.?()'")]
            missing = [part for part in words if part.lower() not in said]
            assert not missing or understood_piece(text), (key, missing)


def understood_piece(text: str) -> bool:
    """Returns True for the words for a piece, which Python puts together of several."""
    return bool(
        re.fullmatch(r"(?:(?:White|Black)'s|an?|the)(?: own)?(?: white| black)? \w+(?: (?:is )?on \{square\})?", text)
    )


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
