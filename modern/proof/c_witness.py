"""A second witness: the listing's text as C. Nothing of it comes from the project's BASIC or from the port.

It knows the part of BASIC that the listing of 1994 uses, and refuses everything else with its line. Each statement
becomes a few lines of C in one function: a label is a label, GOTO is goto, GOSUB pushes the number of the place behind
it on a stack, and RETURN is a switch over these numbers. A variable is a `float`. An expression is computed in
`double`, and the C compiler rounds it where it is assigned. c_machine.c has the screen, the errors and the reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from modern.proof.c_terms import END, KEYWORDS, ListingToken, Terms, WitnessRefused, tokens_of
from modern.proof.variables import Layout

#: Not the number of a label.
FIRST_LINE: Final = -1


@dataclass(frozen=True)
class Translation:
    """A listing as C. `labels` are its labels in order, and `under` has the label above each line, from line 0."""

    code: str
    layout: Layout
    labels: tuple[str, ...]
    under: tuple[str, ...]


def translated(text: str, watched: Sequence[str]) -> Translation:
    """Returns a listing as C, which reports each return of the `watched` subroutines. Raises WitnessRefused."""
    return Translator(list(tokens_of(text)), watched).translation()


class Translator(Terms):
    """Reads a listing and writes C."""

    def __init__(self, tokens: list[ListingToken], watched: Sequence[str]) -> None:
        super().__init__(tokens)
        self.watched = watched
        self.code: list[str] = []
        self.data: list[str] = []
        #: FOR and IF whose NEXT and END IF have not come yet: the word, the variable, the number of the loop.
        self.open: list[tuple[str, str, int]] = []
        self.loops = 0
        self.places = 0
        starts = [at for at in range(len(tokens) - 1) if self._is_label(at)]
        self.labels = [tokens[at].text for at in starts]
        self.arrays = dict(self._dimensions())
        for at, label in zip(starts, self.labels, strict=True):
            if self.labels.count(label) > 1:
                raise WitnessRefused(f"line {tokens[at].line}: there are two labels {label}")

    def _is_label(self, at: int) -> bool:
        """Returns True if a label begins at a token: a name and a colon at the start of a line."""
        token = self.tokens[at]
        starts_line = at == 0 or self.tokens[at - 1].text == END
        return starts_line and token.kind == "name" and token.text not in KEYWORDS and self.tokens[at + 1].text == ":"

    def _dimensions(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yields the name and bounds of each DIM. They are needed before: the DIMs stand at the end, in INIT."""
        self.at = 0
        while self.at < len(self.tokens):
            if self.tokens[self.at].text != "DIM":
                self.at += 1
                continue
            self.at += 1
            yield self.dimension()
        self.at = 0

    def label(self) -> str:
        """Takes the label of a jump."""
        if self.token.text not in self.labels:
            raise self.refused("a label")
        return self.take().text

    def translation(self) -> Translation:
        """Translates the whole listing."""
        under = [""] * (self.tokens[-1].line + 1)
        last = ""
        while self.at < len(self.tokens) - 1:
            if self._is_label(self.at):
                last = self.token.text
                under[self.token.line :] = [last] * (len(under) - self.token.line)
                self.at += 2
                self.code.append(f"l_{last}: ;")
                self.key_loop(last)
            self.statement()
            if not self.took(END):
                self.expect(":")
        if self.open:
            word, name, _ = self.open[-1]
            raise WitnessRefused(f"line {self.tokens[-1].line}: {f'{word} {name}'.strip()} has no end")
        layout = Layout(tuple(self.numbers), tuple(self.texts), tuple(self.arrays.items()))
        return Translation(self._program(), layout, tuple(self.labels), tuple(under))

    def statement(self) -> None:
        """Translates a statement, which may be empty."""
        token = self.token
        if token.text in {END, ":"}:
            return
        if token.text != "DATA":
            self.code.append(f"line = {token.line};")
        statements: dict[str, Callable[[], None]] = {
            "CLS": lambda: self.code.append("clear();"),
            "DATA": self.data_statement,
            "DIM": self.dim_statement,
            "END": self.end_if,
            "FOR": self.for_statement,
            "GOSUB": self.gosub_statement,
            "GOTO": lambda: self.code.append(f"goto l_{self.label()};"),
            "IF": self.if_statement,
            "INPUT": self.input_statement,
            "LINE": self.line_statement,
            "LOCATE": self.locate_statement,
            "NEXT": self.next_statement,
            "PRINT": self.print_statement,
            "READ": self.read_statement,
            "RETURN": lambda: self.code.append("goto back;"),
            "SCREEN": lambda: self.code.append(f"set_screen({self.number()});"),
            "STOP": lambda: self.code.append("stop();"),
        }
        if token.text in statements:
            self.take()
            statements[token.text]()
        elif token.kind == "name" and token.text not in KEYWORDS:
            self.assignment()
        else:
            raise self.refused("a statement of the 1994 listing")

    def assignment(self) -> None:
        """Translates an assignment: the one place where a number is rounded."""
        if self.token.text.endswith("$"):
            name = self.text_name()
            self.expect("=")
            self.code.append(f"{name} = {self.text()};")
        else:
            target = self.target()
            self.expect("=")
            self.code.append(f"{target} = single({self.number()});")

    def key_loop(self, label: str) -> None:
        """Translates `LABEL: A$=INKEY$: IF A$="" THEN LABEL`, which asks again and again: it waits for a key."""
        start = self.at
        while self.took(END):
            pass
        name = self.token.text
        words = [name, "=", "INKEY$", END, "IF", name, "=", '""', "THEN", label, END]
        if name.endswith("$") and [token.text for token in self.tokens[self.at : self.at + len(words)]] == words:
            self.code.append(f"{self.text_name()} = key();")
            self.at += len(words) - 2
        else:
            self.at = start

    def if_statement(self) -> None:
        """Translates IF: a jump, the rest of a line, or a block up to END IF."""
        self.code.append(f"if ({self.number()} != 0) {{")
        self.expect("THEN")
        if self.token.text == END:
            self.open.append(("IF", "", 0))
            return
        if self.token.text in self.labels and self.tokens[self.at + 1].text == END:
            self.code.append(f"goto l_{self.label()}; }}")
            return
        depth = len(self.open)
        self.statement()
        while self.took(":"):
            self.statement()
        if len(self.open) != depth or self.token.text != END:
            raise self.refused("a simple statement behind THEN")
        self.code.append("}")

    def end_if(self) -> None:
        self.expect("IF")
        if not self.open or self.open.pop()[0] != "IF":
            raise WitnessRefused(f"line {self.token.line}: END IF without IF")
        self.code.append("}")

    def for_statement(self) -> None:
        """Translates FOR, which reads its limit and step once, and tests before it begins."""
        name = self.number_name()
        self.expect("=")
        start = self.number()
        self.expect("TO")
        limit = self.number()
        step = self.number() if self.took("STEP") else "1.0"
        self.loops += 1
        loop, counter = self.loops, self.variable(name)
        self.open.append(("FOR", name, loop))
        self.code += [
            f"{{ float start = single({start}); limit_{loop} = single({limit}); step_{loop} = single({step});",
            f"{counter} = start; }}",
            f"top_{loop}: if (step_{loop} < 0 ? {counter} < limit_{loop} : {counter} > limit_{loop}) goto out_{loop};",
        ]

    def next_statement(self) -> None:
        name = self.number_name()
        if not self.open or self.open[-1][:2] != ("FOR", name):
            raise WitnessRefused(f"line {self.token.line}: NEXT {name} without its FOR")
        loop, counter = self.open.pop()[2], self.variable(name)
        self.code.append(f"{counter} = single((double){counter} + step_{loop}); goto top_{loop}; out_{loop}: ;")

    def gosub_statement(self) -> None:
        label = self.label()
        self.places += 1
        place = self.places
        self.code.append(f"gosub({place}, {self.labels.index(label)}); goto l_{label}; place_{place}: ;")

    def print_statement(self) -> None:
        """Translates PRINT with semicolons."""
        ends_line = True
        while self.token.text not in {END, ":"}:
            shown = f"print_text({self.text()});" if self.is_text() else f"print_number({self.number()});"
            self.code.append(shown)
            ends_line = not self.took(";")
            if ends_line:
                break
        if ends_line:
            self.code.append(r'print_text(text("\n"));')

    def input_statement(self) -> None:
        """Translates INPUT "prompt";A$."""
        prompt = self.string()
        self.expect(";")
        self.code.append(f"{self.text_name()} = input({prompt});")

    def locate_statement(self) -> None:
        """Translates LOCATE row,column."""
        row = self.number()
        self.expect(",")
        self.code.append(f"locate({row}, {self.number()});")

    def line_statement(self) -> None:
        """Translates LINE (x,y)-(x,y),color."""
        places = []
        for sign in ("-", ","):
            self.expect("(")
            places.append(self.number())
            self.expect(",")
            places.append(self.number())
            self.expect(")")
            self.expect(sign)
        self.code.append(f"draw({', '.join(places)}, {self.number()});")

    def dimension(self) -> tuple[str, tuple[int, ...]]:
        """Takes the name and the bounds of an array."""
        name = self.number_name()
        self.expect("(")
        bounds = []
        while True:
            if not self.token.text.isdigit():
                raise self.refused("a whole number")
            bounds.append(int(self.take().text))
            if not self.took(","):
                break
        self.expect(")")
        return name, tuple(bounds)

    def dim_statement(self) -> None:
        """Translates DIM of one array."""
        name, bounds = self.dimension()
        if self.arrays[name] != bounds:
            raise WitnessRefused(f"line {self.token.line}: {name} has two DIMs")
        self.code.append(f"if (dimmed_{name}++) fail(DUPLICATE);")

    def data_statement(self) -> None:
        """Collects DATA: numbers only."""
        while True:
            sign = "-" if self.took("-") else ""
            self.data.append(sign + self.constant())
            if not self.took(","):
                break

    def read_statement(self) -> None:
        """Translates READ of one number."""
        self.code.append(f"if (next_datum == DATA) fail(OUT_OF_DATA); {self.target()} = data[next_datum++];")

    def _program(self) -> str:
        """Returns listing.c, which c_machine.c includes."""
        numbers = [f"v_{name}" for name in self.numbers]
        texts = [f"t_{name[:-1]}" for name in self.texts]
        sizes = {name: [bound + 1 for bound in bounds] for name, bounds in self.arrays.items()}
        values = len(numbers) + sum(prod(each) for each in sizes.values())
        loops = range(1, self.loops + 1)
        return "\n".join(
            [
                *(f"static float {name};" for name in numbers),
                *(f"static Text {name};" for name in texts),
                *(f"static float a_{name}{''.join(f'[{size}]' for size in each)};" for name, each in sizes.items()),
                *(f"static int dimmed_{name};" for name in sizes),
                *(f"static float limit_{loop}, step_{loop};" for loop in loops),
                f"enum {{ NUMBERS = {len(numbers)}, ARRAYS = {len(sizes)}, TEXTS = {len(texts)}, VALUES = {values},",
                f"       DATA = {len(self.data)}, FIRST_LINE = {FIRST_LINE} }};",
                table("float *const number_at[]", [f"&{name}" for name in numbers]),
                table("Text *const text_at[]", [f"&{name}" for name in texts]),
                table(
                    "const Array array_at[]", [f"{{(float *)a_{name}, {prod(each)}}}" for name, each in sizes.items()]
                ),
                table("const int watched[]", [str(int(label in self.watched)) for label in self.labels]),
                table("const float data[]", self.data),
                "static int next_datum;",
                f"#define SCORE {'v_S1' if 'S1' in self.numbers else '0'}",
                "",
                "static void run(int from) {",
                "switch (from) {",
                *(f"case {number}: goto l_{label};" for number, label in enumerate(self.labels)),
                "}",
                *self.code,
                "stop();",
                "back: switch (leave()) {",
                *(f"case {place}: goto place_{place};" for place in range(1, self.places + 1)),
                "}",
                "}",
                "",
            ]
        )


def table(declared: str, values: Sequence[str]) -> str:
    """Returns an array in C. One that is empty gets an element that nothing reads."""
    return f"static {declared} = {{{', '.join(values) or '0'}}};"
