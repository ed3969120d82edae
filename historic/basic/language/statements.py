"""From statements without a body to lines of Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.errors import RETURN_WITHOUT_GOSUB
from historic.basic.language.expressions import CONVERSIONS, Translator, holds
from historic.basic.language.python_names import array_name
from historic.basic.language.runtime import LIMIT, SMALLEST
from historic.basic.language.syntax import For, Item, Let, Sub
from historic.basic.language.terms import (
    LIMITS,
    STRING,
    Element,
    Expression,
    Number,
    Target,
    Variable,
    type_of,
    type_of_name,
)
from historic.basic.language.writer import Writer
from historic.basic.single import SPLITTER

#: The actions that have to do with files. All others belong to the screen.
FILE_ACTIONS: Final = ("open_file", "close_files", "change_folder")


class StatementWriter(ABC):
    """Writes statements. `hook` makes the line that is written before each one, to count or trace it."""

    def __init__(
        self, writer: Writer, translator: Translator, subs: Mapping[str, Sub], hook: Callable[[int], str] | None
    ) -> None:
        self.writer = writer
        self.translator = translator
        self.subs = subs
        self.hook = hook
        self.in_subroutine = False

    def count(self, line: int) -> None:
        """Writes what counts or traces a statement of a line."""
        if self.hook and line:
            self.writer.write(self.hook(line))

    @abstractmethod
    def control(self, item: Item) -> None:
        """Writes a statement that has a body, or that jumps."""

    def statement(self, item: Item) -> None:
        """Writes one item of a list."""
        if isinstance(item, syntax.Label | syntax.Data | syntax.OptionBase):
            return
        if isinstance(item, syntax.Dim) and not any(declared.bounds for declared in item.names):
            return
        self.writer.origin = item.line or self.writer.origin
        self.count(item.line)
        write = self.writer.write
        match item:
            case Let(target=target, value=value):
                self._let(target, value)
            case syntax.Print():
                self._print(item)
            case syntax.Input(target=target):
                type_ = type_of_name(target.name)
                texts = [repr(item.prompt), repr(item.mark), *([] if type_ == STRING else [repr(type_)])]
                self._assign(target, f"io_.input_{'text' if type_ == STRING else 'number'}({', '.join(texts)})")
            case syntax.LineInput(target=target, file=file):
                line = f"files_.line({self.translator.single(file)})" if file else f"io_.input_line({item.prompt!r})"
                self._assign(target, line)
            case syntax.Read(targets=targets):
                for target in targets:
                    self._assign(target, self._read(target))
            case syntax.Dim(names=names):
                for declared in names:
                    if declared.bounds and "." not in declared.name:
                        write(f"dim_({declared.name!r})")
            case syntax.Act(action=action, arguments=arguments):
                texts = [self.translator.single(argument) if argument else "None" for argument in arguments]
                write(f"{'files_' if action in FILE_ACTIONS else 'io_'}.{action}({', '.join(texts)})")
            case syntax.CallSub():
                self._call(item)
            case syntax.Gosub(label=label):
                write(f"g_{label}()")
            case syntax.Return():
                write("return" if self.in_subroutine else f"fail_({RETURN_WITHOUT_GOSUB})")
            case syntax.StopStatement():
                write("raise Stop")
            case syntax.LeaveSub():
                write("raise LeaveSub" if self.in_subroutine else "return")
            case syntax.WaitForKey(target=target):
                write(f"{f'{self.translator.variable(target.name)} = ' if target else ''}io_.wait_for_key()")
            case _:
                self.control(item)

    def _print(self, item: syntax.Print) -> None:
        values: list[str] = []
        for part in item.items:
            if part == ",":
                values.append("NEXT_ZONE")
            elif not isinstance(part, str):
                values.append(self.translator.printed(part))
        ended = bool(item.items) and item.items[-1] in (";", ",")
        self.writer.write(f"io_.print_({', '.join([str(not ended), *values])})")

    def _read(self, target: Target) -> str:
        type_ = type_of_name(target.name)
        if type_ == STRING:
            return "data_.text()"
        return f"{CONVERSIONS[type_]}(data_.number())" if type_ in LIMITS else "data_.number()"

    def _call(self, item: syntax.CallSub) -> None:
        texts = [
            text
            for argument, parameter in zip(item.arguments, self.subs[item.name].parameters, strict=True)
            for text in self.translator.argument(argument, parameter.name)
        ]
        self.writer.write(f"c_{item.name}({', '.join(texts)})")

    def _let(self, target: Target, value: Expression) -> None:
        type_ = type_of_name(target.name)
        if type_ in LIMITS:
            self._let_whole(target, value, type_)
            return
        code = self.translator.value(value)
        if code.exact:
            self._assign(target, code.text)
            return
        # `u - (u - t)` is t rounded to a SINGLE, unless t is too large or, for products, too small.
        if code.linear:
            test = f"{-LIMIT!r} < t < {LIMIT!r}"
        else:
            test = f"{SMALLEST!r} < t < {LIMIT!r} or {-LIMIT!r} < t < {-SMALLEST!r}"
        self.writer.write(f"t = {code.text}")
        name = self.translator.variable(target.name) if isinstance(target, Variable) else "r"
        with self.writer.indented(f"if {test}:"):
            self.writer.write(f"u = t * {SPLITTER!r}", f"{name} = u - (u - t)")
        with self.writer.indented("else:"):
            self.writer.write(f"{name} = single_(t)")
        if isinstance(target, Element):
            self._assign(target, name)

    def _let_whole(self, target: Target, value: Expression, type_: str) -> None:
        """Writes an assignment to an INTEGER or LONG. A sum of whole numbers needs a look at its limits only."""
        text = self.translator.value(value).text
        if not holds(value, type_):
            convert = f"{CONVERSIONS[type_]}({{}})"
            if type_of(value) in LIMITS:
                low, high = LIMITS[type_]
                self.writer.write(f"t = {text}")
                text = f"t if {float(low)} <= t <= {float(high)} else {convert.format('t')}"
            else:
                text = convert.format(text)
        self._assign(target, text)

    def _assign(self, target: Target, text: str) -> None:
        """Writes the assignment of a value in Python, which has the target's type."""
        if isinstance(target, Variable):
            self.writer.write(f"{self.translator.variable(target.name)} = {text}")
            return
        row, place = self.translator.row_and_place(target)
        if self.translator.is_in_range(target):
            self.writer.write(f"{row}[{place}] = {text}")
            return
        if text != "r":
            self.writer.write(f"r = {text}")
        if not row.isidentifier():
            self.writer.write(f"row = {row}")
            row = "row"
        if not place.isidentifier():
            self.writer.write(f"k = {place}")
            place = "k"
        # A subscript that is not among the row's is rounded, or out of range.
        self.writer.write(f"{row}[{place} if {place} in {row} else {row}.place({place})] = r")

    # ---- loops that only copy

    def _copied(self, loop: For, after: str) -> bool:
        """Writes a FOR that only copies or fills whole rows as operations on rows. Returns False for any other."""
        counter = loop.counter.name
        if self.hook or counter not in self.translator.ranges or not loop.body:
            return False
        lines = [self._copy(item, counter) for item in loop.body]
        written = [target for target, _, _ in filter(None, lines)]
        read = {source for _, source, _ in filter(None, lines)}
        if not all(lines) or read & set(written) or len(set(written)) < len(written):
            return False
        for item, line in zip(loop.body, lines, strict=True):
            assert line
            self.writer.origin = item.line
            self.writer.write(line[2])
        self.writer.write(f"{self.translator.variable(counter)} = {after}")
        return True

    def _copy(self, item: Item, counter: str) -> tuple[str, str, str] | None:
        """Returns the row that is written, the row that is read, and the line, if a whole row is copied or filled."""
        if not isinstance(item, Let) or not isinstance(item.target, Element):
            return None
        target = self._row(item.target, counter)
        if not target:
            return None
        type_ = type_of_name(item.target.name)
        if isinstance(item.value, Number) and type_ not in LIMITS:
            return target, "", f"{target}.update(dict.fromkeys({target}, {item.value.value!r}))"
        same = isinstance(item.value, Element) and type_of_name(item.value.name) == type_
        source = self._row(item.value, counter) if same and isinstance(item.value, Element) else ""
        return (target, source, f"{target}.update({source})") if source else None

    def _row(self, element: Element, counter: str) -> str:
        """Returns the name of the row through all of which the counter runs, or ''."""
        array = self.translator.arrays[element.name]
        row, place = self.translator.row_and_place(element)
        whole_row = self.translator.ranges[counter] == array.ordered_limits[-1] and not array.is_sparse
        # An array that is a SUB's own may be another's, with other bounds.
        named = row.isidentifier() and row.startswith(array_name(element.name)) and "." not in element.name
        return row if named and whole_row and place == self.translator.variable(counter) else ""
