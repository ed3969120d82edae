"""From a parsed line to its statements. A method has the name of its rule in basic.lark."""

from __future__ import annotations

import re
import sys
from typing import Any, Final, NoReturn

from historic.basic.charset import bytes_of
from historic.basic.language import errors, syntax
from historic.basic.language.errors import LineError, ListingRefused, refused
from historic.basic.language.runtime import double_of, single_of
from historic.basic.language.syntax import Act, CaseTest, Declared, LoopTest, Statement
from historic.basic.language.terms import (
    DOUBLE,
    INTEGER,
    LIMITS,
    LONG,
    SINGLE,
    STRING,
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
    "BEEP": ("io_.beep", 0, 0, ()),
    "BLOAD": ("pictures_.load", 1, 2, (0,)),
    "CHDIR": ("files_.change_folder", 1, 1, (0,)),
    "CLEAR": ("clear_", 0, 3, ()),
    "CLS": ("io_.clear", 0, 1, ()),
    "COLOR": ("io_.color", 1, 2, ()),
    "ERROR": ("error_", 1, 1, ()),
    "LOCATE": ("io_.locate", 1, 5, ()),
    "PLAY": ("io_.play", 1, 1, (0,)),
    "RANDOMIZE": ("io_.randomize", 0, 1, ()),
    "RESET": ("files_.close_files", 0, 0, ()),
    "SCREEN": ("io_.screen_mode", 1, 4, ()),
    "SLEEP": ("io_.sleep", 0, 1, ()),
    "SOUND": ("io_.sound", 2, 2, ()),
    "WIDTH": ("io_.width", 1, 2, ()),
}


#: How tightly operators bind, from the loosest to the tightest; NOT and a sign stand among them.
OPERATORS: Final = ("IMP", "EQV", "XOR", "OR", "AND", "NOT", "= <> < > <= >=", "+ -", "MOD", "\\", "* /", "sign", "^")
LEVELS: Final = {operator: level for level, row in enumerate(OPERATORS) for operator in row.split()}
NOT, SIGN = LEVELS["NOT"], LEVELS["sign"]
#: A bound of an array: a whole number, or what has to be calculated.
Edge = int | Expression


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
                return self.call(
                    parts[0].upper(), tuple(self.argument(part) for part in parts[1:] if hasattr(part, "data"))
                )
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

    def argument(self, tree: Any) -> Argument:
        """Returns an argument of a SUB or function."""
        if tree.data == "whole_array":
            return WholeArray(self.name(tree.children[0]))
        return self.argument_value(tree.children[0])

    def argument_value(self, tree: Any) -> Expression:
        """Returns a value in brackets or not: a variable in brackets is no place that can be assigned."""
        value = self.value(tree)
        return Bracketed(value) if tree.data == "bracketed" and isinstance(value, Variable | Element) else value

    def call(self, function: str, arguments: tuple[Argument, ...]) -> Expression:
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

    def number_of(self, token: str) -> Number:
        """Returns a constant: of the type at its end, or else the narrowest that holds it."""
        token = token.upper()
        if token[0] == "&":
            digits = token.strip("&").lstrip("HO")
            return self.bits(token, int(digits, 16 if token[1] == "H" else 8))
        if token.isdigit() and int(token) <= LIMITS[LONG][1]:
            return Number(float(token), INTEGER if int(token) <= LIMITS[INTEGER][1] else LONG)
        suffix = token[-1] if token[-1] in SUFFIXES else UNSAID
        digits = re.split("[ED]", token.rstrip(SUFFIXES))[0].replace(".", "").lstrip("0")
        is_long = "D" in token or (len(digits) > SINGLE_DIGITS and "E" not in token)
        value = double_of(token.rstrip(SUFFIXES))
        try:
            if suffix in LIMITS:
                return Number(self.limited(float(round(value)), suffix), suffix)
            if suffix == DOUBLE or (suffix == UNSAID and is_long):
                return Number(self.limited(value, DOUBLE), DOUBLE)
            return Number(single_of(value))
        except BasicError:
            raise refused(errors.OVERFLOW, self.number, token) from None

    @staticmethod
    def limited(value: float, type_: str) -> float:
        low, high = LIMITS.get(type_, (-sys.float_info.max, sys.float_info.max))
        if not low <= value <= high:
            raise LineError(errors.OVERFLOW)
        return value

    def bits(self, token: str, value: int) -> Number:
        """Returns a number by its bits: 16 of an INTEGER or, if these are too few or & stands behind it, 32."""
        type_ = INTEGER if value < 2**16 and token[-1] != "&" else LONG
        span = 2 * (LIMITS[type_][1] + 1)
        if value >= span:
            raise refused(errors.OVERFLOW, self.number, token)
        return Number(float(value - span if value > LIMITS[type_][1] else value), type_)


