"""From the table of statements to blocks, each of which becomes a small Python function.

A block is entered at its first statement only: it begins at a label, behind a jump, behind a GOSUB or CALL, and at each
SUB. Its function returns the number of the block that runs next. The number 0 is outside the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.declarations import Declarations
from historic.basic.language.errors import SUB_PREFIX, LineError
from historic.basic.language.expressions import Translator, array_name, variable_name
from historic.basic.language.runtime import TO_TYPE
from historic.basic.language.statements import StatementWriter
from historic.basic.language.syntax import Statement
from historic.basic.language.terms import (
    INTEGER,
    Binary,
    Expression,
    Number,
    Variable,
    is_text,
    type_of_name,
)

#: A block with more statements is cut, so that what Python has to compile at a time stays small.
MAX_STATEMENTS: Final = 200
#: How deep IFs inside each other become `if` inside `if`.
MAX_IFS: Final = 20
#: The kind of entry in Python's table of lines that has no columns.
LINE_ONLY: Final = 13
#: The statements that do nothing where they stand, and those behind which only a jump leads.
IDLE: Final = (syntax.Label, syntax.Data, syntax.OptionBase, syntax.Sub)
ENDS: Final = (
    *(syntax.Goto, syntax.Gosub, syntax.Return, syntax.Stop),
    *(syntax.Resume, syntax.CallSub, syntax.EndSub),
)
#: The step of a FOR without STEP.
ONE: Final = Number(1.0, INTEGER)


@dataclass
class Block:
    """Statements that run one after the other. `name` is the label or SUB under which they stand."""

    name: str
    sub: str
    statements: list[Statement] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """Whether nothing in the block runs: a label here may as well be the block's."""
        return all(isinstance(statement, syntax.Label) for statement in self.statements)


@dataclass(frozen=True)
class Blocks:
    """All blocks in the listing's order, with the number of each label and SUB.

    `inner` are the labels behind an IF that is in one block as a whole: it becomes an `if` of Python.
    """

    blocks: list[Block]
    numbers: dict[syntax.Place, int]
    inner: set[int]


def cut(table: Sequence[Statement]) -> Blocks:
    """Returns the table cut into blocks. Where RESUME may lead to any statement, each is a block."""
    jumps = Counter(map(_destination, table))
    each = any(isinstance(statement, syntax.Resume) and not statement.label for statement in table)
    found = Blocks([Block("main", "")], {}, set())
    blocks, numbers = found.blocks, found.numbers
    #: The labels behind the IFs that are open in this block.
    awaited: list[int] = []

    def begin(name: str = "", sub: str | None = None) -> None:
        awaited.clear()
        last = blocks[-1]
        blocks.append(Block(name or last.name, last.sub if sub is None else sub))

    for statement in table:
        match statement:
            case syntax.Label(name=int(label)) if awaited and awaited[-1] == label:
                awaited.pop()
                found.inner.add(label)
            case syntax.Label(name=label) if isinstance(label, str) or jumps[label]:
                if not blocks[-1].is_bare:
                    begin()
                if isinstance(label, str):
                    blocks[-1].name = f"line_{label}" if label.isdigit() else label
                numbers[label] = len(blocks)
            case syntax.Sub(name=name):
                begin(re.sub(r"\W", "_", f"SUB_{name}"), name)
                numbers[SUB_PREFIX + name] = len(blocks)
        blocks[-1].statements.append(statement)
        match statement:
            case _ if each and not isinstance(statement, syntax.Label):
                begin()
            case syntax.Jump(label=int(label)) if jumps[label] == 1 and label not in numbers and len(awaited) < MAX_IFS:
                awaited.append(label)
            case syntax.Gosub() | syntax.CallSub() | syntax.On(is_gosub=True):
                begin()
            case syntax.Goto() | syntax.Return() | syntax.Stop() | syntax.Resume() | syntax.EndSub() if not awaited:
                begin()
            case _ if len(blocks[-1].statements) >= MAX_STATEMENTS:
                begin()
    return found


def _destination(statement: Statement) -> syntax.Place:
    """Returns the number of the label to which a statement can jump, or ''."""
    match statement:
        case syntax.Goto(label=int(label)) | syntax.Jump(label=label) | syntax.For(end=label) | syntax.Next(body=label):
            return label
    return ""


