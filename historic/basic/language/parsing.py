"""From a listing's text to its statements, line by line.

The grammar is basic.lark; lark, the parser, is imported only here. Before anything is parsed, the text is checked for
what cannot be a program.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from historic.basic.charset import END_OF_FILE
from historic.basic.language.building import ACTIONS, line_parts
from historic.basic.language.errors import ListingRefused, WordsMissing
from historic.basic.language.syntax import Statement
from historic.basic.language.terms import FUNCTIONS
from historic.basic.language.tokens import FORMATS, GW_BASIC, text_of
from historic.basic.language.values import Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lark import Lark, Token


#: Far more than QBasic's own limits: 160 kB for a program, 255 characters for a line.
MAX_BYTES: Final = 1_000_000
MAX_LINE: Final = 1000
#: The deepest parentheses, and the longest row of signs, in a line.
MAX_DEPTH: Final = 40
#: The largest number of lines that continue one line.
MAX_CONTINUED: Final = 20
#: The largest number of operators in a line.
MAX_OPERATORS: Final = 150
BYTE_ORDER_MARK: Final = "\ufeff"
#: A string. It may have characters that a terminal would obey.
QUOTED: Final = re.compile('"[^"]*("|$)')
#: Parts without expressions: strings and remarks.
QUOTED_OR_REMARK: Final = re.compile(r'"[^"]*("|$)|\'.*|\bREM\b.*', re.IGNORECASE)
#: A line that continues below: it ends in an underscore behind a blank or sign.
CONTINUED: Final = re.compile(r"(?<!\w)_[ \t]*$")
#: It may stand before another one, as a sign may.
NOT: Final = re.compile(r"\bNOT\b", re.IGNORECASE)


def read_listing(path: Path) -> str:
    """Returns the text of a file, also of one in GW-BASIC's own format.

    Raises OSError, and ListingRefused if it is too long or in another format.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ListingRefused(0, f"the file is longer than {MAX_BYTES:,} bytes: a BASIC program is expected")
    if data[:1] and data[0] in (GW_BASIC, *FORMATS):
        return text_of(data)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp437")  # the character set of DOS


def checked_lines(text: str) -> list[str]:
    """Returns the lines of a listing. Raises ListingRefused if one cannot be part of a program, whatever it says."""
    if len(text) > MAX_BYTES:
        raise ListingRefused(0, f"the text is longer than {MAX_BYTES:,} characters: a BASIC program is expected")
    text = text.removeprefix(BYTE_ORDER_MARK).partition(END_OF_FILE)[0].rstrip("\n\r").replace("\f", " ")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        _check(number, line)
    return lines


def parse_lines(lines: Iterable[str]) -> list[Statement]:
    """Returns the statements of all lines, those that continue below as one.

    Raises the same as parse_line, and WordsMissing with the words of all lines.
    """
    parsed: list[Statement] = []
    missing: list[tuple[int, str]] = []
    other: ListingRefused | None = None
    for number, line in _whole_lines(lines):
        try:
            parsed += parse_line(number, line)
        except WordsMissing as refused:
            missing += refused.words
        except ListingRefused as refused:
            other = other or refused
    if missing:
        raise WordsMissing(*missing)
    if other:
        raise other
    return parsed


def _whole_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    text, first = "", 1
    for number, line in enumerate([*lines, ""], 1):
        text += line
        if CONTINUED.search(text) and number - first < MAX_CONTINUED:
            text = CONTINUED.sub("", text)
            continue
        if first < number:
            _check(first, text)
        yield first, text
        text, first = "", number + 1


def _check(number: int, line: str) -> None:
    if len(line) > MAX_LINE:
        raise ListingRefused(number, f"the line is longer than {MAX_LINE} characters")
    for char in QUOTED.sub(lambda found: found[0].translate(dict.fromkeys(range(1, 32), " ")), line):
        if not char.isprintable() and char != "\t":
            raise ListingRefused(number, f"character {ord(char)} is not part of a text: a BASIC program is expected")
    depth = signs = 0
    line = NOT.sub("-", QUOTED_OR_REMARK.sub("", line))
    for char in line:
        depth += (char == "(") - (char == ")")
        signs = signs + 1 if char in "-+(" else signs if char == " " else 0
        if depth > MAX_DEPTH or signs > MAX_DEPTH:
            raise ListingRefused(number, f"the expression is nested more than {MAX_DEPTH} deep")
    if sum(map(line.count, "+-*/\\^=<>")) > MAX_OPERATORS:
        raise ListingRefused(number, f"the line has more than {MAX_OPERATORS} operators")


class ParserMissing(RuntimeError):
    """lark is not installed."""