class _LineBuilder(_TermBuilder):
    """Makes the statements of one line out of lark's tree."""

    def line(self, tree: Any) -> list[Statement]:
        parsed: list[Statement] = []
        for child in tree.children:
            if not hasattr(child, "data"):
                parsed.append(syntax.Label(self.number, self.label(child)))
            elif child.data == "label":
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
        if token[0].isdigit() and token.isdigit():
            return str(int(token))
        if token[-1] in SUFFIXES or not token[0].isalpha():
            raise refused(errors.SYNTAX_ERROR, self.number, f"{token} is not the name of a label or SUB")
        return self.name(token)

    def reserved_statement(self, parts: list[Any]) -> NoReturn:
        raise ListingRefused(self.number, no_part(parts[0]))

    def remark_statement(self, parts: list[Any]) -> list[Statement]:
        return []

    # ---- variables and values

    def let_statement(self, parts: list[Any]) -> Statement:
        return syntax.Let(self.number, self.target(parts[-2]), self.value(parts[-1]))

    def swap_statement(self, parts: list[Any]) -> Statement:
        return syntax.Swap(self.number, self.target(parts[1]), self.target(parts[2]))

    def mid_statement(self, parts: list[Any]) -> Statement:
        if parts[0].upper() != "MID$":
            raise refused(errors.SYNTAX_ERROR, self.number, f"{parts[0]!s} is a function")
        target, *values = self.target(parts[1]), *self.values(parts[2:])
        return syntax.Let(self.number, target, Call("MID$=", (target, *values)))

    def print_statement(self, parts: list[Any]) -> Statement:
        file = self.file(parts)
        picture = self.value(parts.pop(1).children[1]) if len(parts) > 1 and parts[1].data == "using" else None
        return syntax.Print(self.number, tuple(map(self.item, parts[1:])), file, picture)

    def item(self, tree: Any) -> Expression | syntax.Spacing | str:
        if tree.data != "item":
            return {"semicolon": ";", "comma": ","}[tree.data]
        first = tree.children[0]
        if not hasattr(first, "data"):
            return syntax.Spacing(first.upper() == "TAB", self.value(tree.children[1]))
        return self.value(first)

    def write_statement(self, parts: list[Any]) -> Statement:
        file = self.file(parts)
        return syntax.Print(self.number, self.values(parts[1:]), file, quoted=True)

    def input_statement(self, parts: list[Any], whole: bool = False) -> Statement:
        """INPUT; and, of a `whole` line, LINE INPUT."""
        file = self.file(parts)
        stay = bool(parts[1:] and parts[1].data == "stay" and parts.pop(1))
        asked = parts.pop(1) if parts[1].data in ("asked", "plain") else None
        prompt = self.text(asked.children[0]) if asked else ""
        mark = "" if whole or (asked and asked.data == "plain") else "? "
        return syntax.Input(self.number, prompt, mark, tuple(map(self.target, parts[1:])), file, stay, whole)

    def line_input_statement(self, parts: list[Any]) -> Statement:
        return self.input_statement(parts[1:], whole=True)

    def file(self, parts: list[Any]) -> Expression | None:
        """Takes `#` and a file's number from the parts of a statement."""
        return self.value(parts.pop(1).children[0]) if len(parts) > 1 and parts[1].data == "channel" else None

    def read_statement(self, parts: list[Any]) -> Statement:
        return syntax.Read(self.number, tuple(self.target(part) for part in parts[1:]))

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

    def restore_statement(self, parts: list[Any]) -> Statement:
        return syntax.Restore(self.number, self.label(parts[1]) if len(parts) > 1 else "")

    def target(self, tree: Any) -> Target:
        value = self.value(tree)
        if not isinstance(value, Variable | Element):
            raise refused(errors.DUPLICATE_DEFINITION, self.number, "a name with FN is a function's")
        return value

    # ---- declarations

    def dim_statement(self, parts: list[Any], again: bool = False, where: str = "") -> list[Statement]:
        """DIM, and the statements of its shape. An array with calculated bounds becomes a Redim too."""
        is_shared = getattr(parts[1], "type", "") == "SHARED"
        trees = parts[2 if is_shared else 1 :]
        names: list[Declared] = []
        later: list[Statement] = []
        for tree in trees:
            bounds = [self.bound(part) for part in tree.children if getattr(part, "data", "") == "bound"]
            declared = self.declared(tree)
            if again or not all(isinstance(edge, int | None) for bound in bounds for edge in bound):
                full = declared.name + (declared.type if declared.type not in (UNSAID, SINGLE) else "")
                array = Element(full, tuple(_expression(high) for _, high in bounds))
                lows = tuple(None if low is None else _expression(low) for low, _ in bounds)
                later.append(syntax.Redim(self.number, array, lows, again))
                bounds = []
            names.append(Declared(declared.name, declared.type, _constant(bounds) if bounds else declared.bounds))
        if again and any(declared.bounds is None for declared in names):
            raise refused(errors.SYNTAX_ERROR, self.number, "REDIM takes arrays with bounds")
        return [syntax.Dim(self.number, tuple(names), where or ("shared" if is_shared else "")), *later]

    def redim_statement(self, parts: list[Any]) -> list[Statement]:
        return self.dim_statement(parts, again=True)

    def common_statement(self, parts: list[Any]) -> list[Statement]:
        return self.dim_statement(parts)

    def static_statement(self, parts: list[Any]) -> list[Statement]:
        return self.dim_statement(parts, where="static")

    def shared_statement(self, parts: list[Any]) -> Statement:
        return syntax.Dim(self.number, tuple(map(self.declared, parts[1:])), "main")

    def erase_statement(self, parts: list[Any]) -> Statement:
        return syntax.Erase(self.number, tuple(WholeArray(self.name(name)) for name in parts[1:]))

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
        type_ = self.declared_type(str(name), parts.pop()) if parts and parts[-1].data == "type" else UNSAID
        return Declared(self.name(name), type_, None if tree.data == "scalar" else ())

    def declared_type(self, name: str, tree: Any) -> str:
        word = tree.children[1].upper()
        if word not in TYPES:
            raise ListingRefused(self.number, no_part(f"AS {word}"))
        if name[-1] in SUFFIXES:
            raise refused(errors.SYNTAX_ERROR, self.number, f"{name} says its type already, without AS")
        return TYPES[word]

    def bound(self, tree: Any) -> tuple[Edge | None, Edge]:
        edges = [self.edge(self.value(part)) for part in tree.children if hasattr(part, "data")]
        low, high = edges[0] if len(edges) > 1 else None, edges[-1]
        if isinstance(low or 0, int) and isinstance(high, int) and int(low or 0) > high:  # type: ignore[arg-type]
            raise ListingRefused(self.number, f"the lower bound {low or 0} is above the upper one, {high}")
        return low, high

    def edge(self, value: Expression) -> Edge:
        """Returns a bound: a whole number, or else what has to be calculated."""
        if not isinstance(value, Number):
            return value
        if not abs(value.value) <= MAX_BOUND:
            raise ListingRefused(self.number, f"the bound {value.value:.0f} is not a number up to {MAX_BOUND:,}")
        return round(value.value)

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
        return Act(self.number, "pictures_.segment", self.values(parts[2:]))

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
        points = [value for part in parts[1:3] for value in part.children]
        color = [part for part in parts[3:] if hasattr(part, "data")]
        shape = str(parts[-1]).upper() if not hasattr(parts[-1], "data") else ""
        if shape not in ("", "B", "BF"):
            raise refused(errors.SYNTAX_ERROR, self.number, "B or BF is expected behind LINE's colour")
        value = self.value(color[0]) if color and color[0].data != "nothing" else None
        return Act(self.number, "io_.draw_line", (*self.values(points), value, Text(shape)), (5,))

    def put_statement(self, parts: list[Any]) -> Statement:
        point, name, *rest = parts[1:]
        verb = rest[0].upper() if rest else "XOR"
        if verb not in PUT_VERBS:
            raise refused(errors.SYNTAX_ERROR, self.number, f"PUT takes {', '.join(PUT_VERBS)}")
        return Act(
            self.number, "pictures_.put", (*self.values(point.children), WholeArray(self.name(name)), Text(verb)), (3,)
        )

    def open_statement(self, parts: list[Any]) -> Statement:
        values = self.values([part for part in parts[1:] if hasattr(part, "data")])
        if len(values) == 3:  # OPEN "I", #1, "NAME"
            mode = values[0].value.upper() if isinstance(values[0], Text) else ""
            word = next((word for word, letter in MODES.items() if letter == mode), "")
            name, number = values[2], values[1]
        else:
            word = next(part for part in parts[2:] if part.type in ("NAME", "INPUT")).upper()
            name, number = values
        if word not in MODES:
            raise ListingRefused(self.number, no_part(f"OPEN FOR {word}" if word else "OPEN with this mode"))
        return Act(self.number, "files_.open_file", (name, number, Text(MODES[word])), (0, 2))

    def close_statement(self, parts: list[Any]) -> Statement:
        return Act(
            self.number, "files_.close_files", self.values([part for part in parts[1:] if hasattr(part, "data")])
        )

    def key_off_statement(self, parts: list[Any]) -> list[Statement]:
        """KEY OFF: the screen has no row for the function keys."""
        return []

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
        return syntax.For(self.number, Variable(self.name(parts[1])), values[0], values[1], step)

    def next_statement(self, parts: list[Any]) -> list[Statement]:
        """NEXT J, I is NEXT J: NEXT I."""
        return [syntax.Next(self.number, self.name(name)) for name in parts[1:] or [""]]

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
        if what in ("SUB", "FUNCTION"):
            return syntax.EndSub(self.number, silent=False, kind=what)
        return syntax.Exit(self.number, what)

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

    def on_error_statement(self, parts: list[Any]) -> Statement:
        label = self.label(parts[3])
        return syntax.OnError(self.number, "" if label == "0" else label)

    def resume_statement(self, parts: list[Any]) -> Statement:
        behind = len(parts) > 1 and parts[1].type == "NEXT"
        label = self.label(parts[1]) if len(parts) > 1 and not behind else ""
        return syntax.Resume(self.number, "" if label == "0" else label, behind)

    def return_statement(self, parts: list[Any]) -> Statement:
        return syntax.Return(self.number, self.label(parts[1]) if len(parts) > 1 else "")

    def stop_statement(self, parts: list[Any]) -> Statement:
        return syntax.Stop(self.number)

    # ---- subprograms

    def sub_statement(self, parts: list[Any]) -> Statement:
        static = parts[-1] if getattr(parts[-1], "type", "") == "STATIC" else None
        trees: list[Any] = next((part.children for part in parts[2:] if hasattr(part, "data")), [])
        parameters = tuple(self.declared(tree) for tree in trees if hasattr(tree, "data"))
        kind = parts[0].upper()
        name = self.label(parts[1]) if kind == "SUB" else self.name(parts[1])
        return syntax.Sub(self.number, name, parameters, kind, bool(static))

    def end_sub_statement(self, parts: list[Any]) -> Statement:
        return syntax.EndSub(self.number, kind=parts[1].upper())

    def declare_statement(self, parts: list[Any]) -> list[Statement]:
        """DECLARE says nothing that the SUB itself does not say."""
        return []

    def call_statement(self, parts: list[Any]) -> Statement:
        arguments = tuple(self.argument(part) for part in parts[2:] if hasattr(part, "data"))
        return syntax.CallSub(self.number, self.label(parts[1]), arguments)

    def bare_statement(self, parts: list[Any]) -> Statement:
        return self.call_statement([None, *parts])


def _expression(edge: Edge) -> Expression:
    return Number(float(edge), LONG) if isinstance(edge, int) else edge


def _constant(bounds: list[tuple[Edge | None, Edge]]) -> tuple[tuple[int | None, int], ...]:
    """Returns bounds that are known to be whole numbers."""
    return tuple((low if isinstance(low, int) else None, int(high)) for low, high in bounds)  # type: ignore[arg-type]