class BlockWriter(StatementWriter):
    """Writes the functions of blocks."""

    def __init__(self, cut_table: Blocks, declared: Declarations, hook: Callable[[int], str] | None) -> None:
        references = {each.name for sub in declared.subs.values() for each in sub.parameters if each.bounds is None}
        functions = {
            name: (sub.parameters, cut_table.numbers[SUB_PREFIX + name]) for name, sub in declared.subs.items()
        }
        functions |= {name: (fn.parameters, 0) for name, fn in declared.fns.items()}
        super().__init__(Translator(frozenset(references), functions), hook)
        self.numbers = cut_table.numbers
        self.inner = cut_table.inner
        self.declared = declared
        #: The limits and steps of FORs that are not constant, as variables of the main program ('') and of each SUB.
        self.bounds: dict[str, dict[str, None]] = {"": {}, **{name: {} for name in declared.subs}}
        for block in cut_table.blocks:
            self.sub = block.sub
            for loop in block.statements:
                if isinstance(loop, syntax.For):
                    self._bounds_of(loop)

    def function(self, block: Block, number: int) -> tuple[list[str], list[int]]:
        """Returns the function of a block, with the listing's line for each of its lines."""
        self.lines, self.origins, self.assigned, self.indent = [], [], set(), 1
        self.sub = block.sub
        self.behind = number + 1
        running = (each.line for each in block.statements if not isinstance(each, syntax.Label))
        first = self.origin = next(filter(None, running), self.origin)
        for statement in block.statements:
            self.origin = statement.line or self.origin
            self._statement(statement)
        self.indent = 1
        if not (block.statements and isinstance(block.statements[-1], ENDS)):
            self.write(f"return {self.behind}")
        head = ["@block_", f"def {block.name}():"]
        if self.assigned:
            head.append(f" global {', '.join(sorted(self.assigned))}")
        if block.sub:
            head.append(" own = calls_.own")
        return [*head, *self.lines], [*[first] * len(head), *self.origins]

    def _statement(self, statement: Statement) -> None:
        if self.hook and not _is_silent(statement):
            self.write(self.hook(self.origin))
        match statement:
            case syntax.Label(name=label):
                if label in self.inner:
                    if self.lines[-1].endswith(":"):
                        self.write("pass")
                    self.indent -= 1
            case syntax.Goto(label=label):
                self.write(f"return {self.numbers[label]}")
            case syntax.Jump():
                self._jump(statement)
            case syntax.Gosub(label=label):
                self.write(f"gosub_({self.behind}, {label!r})", f"return {self.numbers[label]}")
            case syntax.On():
                self._on(statement)
            case syntax.Return(label=label):
                self.write(f"return_(); return {self.numbers[label]}" if label else "return return_()")
            case syntax.Resume(label=label, behind=behind):
                self.write(f"return errors_.resume({self.numbers[label] if label else 0}, {behind})")
            case syntax.Stop():
                self.write("raise stop_")
            case syntax.CallSub():
                self._call(statement)
            case syntax.Sub():
                self._sub(statement)
            case syntax.EndSub():
                for name in self._own_arrays():
                    self.write(f"free_({self.translator.array(name)})")
                self.write("return end_call_()")
            case syntax.For():
                self._for(statement)
            case syntax.Next():
                self._next(statement)
            case _:
                self.simple(statement)

    # ---- jumps

    def _jump(self, jump: syntax.Jump) -> None:
        test = self.translator.condition(jump.condition).text
        if jump.label in self.inner:
            self.write(f"if not ({test}):" if jump.holds else f"if {test}:")
            self.indent += 1
            return
        with self.indented(f"if {test}:" if jump.holds else f"if not ({test}):"):
            self.write(f"return {self.numbers[jump.label]}")

    def _on(self, statement: syntax.On) -> None:
        labels = statement.labels
        self.write(f"k = byte_({self.translator.value(statement.number).text})")
        with self.indented(f"if 0 < k <= {len(labels)}:"):
            if statement.is_gosub:
                self.write(f"gosub_({self.behind}, {labels!r}[k - 1])")
            self.write(f"return {tuple(self.numbers[label] for label in labels)!r}[k - 1]")

    def _for(self, loop: syntax.For) -> None:
        limit, step = self._bounds_of(loop)
        type_ = type_of_name(loop.counter.name)
        first = self.translator.typed(loop.start, type_)
        if not isinstance(limit, Number) or not isinstance(step, Number):
            self.write(f"first = {first}")
            first = "first"
        for name, value in ((limit, loop.limit), (step, loop.step or ONE)):
            if isinstance(name, Variable):
                self.assign(name, self.translator.typed(value, type_))
        self.assign(loop.counter, first)
        with self.indented(f"if {self._is_past(loop, limit, step, going_on=False)}:"):
            self.write(f"return {self.numbers[loop.end]}")

    def _next(self, statement: syntax.Next) -> None:
        loop = statement.loop
        assert loop
        limit, step = self._bounds_of(loop)
        self.let(loop.counter, Binary("+", loop.counter, step))
        with self.indented(f"if {self._is_past(loop, limit, step, going_on=True)}:"):
            self.write(f"return {self.numbers[statement.body]}")

    def _is_past(self, loop: syntax.For, limit: Expression, step: Expression, going_on: bool) -> str:
        """Returns a Python condition that holds where the counter is past the limit, or where it is not."""
        counter, last, by = (self.translator.value(part).text for part in (loop.counter, limit, step))
        upward, downward = ("<=", ">=") if going_on else (">", "<")
        if isinstance(step, Number):
            return f"{counter} {upward if step.value >= 0 else downward} {last}"
        return f"{counter} {upward} {last} if {by} >= 0.0 else {counter} {downward} {last}"

    def _bounds_of(self, loop: syntax.For) -> tuple[Number | Variable, Number | Variable]:
        return self._bound(loop, loop.limit, "LIMIT"), self._bound(loop, loop.step or ONE, "STEP")

    def _bound(self, loop: syntax.For, value: Expression, what: str) -> Number | Variable:
        """Returns the limit or the step of a FOR: a constant of the counter's type, or a variable for it."""
        type_ = type_of_name(loop.counter.name)
        if isinstance(value, Number):
            try:
                return Number(TO_TYPE[type_](value.value), type_)
            except LineError:
                pass  # FOR itself will find that the number is too large
        place = f"{self.sub}." if self.sub else ""
        name = f"{place}_{what}_{loop.number}{type_}"
        self.bounds[self.sub][name] = None
        return Variable(name)

    # ---- SUBs

    def _call(self, call: syntax.CallSub) -> None:
        parameters = self.declared.subs[call.name].parameters
        given = [
            self.translator.argument(argument, parameter.name)
            for argument, parameter in zip(call.arguments, parameters, strict=True)
        ]
        self.write(f"call_({self.behind}, {{{', '.join(given)}}})", f"return {self.numbers[SUB_PREFIX + call.name]}")

    def _sub(self, sub: syntax.Sub) -> None:
        """Gives a SUB the variables and arrays of its own."""
        result = [f"{sub.name}.{sub.name}"] if sub.kind == "FUNCTION" else []
        names = [*result, *self.declared.own[sub.name], *self.bounds[sub.name]]
        if names:
            self.write(f"own.update({initial_values(names)!r})")
        for name in self._own_arrays():
            self.write(f"own[{array_name(name)!r}] = new_({name!r})")

    def _own_arrays(self) -> list[str]:
        parameters = {each.name for each in self.declared.subs[self.sub].parameters}
        own = f"{self.sub}."
        return [name for name in self.declared.arrays if name.startswith(own) and name not in parameters]


