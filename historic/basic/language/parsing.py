"""From a line's text to its statements. The grammar is basic.lark; lark, the parser, is imported only here."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from historic.basic.language.building import line_parts
from historic.basic.language.building_terms import no_part
from historic.basic.language.errors import ListingRefused
from historic.basic.language.headers import Parsed

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.exceptions import UnexpectedInput


class ParserMissing(RuntimeError):
    """lark is not installed."""


def parse_line(number: int, text: str) -> list[Parsed]:
    """Returns the statements of a line, a label first. Raises ListingRefused, and ParserMissing without lark."""
    parser = _parser()
    from lark.exceptions import UnexpectedInput

    try:
        parts: Any = parser.parse(text)
    except UnexpectedInput as error:
        raise ListingRefused(number, _reserved_word(parser, text) or _reason(error, text)) from None
    return line_parts(number, parts)


@cache
def _parser() -> Lark:
    try:
        from lark import Lark
    except ImportError:
        raise ParserMissing("running a listing needs lark: pip install 'gosub-chess[listing]'") from None
    grammar = files("historic.basic.language").joinpath("basic.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="line", parser="lalr", lexer="basic", maybe_placeholders=False)


def _reserved_word(parser: Lark, text: str) -> str:
    """Returns what is wrong with a line that uses a word of QBasic which is not part of this BASIC, or ''."""
    from lark.exceptions import UnexpectedCharacters

    try:
        for token in parser.lex(text):
            if token.type == "RESERVED":
                return no_part(token)
    except UnexpectedCharacters:
        pass
    return ""


def _reason(error: UnexpectedInput, text: str) -> str:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        token: Token = error.token
        return f"error 2: Syntax error: {str(token)!r} is not expected here (column {token.column})"
    if isinstance(error, UnexpectedCharacters):
        column = error.column
        return f"error 2: Syntax error: {text[column - 1]!r} is not expected here (column {column})"
    return "error 2: Syntax error: the line is not complete"
