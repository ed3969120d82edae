"""The texts of the pages: every language says the same things, and a page says nothing that is not among them."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

import pytest

from modern.pages.kit import environment
from modern.pictures.browser.modules import ENGLISH, languages, texts_in

#: The packages whose modules show something, and the templates of pages that have a language.
PACKAGES: Final = ("modern.pictures.browser", "modern.web.static", "modern.web.pyodide")
TEMPLATES: Final = ("play.html", "pyodide.html")
#: Texts that Python writes; the pages find them by their English.
PYTHON: Final = "python."
PLACE: Final = re.compile(r"\{(\w+)(\|[^{}]*)?\}")
STRING: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')
#: Where a string is something to be read, even if it is one word.
SHOWN: Final = re.compile(
    r'(?:"aria-(?:label|description|valuetext)"|\b(?:title|placeholder|label|alt|textContent|text)"?)(?::| =) '
    r'["`](?!")[^"`]*[A-Za-z]'
    r'|\b(?:button|field|selectField|scrollBox|section|group)\(["`][A-Za-z]'
    r'|\belement\("\w+", \{[^{}]*\}, ["`][^"`$]*[A-Za-z]{2}'
)
FILE_ENDS: Final = (".js", ".css", ".svg", ".json", ".mjs", ".wasm", ".html")
#: What tells a sentence from a list of CSS classes, a selector and their like.
TWO_WORDS: Final = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
SENTENCE: Final = re.compile(r"^[ A-Z]|\b(?:the|is|of|not|no|and|to|for|it|are|was)\b(?![-(])")
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
        assert places.keys() == expected.keys(), key
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


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_text_of_its_own(name: str) -> None:
    source = re.sub(
        r"\{% block play_class %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", source_of(name), flags=re.S
    )
    english = re.sub(r'<(\w+)[^>]* lang="en".*?</\1>', "", source, flags=re.S)
    shown = re.sub(r"<[^>]*>", " ", english)
    assert not shown.strip()
    assert not re.search(r'(?:aria-label|title|alt|placeholder)="[^"]*\w', english)
