"""From a parsed line to its statements. A method has the name that basic.lark gives the statement."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Any, Final, NoReturn

from historic.basic.charset import bytes_of
from historic.basic.language import errors, syntax
from historic.basic.language.errors import ListingRefused, refused
from historic.basic.language.runtime import TO_TYPE, WRAPPED, number_of
from historic.basic.language.syntax import Act, Declared, Statement
from historic.basic.language.terms import (
    DOUBLE,
    INTEGER,
    LIMITS,
    LONG,
    SINGLE,
    STRING,
    Binary,
    Bracketed,
    Call,
    Element,
    Expression,
    Negation,
    Number,
    Target,
    Text,
    UserCall,
    Variable,
    WholeArray,
    rows_of,
)
from historic.basic.stops import BasicError
from historic.machine.screen import PUT_VERBS

#: The highest and the lowest bound of a subscript.
MAX_BOUND: Final = 100_000_000
#: The types behind AS, and those of DEFINT and the like.
TYPES: Final = {"INTEGER": INTEGER, "LONG": LONG, "SINGLE": SINGLE, "DOUBLE": DOUBLE, "STRING": STRING}
DEF_TYPES: Final = {"INT": INTEGER, "LNG": LONG, "SNG": SINGLE, "DBL": DOUBLE, "STR": STRING}
#: What says the type at the end of a name.
SUFFIXES: Final = "%&!#$"
#: The type of a name that says none, in a declaration without AS.
UNSAID: Final = "?"
#: QBasic makes a constant with more digits a DOUBLE.
SINGLE_DIGITS: Final = 7
#: A dot in a name, which stands between the names of a SUB and its own variables inside the program.
DOT: Final = "\N{MIDDLE DOT}"
#: A value of DATA, and the comma behind it.
DATA_VALUE: Final = re.compile(r'[ \t]*("[^"]*(?:"|$)|(?![ \t]*")[^,]*?)[ \t]*(,|$)')
#: What OPEN's modes are called: behind FOR, and by their first letter before the file's number.
MODES: Final = {"INPUT": "I", "OUTPUT": "O", "APPEND": "A"}
#: The statements that only take values: what they call, the least and the most values, and which of them are strings.
ACTIONS: Final[dict[str, tuple[str, int, int, tuple[int, ...]]]] = {
    "BEEP": ("io_.screen.BEEP", 0, 0, ()),
    "BLOAD": ("pictures_.load", 1, 2, (0,)),
    "CHDIR": ("files_.change_folder", 1, 1, (0,)),
    "CLEAR": ("clear_", 0, 3, ()),
    "CLS": ("io_.clear", 0, 1, ()),
    "COLOR": ("io_.color", 1, 2, ()),
    "ERROR": ("error_", 1, 1, ()),
    "LOCATE": ("io_.locate", 1, 5, ()),
    "PLAY": ("io_.silence", 1, 1, (0,)),
    "RANDOMIZE": ("io_.randomize", 0, 1, ()),
    "RESET": ("files_.close_files", 0, 0, ()),
    "SCREEN": ("io_.screen_mode", 1, 4, ()),
    "SLEEP": ("io_.sleep", 0, 1, ()),
    "SOUND": ("io_.silence", 2, 2, ()),
    "WIDTH": ("io_.width", 1, 2, ()),
}
#: The statements whose parts are the fields of a class: values, the tests of loops, and labels.
SHAPES: Final[dict[str, Callable[..., Statement]]] = {
    "do": syntax.Do,
    "end_if": syntax.EndIf,
    "end_select": syntax.EndSelect,
    "gosub": syntax.Gosub,
    "goto": syntax.Goto,
    "if_block": syntax.If,
    "loop": syntax.Loop,
    "restore": syntax.Restore,
    "return": syntax.Return,
    "select": syntax.Select,
    "stop": syntax.Stop,
    "wend": syntax.Wend,
    "while": syntax.While,
}
#: The statements that do nothing: remarks, DECLARE, which says what the SUB itself says, and KEY OFF, because the
#: screen has no row for the function keys.
IDLE: Final = ("remark", "declare", "key_off")

#: How tightly operators bind, from the loosest to the tightest; NOT and a sign stand among them.
OPERATORS: Final = ("IMP", "EQV", "XOR", "OR", "AND", "NOT", "= <> < > <= >=", "+ -", "MOD", "\\", "* /", "sign", "^")
LEVELS: Final = {operator: level for level, row in enumerate(OPERATORS) for operator in row.split()}
NOT, SIGN = LEVELS["NOT"], LEVELS["sign"]


def no_part(word: str) -> str:
    """Returns the message about a word of QBasic that this BASIC does not have."""
    return f"{word.upper()} is not part of this BASIC"


def line_parts(number: int, tree: Any) -> list[Statement]:
    """Returns the statements of the line `number`, a label first. Raises ListingRefused."""
    return _LineBuilder(number).line(tree)


class _LineBuilder:
    """Makes the expressions and statements of the line `number` out of lark's tree."""

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, tree: Any) -> Expression:
        """Returns an expression."""
        parts = tree.children
        match tree.data:
            case "number":
                return self.constant(parts[0])
            case "text":
                return Text(self.text(parts[0]))
            case "variable" | "element" if parts[0][:2].upper() == "FN":
                return UserCall(self.name(parts[0]), tuple(map(self.argument_value, parts[1:])))
            case "variable":
                return Variable(self.name(parts[0]))
            case "element":
                return Element(self.name(parts[0]), tuple(map(self.argument_value, parts[1:])))
            case "bracketed":
                return self.value(parts[0])
            case "call":
                return self.call(parts[0].upper(), tuple(map(self.argument, _trees(parts))))
            case _:
                return self.chain([*parts], 0)

    def chain(self, parts: list[Any], lowest: int) -> Expression:
        """Takes from the values, signs and operators of an expression what binds as tightly as `lowest`."""
        first = parts.pop(0)
        if hasattr(first, "data"):
            left = self.value(first)
        elif first.upper() != "NOT":
            left = self.chain(parts, max(lowest, SIGN))
            left = self.negated(left) if first == "-" else left
        elif lowest > NOT:
            raise refused(errors.SYNTAX_ERROR, self.number, "'NOT' is not expected behind what binds tighter")
        else:  # NOT turns all bits, and so does XOR with -1.
            left = Binary("XOR", self.chain(parts, NOT), Number(-1.0, INTEGER))
        while parts:
            operator = re.sub("[ \t]", "", parts[0].upper())
            operator = {"=<": "<=", "=>": ">=", "><": "<>"}.get(operator, operator)
            if LEVELS[operator] < lowest:
                break
            del parts[0]
            left = Binary(operator, left, self.chain(parts, LEVELS[operator] + 1))
        return left

    @staticmethod
    def name(token: str) -> str:
        """Returns a name as the program has it inside."""
        return token.upper().replace(".", DOT)

    def text(self, token: str) -> str:
        """Returns what stands between quotes; the second one may be missing at the end of a line."""
        try:
            return bytes_of(token[1:].removesuffix('"'))
        except UnicodeEncodeError as error:
            raise ListingRefused(self.number, f"{error.object[error.start]!r} is not in DOS's character set") from None

    def argument(self, tree: Any) -> Expression:
        """Returns an argument of a SUB or function."""
        if tree.data == "whole_array":
            return WholeArray(self.name(tree.children[0]))
        return self.argument_value(tree.children[0])

    def argument_value(self, tree: Any) -> Expression:
        """Returns a value in brackets or not: a variable in brackets is no place that can be assigned."""
        value = self.value(tree)
        return Bracketed(value) if tree.data == "bracketed" and isinstance(value, Variable | Element) else value

    def call(self, function: str, arguments: tuple[Expression, ...]) -> Expression:
        """Returns the call of a function. Raises ListingRefused for the wrong number of arguments."""
        if function in ("LBOUND", "UBOUND") and arguments and isinstance(arguments[0], Variable):
            arguments = (WholeArray(arguments[0].name), *arguments[1:])
        counts = sorted({len(row) for row in rows_of(function)})
        if len(arguments) not in counts:
            takes = f"{' or '.join(map(str, counts))} argument{'' if counts == [1] else 's'}"
            raise refused(errors.SYNTAX_ERROR, self.number, f"{function} takes {takes}")
        return Call(function, arguments)

    @staticmethod
    def negated(value: Expression) -> Expression:
        """Returns the negative of a value."""
        return Number(-value.value, value.type) if isinstance(value, Number) else Negation(value)

    def constant(self, token: str) -> Number:
        """Returns a constant: of the type at its end, or else the narrowest that holds it."""
        token = token.upper()
        if token[0] == "&":  # the bits of an INTEGER or, if these are too few or & stands behind them, of a LONG
            value = int(token.strip("&HO"), 16 if token[1] == "H" else 8)
            if value >= 2**32:
                raise refused(errors.OVERFLOW, self.number, token)
            type_ = INTEGER if value < 2**16 and token[-1] != "&" else LONG
            return Number(WRAPPED[type_](value), type_)
        if token.isdigit() and int(token) <= LIMITS[LONG][1]:
            return Number(float(token), INTEGER if int(token) <= LIMITS[INTEGER][1] else LONG)
        suffix, written = token[-1], token.rstrip(SUFFIXES)
        digits = re.split("[ED]", written)[0].replace(".", "").lstrip("0")
        is_long = "D" in token or (len(digits) > SINGLE_DIGITS and "E" not in token)
        type_ = {"!": SINGLE}.get(suffix, suffix) if suffix in SUFFIXES else DOUBLE if is_long else SINGLE
        try:
            return Number(TO_TYPE[type_](number_of(written)), type_)
        except BasicError:
            raise refused(errors.OVERFLOW, self.number, token) from None

    def values(self, parts: list[Any]) -> tuple[Expression, ...]:
        """Returns the expressions among the parts of a statement."""
        return tuple(map(self.value, _trees(parts)))

    # ---- the line and its statements

    def line(self, tree: Any) -> list[Statement]:
        parsed: list[Statement] = []
        for child in tree.children:
            if not hasattr(child, "data"):
                parsed.append(syntax.Label(self.number, self.label(child)))
            elif child.data == "statements":
                parsed += self.statements(child)
            else:
                parsed += self.branch(child.data, child.children)
        return parsed

    def statements(self, tree: Any) -> list[Statement]:
        parsed: list[Statement] = []
        for child in tree.children:
            rule, parts = child.data, child.children
            if rule in SHAPES:
                given = [part for part in parts if hasattr(part, "data") or part.type in ("NAME", "NUMBER")]
                parsed.append(SHAPES[rule](self.number, *chain(*map(self.fields, given))))
            elif rule not in IDLE:
                built = getattr(self, f"{rule}_statement")(parts)
                parsed += built if isinstance(built, list) else [built]
        return parsed

    def fields(self, part: Any) -> list[Expression | bool | str]:
        """Returns a value, the test of a loop, or a label."""
        if not hasattr(part, "data"):
            return [self.label(part)]
        if part.data in ("while_test", "until"):
            return [self.value(part.children[1]), part.data == "until"]
        return [self.value(part)]

    def label(self, token: str) -> str:
        if token[0].isdigit() and token.isdigit():
            return str(int(token))
        if token[-1] in SUFFIXES or not token[0].isalpha():
            raise refused(errors.SYNTAX_ERROR, self.number, f"{token} is not the name of a label or SUB")
        return self.name(token)

    def reserved_statement(self, parts: list[Any]) -> NoReturn:
        raise ListingRefused(self.number, no_part(parts[0]))

    # ---- variables and values

    def let_statement(self, parts: list[Any]) -> Statement:
        return syntax.Let(self.number, self.target(parts[-2]), self.value(parts[-1]))

    def swap_statement(self, parts: list[Any]) -> Statement:
        return syntax.Swap(self.number, *self.targets(parts))

    def mid_statement(self, parts: list[Any]) -> Statement:
        if parts[0].upper() != "MID$":
            raise refused(errors.SYNTAX_ERROR, self.number, f"{parts[0]!s} is a function")
        target, *values = self.target(parts[1]), *self.values(parts[2:])
        return syntax.Let(self.number, target, Call("MID$=", (target, *values)))

    def print_statement(self, parts: list[Any]) -> Statement:
        file = self.file(parts)
        picture = self.value(parts.pop(1).children[1]) if len(parts) > 1 and parts[1].data == "using" else None
        return syntax.Print(self.number, file, picture, tuple(map(self.item, parts[1:])))

    def item(self, tree: Any) -> Expression | syntax.Spacing | str:
        if tree.data != "item":
            return {"semicolon": ";", "comma": ","}[tree.data]
        first = tree.children[0]
        if not hasattr(first, "data"):
            return syntax.Spacing(first.upper() == "TAB", self.value(tree.children[1]))
        return self.value(first)

    def write_statement(self, parts: list[Any]) -> Statement:
        file = self.file(parts)
        return syntax.Print(self.number, file, None, self.values(parts), quoted=True)

    def input_statement(self, parts: list[Any]) -> Statement:
        """INPUT, and LINE INPUT, which reads a `whole` line."""
        whole = parts[0].type == "LINE"
        parts = parts[whole:]
        file = self.file(parts)
        stay = bool(parts[1:] and parts[1].data == "stay" and parts.pop(1))
        asked = parts.pop(1) if parts[1].data in ("asked", "plain") else None
        prompt = self.text(asked.children[0]) if asked else ""
        mark = "" if whole or (asked and asked.data == "plain") else "? "
        return syntax.Input(self.number, prompt, mark, file, self.targets(parts), stay, whole)

    line_input_statement = input_statement

    def file(self, parts: list[Any]) -> Expression | None:
        """Takes `#` and a file's number from the parts of a statement."""
        return self.value(parts.pop(1).children[0]) if len(parts) > 1 and parts[1].data == "channel" else None

    def read_statement(self, parts: list[Any]) -> Statement:
        return syntax.Read(self.number, self.targets(parts))

    def data_statement(self, parts: list[Any]) -> Statement:
        values: list[str] = []
        place, comma = len("DATA"), ","
        while comma:
            found = DATA_VALUE.match(str(parts[0]), place)
            if not found:
                raise refused(errors.SYNTAX_ERROR, self.number, "quotation marks in DATA stand around a whole value")
            value, comma = found.groups()
            values.append('"' * (value[:1] == '"') + self.text(value if value[:1] == '"' else f'"{value}'))
            place = found.end()
        return syntax.Data(self.number, tuple(values))

    def target(self, tree: Any) -> Target:
        value = self.value(tree)
        if not isinstance(value, Variable | Element):
            raise refused(errors.DUPLICATE_DEFINITION, self.number, "a name with FN is a function's")
        return value

    def targets(self, parts: list[Any]) -> tuple[Target, ...]:
        return tuple(map(self.target, _trees(parts)))

    # ---- declarations

    def dim_statement(self, parts: list[Any]) -> Statement:
        """DIM, and the statements of its shape."""
        words = [part.type for part in parts if not hasattr(part, "data")]
        where = "shared" if "SHARED" in words else "static" if "STATIC" in words else ""
        names = tuple(map(self.declared, _trees(parts)))
        if "REDIM" in words and any(declared.bounds is None for declared in names):
            raise refused(errors.SYNTAX_ERROR, self.number, "REDIM takes arrays with bounds")
        return syntax.Dim(self.number, names, where, "REDIM" in words)

    redim_statement = common_statement = static_statement = dim_statement

    def shared_statement(self, parts: list[Any]) -> Statement:
        return syntax.Dim(self.number, tuple(map(self.declared, parts[1:])), "main")

    def erase_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "erase_", tuple(WholeArray(self.name(name)) for name in parts[1:]))

    def const_statement(self, parts: list[Any]) -> list[Statement]:
        """A constant is a variable that all SUBs share, and that gets its value here."""
        found: list[Statement] = []
        for tree in parts[1:]:
            name, value = self.name(tree.children[0]), self.value(tree.children[1])
            if name[-1] not in SUFFIXES:
                name += STRING if isinstance(value, Text) else value.type if isinstance(value, Number) else ""
            found.append(syntax.Let(self.number, Variable(name), value, constant=True))
        return found

    def declared(self, tree: Any) -> Declared:
        name, *parts = tree.children
        bounds = tuple(self.bound(part) for part in _trees(parts) if part.data == "bound")
        type_ = self.declared_type(str(name), parts.pop()) if parts and parts[-1].data == "type" else UNSAID
        return Declared(self.name(name), type_, None if tree.data == "scalar" else bounds)

    def declared_type(self, name: str, tree: Any) -> str:
        word = tree.children[1].upper()
        if word not in TYPES:
            raise ListingRefused(self.number, no_part(f"AS {word}"))
        if name[-1] in SUFFIXES:
            raise refused(errors.SYNTAX_ERROR, self.number, f"{name} says its type already, without AS")
        return TYPES[word]

    def bound(self, tree: Any) -> tuple[Expression | None, Expression]:
        """Returns the lower bound of a subscript, unless OPTION BASE says it, and the upper one."""
        *lows, high = map(self.edge, self.values(tree.children))
        low = lows[0] if lows else Number(0.0)
        if isinstance(low, Number) and isinstance(high, Number) and low.value > high.value:
            above = f"the lower bound {low.value:.0f} is above the upper one, {high.value:.0f}"
            raise ListingRefused(self.number, above)
        return lows[0] if lows else None, high

    def edge(self, value: Expression) -> Expression:
        """Returns a bound: a whole number, or else what has to be calculated."""
        if not isinstance(value, Number):
            return value
        if not abs(value.value) <= MAX_BOUND:
            raise ListingRefused(self.number, f"the bound {value.value:.0f} is not a number up to {MAX_BOUND:,}")
        return Number(float(round(value.value)), LONG)

    def deftype_statement(self, parts: list[Any]) -> Statement:
        letters = frozenset(letter for part in parts[1:] for letter in self.letters(part, parts[0].upper()))
        return syntax.DefType(self.number, letters, DEF_TYPES[parts[0].upper()[3:]])

    def letters(self, tree: Any, word: str) -> list[str]:
        names = [str(part).upper() for part in tree.children if part != "-"]
        if any(len(name) > 1 for name in names) or names[0] > names[-1]:
            raise refused(errors.SYNTAX_ERROR, self.number, f"{word} takes letters, such as {word} A-Z")
        return [chr(code) for code in range(ord(names[0]), ord(names[-1]) + 1)]

    def def_fn_statement(self, parts: list[Any]) -> Statement:
        """DEF FN. A parameter's AS stands behind its name among the parts."""
        name, *middle = parts[1:-1]
        if name[:2].upper() != "FN":
            raise refused(errors.SYNTAX_ERROR, self.number, "the name of a DEF function begins with FN")
        parameters = [Declared(self.name(part), UNSAID) for part in middle if not hasattr(part, "data")]
        if len(parameters) != len(middle):
            raise ListingRefused(self.number, no_part("AS in DEF FN"))
        return syntax.DefFn(self.number, self.name(name), tuple(parameters), self.value(parts[-1]))

    def def_seg_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "pictures_.segment", self.values(parts))

    def option_statement(self, parts: list[Any]) -> Statement:
        if parts[1].upper() != "BASE" or parts[2] not in ("0", "1"):
            raise refused(errors.SYNTAX_ERROR, self.number, "OPTION BASE 0 or OPTION BASE 1 is expected")
        return syntax.OptionBase(self.number, int(parts[2]))

    # ---- the screen, files and folders

    def act_statement(self, parts: list[Any]) -> Statement:
        """A statement of the table ACTIONS."""
        word = parts[0].upper()
        call, least, most, texts = ACTIONS[word]
        given = [None if part.data == "nothing" else self.value(part) for part in parts[1:]]
        while given and given[-1] is None:
            given.pop()
        if not least <= len(given) <= most:
            takes = f"{least} to {most} values" if most > least else f"{most} value{'' if most == 1 else 's'}"
            raise refused(errors.SYNTAX_ERROR, self.number, f"{word} takes {takes}")
        return Act(self.number, call, tuple(given), texts)

    def draw_statement(self, parts: list[Any]) -> Statement:
        start, end, *color = _trees(parts)
        shape = "" if hasattr(parts[-1], "data") else str(parts[-1]).upper()
        if shape not in ("", "B", "BF"):
            raise refused(errors.SYNTAX_ERROR, self.number, "B or BF is expected behind LINE's colour")
        value = self.value(color[0]) if color and color[0].data != "nothing" else None
        points = self.values([*start.children, *end.children])
        return Act(self.number, "io_.draw_line", (*points, value, Text(shape)), (5,))

    def put_statement(self, parts: list[Any]) -> Statement:
        point, name, *rest = parts[1:]
        verb = rest[0].upper() if rest else "XOR"
        if verb not in PUT_VERBS:
            raise refused(errors.SYNTAX_ERROR, self.number, f"PUT takes {', '.join(PUT_VERBS)}")
        given = (*self.values(point.children), WholeArray(self.name(name)), Text(verb))
        return Act(self.number, "pictures_.put", given, (3,))

    def open_statement(self, parts: list[Any]) -> Statement:
        values = self.values(parts)
        if len(values) == 3:  # OPEN "I", #1, "NAME"
            mode, number, name = values
            letter, said = mode.value.upper() if isinstance(mode, Text) else "", "OPEN with this mode"
        else:
            name, number = values
            word = next(part for part in parts[2:] if part.type in ("NAME", "INPUT")).upper()
            letter, said = MODES.get(word, ""), f"OPEN FOR {word}"
        if letter not in MODES.values():
            raise ListingRefused(self.number, no_part(said))
        return Act(self.number, "files_.open_file", (name, number, Text(letter)), (0, 2))

    def close_statement(self, parts: list[Any]) -> Statement:
        return Act(self.number, "files_.close_files", self.values(parts))

    # ---- control flow

    def branch(self, rule: str, parts: list[Any]) -> list[Statement]:
        """Returns ELSE, ELSEIF or CASE at the start of a line, and what stands behind it."""
        trees = _trees(parts)
        behind = self.statements(trees.pop()) if trees and trees[-1].data == "statements" else []
        if rule in ("else", "elseif"):
            return [syntax.Else(self.number, self.value(trees[0]) if trees else None), *behind]
        return [syntax.Case(self.number, tuple(map(self.case_test, trees))), *behind]

    def case_test(self, tree: Any) -> tuple[tuple[str, Expression], ...]:
        """Returns what a test of a CASE compares the selector with: all must hold."""
        operators = {"equal": ("=",), "between": (">=", "<=")}.get(tree.data) or (str(tree.children[1]),)
        return tuple(zip(operators, self.values(tree.children), strict=True))

    def for_statement(self, parts: list[Any]) -> Statement:
        start, limit, *step = self.values(parts)
        return syntax.For(self.number, Variable(self.name(parts[1])), start, limit, step[0] if step else None)

    def next_statement(self, parts: list[Any]) -> list[Statement]:
        """NEXT J, I is NEXT J: NEXT I."""
        return [syntax.Next(self.number, self.name(name)) for name in parts[1:] or [""]]

    def exit_statement(self, parts: list[Any]) -> Statement:
        what = parts[1].upper()
        if what in ("SUB", "FUNCTION"):
            return syntax.EndSub(self.number, silent=False, kind=what)
        return syntax.Exit(self.number, what)

    def if_line_statement(self, parts: list[Any]) -> list[Statement]:
        condition, then, *others = _trees(parts)
        parsed = [syntax.If(self.number, self.value(condition), in_line=True), *self.behind(then)]
        for other in others:
            parsed += [syntax.Else(self.number, None, in_line=True), *self.behind(other)]
        return [*parsed, syntax.EndIf(self.number, in_line=True)]

    def behind(self, tree: Any) -> list[Statement]:
        """Returns what stands behind THEN or ELSE in the same line: statements, or a label and statements."""
        jump = tree.data == "jump"
        first: list[Statement] = [syntax.Goto(self.number, self.label(tree.children[0]))] if jump else []
        return [*first, *(part for child in tree.children[jump:] for part in self.statements(child))]

    def on_statement(self, parts: list[Any]) -> Statement:
        is_gosub = parts[2].type == "GOSUB"
        return syntax.On(self.number, self.value(parts[1]), is_gosub, tuple(map(self.label, parts[3:])))

    def on_error_statement(self, parts: list[Any]) -> Statement:
        label = self.label(parts[3])
        return syntax.OnError(self.number, "" if label == "0" else label)

    def resume_statement(self, parts: list[Any]) -> Statement:
        behind = len(parts) > 1 and parts[1].type == "NEXT"
        label = self.label(parts[1]) if len(parts) > 1 and not behind else ""
        return syntax.Resume(self.number, "" if label == "0" else label, behind)

    # ---- subprograms

    def sub_statement(self, parts: list[Any]) -> Statement:
        static = getattr(parts[-1], "type", "") == "STATIC"
        parameters = tuple(self.declared(tree) for part in _trees(parts) for tree in _trees(part.children))
        kind = parts[0].upper()
        name = self.label(parts[1]) if kind == "SUB" else self.name(parts[1])
        return syntax.Sub(self.number, name, parameters, kind, static)

    def end_sub_statement(self, parts: list[Any]) -> Statement:
        return syntax.EndSub(self.number, kind=parts[1].upper())

    def call_statement(self, parts: list[Any]) -> Statement:
        arguments = tuple(map(self.argument, _trees(parts)))
        name = next(part for part in parts if part.type in ("NAME", "BARE"))
        return syntax.CallSub(self.number, self.label(name), arguments)

    bare_statement = call_statement


def _trees(parts: list[Any]) -> list[Any]:
    """Returns the parts that are not words or signs."""
    return [part for part in parts if hasattr(part, "data")]
