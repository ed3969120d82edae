"""From statements without a body to lines of Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from historic.basic.language import syntax
from historic.basic.language.errors import RETURN_WITHOUT_GOSUB
from historic.basic.language.expressions import Translator, array_name, variable_name
from historic.basic.language.runtime import LIMIT, SMALLEST
from historic.basic.language.syntax import Element, Expression, For, Item, Let, Number, Target, Variable, is_text
from historic.basic.language.writer import Writer
from historic.basic.single import SPLITTER


class StatementWriter(ABC):
    """Writes statements. `hook` makes the line that is written before each one, to count or trace it."""

    def __init__(self, writer: Writer, translator: Translator, hook: Callable[[int], str] | None) -> None:
        self.writer = writer
        self.translator = translator
        self.hook = hook
        self.in_main = False

    def count(self, line: int) -> None:
        """Writes what counts or traces a statement of a line."""
        if self.hook and line:
            self.writer.write(self.hook(line))

    @abstractmethod
    def control(self, item: Item) -> None:
        """Writes a statement that has a body, or that jumps."""

    def statement(self, item: Item) -> None:
        """Writes one item of a list."""
        if isinstance(item, syntax.Label | syntax.Data):
            return
        self.writer.origin = item.line or self.writer.origin
        self.count(item.line)
        write, single = self.writer.write, self.translator.single
        match item:
            case Let(target=target, value=value):
                self._let(target, value)
            case syntax.Print():
                self._print(item)
            case syntax.Input(target=target, prompt=prompt):
                kind = "text" if is_text(target.name) else "number"
                self._assign(target, f"io_.input_{kind}({prompt!r})")
            case syntax.Read(targets=targets):
                for target in targets:
                    self._assign(target, f"data_.{'text' if is_text(target.name) else 'number'}()")
            case syntax.Dim(arrays=arrays):
                for name, _ in arrays:
                    write(f"dim_({name!r})")
            case syntax.Locate(row=row, column=column):
                write(f"io_.locate({single(row)}, {single(column)})")
            case syntax.Cls():
                write("io_.clear()")
            case syntax.ScreenMode(mode=mode):
                write(f"io_.screen_mode({single(mode)})")
            case syntax.DrawLine(arguments=arguments):
                write(f"io_.draw_line({', '.join(map(single, arguments))})")
            case syntax.Gosub(label=label):
                write(f"g_{label}()")
            case syntax.Return():
                write(f"fail_({RETURN_WITHOUT_GOSUB})" if self.in_main else "return")
            case syntax.StopStatement():
                write("raise Stop")
            case syntax.WaitForKey(target=target):
                write(f"{variable_name(target.name)} = io_.wait_for_key()")
            case _:
                self.control(item)

    def _print(self, item: syntax.Print) -> None:
        values: list[str] = []
        for part in item.items:
            if part == ",":
                values.append("NEXT_ZONE")
            elif not isinstance(part, str):
                values.append(self.translator.single(part))
        ended = bool(item.items) and item.items[-1] in (";", ",")
        self.writer.write(f"io_.print_({', '.join([str(not ended), *values])})")

    def _let(self, target: Target, value: Expression) -> None:
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
        name = variable_name(target.name) if isinstance(target, Variable) else "r"
        with self.writer.indented(f"if {test}:"):
            self.writer.write(f"u = t * {SPLITTER!r}", f"{name} = u - (u - t)")
        with self.writer.indented("else:"):
            self.writer.write(f"{name} = single_(t)")
        if isinstance(target, Element):
            self._assign(target, name)

    def _assign(self, target: Target, text: str) -> None:
        """Writes the assignment of a value in Python, which is a SINGLE or a string."""
        if isinstance(target, Variable):
            self.writer.write(f"{variable_name(target.name)} = {text}")
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
        self.writer.write(f"{variable_name(counter)} = {after}")
        return True

    def _copy(self, item: Item, counter: str) -> tuple[str, str, str] | None:
        """Returns the row that is written, the row that is read, and the line, if a whole row is copied or filled."""
        if not isinstance(item, Let) or not isinstance(item.target, Element):
            return None
        target = self._row(item.target, counter)
        if not target:
            return None
        if isinstance(item.value, Number):
            return target, "", f"{target}.update(dict.fromkeys({target}, {item.value.value!r}))"
        source = self._row(item.value, counter) if isinstance(item.value, Element) else ""
        return (target, source, f"{target}.update({source})") if source else None

    def _row(self, element: Element, counter: str) -> str:
        """Returns the name of the row through all of which the counter runs, or ''."""
        array = self.translator.arrays[element.name]
        row, place = self.translator.row_and_place(element)
        whole_row = self.translator.ranges[counter] == (0.0, float(array.ordered_bounds[-1]))
        named = row.isidentifier() and row.startswith(array_name(element.name))
        return row if named and whole_row and place == variable_name(counter) else ""
