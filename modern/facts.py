"""Facts: what the program tells a person, as a code with values.

A code has its English words in `facts.en.json`: for the terminal, for UCI, for JSON, and for the page in English. The
page has those of other languages among its own texts, as in `modern/pictures/browser/texts.fr.json`. No other code has
words, so a text can be changed in one place.

A text has places for values: `{square}` is a value, and `{count|move|moves}` the form that a number asks for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, reduce
from importlib.resources import files
from typing import Any, Final

#: The file of the English words, in this package.
ENGLISH_FILE: Final = "facts.en.json"
#: A place in a text: the name of its value and, for a number, its forms.
PLACE: Final = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")


class Fact(str):
    """What is told to a person: its English words, and the code and the values of which other words can be made.

    A value is a text, a number, another fact, or a list of them. As a text a fact is just its words: it loses the rest
    when it becomes a part of another text, and so it should only at a door.
    """

    code: str
    values: dict[str, Any]

    def __new__(cls, code: str, values: dict[str, Any]) -> Fact:
        """Raises KeyError if there is no such code, or a value is missing."""
        said = super().__new__(cls, _words(code, values))
        said.code, said.values = code, values
        return said

    def __reduce__(self) -> tuple[type[Fact], tuple[str, dict[str, Any]]]:
        return Fact, (self.code, self.values)


def fact(code: str, **values: Any) -> Fact:
    """Returns a fact."""
    return Fact(code, values)


@cache
def english() -> dict[str, str]:
    """Returns the English words of all codes."""
    words: dict[str, str] = json.loads(files("modern").joinpath(ENGLISH_FILE).read_text(encoding="utf-8"))
    return words


@cache
def _parts(code: str) -> list[str]:
    """Returns the English words of a code, split at its places: words, then a value's name, its forms and words.

    Raises KeyError, with the file that has the words, if there is no such code.
    """
    if code not in english():
        raise KeyError(f"modern/{ENGLISH_FILE} has no {code}")
    return PLACE.split(english()[code])


def _words(code: str, values: dict[str, Any]) -> str:
    parts = iter(_parts(code))
    words = next(parts)
    for name, forms, following in zip(parts, parts, parts, strict=True):
        words += _filled(values[name], forms) + following
    return words


def _filled(value: Any, forms: str | None) -> str:
    """Returns the words of a value, or the form that a number asks for."""
    if forms is not None:
        first, *_, last = forms.split("|")
        return first if value == 1 else last
    if isinstance(value, list):
        *others, last = map(str, value)
        return str(fact("list.last", others=", ".join(others), last=last)) if others else last
    return str(value)


def in_quotes(text: str) -> str:
    r"""Returns what a person typed in quotation marks, and as it was typed: only unprintable characters are escaped.

    >>> print(in_quotes("C:\\new"), in_quotes("it's"), in_quotes("a\tb"))
    'C:\new' "it's" 'a\tb'
    """
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{''.join([each if each.isprintable() else repr(each)[1:-1] for each in text])}{mark}"


def counted(number: int, one: str, many: str = "") -> str:
    """Returns a number with what is counted: `1 game`, `2,000 games`; `many` is for a plural that does not add an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def joined(remarks: Iterable[str]) -> str:
    """Returns several remarks as one; empty if there are none."""
    return reduce(lambda one, other: fact("list.remarks", one=one, other=other) if one else other, remarks, "")


def fact_of(error: BaseException) -> str:
    """Returns the fact that an error was raised with, or else its words on one line."""
    given = error.args[0] if error.args else ""
    return given if isinstance(given, Fact) else " ".join(str(error).split())


# As JSON.


def as_json(said: Any) -> Any:
    """Returns facts, alone or in lists and objects, as objects with `code` and `values`; words stay as they are."""
    if isinstance(said, Fact):
        return {"code": said.code, "values": as_json(said.values)}
    if isinstance(said, dict):
        return {name: as_json(value) for name, value in said.items()}
    return [as_json(each) for each in said] if isinstance(said, list) else said


def from_json(said: Any) -> Any:
    """Returns what `as_json` was given. Raises KeyError, or another error, for an object that is not a fact."""
    if isinstance(said, dict):
        return Fact(said["code"], {name: from_json(value) for name, value in said["values"].items()})
    return [from_json(each) for each in said] if isinstance(said, list) else said


def told(**said: str) -> dict[str, Any]:
    """Returns what is told as JSON: each in English under its name and, if it is a fact, also in `facts`.

    >>> told(refused=fact("game.is_over"))
    {'refused': 'the game is over', 'facts': {'refused': {'code': 'game.is_over', 'values': {}}}}
    """
    facts = {name: as_json(each) for name, each in said.items() if isinstance(each, Fact)}
    words = {name: str(each) for name, each in said.items()}
    return {**words, "facts": facts} if facts else words
