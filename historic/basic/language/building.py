"""From a parsed line to its statements. A method has the name of its rule in basic.lark."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, Final, NoReturn

from historic.basic.language import syntax
from historic.basic.language.errors import OVERFLOW, SYNTAX_ERROR, ListingRefused, refused
from historic.basic.language.runtime import single_of
from historic.basic.language.syntax import Act, CaseTest, Declared, LoopTest, Statement
from historic.basic.language.terms import (
    FUNCTIONS,
    INTEGER,
    LIMITS,
    LONG,
    Argument,
    Binary,
    Bracketed,
    Call,
    Element,
    Expression,
    Negation,
    Number,
    Target,
    Text,
    Variable,
    WholeArray,
)
from historic.basic.stops import BasicError

#: The highest and the lowest bound of a subscript.
MAX_BOUND: Final = 100_000_000
#: The types behind AS.
TYPES: Final = {"INTEGER": "%", "LONG": "&", "SINGLE": "", "STRING": "$"}
#: What says the type at the end of a name.
SUFFIXES: Final = "%&!$"
#: The type of a name that says none, in a declaration without AS.
UNSAID: Final = "?"
#: QBasic makes a constant with more digits a DOUBLE.
SINGLE_DIGITS: Final = 7
#: A value of DATA, and the comma behind it.
DATA_VALUE: Final = re.compile(r'[ \t]*("[^"]*"|[^",]*?)[ \t]*(,|$)')


def no_part(word: str) -> str:
    """Returns the message about a word of QBasic that this BASIC does not have."""
    return f"{word.upper()} is not part of this BASIC"


def line_parts(number: int, tree: Any) -> list[Statement]:
    """Returns the statements of the line `number`, a label first. Raises ListingRefused."""
    return _LineBuilder(number).line(tree)


class _TermBuilder:
    """Makes the expressions of the line `number`."""

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, tree: Any) -> Expression:
        """Returns an expression."""
        parts = tree.children
        match tree.data:
            case "number":
                return self.number_of(parts[0])
            case "text":
                return Text(str(parts[0][1:-1]))
            case "variable":
                return Variable(parts[0].upper())
            case "element":
                return Element(parts[0].upper(), tuple(self.value(part) for part in parts[1:]))
            case "bracketed":
                return self.value(parts[0])
            case "negation":
                return self.negated(self.value(parts[0]))
            case "inverse":
                # NOT turns all bits, and so does XOR with -1.
                return Binary("XOR", self.value(parts[1]), Number(-1.0, INTEGER))
            case "call":
                return self.call(parts[0].upper(), tuple(self.value(part) for part in parts[1:]))
            case "negative_power":
                return Binary("^", self.value(parts[0]), self.negated(self.value(parts[2])))
            case _:
                return Binary(parts[1].upper(), self.value(parts[0]), self.value(parts[2]))

    def call(self, function: str, arguments: tuple[Expression, ...]) -> Expression:
        """Returns the call of a function. Raises ListingRefused for the wrong number of arguments."""
        counts = sorted({len(row) for row in FUNCTIONS[function][0]})
        if len(arguments) not in counts:
            takes = f"{' or '.join(map(str, counts))} argument{'' if counts == [1] else 's'}"
            raise refused(SYNTAX_ERROR, self.number, f"{function} takes {takes}")
        return Call(function, arguments)

    @staticmethod
    def negated(value: Expression) -> Expression:
        """Returns the negative of a value."""
        return Number(-value.value, value.type) if isinstance(value, Number) else Negation(value)

    def number_of(self, token: str) -> Number:
        """Returns a constant: a whole number is an INTEGER or a LONG, and any other number a SINGLE."""
        if token.isdigit() and int(token) <= LIMITS[LONG][1]:
            return Number(float(token), INTEGER if int(token) <= LIMITS[INTEGER][1] else LONG)
        digits = token.upper().partition("E")[0].replace(".", "").lstrip("0")
        if len(digits) > SINGLE_DIGITS:
            raise ListingRefused(self.number, f"{token} has more than {SINGLE_DIGITS} digits: a SINGLE is expected")
        try:
            return Number(single_of(float(token)))
        except BasicError:
            raise refused(OVERFLOW, self.number, token) from None


class _LineBuilder(_TermBuilder):
    """Makes the statements of one line out of lark's tree."""

    def line(self, tree: Any) -> list[Statement]:
        parsed: list[Statement] = []
        for child in tree.children:
            if child.data == "label":
                parsed.append(syntax.Label(self.number, self.label(child.children[0])))
            elif child.data == "statements":
                parsed += self.statements(child)
            else:
                parsed += self.branch(child.data, child.children)
        return parsed

    def statements(self, tree: Any) -> list[Statement]:
        parsed: list[Statement] = []
        for child in tree.children:
            built = getattr(self, f"{child.data}_statement")(child.children)
            parsed += built if isinstance(built, list) else [built]
        return parsed

    def label(self, token: str) -> str:
        if token[-1] in SUFFIXES:
            raise refused(SYNTAX_ERROR, self.number, f"{token} is not the name of a label or SUB")
        return token.upper()

    def reserved_statement(self, parts: list[Any]) -> NoReturn:
        raise ListingRefused(self.number, no_part(parts[0]))

    def remark_statement(self, parts: list[Any]) -> list[Statement]:
        return []

    # ---- variables and values

    def let_statement(self, parts: list[Any]) -> Statement:
        return syntax.Let(self.number, self.target(parts[-2]), self.value(parts[-1]))

    def swap_statement(self, parts: list[Any]) -> Statement:
        return syntax.Swap(self.number, self.target(parts[1]), self.target(parts[2]))

    def print_statement(self, parts: list[Any]) -> Statement:
        signs = {"semicolon": ";", "comma": ","}
        items = tuple(signs.get(part.data) or self.value(part.children[0]) for part in parts[1:])
        if any(not isinstance(a, str) and not isinstance(b, str) for a, b in pairwise(items)):
            raise refused(SYNTAX_ERROR, self.number, "; or , is expected between the items of PRINT")
        return syntax.Print(self.number, items)

    def input_statement(self, parts: list[Any]) -> Statement:
        prompt, mark = self.prompt(parts[1]) if len(parts) > 2 else ("", "? ")
        return syntax.Input(self.number, prompt, mark, self.target(parts[-1]))

    def line_input_statement(self, parts: list[Any]) -> Statement:
        target = self.target(parts[-1])
        if len(parts) == 3:
            return syntax.LineInput(self.number, "", None, target)
        if parts[2].data == "file":
            return syntax.LineInput(self.number, "", self.value(parts[2].children[0]), target)
        return syntax.LineInput(self.number, self.prompt(parts[2])[0], None, target)

    @staticmethod
    def prompt(tree: Any) -> tuple[str, str]:
        return str(tree.children[0][1:-1]), "? " if tree.data == "asked" else ""

    def read_statement(self, parts: list[Any]) -> Statement:
        return syntax.Read(self.number, tuple(self.target(part) for part in parts[1:]))

    def data_statement(self, parts: list[Any]) -> Statement:
        values: list[str] = []
        place, comma = len("DATA"), ","
        while comma:
            found = DATA_VALUE.match(str(parts[0]), place)
            if not found:
                raise refused(SYNTAX_ERROR, self.number, "quotation marks in DATA stand around a whole value")
            value, comma = found.groups()
            values.append(value)
            place = found.end()
        return syntax.Data(self.number, tuple(values))

    def restore_statement(self, parts: list[Any]) -> Statement:
        return syntax.Restore(self.number, self.label(parts[1]) if len(parts) > 1 else "")

    def target(self, tree: Any) -> Target:
        value = self.value(tree)
        assert isinstance(value, Variable | Element)
        return value

    # ---- declarations

    def dim_statement(self, parts: list[Any]) -> Statement:
        shared = getattr(parts[1], "type", "") == "SHARED"
        return syntax.Dim(self.number, tuple(map(self.declared, parts[2 if shared else 1 :])), shared)

    def common_statement(self, parts: list[Any]) -> Statement:
        return syntax.Dim(self.number, tuple(map(self.declared, parts[2:])), shared=True)

    def declared(self, tree: Any) -> Declared:
        name, *parts = tree.children
        type_ = self.declared_type(str(name), parts.pop()) if parts and parts[-1].data == "type" else UNSAID
        bounds = {"scalar": None, "whole_array": ()}.get(tree.data, tuple(map(self.bound, parts)))
        return Declared(name.upper(), type_, bounds)

    def declared_type(self, name: str, tree: Any) -> str:
        word = tree.children[1].upper()
        if word not in TYPES:
            raise ListingRefused(self.number, no_part(f"AS {word}"))
        if name[-1] in SUFFIXES:
            raise refused(SYNTAX_ERROR, self.number, f"{name} says its type already, without AS")
        return TYPES[word]

    def bound(self, tree: Any) -> tuple[int | None, int]:
        edges = [self.edge(part) for part in tree.children if part != "TO" and hasattr(part, "data")]
        low = edges[0] if len(edges) > 1 else None
        if (low or 0) > edges[-1]:
            raise ListingRefused(self.number, f"the lower bound {low or 0} is above the upper one, {edges[-1]}")
        return low, edges[-1]

    def edge(self, tree: Any) -> int:
        token = str(tree.children[0])
        if not token.isdigit() or int(token) > MAX_BOUND:
            raise ListingRefused(self.number, f"the bound {token} is not a whole number up to {MAX_BOUND:,}")
        return -int(token) if tree.data == "negative" else int(token)

    def defint_statement(self, parts: list[Any]) -> Statement:
        return syntax.DefInt(self.number, frozenset(letter for part in parts[1:] for letter in self.letters(part)))

    def letters(self, tree: Any) -> list[str]:
        names = [str(part).upper() for part in tree.children if part != "-"]
        if any(len(name) > 1 for name in names) or names[0] > names[-1]:
            raise refused(SYNTAX_ERROR, self.number, "DEFINT takes letters, such as DEFINT A-Z")
        return [chr(code) for code in range(ord(names[0]), ord(names[-1]) + 1)]

    def option_statement(self, parts: list[Any]) -> Statement:
        if parts[1].upper() != "BASE" or parts[2] not in ("0", "1"):
            raise refused(SYNTAX_ERROR, self.number, "OPTION BASE 0 or OPTION BASE 1 is expected")
        return syntax.OptionBase(self.number, int(parts[2]))

    # ---- the screen, files and folders

    def locate_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "locate", self.values(parts[1:]))

    def cls_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "clear")

    def screen_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "screen_mode", self.values(parts[1:]))

    def draw_statement(self, parts: list[Any]) -> Statement:
        points = [value for part in parts[1:] for value in (part.children if part.data == "point" else [part])]
        return Act(self.number, "draw_line", self.values(points))

    def color_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "color", self.values(parts[1:]))

    def background_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "color", (None, self.value(parts[1])))

    def open_statement(self, parts: list[Any]) -> Statement:
        if parts[3].type != "INPUT":
            raise ListingRefused(self.number, f"{no_part(f'OPEN FOR {parts[3]}')}: files are only read")
        return Act(self.number, "open_file", (self.value(parts[1]), self.file(parts[5])))

    def close_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "close_files", tuple(map(self.file, parts[1:])))

    def chdir_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "change_folder", self.values(parts[1:]))

    def file(self, tree: Any) -> Expression:
        return self.value(tree.children[0] if tree.data == "file" else tree)

    def values(self, parts: list[Any]) -> tuple[Expression, ...]:
        return tuple(self.value(part) for part in parts)

    # ---- control flow

    def branch(self, rule: str, parts: list[Any]) -> list[Statement]:
        """Returns ELSE, ELSEIF or CASE at the start of a line, and what stands behind it."""
        *parts, last = parts
        behind = self.statements(last) if getattr(last, "data", "") == "statements" else []
        parts = [part for part in (parts if behind else [*parts, last]) if hasattr(part, "data")]
        if rule in ("else", "elseif"):
            return [syntax.Else(self.number, self.value(parts[0]) if parts else None), *behind]
        return [syntax.Case(self.number, tuple(map(self.case_test, parts))), *behind]

    def case_test(self, tree: Any) -> CaseTest:
        values = tuple(self.value(part) for part in tree.children if hasattr(part, "data"))
        return CaseTest({"equal": "=", "between": "TO"}.get(tree.data) or str(tree.children[1]), values)

    def for_statement(self, parts: list[Any]) -> Statement:
        values = [self.value(part) for part in parts[2:] if hasattr(part, "data")]
        step = values[2] if len(values) > 2 else None
        return syntax.For(self.number, Variable(parts[1].upper()), values[0], values[1], step)

    def next_statement(self, parts: list[Any]) -> list[Statement]:
        """NEXT J, I is NEXT J: NEXT I."""
        return [syntax.Next(self.number, name.upper()) for name in parts[1:] or [""]]

    def do_statement(self, parts: list[Any]) -> Statement:
        return syntax.Do(self.number, self.loop_test(parts))

    def loop_statement(self, parts: list[Any]) -> Statement:
        return syntax.Loop(self.number, self.loop_test(parts))

    def while_statement(self, parts: list[Any]) -> Statement:
        return syntax.While(self.number, LoopTest(self.value(parts[1]), until=False))

    def wend_statement(self, parts: list[Any]) -> Statement:
        return syntax.Wend(self.number)

    def loop_test(self, parts: list[Any]) -> LoopTest | None:
        return LoopTest(self.value(parts[1].children[1]), parts[1].data == "until") if len(parts) > 1 else None

    def exit_statement(self, parts: list[Any]) -> Statement:
        what = parts[1].upper()
        return syntax.EndSub(self.number, silent=False) if what == "SUB" else syntax.Exit(self.number, what)

    def if_block_statement(self, parts: list[Any]) -> Statement:
        return syntax.If(self.number, self.value(parts[1]))

    def if_line_statement(self, parts: list[Any]) -> list[Statement]:
        line = self.number
        otherwise = [syntax.Else(line, None, in_line=True), *self.behind(parts[5])] if len(parts) > 5 else []
        head = syntax.If(line, self.value(parts[1]), in_line=True)
        return [head, *self.behind(parts[3]), *otherwise, syntax.EndIf(line, in_line=True)]

    def behind(self, tree: Any) -> list[Statement]:
        """Returns what stands behind THEN or ELSE in the same line: statements, or a label and statements."""
        jump = tree.data == "jump"
        first: list[Statement] = [syntax.Goto(self.number, self.label(tree.children[0]))] if jump else []
        return [*first, *(part for child in tree.children[jump:] for part in self.statements(child))]

    def end_if_statement(self, parts: list[Any]) -> Statement:
        return syntax.EndIf(self.number)

    def select_statement(self, parts: list[Any]) -> Statement:
        return syntax.Select(self.number, self.value(parts[2]))

    def end_select_statement(self, parts: list[Any]) -> Statement:
        return syntax.EndSelect(self.number)

    def goto_statement(self, parts: list[Any]) -> Statement:
        return syntax.Goto(self.number, self.label(parts[1]))

    def gosub_statement(self, parts: list[Any]) -> Statement:
        return syntax.Gosub(self.number, self.label(parts[1]))

    def on_statement(self, parts: list[Any]) -> Statement:
        is_gosub = parts[2].type == "GOSUB"
        return syntax.On(self.number, self.value(parts[1]), is_gosub, tuple(map(self.label, parts[3:])))

    def return_statement(self, parts: list[Any]) -> Statement:
        return syntax.Return(self.number)

    def stop_statement(self, parts: list[Any]) -> Statement:
        return syntax.Stop(self.number)

    # ---- subprograms

    def sub_statement(self, parts: list[Any]) -> Statement:
        parameters = parts[2].children if len(parts) > 2 else []
        return syntax.Sub(self.number, self.label(parts[1]), tuple(map(self.declared, parameters)))

    def end_sub_statement(self, parts: list[Any]) -> Statement:
        return syntax.EndSub(self.number)

    def declare_statement(self, parts: list[Any]) -> list[Statement]:
        """DECLARE says nothing that the SUB itself does not say."""
        return []

    def call_statement(self, parts: list[Any]) -> Statement:
        return syntax.CallSub(self.number, self.label(parts[1]), tuple(map(self.argument, parts[2:])))

    def argument(self, tree: Any) -> Argument:
        if tree.data == "whole_array":
            return WholeArray(tree.children[0].upper())
        value = self.value(tree.children[0])
        if tree.children[0].data == "bracketed" and isinstance(value, Variable | Element):
            return Bracketed(value)
        return value
