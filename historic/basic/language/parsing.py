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
from historic.basic.language.building import ACTIONS, line_parts, no_part
from historic.basic.language.errors import ListingRefused
from historic.basic.language.syntax import Statement
from historic.basic.language.terms import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lark import Lark, Token
    from lark.exceptions import UnexpectedInput


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
#: What holds no expression: strings and remarks.
QUOTED_OR_REMARK: Final = re.compile(r'"[^"]*("|$)|\'.*|\bREM\b.*', re.IGNORECASE)
#: A line that continues below: it ends in an underscore behind a blank or sign.
CONTINUED: Final = re.compile(r"(?<!\w)_[ \t]*$")
#: It may stand before another one, as a sign may.
NOT: Final = re.compile(r"\bNOT\b", re.IGNORECASE)


def read_listing(path: Path) -> str:
    """Returns the text of a file. Raises OSError, and ListingRefused if it is too long or not a text."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ListingRefused(0, f"the file is longer than {MAX_BYTES:,} bytes: a BASIC program is expected")
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


def parse_lines(lines: Iterable[str]) -> Iterator[Statement]:
    """Yields the statements of all lines, those that continue below as one. Raises the same as parse_line."""
    text, first = "", 1
    for number, line in enumerate([*lines, ""], 1):
        text += line
        if CONTINUED.search(text) and number - first < MAX_CONTINUED:
            text = CONTINUED.sub("", text)
            continue
        if first < number:
            _check(first, text)
        yield from parse_line(first, text)
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
        parts: Any = parser.parse(text)
    except UnexpectedInput as error:
        raise ListingRefused(number, _reason(parser, error, text)) from None
    return line_parts(number, parts)


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
                if behind not in ("EQUAL", *["_COLONS"] * is_first, *["", "_COLONS", "ELSE"] * is_jump):
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
        raise ParserMissing("running a listing needs lark: pip install 'gosub-chess[listing]'") from None
    postlex: Any = _BareCalls()
    return Lark(grammar(), start="line", parser="lalr", lexer="basic", postlex=postlex, maybe_placeholders=False)


def grammar() -> str:
    """Returns basic.lark with the terminals of all words that it and the tables name."""
    text = files("historic.basic.language").joinpath("basic.lark").read_text(encoding="utf-8")
    return text + "\n".join(_words(text))


def _words(grammar: str) -> Iterator[str]:
    tables = {"FUNCTION": [name for name in FUNCTIONS if "=" not in name], "ACTION": [*ACTIONS.keys() - {"ERROR"}]}
    rules = re.sub(r"//.*|/.*/i|\w+\.\d:", "", grammar)
    keywords = {name: [name] for name in re.findall(r"\b[A-Z]{2,}\b", rules) if f"\n{name}:" not in grammar}
    for name, words in {**keywords, **tables}.items():
        if f"\n{name}." not in grammar and name != "BARE":
            # A longer word goes first: it may begin like a shorter one.
            longest = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
            yield f"{name}.2: /({longest})(?![\\w.$])/i"


def _reason(parser: Lark, error: UnexpectedInput, text: str) -> str:
    """Returns what is wrong with a line: first a word of QBasic that is not part of this BASIC."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    with suppress(UnexpectedCharacters):
        for token in parser.lex(text):
            if token.type == "RESERVED":
                return no_part(token)
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        wrong, column = str(error.token), error.token.column
    elif isinstance(error, UnexpectedCharacters):
        wrong, column = text[error.column - 1], error.column
    else:
        return "error 2: Syntax error: the line is not complete"
    return f"error 2: Syntax error: {wrong!r} is not expected here (column {column})"
