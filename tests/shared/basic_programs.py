"""Random programs of this BASIC, whose statements have the forms of its own grammar: basic.lark.

A statement is one of the grammar's alternatives, with values, variables and labels that fit in its places: so a new
form of a statement is tried without a line here. Programs end, and meet errors now and then. A Random makes the
choices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, TypeVar

from historic.basic.language.parsing import _parser

#: Fills a place of the grammar's.
Fill = Callable[[], str]
Choice = TypeVar("Choice")

#: The alternatives that no program has: pictures, sound, the clock, and what only other tests can compare.
LEFT_OUT: Final = {
    "bare": "GW-BASIC's label",
    "def_seg": "pictures",
    "draw": "pictures",
    "put": "pictures",
    "idle": "does nothing",
    "remark": "does nothing",
    "declare": "does nothing",
    "reserved": "is refused",
    "rename": "files of a folder",
}
#: The text of each terminal that is more than its own name.
WORDS: Final = {"FUNC": "FUNCTION", "RECORD": "TYPE", "RENAME": "NAME", "VIEW_PRINT": "VIEW PRINT", "EQUAL": "="}
TYPES: Final = "%&!#$"
AS: Final = {"%": "INTEGER", "&": "LONG", "!": "SINGLE", "#": "DOUBLE", "$": "STRING"}
NUMBERS: Final = (
    "0", "1", "2", "3", "5", "7", "10", "12", "40", "100", "255", "256", "1000", "32767", ".5", ".25", "1.5", "2.75",
    "-1", "-2", "-3.5", "-100", "1E3", "2.5E1", "&HFF", "&O17", "5%", "70000&", "2.5!", "1.25#", "70000",
)  # fmt: skip
TEXTS: Final = ("", "a", "B", "Hello", "a,b", " x ", "12", "Zebra", "quite a long text")
PICTURES: Final = (
    "##", "###.##", "##.##-", "$$###.##", "**###", "**$##.#", "#,###", "##.##^^^^", ".##", "x ## y", "_###",
    "## ##.#", "#",
)  # fmt: skip
#: QB64 puts the sign elsewhere, and PC-BASIC writes no zero between a dollar and the point.
SIGNED_PICTURES: Final = ("+##.#", "##+", "+##.##^^^^", "+##-", "+.##", "$$####", "**$###")
GW_PICTURES: Final = (*(picture for picture in PICTURES if "$" not in picture), *SIGNED_PICTURES)
#: QB64 prints 2 / 8 as .03 in this one.
QB64_PICTURES: Final = tuple(picture for picture in PICTURES if picture != ".##")
TEXT_PICTURES: Final = ("&", "!", r"\ \ ", r"<\    \>", "& !")
DATA_FILE: Final = "F.DAT"


@dataclass(frozen=True)
class Name:
    """A variable, or an array with so many subscripts, of a type; what it is written as, and where it can be used."""

    text: str
    type: str
    bounds: tuple[tuple[int, int], ...] = ()
    fixed: bool = False


@dataclass
class Scope:
    """The names that the main program or a SUB can use."""

    names: list[Name] = field(default_factory=list)
    constants: list[Name] = field(default_factory=list)
    sub: str = ""


class Grammar:
    """The alternatives of each rule of basic.lark, and those of each kind of statement."""

    def __init__(self) -> None:
        self.rules: dict[str, list[list[str]]] = defaultdict(list)
        self.forms: dict[str, list[list[str]]] = defaultdict(list)
        self.words = dict(WORDS)
        parser = _parser()
        for rule in parser.rules:
            symbols = [symbol.name for symbol in rule.expansion]
            name = str(rule.alias or rule.origin.name)
            self.rules[str(rule.origin.name)].append(symbols)
            self.forms[name].append(symbols)
        for terminal in parser.terminals:
            is_word = type(terminal.pattern).__name__ == "PatternRE"
            self.words.setdefault(terminal.name, terminal.name if is_word else terminal.pattern.value)


GRAMMAR: Final = Grammar()


class Writer:
    """Writes one program. With `gw`, it has only what GW-BASIC has too."""

    def __init__(self, random: Random, gw: bool = False) -> None:
        self.random = random
        self.gw = gw
        self.serial = 0
        self.labels = 0
        self.lines: list[str] = []
        self.indent = 0
        self.types = TYPES.replace("&", "") if gw else TYPES
        self.pictures = GW_PICTURES if gw else QB64_PICTURES
        self.numbers = [number for number in NUMBERS if not gw or number[-1] != "&"]
        self.main = self.scope = Scope([Name(f"N{type_}", type_) for type_ in self.types] + [Name("X", "!")])
        self.shared: list[Name] = []
        self.subs: list[tuple[str, str, tuple[Name, ...]]] = []
        self.data: list[str] = []
        self.depth = 0
        self.in_file = False
        self.fns: list[tuple[str, int]] = []
        self.records: dict[str, tuple[Name, ...]] = {}

    # ---- drawing

    def one(self, options: Sequence[Choice]) -> Choice:
        return self.random.choice(options)

    def chance(self, out_of: int) -> bool:
        """Returns True once in so many draws."""
        return self.random.randrange(out_of) == out_of - 1

    def few(self, least: int, most: int) -> range:
        return range(self.random.randint(least, most))

    def fresh(self, letters: str = "ABCDE") -> str:
        """Returns a name that is not in use, without its type."""
        self.serial += 1
        return f"{self.one(letters)}{self.serial}"

    def form(self, kind: str, *, last: Callable[[list[str]], bool] = lambda form: True, **fills: Fill) -> str:
        """Returns a statement of one of the grammar's forms, with `fills` in its places."""
        return self._filled(self.one([form for form in GRAMMAR.forms[kind] if last(form)]), fills)

    def _filled(self, symbols: Sequence[str], fills: dict[str, Fill]) -> str:
        parts: list[str] = []
        for symbol in symbols:
            if symbol in fills:
                parts.append(fills[symbol]())
            elif symbol in GRAMMAR.rules:
                parts.append(self._filled(self.one(GRAMMAR.rules[symbol]), fills))
            else:
                parts.append(GRAMMAR.words[symbol])
        return " ".join(filter(None, parts)).replace("( ", "(").replace(" )", ")").replace(" (", "(")

    def add(self, line: str) -> None:
        self.lines.append(line)

    def label(self) -> str:
        self.labels += 1
        return f"P{self.labels}"

    # ---- values

    def visible(self, type_: str = "", is_array: bool | None = None) -> list[Name]:
        """Returns the names of a type ('n' for all numbers), arrays or not."""
        return [
            name
            for name in self.scope.names
            if (not type_ or (name.type != "$") == (type_ != "$"))
            and (type_ in ("", "n", "$") or name.type == type_)
            and (is_array is None or bool(name.bounds) == is_array)
        ]

    def place(self, name: Name) -> str:
        """Returns a variable, or an element of an array."""
        if not name.bounds:
            return name.text
        return f"{name.text}({', '.join(self.subscript(low, high) for low, high in name.bounds)})"

    def subscript(self, low: int, high: int) -> str:
        number = self.random.randint(low, high)
        return self.one([str(number), str(number), f"{number - 1}+1", f"{number}.25"])

    def target(self, type_: str = "") -> str:
        return self.place(self.one(self.visible(type_)))

    def number(self, depth: int = 2) -> str:
        """Returns a number. Products and quotients are of small numbers, so that they are exact."""
        if depth == 0 or self.chance(3):
            names = [*self.visible("n"), *(name for name in self.scope.constants if name.type != "$")]
            return self.place(self.one(names)) if self.chance(2) else self.one(self.numbers)
        kind = self.one(["sum", "sum", "product", "compared", "bits", "sign", "call", "call", "bracket", "whole"])
        left, right = self.number(depth - 1), self.number(depth - 1)
        if kind == "sum":
            return f"{left} {self.one('+-')} {right}"
        if kind == "product":
            return (
                f"({left}) * {self.one(['2', '3', '.5', '10'])}" if self.chance(2) else f"({left}) / {self.one('248')}"
            )
        if kind == "compared":
            signs = ["=", "<>", "<", ">", "<=", ">="]
            first, second = (left, right) if self.chance(2) else (self.text(depth - 1), self.text(depth - 1))
            return f"({first} {self.one(signs)} {second})"
        if kind == "bits":
            operators = ["AND", "OR", "XOR", "EQV", "IMP"]
            return (
                f"({self.small()} {self.one(operators)} {self.small()})" if self.chance(2) else f"(NOT {self.small()})"
            )
        if kind == "whole":
            return self.one(
                [f"{self.small()} MOD {self.one('3579')}", f"{self.small()} \\ {self.one('2345')}", "2 ^ 5"]
            )
        if kind == "sign":
            return f"-({left})"
        return f"({left})" if kind == "bracket" else self.call(depth - 1)

    def small(self) -> str:
        """Returns a whole number that an INTEGER holds."""
        names = self.visible("%", is_array=False)
        return self.one(names).text if names and self.chance(2) else self.one(["1", "3", "6", "12", "255", "-1", "-7"])

    def call(self, depth: int) -> str:
        """Returns the call of a function with a number."""
        inner, text = self.number(depth), self.text(depth)
        plain = [f"{name}({inner})" for name in ("ABS", "INT", "FIX", "SGN", "CSNG")]
        texts = [f"LEN({text})", f'ASC({text} + "k")', f'INSTR({text}, "l")', 'VAL("12.5x")', 'VAL(" &H1F")']
        texts += ["CVI(MKI$(77))", "CVS(MKS$(-2.5))", "SQR(16)", f"INSTR(2, {text}, {self.text(0)})"]
        own = [f"{name}({', '.join(self.number(0) for _ in range(count))})" for name, count in self.fns]
        if not self.gw:
            arrays = self.visible(is_array=True)
            own += [f"{self.one(['LBOUND', 'UBOUND'])}({self.one(arrays).text})"] if arrays else []
            own += self.functions(text=False)
        return self.one([*plain, *texts, *own, *own])

    def text(self, depth: int = 1) -> str:
        """Returns a string."""
        if depth <= 0 or self.chance(3):
            names = [*self.visible("$"), *(name for name in self.scope.constants if name.type == "$")]
            return self.place(self.one(names)) if names and self.chance(2) else f'"{self.one(TEXTS)}"'
        inner, number = self.text(depth - 1), self.one("1235")
        options = [f"{inner} + {self.text(0)}", f"LEFT$({inner}, {number})", f"RIGHT$({inner}, {number})"]
        options += [f"MID$({inner}, {number})", f"MID$({inner}, {number}, 2)", f"STR$({self.number(1)})", "CHR$(65)"]
        options += [f'STRING$({number}, "*")', f"SPACE$({number})", f"HEX$({self.small()})", f"OCT$({self.small()})"]
        if not self.gw:
            options += [f"{name}({inner})" for name in ("UCASE$", "LCASE$", "LTRIM$", "RTRIM$")]
            options += self.functions(text=True)
        return self.one(options)

    def value(self, type_: str) -> str:
        return self.text() if type_ == "$" else self.number()

    def condition(self) -> str:
        return self.one([f"{self.number(1)} {self.one('=<>')} {self.number(1)}", f"{self.text(1)} = {self.text(1)}"])

    def functions(self, text: bool) -> list[str]:
        """Returns the call of a FUNCTION of the program, if there is one."""
        found = [sub for sub in self.subs if sub[0] == "FUNCTION" and sub[1].endswith("$") == text]
        return [self.called(self.one(found))] if found else []

    def called(self, sub: tuple[str, str, tuple[Name, ...]]) -> str:
        """Returns the name of a SUB or FUNCTION with arguments: variables, also in brackets, values, and arrays."""
        given = [self.argument(parameter) for parameter in sub[2]]
        return f"{sub[1]}({', '.join(given)})" if given else sub[1]

    def argument(self, parameter: Name) -> str:
        if parameter.bounds:
            arrays = [each for each in self.visible(parameter.type, True) if len(each.bounds) == 1 and not each.fixed]
            wide = [each for each in arrays if each.bounds[0][0] <= 1 and each.bounds[0][1] >= 3]
            return f"{self.one(wide).text}()"
        names = [each for each in self.visible(parameter.type) if not each.fixed]
        if names and self.chance(2):
            place = self.place(self.one(names))
            # QB64 gives a string in brackets by reference.
            return f"({place})" if parameter.type != "$" and self.chance(3) else place
        return self.text(0) if parameter.type == "$" else f"({self.number(0)})"

    # ---- statements

    def statement(self) -> None:
        """Adds a statement, or a block of them."""
        simple = ["let", "let", "let", "print", "print", "print", "using", "swap", "mid", "if_line", "write"]
        blocks = ["for", "while", "gosub", "goto", "on", "file", "read", "error"]
        if not self.gw:
            blocks += ["if", "if", "do", "select", "select", "redim", "call", "call", "const", "record"]
        kind = self.one(simple if self.depth > 2 or self.chance(2) else blocks)
        self.depth += 1
        getattr(self, f"add_{kind}")()
        self.depth -= 1

    def body(self, least: int = 1, most: int = 3) -> None:
        for _ in self.few(least, most):
            self.statement()

    def simple(self) -> str:
        """Returns statements for one line."""
        kinds: list[Fill] = [self.let, self.printed, lambda: self.printed(using=True)]
        return " : ".join(self.one(kinds)() for _ in self.few(1, 2))

    def let(self) -> str:
        name = self.one(self.visible())
        return self.form("let", target=lambda: self.place(name), value=lambda: self.value(name.type))

    def add_let(self) -> None:
        self.add(self.let())

    def add_swap(self) -> None:
        name = self.one([name for name in self.visible() if not name.fixed])
        others = [each for each in self.visible(name.type) if each.type == name.type and not each.fixed]
        places = iter([self.place(name), self.place(self.one(others))])
        self.add(self.form("swap", target=lambda: next(places)))

    def add_mid(self) -> None:
        self.add(f'{self.target("$")} = "abcdef"')
        name = self.one([each for each in self.visible("$") if not each.bounds and not each.fixed])
        self.add(f'{name.text} = {name.text} + "xyz"')
        values = iter([self.one("123"), *([self.one("123")] * 2)])
        form = self.one(GRAMMAR.forms["mid"])
        count = form.count("value")
        numbers = [next(values) for _ in range(count - 1)]
        given = iter([*numbers, f'"{self.one(TEXTS)}"' if self.gw else self.text()])
        fills: dict[str, Fill] = {
            "FUNCTION": lambda: "MID$",
            "target": lambda: name.text,
            "value": lambda: next(given),
        }
        self.add(self._filled(form, fills))

    def printed(self, using: bool = False, channel: str = "") -> str:
        """Returns PRINT, with USING or without, to the screen or a file."""

        def fits(form: list[str]) -> bool:
            return ("using" in form) == using and ("channel" in form) == bool(channel)

        return self.form("print", last=fits, item=self.item, using=self.using, channel=lambda: f"#{channel},")

    def item(self) -> str:
        """Returns an item of PRINT with what separates it from the next one."""
        if self.chance(5):
            count = self.one(["3", "9", "20", "41", "79"])
            return f"{self.one(['TAB', 'SPC'])}({count});"
        value = self.text() if self.chance(2) else self.number()
        return f"{value}{self.one([';', ';', ','])}"

    def using(self) -> str:
        is_text = self.chance(3)
        picture = self.one(TEXT_PICTURES if is_text else self.pictures)
        # QB64 writes another letter before the exponent of a value that it has calculated.
        depth = 0 if self.gw or "^" in picture else 1
        values = [self.text() if is_text else self.number(depth) for _ in self.few(1, 3)]
        separated = "".join(f"{value}{self.one([';', ';', ','])}" for value in values)
        return f'USING "{picture}"; {separated if self.chance(4) else separated[:-1]}'

    def add_print(self) -> None:
        self.add(self.printed())

    def add_using(self) -> None:
        self.add(self.printed(using=True))

    def written(self, channel: str = "") -> str:
        return self.form(
            "write",
            last=lambda form: ("channel" in form) == bool(channel),
            channel=lambda: f"#{channel},",
            value=lambda: self.text() if self.chance(2) else self.number(),
        )

    def add_write(self) -> None:
        self.add(self.written())

    def add_if_line(self) -> None:
        """IF in one line. Behind THEN and ELSE stand statements; a label is behind the line."""
        label = self.label()

        def behind() -> str:
            return label if self.chance(4) else self.simple()

        fills: dict[str, Fill] = {"value": self.condition, "behind": behind, "place": lambda: label}
        form = self.one([each for each in GRAMMAR.forms["if_line"] if not self.gw or each[3:4] != ["_else"]])
        if self.gw:
            fills["_else"] = lambda: f"ELSE {self.simple()}"
        self.add(self._filled(form, fills))
        self.add(f"{label}:")

    def add_if(self) -> None:
        self.add(self.form("if_block", value=self.condition))
        self.body()
        for _ in self.few(0, 2):
            self.add(f"ELSEIF {self.condition()} THEN {self.one(['', self.simple()])}".rstrip())
            self.body(0, 2)
        if self.chance(2):
            self.add(self.one(["ELSE", f"ELSE {self.simple()}"]))
            self.body(0, 2)
        self.add(self.form("end_if"))

    def add_for(self) -> None:
        self.serial += 1
        counter = f"K{self.serial}{self.one(['%', '!', '', '&', '#'] if not self.gw else ['%', '!', ''])}"
        start, step = self.random.randint(-3, 4), self.one([1, 1, 2, -1, -2, 0.5])
        bounds = iter(map(str, (start, start + int(step * self.one([0, 1, 2, 3])), step)))
        form = self.one([each for each in GRAMMAR.forms["for"] if "STEP" in each or step == 1])
        if counter[-1] in "%&" and step == 0.5:
            counter = counter[:-1]
        self.add(self._filled(form, {"NAME": lambda: counter, "value": lambda: next(bounds)}))
        self.scope.names.append(Name(counter, "!" if counter[-1].isdigit() else counter[-1], fixed=True))
        kept = self.scope.names.pop()
        self.add(f"PRINT {kept.text};")
        self.body()
        if not self.gw and self.chance(4):
            self.add(f"IF {self.condition()} THEN {self.form('exit', last=lambda form: form[1] == 'FOR')}")
        self.add(self.one([f"NEXT {counter}", "NEXT"]))

    def counted(self, test: Callable[[str], str]) -> None:
        """Adds a loop whose test counts its turns."""
        self.serial += 1
        counter = f"Q{self.serial}%"
        self.add(f"{counter} = 0")
        self.add(test(f"{counter} < {self.one('123')}"))
        self.add(f"{counter} = {counter} + 1")
        self.body(1, 2)

    def add_while(self) -> None:
        self.counted(lambda test: self.form("while", while_test=lambda: f"WHILE {test}"))
        self.add("WEND")

    def add_do(self) -> None:
        if self.chance(2):
            self.counted(lambda test: f"DO {self.one([f'WHILE {test}', f'UNTIL NOT ({test})'])}")
            if self.chance(3):
                self.add("IF " + self.condition() + " THEN EXIT DO")
            self.add("LOOP")
        else:
            self.serial += 1
            counter = f"Q{self.serial}%"
            self.add(f"{counter} = 0")
            self.add("DO")
            self.add(f"{counter} = {counter} + 1")
            self.body(1, 2)
            test = f"{counter} < {self.one('123')}"
            self.add(f"LOOP {self.one([f'WHILE {test}', f'UNTIL NOT ({test})'])}")

    def add_select(self) -> None:
        type_ = self.one(["%", "n", "$"])
        name = self.one(self.visible(type_))
        self.add(self.form("select", value=lambda: self.one([self.place(name), self.value(name.type)])))

        def compared() -> str:
            return self.text(0) if name.type == "$" else self.number(0)

        def test() -> str:
            kind = self.one([GRAMMAR.forms["equal"], GRAMMAR.forms["between"], GRAMMAR.forms["compared"]])
            return self._filled(self.one(kind), {"value": compared, "RELATION": lambda: self.one(["<", ">=", "<>"])})

        for _ in self.few(1, 3):
            self.add(f"CASE {', '.join(test() for _ in self.few(1, 2))}")
            self.body(1, 2)
        if self.chance(2):
            self.add("CASE ELSE")
            self.body(1, 2)
        self.add("END SELECT")

    def add_gosub(self) -> None:
        """A subroutine stands where it is called, and the program jumps over it."""
        start, end = self.label(), self.label()
        self.add(self.form("gosub", _place=lambda: start))
        self.add(self.form("goto", _place=lambda: end))
        self.add(f"{start}:")
        self.body(1, 2)
        self.add(self.form("return", last=lambda form: len(form) == 1))
        self.add(f"{end}:")

    def add_goto(self) -> None:
        end = self.label()
        if self.chance(2):
            self.add(f"IF {self.condition()} THEN {end}")
        else:
            self.add(self.form("goto", _place=lambda: end))
        self.body(1, 2)
        self.add(f"{end}:")

    def add_on(self) -> None:
        labels = [self.label() for _ in self.few(1, 3)]
        end = self.label()
        places = iter(labels * 5)
        number = self.one(["0", "1", "2", "2.4", "9"])
        self.add(f"ON {number} {self.one(['GOTO', 'GOSUB'])} {', '.join(labels)}")
        assert places
        is_gosub = " GOSUB " in self.lines[-1]
        self.add(f"GOTO {end}")
        for label in labels:
            self.add(f"{label}:")
            self.add(self.printed())
            self.add("RETURN" if is_gosub else f"GOTO {end}")
        self.add(f"{end}:")

    def add_read(self) -> None:
        names = [self.one(self.visible()) for _ in self.few(1, 3)]
        places = iter([self.place(name) for name in names])
        form = self.one(GRAMMAR.forms["read"])
        given = [next(places) for _ in names]
        self.add(f"{GRAMMAR.words[form[0]]} {', '.join(given)}")
        texts = ["abc", '"a, b"', " x y ", '""', "", "7", *([] if self.gw else ['6"', 'a"b'])]
        self.data.append("DATA " + ",".join(self.one(texts if n.type == "$" else self.numbers[:20]) for n in names))
        if self.chance(6):
            self.add(self.form("restore", last=lambda form: len(form) == 1))

    def add_error(self) -> None:
        """An error that is trapped, and where the program goes on."""
        if self.scope.sub:
            self.add_print()
            return
        trap, end = self.label(), self.label()
        wrong = ["ERROR 77", "J$ = CHR$(300)", "J% = ASC(Z$)", "J! = SQR(-1)", "J! = LOG(0)", "J! = Z9!(11)", "ERROR 0"]
        if self.gw:  # QB64 has no such errors, or ends without a word
            wrong += ["J% = 5 MOD Z%", "J% = 1 \\ Z%", "J$ = MID$(N$, 0)", "J$ = LEFT$(N$, -1)", "J$ = STRING$(-1, 65)"]
        self.add(self.form("on_error", _place=lambda: trap))
        self.add(self.one(wrong))
        self.add(self.printed())
        self.add(f"GOTO {end}")
        self.add(f"{trap}:")
        self.add('PRINT "trapped"; ERR')
        ways = {"RESUME NEXT": ["NEXT"], f"RESUME {end}": ["_place"]}
        self.add(self.one(list(ways)))
        self.add(f"{end}:")
        self.add("ON ERROR GOTO 0")

    def add_file(self) -> None:
        """Writes a file, maybe goes on with it, and reads it again. No other file is open meanwhile."""
        if self.in_file:
            self.add_print()
            return
        self.in_file = True
        self.add(f'OPEN "{DATA_FILE}" FOR OUTPUT AS #1')
        for _ in self.few(1, 3):
            self.add(self.written("1") if self.chance(2) else self.printed(channel="1"))
            if self.chance(3):
                self.add(self.printed(using=True, channel="1"))
        self.add("CLOSE #1")
        if self.chance(3):
            self.add(f'OPEN "{DATA_FILE}" FOR APPEND AS #1')
            self.add(self.written("1"))
            self.add("CLOSE")
        if self.chance(2):
            self.add(f'OPEN "{DATA_FILE}" FOR INPUT AS #2')
            self.add(f"PRINT {'' if self.gw else 'LOF(2); '}EOF(2)")
            self.counted(lambda test: "WHILE NOT EOF(2)")
            # GW-BASIC reads a number of few digits as a SINGLE.
            name = self.one([each for each in self.visible() if not each.bounds and not (self.gw and each.type == "#")])
            self.add(self.one([f"LINE INPUT #2, {self.target('$')}", f"INPUT #2, {name.text}"]))
            self.add(f"PRINT {name.text}; EOF(2)")
            self.add("WEND")
            self.add("CLOSE #2")
        self.in_file = False

    # ---- what GW-BASIC does not have

    def add_redim(self) -> None:
        arrays = [name for name in self.scope.names if name.bounds and name.text[:1] == "R" and not name.fixed]
        if not arrays:
            self.add_let()
            return
        name = self.one(arrays)
        bounds = tuple((low, self.one([high, high + 1, 4])) for low, high in name.bounds)
        said = ", ".join(f"{low} TO {high}" for low, high in bounds)
        self.add(f"REDIM {name.text}({said})")

    def add_const(self) -> None:
        if self.scope.sub or self.depth > 1:
            self.add_print()
            return
        self.add_constants()

    def add_constants(self) -> None:
        name, type_ = self.fresh("CDM"), self.one(["", "", *TYPES])
        kind = type_ or self.one(["n", "$"])
        numbers = [each.text for each in self.scope.constants if each.type != "$"]
        value = f'"{self.one(TEXTS)}"' if kind == "$" else self.one([*NUMBERS, *(f"{each} * 2" for each in numbers)])
        if type_ == "%" and ("7000" in value or "*" in value):
            value = "12"
        self.add(self.form("const", last=lambda form: len(form) == 2, constant=lambda: f"{name}{type_} = {value}"))
        self.scope.constants.append(Name(f"{name}{self.one(['', type_])}", "$" if kind == "$" else "!"))

    def add_record(self) -> None:
        records = [name for name in self.scope.names if name.text[:1] == "T" and "." in name.text and not name.bounds]
        if not records:
            self.add_print()
            return
        name = self.one(records)
        self.add(f"PRINT {name.text}; LEN({name.text.partition('.')[0]})")

    def add_call(self) -> None:
        subs = [sub for sub in self.subs if sub[0] == "SUB"]
        if not subs:
            self.add_print()
            return
        sub = self.one(subs)
        called = self.called(sub)
        bare = sub[1] + " " + called.removeprefix(sub[1]).removeprefix("(").removesuffix(")")
        self.add(self.one([f"CALL {called}", bare.rstrip() if sub[2] else f"CALL {called}"]))

    # ---- declarations

    def declared(self, where: str) -> None:
        """Adds a declaration of variables and arrays, in the main program or a SUB."""
        name, type_ = self.fresh(), self.one(TYPES)
        is_array = self.chance(2)
        bounds = tuple((0 if self.chance(2) else 1, self.one([3, 4])) for _ in self.few(1, 2)) if is_array else ()
        said = f"({', '.join(str(high) if low == 0 else f'{low} TO {high}' for low, high in bounds)})" if bounds else ""
        length = f" * {self.one('258')}" if type_ == "$" and self.chance(3) else ""
        by_as = bool(length) or self.chance(2)
        name = ("R" if where.startswith("REDIM") else "") + name + ("" if by_as else type_)
        self.add(
            f"{where} {name}{said if bounds or not where.startswith('REDIM') else '(3)'}"
            + (f" AS {AS[type_]}{length}" if by_as else "")
        )
        if where.startswith("REDIM") and not bounds:
            bounds = ((0, 3),)
        made = Name(name, type_, bounds, bool(length))
        self.scope.names.append(made)
        if "SHARED" in where:
            self.shared.append(made)

    def add_type(self) -> None:
        """Adds a TYPE, a record and an array of records."""
        name = self.fresh("T")
        fields: list[Name] = []
        self.add(self.form("record", NAME=lambda: name))
        for _ in self.few(1, 3):
            each, type_ = f"F{len(fields)}", self.one(TYPES)
            length = f" * {self.one('258')}" if type_ == "$" else ""
            self.add(f"{each} AS {AS[type_]}{length}")
            fields.append(Name(each, type_, fixed=True))
        self.add(self.form("end_record"))
        record, array = self.fresh("T"), self.fresh("T")
        self.add(f"DIM {record} AS {name}, {array}(2) AS {name}")
        self.scope.names += [replace(each, text=f"{record}.{each.text}") for each in fields]
        self.records[record] = tuple(fields)
        self.add(f"{array}(1) = {record}")
        self.add(f"{array}(2).{fields[0].text} = {self.value(fields[0].type)}")
        self.add(f"SWAP {record}, {array}(2)")
        self.add(f"PRINT {record}.{fields[0].text}; LEN({record})")

    def sub(self, sub: tuple[str, str, tuple[Name, ...]]) -> None:
        """Adds a SUB or FUNCTION."""
        kind, name, parameters = sub
        head = ", ".join(
            (f"{each.text}()" if each.bounds else each.text)
            if each.text[-1] in "%&!#$"
            else f"{each.text}{'()' if each.bounds else ''} AS {AS[each.type]}"
            for each in parameters
        )
        self.add(f"{kind} {name}{f' ({head})' if head else ''}{self.one(['', '', ' STATIC'])}")
        own = [Name("N%", "%"), Name("N$", "$"), Name("X", "!")]
        self.scope = Scope([*own, *self.shared, *parameters], self.main.constants, name)
        others, fns = self.subs, self.fns
        # What is called inside stands before in the list, so that no call is without end.
        self.subs, self.fns = others[: others.index(sub)], []
        for _ in self.few(0, 2):
            self.declared(self.one(["DIM", "STATIC", "REDIM"]))
        self.depth = 1
        self.body(1, 3)
        if kind == "FUNCTION":
            self.add(f"{name} = {self.value('$' if name.endswith('$') else 'n')}")
        self.add(f"END {kind}")
        self.subs, self.fns, self.scope, self.depth = others, fns, self.main, 0

    # ---- the program

    def program(self) -> str:
        """Returns the text of a program."""
        if not self.gw:
            self.head()
        elif self.chance(2):
            self.add("DEF FNA(X) = X * 2 + N%")
            self.fns.append(("FNA", 1))
        if self.gw:  # its SWAP wants variables that have been assigned
            self.add('N% = 0 : N! = 0 : N# = 0 : N$ = "" : X = 0')
        self.add(f"DIM {'' if self.gw else 'SHARED '}G%(3), H$(2, 2)")
        arrays = [Name("G%", "%", ((0, 3),)), Name("H$", "$", ((0, 2), (0, 2)))]
        self.main.names += arrays
        self.shared += arrays
        for place in self.few(2, 4):
            name = self.visible()[place]
            self.add(f"{self.place(name)} = {self.value(name.type)}")
        self.body(3, 6)
        shown = [self.place(name) for name in self.main.names if self.chance(3) or not name.bounds]
        for place in range(0, len(shown), 4):
            self.add(f"PRINT {'; '.join(shown[place : place + 4])}")
        self.add(self.form("stop", last=lambda form: form == ["END"]))
        self.lines += self.data
        for sub in self.subs:
            self.sub(sub)
        return "\n".join(self.lines) + "\n"

    def head(self) -> None:
        """Adds the declarations of the main program."""
        if self.chance(4):
            self.add(
                self.form("deftype", last=lambda form: len(form) == 2, DEFTYPE=lambda: "DEFINT", letters=lambda: "U-V")
            )
            self.main.names += [Name("U", "%"), Name("V", "%")]
        for _ in self.few(0, 2):
            self.add_constants()
        if self.chance(3):
            self.add_type()
        for _ in self.few(0, 3):
            self.declared(self.one(["DIM", "DIM SHARED", "REDIM", "REDIM SHARED", "COMMON SHARED"][:5]))
            if self.lines[-1].startswith("COMMON") and "(" in self.lines[-1]:
                self.lines[-1] = self.lines[-1].replace("COMMON", "DIM")
        for _ in self.few(0, 2):
            kind = self.one(["SUB", "FUNCTION"])
            name = self.fresh("S") + (self.one(["%", "$", "!", ""]) if kind == "FUNCTION" else "")
            parameters = tuple(self.parameter() for _ in self.few(0, 3))
            self.subs.append((kind, name, parameters))

    def parameter(self) -> Name:
        name, type_ = self.fresh("VWY"), self.one(["%", "$", "!"])
        if type_ == "%" and self.chance(3):
            return Name(f"{name}%", type_, ((1, 3),))
        return Name(name if self.chance(2) else f"{name}{type_}", type_)
