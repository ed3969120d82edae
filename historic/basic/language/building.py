"""From a parsed line to its statements. BUILDERS has the method for each statement of basic.lark."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from historic.basic.language import errors, syntax
from historic.basic.language.errors import WordsMissing, refused
from historic.basic.language.syntax import Act, Declared, Statement
from historic.basic.language.terms import (
    Call,
    Expression,
    Number,
    Text,
    Variable,
    WholeArray,
)
from historic.basic.language.values import DEF_TYPES, LineValues, Node, Word
from historic.machine.screen import COLUMNS, PUT_VERBS

#: A value of DATA, and the comma behind it.
DATA_VALUE: Final = re.compile(r'[ \t]*("[^"]*(?:"|$)|(?![ \t]*")[^,]*?)[ \t]*(,|$)')
#: The names of OPEN's modes: behind FOR, and by their first letter before the file's number.
MODES: Final = {"INPUT": "I", "OUTPUT": "O", "APPEND": "A"}
#: The modes of SCREEN that QBasic has too.
PICTURE_MODES: Final = range(14)
#: The statements that only take values: their functions, the least and the most values, and which are strings.
ACTIONS: Final[dict[str, tuple[str, int, int, tuple[int, ...]]]] = {
    "BEEP": ("io_.screen.BEEP", 0, 0, ()),
    "BLOAD": ("pictures_.load", 1, 2, (0,)),
    "CHDIR": ("files_.change_folder", 1, 1, (0,)),
    "CLEAR": ("clear_", 0, 3, ()),
    "CLS": ("io_.clear", 0, 1, ()),
    "COLOR": ("io_.color", 1, 3, ()),
    "ERROR": ("error_", 1, 1, ()),
    "KILL": ("files_.kill", 1, 1, (0,)),
    "LOCATE": ("io_.locate", 1, 5, ()),
    "PLAY": ("io_.silence", 1, 1, (0,)),
    "RANDOMIZE": ("io_.randomize", 0, 1, ()),
    "RESET": ("files_.close_files", 0, 0, ()),
    "SCREEN": ("io_.screen_mode", 1, 4, ()),
    "SLEEP": ("io_.sleep", 0, 1, ()),
    "SOUND": ("io_.silence", 2, 2, ()),
    "WIDTH": ("io_.width", 1, 2, ()),
}
#: The other statements that only give their values away: their functions, and which values are strings.
ACTS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "close": ("files_.close_files", ()),
    "def_seg": ("pictures_.segment", ()),
    "rename": ("files_.rename", (0, 1)),
    "view_print": ("io_.view_print", ()),
}
#: The statements whose parts are the fields of a class: values, the tests of loops, and labels.
SHAPES: Final[dict[str, Callable[..., Statement]]] = {
    "do": syntax.Do,
    "end_if": syntax.EndIf,
    "end_record": syntax.EndRecord,
    "end_select": syntax.EndSelect,
    "gosub": syntax.Gosub,
    "goto": syntax.Goto,
    "if_block": syntax.If,
    "loop": syntax.Loop,
    "record": syntax.Record,
    "restore": syntax.Restore,
    "return": syntax.Return,
    "select": syntax.Select,
    "stop": syntax.Stop,
    "wend": syntax.Wend,
    "while": syntax.While,
}
#: The statements that do nothing: remarks, DECLARE, which repeats the SUB itself, KEY OFF, because the screen
#: has no row for the function keys, and TIMER ON, because ON TIMER is missing.
IDLE: Final = ("remark", "declare", "idle")

Built = Statement | list[Statement]
#: The method that makes a statement of each rule.
BUILDERS: Final[dict[str, Callable[[_LineBuilder, Node], Built]]] = {}


def line_parts(number: int, tree: Node) -> list[Statement]:
    """Returns the statements of the line `number`, a label first. Raises ListingRefused."""
    return _LineBuilder(number).line(tree)


def _builds(*rules: str) -> Callable[[Callable[[_LineBuilder, Node], Built]], Callable[[_LineBuilder, Node], Built]]:
    def noted(method: Callable[[_LineBuilder, Node], Built]) -> Callable[[_LineBuilder, Node], Built]:
        BUILDERS.update(dict.fromkeys(rules, method))
        return method

    return noted


class _LineBuilder(LineValues):
    """Makes statements out of the tree of a line."""

    # ---- the line and its statements

    def line(self, tree: Node) -> list[Statement]:
        """Returns all statements of the line."""
        parsed: list[Statement] = [syntax.Label(self.number, self.label(word)) for word in tree.words()]
        for node in tree.nodes:
            parsed += self.statements(node) if node.rule == "statements" else self.branch(node)
        return parsed

    def statements(self, tree: Node) -> list[Statement]:
        """Returns statements that stand behind each other."""
        parsed: list[Statement] = []
        for node in tree.nodes:
            if node.rule in SHAPES:
                fields = [field for part in node.children for field in self.fields(part)]
                parsed.append(SHAPES[node.rule](self.number, *fields))
            elif node.rule == "reserved":
                raise WordsMissing((self.number, node.word()))
            elif node.rule in ACTS:
                call, texts = ACTS[node.rule]
                parsed.append(Act(self.number, call, self.values(node.nodes), texts))
            elif node.rule not in IDLE:
                built = BUILDERS[node.rule](self, node)
                parsed += built if isinstance(built, list) else [built]
        return parsed

    def fields(self, part: Node | Word) -> list[Expression | bool | str]:
        """Returns a value, the test of a loop, a label, or nothing for other words."""
        if not isinstance(part, Node):
            return [self.label(part)] if part.type in ("NAME", "NUMBER") else []
        if part.rule in ("while_test", "until"):
            return [self.value(part.nodes[0]), part.rule == "until"]
        return [self.value(part)]

    # ---- variables and values

    @_builds("let")
    def let(self, node: Node) -> Built:
        target, value = node.nodes
        return syntax.Let(self.number, self.target(target), self.value(value))

    @_builds("swap")
    def swap(self, node: Node) -> Built:
        return syntax.Swap(self.number, *self.targets(node.nodes))

    @_builds("mid")
    def mid(self, node: Node) -> Built:
        if node.word().upper() != "MID$":
            raise refused(errors.SYNTAX_ERROR, self.number, f"{node.word()} is a function")
        target = self.target(node.nodes[0])
        return syntax.Let(self.number, target, Call("MID$=", (target, *self.values(node.nodes[1:]))))

    @_builds("print")
    def print(self, node: Node) -> Built:
        using = node.node("using")
        items = tuple(self.item(part) for part in node.nodes if part.rule not in ("channel", "using"))
        if not using:
            return syntax.Print(self.number, self.channel(node), items)
        picture, *fields = using.nodes
        values = tuple(map(self.item, fields))
        return syntax.Print(self.number, self.channel(node), items, self.value(picture), values)

    def item(self, node: Node) -> Expression | syntax.Spacing | str:
        """Returns an item of PRINT."""
        if node.rule != "item":
            return {"semicolon": ";", "comma": ","}[node.rule]
        value = self.value(node.nodes[0])
        return syntax.Spacing(node.word().upper() == "TAB", value) if node.word("SPACING") else value

    @_builds("write")
    def write(self, node: Node) -> Built:
        values = self.values(part for part in node.nodes if part.rule != "channel")
        return syntax.Print(self.number, self.channel(node), values, quoted=True)

    @_builds("input", "line_input")
    def input(self, node: Node) -> Built:
        """INPUT, and LINE INPUT, which reads a `whole` line."""
        whole = bool(node.word("LINE"))
        asked = node.node("asked", "plain")
        prompt = self.text(asked.word("STRING")) if asked else ""
        mark = "" if whole or (asked and asked.rule == "plain") else "? "
        targets = self.targets(part for part in node.nodes if part.rule in ("variable", "element"))
        return syntax.Input(self.number, prompt, mark, self.channel(node), targets, bool(node.node("stay")), whole)

    def channel(self, node: Node) -> Expression | None:
        """Returns the number of a file behind `#`, if there is one."""
        channel = node.node("channel")
        return self.value(channel.nodes[0]) if channel else None

    @_builds("read")
    def read(self, node: Node) -> Built:
        return syntax.Read(self.number, self.targets(node.nodes))

    @_builds("data")
    def data(self, node: Node) -> Built:
        values: list[str] = []
        text, place, comma = str(node.word()), len("DATA"), ","
        while comma:
            found = DATA_VALUE.match(text, place)
            if not found:
                raise refused(errors.SYNTAX_ERROR, self.number, "quotation marks in DATA stand around a whole value")
            value, comma = found.groups()
            values.append('"' * (value[:1] == '"') + self.text(value if value[:1] == '"' else f'"{value}"'))
            place = found.end()
        return syntax.Data(self.number, tuple(values))

    # ---- declarations

    @_builds("dim", "redim", "common", "static")
    def dim(self, node: Node) -> Built:
        """DIM, and the statements of its shape."""
        where = "shared" if node.word("SHARED") else "static" if node.word("STATIC") else ""
        names = tuple(map(self.declared, node.nodes))
        if node.rule == "redim" and any(declared.bounds is None for declared in names):
            raise refused(errors.SYNTAX_ERROR, self.number, "REDIM takes arrays with bounds")
        return syntax.Dim(self.number, names, where, node.rule == "redim")

    @_builds("shared")
    def shared(self, node: Node) -> Built:
        return syntax.Dim(self.number, tuple(map(self.declared, node.nodes)), "main")

    @_builds("erase")
    def erase(self, node: Node) -> Built:
        return Act(self.number, "erase_", tuple(WholeArray(self.name(name)) for name in node.words("NAME")))

    @_builds("const")
    def const(self, node: Node) -> Built:
        return [syntax.Const(self.number, self.name(part.word()), self.value(part.nodes[0])) for part in node.nodes]

    @_builds("deftype")
    def deftype(self, node: Node) -> Built:
        word = node.word().upper()
        letters = frozenset(letter for part in node.nodes for letter in self.letters(part, word))
        return syntax.DefType(self.number, letters, DEF_TYPES[word[3:]])

    def letters(self, node: Node, word: str) -> list[str]:
        """Returns the letters of DEFINT A-Z."""
        names = [name.upper() for name in node.words("NAME")]
        if any(len(name) > 1 for name in names) or names[0] > names[-1]:
            raise refused(errors.SYNTAX_ERROR, self.number, f"{word} takes letters, such as {word} A-Z")
        return [chr(code) for code in range(ord(names[0]), ord(names[-1]) + 1)]

    @_builds("def_fn")
    def def_fn(self, node: Node) -> Built:
        """DEF FN, in one line or, without a value, up to END DEF."""
        name = self.name(node.word("NAME"))
        if name[:2] != "FN":
            raise refused(errors.SYNTAX_ERROR, self.number, "the name of a DEF function begins with FN")
        parameters = self.parameters(node)
        value = next((part for part in node.nodes if part.rule != "parameters"), None)
        if value:
            return syntax.DefFn(self.number, name, parameters, self.value(value))
        return syntax.Sub(self.number, name, parameters, "DEF")

    @_builds("field")
    def field(self, node: Node) -> Built:
        type_, length = self.declared_type(node.word(), node.nodes[0])
        return syntax.Field(self.number, Declared(self.name(node.word()), type_, None, length))

    @_builds("option")
    def option(self, node: Node) -> Built:
        _, name, number = node.words()
        if name.upper() != "BASE" or number not in ("0", "1"):
            raise refused(errors.SYNTAX_ERROR, self.number, "OPTION BASE 0 or OPTION BASE 1 is expected")
        return syntax.OptionBase(self.number, int(number))

    # ---- the screen, files and folders

    @_builds("act")
    def act(self, node: Node) -> Built:
        """A statement of the table ACTIONS."""
        word = node.word().upper()
        call, least, most, texts = ACTIONS[word]
        given = [None if part.rule == "nothing" else self.value(part) for part in node.nodes]
        while given and given[-1] is None:
            given.pop()
        if not least <= len(given) <= most:
            takes = f"{least} to {most} values" if most > least else f"{most} value{'' if most == 1 else 's'}"
            raise refused(errors.SYNTAX_ERROR, self.number, f"{word} takes {takes}")
        mode = given[0] if word == "SCREEN" else None
        if isinstance(mode, Number) and mode.value in PICTURE_MODES and mode.value not in COLUMNS:
            raise WordsMissing((self.number, f"SCREEN {mode.value:.0f}"))
        return Act(self.number, call, tuple(given), texts)

    @_builds("draw")
    def draw(self, node: Node) -> Built:
        start, end, *color = node.nodes
        shape = node.word("NAME").upper()
        if shape not in ("", "B", "BF"):
            raise refused(errors.SYNTAX_ERROR, self.number, "B or BF is expected behind LINE's colour")
        value = self.value(color[0]) if color and color[0].rule != "nothing" else None
        points = self.values([*start.nodes, *end.nodes])
        return Act(self.number, "io_.draw_line", (*points, value, Text(shape)), (5,))

    @_builds("put")
    def put(self, node: Node) -> Built:
        _, name, *rest = node.words()
        verb = rest[0].upper() if rest else "XOR"
        if verb not in PUT_VERBS:
            raise refused(errors.SYNTAX_ERROR, self.number, f"PUT takes {', '.join(PUT_VERBS)}")
        given = (*self.values(node.nodes[0].nodes), WholeArray(self.name(name)), Text(verb))
        return Act(self.number, "pictures_.put", given, (3,))

    @_builds("open")
    def open(self, node: Node) -> Built:
        """OPEN. The length of a record means nothing here: LEN is a buffer's."""
        first, *others = self.values(node.nodes)
        if not node.word("FOR"):  # OPEN "I", #1, "NAME"
            number, name, *_ = others
            letter, said = first.value.upper() if isinstance(first, Text) else "", "OPEN with this mode"
        else:
            name, number = first, others[0]
            word = node.word("NAME", "INPUT").upper()
            letter, said = MODES.get(word, ""), f"OPEN FOR {word}"
        if letter not in MODES.values():
            raise WordsMissing((self.number, said))
        return Act(self.number, "files_.open_file", (name, number, Text(letter)), (0, 2))

    # ---- control flow

    def branch(self, node: Node) -> list[Statement]:
        """Returns ELSE, ELSEIF or CASE at the start of a line, and the text behind it."""
        tests = [part for part in node.nodes if part.rule not in ("statements", "behind", "jump")]
        behind = [statement for part in node.nodes if part not in tests for statement in self.behind(part)]
        if node.rule in ("else", "elseif"):
            return [syntax.Else(self.number, self.value(tests[0]) if tests else None), *behind]
        return [syntax.Case(self.number, tuple(map(self.case_test, tests))), *behind]

    def case_test(self, node: Node) -> tuple[tuple[str, Expression], ...]:
        """Returns the comparisons of a CASE's test with the selector: all must hold."""
        operators = {"equal": ["="], "between": [">=", "<="]}.get(node.rule) or list(
            map(str, node.words("RELATION", "EQUAL"))
        )
        return tuple(zip(operators, self.values(node.nodes), strict=True))

    @_builds("for")
    def for_(self, node: Node) -> Built:
        start, limit, *step = self.values(node.nodes)
        return syntax.For(self.number, Variable(self.name(node.word("NAME"))), start, limit, step[0] if step else None)

    @_builds("next")
    def next(self, node: Node) -> Built:
        """NEXT J, I is NEXT J: NEXT I."""
        return [syntax.Next(self.number, self.name(name)) for name in map(str, node.words("NAME") or ("",))]

    @_builds("exit")
    def exit(self, node: Node) -> Built:
        what = node.words()[1].upper()
        if what in ("SUB", "FUNCTION", "DEF"):
            return syntax.EndSub(self.number, silent=False, kind=what)
        return syntax.Exit(self.number, what)

    @_builds("if_line")
    def if_line(self, node: Node) -> Built:
        condition, *_ = node.nodes
        parsed: list[Statement] = [syntax.If(self.number, self.value(condition), in_line=True)]
        for part in node.children[2:]:
            if isinstance(part, Node):
                parsed += self.behind(part)
            elif part.type == "ELSE":
                parsed.append(syntax.Else(self.number, None, in_line=True))
        return [*parsed, syntax.EndIf(self.number, in_line=True)]

    def behind(self, node: Node) -> list[Statement]:
        """Returns the part behind THEN or ELSE: statements, or a label or the name of a SUB and statements."""
        if node.rule == "statements":
            return self.statements(node)
        first: list[Statement] = [syntax.Then(self.number, self.label(word)) for word in node.words()]
        return [*first, *(part for child in node.nodes for part in self.statements(child))]

    @_builds("on")
    def on(self, node: Node) -> Built:
        labels = tuple(map(self.label, node.words("NAME", "NUMBER")))
        return syntax.On(self.number, self.value(node.nodes[0]), bool(node.word("GOSUB")), labels)

    @_builds("on_error")
    def on_error(self, node: Node) -> Built:
        label = self.label(node.word("NAME", "NUMBER"))
        return syntax.OnError(self.number, "" if label == "0" else label)

    @_builds("resume")
    def resume(self, node: Node) -> Built:
        label = self.label(node.word("NAME", "NUMBER") or "0")
        return syntax.Resume(self.number, "" if label == "0" else label, bool(node.word("NEXT")))

    # ---- subprograms

    @_builds("sub")
    def sub(self, node: Node) -> Built:
        kind, name = node.word().upper(), node.word("NAME")
        named = self.label(name) if kind == "SUB" else self.name(name)
        return syntax.Sub(self.number, named, self.parameters(node), kind, bool(node.word("STATIC")))

    @_builds("end_sub")
    def end_sub(self, node: Node) -> Built:
        return syntax.EndSub(self.number, kind=node.words()[1].upper())

    @_builds("call", "bare")
    def call_sub(self, node: Node) -> Built:
        return syntax.CallSub(self.number, self.label(node.word("NAME", "BARE")), self.arguments(node))