def parse_line(number: int, text: str) -> list[Statement]:
    """Returns the statements of a line, a label first. Raises ListingRefused, and ParserMissing without lark."""
    parser = _parser()
    from lark.exceptions import UnexpectedInput

    try:
        tree: Any = parser.parse(text)
        return line_parts(number, tree)
    except WordsMissing:
        raise WordsMissing(*_missing(parser, number, text)) from None
    except UnexpectedInput as error:
        if missing := _missing(parser, number, text):
            raise WordsMissing(*missing) from None
        raise ListingRefused(number, _reason(error, text)) from None


class _BareCalls:
    """Tells the name of a SUB that is called without CALL: it begins a statement, and no `=` or `:` makes it another.

    Behind THEN and ELSE, a name alone is a label.
    """

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yields the tokens of a line; a BARE name has a type of its own."""
        before = ""
        for place, token in enumerate(tokens := list(stream)):
            begins = before in ("", "_COLONS", "THEN", "ELSE") or (before == "NUMBER" and place == 1)
            before = token.type
            if token.type == "NAME" and begins:
                behind = _behind_brackets([each.type for each in tokens[place + 1 :]])
                is_first = place == 0 or (tokens[0].type == "NUMBER" and place == 1)
                is_jump = place > 0 and tokens[place - 1].type in ("THEN", "ELSE")
                if behind not in ("EQUAL", "AS", "MEMBER", *["_COLONS"] * is_first, *["", "_COLONS", "ELSE"] * is_jump):
                    token = token.update(type="BARE")
            yield token


def _behind_brackets(types: list[str]) -> str:
    """Returns the first type of token behind a name and the brackets that may follow it, or ''."""
    depth = 0
    for type_ in types:
        depth += (type_ == "LPAR") - (type_ == "RPAR")
        if depth == 0 and type_ != "RPAR":
            return type_
    return ""


@cache
def _parser() -> Lark:
    try:
        from lark import Lark
    except ImportError:
        raise ParserMissing('running a listing needs lark: in a checkout, pip install ".[listing]"') from None
    postlex: Any = _BareCalls()
    tree_class: Any = Node
    return Lark(
        grammar(),
        start="line",
        parser="lalr",
        lexer="basic",
        postlex=postlex,
        tree_class=tree_class,
        maybe_placeholders=False,
    )


def grammar() -> str:
    """Returns basic.lark with the terminals of all words that it and the tables name."""
    text = files("historic.basic.language").joinpath("basic.lark").read_text(encoding="utf-8")
    return text + "\n".join(_words(text))


def _words(grammar: str) -> Iterator[str]:
    tables = {
        "FUNCTION": [name for name in FUNCTIONS if "=" not in name and name not in ACTIONS],
        "ACTION": [*ACTIONS.keys() - FUNCTIONS.keys() - {"ERROR"}],
    }
    rules = re.sub(r"//.*|/.*/i|\w+\.\d:", "", grammar)
    keywords = {name: [name] for name in re.findall(r"\b[A-Z]{2,}\b", rules) if f"\n{name}:" not in grammar}
    for name, words in {**keywords, **tables}.items():
        if f"\n{name}." not in grammar and name != "BARE":
            # A longer word goes first: it may begin like a shorter one.
            longest = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
            yield f"{name}.2: /({longest})(?![\\w.$])/i"


def _missing(parser: Lark, number: int, text: str) -> list[tuple[int, str]]:
    """Returns the parts of a line's statements that this BASIC lacks: words of QBasic, and forms."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput

    try:
        tokens = [*parser.lex(text)]
    except UnexpectedCharacters:
        return []
    colons = [(token.start_pos or 0, token.end_pos or 0) for token in tokens if token.type == "_COLONS"]
    starts, ends = [0, *(end for _, end in colons)], [*(start for start, _ in colons), len(text)]
    found: list[tuple[int, str]] = []
    for start, end in zip(starts, ends, strict=True):
        there = (token for token in tokens if token.type == "RESERVED" and start <= (token.start_pos or 0) < end)
        words = [(number, str(token)) for token in there]
        found += words
        if not words:
            with suppress(UnexpectedInput, ListingRefused):
                try:
                    tree: Any = parser.parse(text[start:end])
                    line_parts(number, tree)
                except WordsMissing as missing:
                    found += missing.words
    return found


def _reason(error: Exception, text: str) -> str:
    """Returns the fault of a line."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        wrong, column = str(error.token), error.token.column
    elif isinstance(error, UnexpectedCharacters):
        wrong, column = text[error.column - 1], error.column
    else:
        return "error 2: Syntax error: the line is not complete"
    return f"error 2: Syntax error: {wrong!r} is not expected here (column {column})"
