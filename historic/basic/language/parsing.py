"""From a line's text to its statements. The grammar is basic.lark; lark, the parser, is imported only here."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from historic.basic.language import syntax
from historic.basic.language.errors import OVERFLOW, ListingRefused, refused
from historic.basic.language.runtime import single_of
from historic.basic.language.syntax import Expression, Item, Parsed, Target
from historic.basic.stops import BasicError

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.exceptions import UnexpectedInput

#: QBasic makes a constant with more digits a DOUBLE.
SINGLE_DIGITS: Final = 7
MAX_BOUND: Final = 32767


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
    return _Builder(number).line(parts)


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
                return _unknown(token)
    except UnexpectedCharacters:
        pass
    return ""


def _unknown(word: str) -> str:
    return f"{word.upper()} is not part of this BASIC"


def _reason(error: UnexpectedInput, text: str) -> str:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        token: Token = error.token
        return f"error 2: Syntax error: {str(token)!r} is not expected here (column {token.column})"
    if isinstance(error, UnexpectedCharacters):
        column = error.column
        return f"error 2: Syntax error: {text[column - 1]!r} is not expected here (column {column})"
    return "error 2: Syntax error: the line is not complete"


class _Builder:
    """Makes statements and expressions out of lark's trees. Each method has the name of its rule in the grammar."""

    def __init__(self, number: int) -> None:
        self.number = number

    def line(self, tree: Any) -> list[Parsed]:
        parsed: list[Parsed] = []
        for child in tree.children:
            if child.data == "label":
                parsed.append(syntax.Label(self.number, child.children[0].upper()))
            else:
                parsed += self.statements(child)
        return parsed

    def statements(self, tree: Any) -> list[Parsed]:
        built = (getattr(self, f"{child.data}_statement")(child.children) for child in tree.children)
        return [statement for statement in built if statement is not None]

    def let_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Let(self.number, self.target(parts[0]), self.value(parts[1]))

    def print_statement(self, parts: list[Any]) -> Parsed:
        signs = {"semicolon": ";", "comma": ","}
        items = tuple(signs.get(part.data) or self.value(part.children[0]) for part in parts[1:])
        if any(not isinstance(a, str) and not isinstance(b, str) for a, b in pairwise(items)):
            raise refused(2, self.number, "; or , is expected between the items of PRINT")
        return syntax.Print(self.number, items)

    def input_statement(self, parts: list[Any]) -> Parsed:
        prompt = parts[1][1:-1] if len(parts) > 2 else ""
        return syntax.Input(self.number, prompt, self.target(parts[-1]))

    def read_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Read(self.number, tuple(self.target(part) for part in parts[1:]))

    def data_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Data(self.number, tuple(self.constant(part) for part in parts[1:]))

    def dim_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Dim(self.number, tuple(self.declaration(part.children) for part in parts[1:]))

    def declaration(self, parts: list[Any]) -> tuple[str, tuple[int, ...]]:
        return parts[0].upper(), tuple(self.bound(part.children[0]) for part in parts[1:])

    def bound(self, token: str) -> int:
        if not token.isdigit() or int(token) > MAX_BOUND:
            raise ListingRefused(self.number, f"the bound {token} is not a whole number up to {MAX_BOUND}")
        return int(token)

    def locate_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Locate(self.number, self.value(parts[1]), self.value(parts[2]))

    def cls_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Cls(self.number)

    def screen_statement(self, parts: list[Any]) -> Parsed:
        return syntax.ScreenMode(self.number, self.value(parts[1]))

    def draw_statement(self, parts: list[Any]) -> Parsed:
        points = [value for point in parts[1:3] for value in point.children]
        return syntax.DrawLine(self.number, tuple(self.value(value) for value in (*points, parts[3])))

    def for_statement(self, parts: list[Any]) -> Parsed:
        values = [self.value(part) for part in (parts[2], parts[4], *parts[6:])]
        step = values[2] if len(values) > 2 else None
        return syntax.For(self.number, syntax.Variable(parts[1].upper()), values[0], values[1], step)

    def next_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Next(self.number, parts[1].upper() if len(parts) > 1 else "")

    def if_block_statement(self, parts: list[Any]) -> Parsed:
        return syntax.BlockIf(self.number, self.value(parts[1]))

    def if_goto_statement(self, parts: list[Any]) -> Parsed:
        behind = self.statements(parts[4]) if len(parts) > 4 else []
        jump = syntax.Goto(self.number, parts[3].upper())
        return syntax.If(self.number, self.value(parts[1]), [jump, *cast("list[Item]", behind)])

    def if_line_statement(self, parts: list[Any]) -> Parsed:
        # structure.py moves the body of a FOR into it, as it does for whole lines.
        body = cast("list[Item]", self.statements(parts[3]))
        return syntax.If(self.number, self.value(parts[1]), body)

    def end_if_statement(self, parts: list[Any]) -> Parsed:
        return syntax.EndIf(self.number)

    def goto_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Goto(self.number, parts[1].upper())

    def gosub_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Gosub(self.number, parts[1].upper())

    def return_statement(self, parts: list[Any]) -> Parsed:
        return syntax.Return(self.number)

    def stop_statement(self, parts: list[Any]) -> Parsed:
        return syntax.StopStatement(self.number)

    def reserved_statement(self, parts: list[Any]) -> NoReturn:
        raise ListingRefused(self.number, _unknown(parts[0]))

    def remark_statement(self, parts: list[Any]) -> None:
        return None

    def target(self, tree: Any) -> Target:
        value = self.value(tree)
        assert isinstance(value, Target)
        return value

    def constant(self, tree: Any) -> float | str:
        if tree.data == "text":
            return str(tree.children[0][1:-1])
        number = self.number_of(tree.children[0])
        return -number if tree.data == "negative" else number

    def value(self, tree: Any) -> Expression:
        parts = tree.children
        match tree.data:
            case "number":
                return syntax.Number(self.number_of(parts[0]))
            case "text":
                return syntax.Text(str(parts[0][1:-1]))
            case "variable":
                return syntax.Variable(parts[0].upper())
            case "element":
                return syntax.Element(parts[0].upper(), tuple(self.value(part) for part in parts[1:]))
            case "bracketed":
                return self.value(parts[0])
            case "negation":
                return self.negated(self.value(parts[0]))
            case "call":
                return syntax.Call(parts[0].upper(), tuple(self.value(part) for part in parts[1:]))
            case "equality" | "difference":
                sign = {"equality": "=", "difference": "-"}[tree.data]
                return syntax.Binary(sign, self.value(parts[0]), self.value(parts[1]))
            case "negative_power":
                return syntax.Binary("^", self.value(parts[0]), self.negated(self.value(parts[2])))
            case _:
                return syntax.Binary(parts[1].upper(), self.value(parts[0]), self.value(parts[2]))

    @staticmethod
    def negated(value: Expression) -> Expression:
        return syntax.Number(-value.value) if isinstance(value, syntax.Number) else syntax.Negation(value)

    def number_of(self, token: str) -> float:
        digits = token.upper().partition("E")[0].replace(".", "").lstrip("0")
        if len(digits) > SINGLE_DIGITS:
            raise ListingRefused(self.number, f"{token} has more than {SINGLE_DIGITS} digits: a SINGLE is expected")
        try:
            return single_of(float(token))
        except BasicError:
            raise refused(OVERFLOW, self.number, token) from None
