"""From statements that neither jump nor open a block to lines of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from historic.basic.language import syntax
from historic.basic.language.expressions import CONVERSIONS, Translator, holds
from historic.basic.language.runtime import LIMIT, SMALLEST
from historic.basic.language.syntax import Let, Statement
from historic.basic.language.terms import (
    DOUBLE,
    LIMITS,
    STRING,
    Call,
    Element,
    Expression,
    Target,
    UserCall,
    Variable,
    parts_of,
    type_of,
    type_of_name,
)
from historic.basic.single import SPLITTER


class StatementWriter:
    """Writes statements as lines of Python, each with the listing's line that it comes from.

    `hook` makes the line that is written before each statement, to count or follow it. `assigned` are the global
    variables that the lines assign.
    """

    def __init__(self, translator: Translator, hook: Callable[[int], str] | None) -> None:
        self.translator = translator
        self.hook = hook
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.indent = 1
        self.origin = 0
        self.assigned: set[str] = set()

    def write(self, *lines: str) -> None:
        """Adds lines at the present indentation."""
        for line in lines:
            self.lines.append(" " * self.indent + line)
            self.origins.append(self.origin)

    @contextmanager
    def indented(self, header: str) -> Iterator[None]:
        """Writes a line that ends in a colon, and indents what is written inside."""
        self.write(header)
        self.indent += 1
        yield
        self.indent -= 1

    def simple(self, statement: Statement) -> None:
        """Writes a statement that does not jump."""
        match statement:
            case Let(target=target, value=value):
                self.let(target, value)
            case syntax.Swap(left=left, right=right):
                places = *self.translator.reference(left), *self.translator.reference(right)
                self.write(f"swap_({', '.join(places)})")
            case syntax.Print():
                self._print(statement)
            case syntax.Input():
                self._input(statement)
            case syntax.Read(targets=targets):
                for target in targets:
                    self.assign(target, self._read(target))
            case syntax.Restore(label=label):
                self.write(f"data_.restore({label!r})")
            case syntax.Dim(names=names):
                for declared in names:
                    self._dim(declared, declared in statement.fixed, statement.again)
            case syntax.DefFn(name=name, value=value):
                result = self.translator.typed(value, type_of_name(name))
                self.write(f"fns_[{name!r}] = lambda own: {result}")
            case syntax.OnError(label=label):
                self.write(f"errors_.trap({label!r})")
            case syntax.Act(action=action, arguments=arguments):
                given = [self.translator.single(argument) if argument else "None" for argument in arguments]
                self.write(f"{action}({', '.join(given)})")

    def _dim(self, declared: syntax.Declared, is_fixed: bool, again: bool) -> None:
        """Writes DIM or REDIM of one name. The arrays of a SUB are new at each call."""
        array, code = self.translator.array(declared.name), self.translator.value
        if declared.bounds and not is_fixed:
            bounds = ", ".join(f"({code(low).text}, {code(high).text})" for low, high in declared.bounds if low)
            self.write(f"redim_({array}, ({bounds},), {again})")
        elif declared.bounds and "." not in declared.name:
            self.write(f"dim_({array})")

    def _input(self, statement: syntax.Input) -> None:
        """Writes INPUT: what has been read is assigned when all of it fits."""
        types = tuple(type_of_name(target.name) for target in statement.targets)
        kind = "line" if statement.whole else "values"
        if statement.file:
            read = f"files_.input_{kind}({self.translator.single(statement.file)}, {types!r})"
        else:
            read = f"io_.input_{kind}({statement.prompt!r}, {statement.mark!r}, {statement.stay}, {types!r})"
        if len(types) == 1:
            self.assign(statement.targets[0], f"{read}[0]")
            return
        self.write(f"given = {read}")
        for place, target in enumerate(statement.targets):
            self.assign(target, f"given[{place}]")

    def _print(self, statement: syntax.Print) -> None:
        values: list[str] = []
        items = statement.items
        if sum(item not in (";", ",") for item in items) > 1 and any(map(_may_see_screen, parts_of(statement))):
            # What one item writes, the next one sees.
            for place, item in enumerate(items):
                if item != ";":
                    ends = items[place + 1 :] and item != ","
                    self._print(replace(statement, items=(item, ";") if ends else (item,)))
            return
        for part in statement.items:
            if isinstance(part, syntax.Spacing):
                values.append(f"spacing_({part.to_column}, {self.translator.single(part.count)})")
            elif part == ",":
                values.append("next_zone_")
            elif not isinstance(part, str):
                is_shown = not (statement.picture or statement.quoted)
                values.append(self.translator.printed(part) if is_shown else self._plain(part))
        if statement.picture:
            values = [f"using_({', '.join([self.translator.single(statement.picture), *values])})"]
        elif statement.quoted:
            values = [f"written_({', '.join(values)})"]
        last = statement.items[-1] if statement.items else None
        ended = last in (";", ",") or isinstance(last, syntax.Spacing)
        where = f"files_.print_({self.translator.single(statement.file)}, " if statement.file else "io_.print_("
        self.write(f"{where}{', '.join([str(not ended), *values])})")

    def _plain(self, part: Expression) -> str:
        """Returns a value for PRINT USING and WRITE: no text stands for a number."""
        return self.translator.value(part).text if type_of(part) == DOUBLE else self.translator.printed(part)

    def _read(self, target: Target) -> str:
        type_ = type_of_name(target.name)
        return "data_.text()" if type_ == STRING else f"{CONVERSIONS[type_]}(data_.number())"

    def let(self, target: Target, value: Expression) -> None:
        """Writes an assignment."""
        type_ = type_of_name(target.name)
        if type_ in LIMITS:
            self._let_whole(target, value, type_)
            return
        if type_ == DOUBLE:
            self.assign(target, self.translator.typed(value, DOUBLE))
            return
        code = self.translator.value(value)
        if code.exact:
            self.assign(target, code.text)
            return
        # `u - (u - t)` is t rounded to a SINGLE, unless t is too large or, for products, too small.
        if code.linear:
            test = f"{-LIMIT!r} < t < {LIMIT!r}"
        else:
            test = f"{SMALLEST!r} < t < {LIMIT!r} or {-LIMIT!r} < t < {-SMALLEST!r}"
        self.write(f"t = {code.text}")
        name = self._assignable(target.name) if isinstance(target, Variable) else "r"
        with self.indented(f"if {test}:"):
            self.write(f"u = t * {SPLITTER!r}", f"{name} = u - (u - t)")
        with self.indented("else:"):
            self.write(f"{name} = single_(t)")
        if isinstance(target, Element):
            self.assign(target, name)

    def _let_whole(self, target: Target, value: Expression, type_: str) -> None:
        """Writes an assignment to an INTEGER or LONG. A sum of whole numbers needs a look at its limits only."""
        text = self.translator.value(value).text
        if not holds(value, type_):
            convert = f"{CONVERSIONS[type_]}({{}})"
            if type_of(value) in LIMITS:
                low, high = LIMITS[type_]
                self.write(f"t = {text}")
                text = f"t if {float(low)} <= t <= {float(high)} else {convert.format('t')}"
            else:
                text = convert.format(text)
        self.assign(target, text)

    def assign(self, target: Target, text: str) -> None:
        """Writes the assignment of a value in Python, which has the target's type."""
        if isinstance(target, Variable):
            self.write(f"{self._assignable(target.name)} = {text}")
            return
        row, place = self.translator.row_and_place(target)
        if text != "r":
            self.write(f"r = {text}")
        if not row.isidentifier():
            self.write(f"row = {row}")
            row = "row"
        if not place.isidentifier():
            self.write(f"k = {place}")
            place = "k"
        # A subscript that is not among the row's is rounded, or out of range.
        self.write(f"{row}[{place} if {place} in {row} else {row}.place({place})] = r")

    def _assignable(self, name: str) -> str:
        """Returns a variable that is assigned."""
        python = self.translator.variable(name)
        if python.isidentifier():
            self.assigned.add(python)
        return python


def _may_see_screen(part: Expression) -> bool:
    """Returns True if a value depends on where the cursor is, or may be of a FUNCTION that prints."""
    return isinstance(part, UserCall) or (isinstance(part, Call) and part.function in ("CSRLIN", "POS"))