def initial_values(names: Iterable[str]) -> dict[str, float | str]:
    """Returns what variables are at first, with their names in Python."""
    return {variable_name(name): "" if is_text(name) else 0.0 for name in names}


def compiled(lines: Sequence[str], origins: Sequence[int], filename: str) -> CodeType:
    """Returns a function compiled. Each line of Python has the number of its line in the listing."""
    module = compile("\n".join(lines), filename, "exec")
    parts = (_with_origins(part, origins) if isinstance(part, CodeType) else part for part in module.co_consts)
    return module.replace(co_consts=tuple(parts))


def _with_origins(code: CodeType, origins: Sequence[int]) -> CodeType:
    """Returns a function's code with the listing's lines in place of Python's.

    An entry of co_linetable is for up to eight units of code, two bytes each. Its first byte has bit 7, the kind of the
    entry (13: a line without columns) and the number of units less one. Behind it is the difference to the line
    before, with the sign as the lowest bit, in groups of six bits (InternalDocs/code_objects.md in CPython's source).
    """
    inner = (_with_origins(part, origins) if isinstance(part, CodeType) else part for part in code.co_consts)
    first = before = origins[code.co_firstlineno - 1]
    table = bytearray()
    for start, end, number in code.co_lines():
        line = origins[number - 1] if number else before
        difference = abs(line - before) << 1 | (line < before)
        before = line
        for place in range(start, end, 16):
            table.append(0x80 | LINE_ONLY << 3 | (min(end - place, 16) // 2 - 1))
            while difference > 63:
                table.append(64 | difference & 63)
                difference >>= 6
            table.append(difference)
            difference = 0
    return code.replace(co_firstlineno=first, co_linetable=bytes(table), co_consts=tuple(inner))


def _is_silent(statement: Statement) -> bool:
    """Returns True for what is not counted: nothing runs, or no statement of the listing stands for it."""
    if isinstance(statement, syntax.Dim):
        return not any(declared.bounds for declared in statement.names)
    return isinstance(statement, IDLE) or getattr(statement, "silent", False)
