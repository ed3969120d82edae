"""From blocks to functions of Python, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from historic.basic.language import syntax, terms
from historic.basic.language.blocks import Block, Blocks
from historic.basic.language.declarations import Declarations
from historic.basic.language.errors import SUB_PREFIX, LineError
from historic.basic.language.expressions import CONVERSIONS, Translator, array_name, holds, variable_name
from historic.basic.language.runtime import LIMIT, SMALLEST, TO_TYPE
from historic.basic.language.syntax import Let, Statement
from historic.basic.single import SPLITTER

#: The statements that do nothing where they stand, and those behind which only a jump leads.
IDLE: Final = (syntax.Label, syntax.Data, syntax.OptionBase, syntax.Sub)
ENDS: Final = syntax.Goto | syntax.Gosub | syntax.Return | syntax.Stop | syntax.Resume | syntax.CallSub | syntax.EndSub
#: The step of a FOR without STEP.
ONE: Final = terms.Number(1.0, terms.INTEGER)


class BlockWriter:
    """Writes the functions of blocks as lines of Python, each with the listing's line that it comes from.

    `hook` makes the line that is written before each statement, to count or follow it. `assigned` are the global
    variables that the lines assign.
    """

    def __init__(self, cut_table: Blocks, declared: Declarations, hook: Callable[[int], str] | None) -> None:
        references = {each.name for sub in declared.subs.values() for each in sub.parameters if each.bounds is None}
        functions = {
            name: (sub.parameters, cut_table.numbers[SUB_PREFIX + name]) for name, sub in declared.subs.items()
        }
        functions |= {name: (fn.parameters, 0) for name, fn in declared.fns.items()}
        self.translator = Translator(references, functions, declared.lengths)
        self.hook = hook
        self.origin = 0
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

    def write(self, *lines: str) -> None:
        """Adds lines at the present indentation."""
        for line in lines:
            self.lines.append(" " * self.indent + line)
            self.origins.append(self.origin)

    def function(self, block: Block, number: int) -> tuple[list[str], list[int]]:
        """Returns the function of a block, with the listing's line for each of its lines."""
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.assigned: set[str] = set()
        self.indent = 1
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
            case syntax.Stop(silent=silent):
                if silent:
                    self.write("errors_.end()")
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
            case Let(target=target, value=value):
                self.let(target, value)
            case syntax.Swap(left=left, right=right):
                self._swap(left, right)
            case syntax.Print():
                self._print(statement)
            case syntax.Input():
                self._input(statement)
            case syntax.Read(targets=targets):
                for target in targets:
                    type_ = terms.type_of_name(target.name)
                    read = "data_.text()" if type_ == terms.STRING else f"{CONVERSIONS[type_]}(data_.number())"
                    self.assign(target, read)
            case syntax.Restore(label=label):
                self.write(f"data_.restore({label!r})")
            case syntax.Dim(names=names):
                for declared in names:
                    self._dim(declared, declared in dict(statement.fixed), statement.again)
            case syntax.DefFn(name=name, value=value):
                result = self.translator.typed(value, terms.type_of_name(name))
                self.write(f"fns_[{name!r}] = lambda own: {result}")
            case syntax.OnError(label=label):
                self.write(f"errors_.trap({label!r})")
            case syntax.Act(action=action, arguments=arguments):
                given = [self.translator.single(argument) if argument else "None" for argument in arguments]
                self.write(f"{action}({', '.join(given)})")

    # ---- statements that run one after the other

    def _dim(self, declared: syntax.Declared, is_fixed: bool, again: bool) -> None:
        """Writes DIM or REDIM of one name. The arrays of a SUB are new at each call, unless they are static."""
        array, code = self.translator.array(declared.name), self.translator.value
        is_static = declared.name[0] == "_" and not again
        if declared.bounds and not is_fixed:
            bounds = ", ".join(f"({code(low).text}, {code(high).text})" for low, high in declared.bounds if low)
            self.write(f"{f'if not {array}.dimensioned: ' * is_static}redim_({array}, ({bounds},), {again})")
        elif declared.bounds and "." not in declared.name and not is_static:
            self.write(f"dim_({array})")

    def _swap(self, left: terms.Target, right: terms.Target) -> None:
        """Writes SWAP. A string of fixed length stays as long as it is."""
        if not {left.name, right.name} & self.declared.lengths.keys():
            places = *self.translator.reference(left), *self.translator.reference(right)
            self.write(f"swap_({', '.join(places)})")
            return
        self.write(f"t = {self.translator.value(left).text}")
        self.assign(left, self.translator.value(right).text)
        self.assign(right, "t")

    def _input(self, statement: syntax.Input) -> None:
        """Writes INPUT: the values are assigned when all of them fit."""
        types = tuple(terms.type_of_name(target.name) for target in statement.targets)
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
        items, fields = statement.items, statement.fields
        count = sum(item not in (";", ",") for item in items)
        where = f"files_.print_({self.translator.single(statement.file)}, " if statement.file else "io_.print_("
        if count + bool(statement.picture) > 1 and any(map(_may_see_screen, terms.parts_of(statement))):
            # The next item sees the effects of the one before.
            for place, item in enumerate(items if statement.quoted else ()):
                is_last = place == len(items) - 1
                comma = "" if is_last else ", ','"
                self.write(f"{where}{is_last}, written_({self._item(item, is_plain=True)}){comma})")
            if statement.quoted:
                return
            rest = replace(statement, items=())
            for place, item in enumerate(items):
                if item != ";":
                    ends = (items[place + 1 :] or statement.picture) and item != ","
                    self._print(replace(statement, items=(item, ";") if ends else (item,), picture=None, fields=()))
            if statement.picture:
                self._print(rest)
            return
        values = [self._item(part, statement.quoted) for part in items if part != ";"]
        if statement.picture:
            filled = [self._item(part, is_plain=True) for part in fields if part not in (";", ",")]
            values.append(f"*using_({', '.join([self.translator.single(statement.picture), *filled])})")
        elif statement.quoted:
            values = [f"written_({', '.join(values)})"]
        last = (fields if statement.picture else items)[-1:]
        ended = last and (last[0] in (";", ",") or isinstance(last[0], syntax.Spacing))
        self.write(f"{where}{', '.join([str(not ended), *values])})")

    def _item(self, part: terms.Expression | syntax.Spacing | str, is_plain: bool) -> str:
        """Returns an item of PRINT. For USING and WRITE, which want it plain, no text stands for a number."""
        if isinstance(part, syntax.Spacing):
            return f"spacing_({part.to_column}, {self.translator.single(part.count)})"
        if isinstance(part, str):
            return "next_zone_"
        if is_plain and terms.type_of(part) == terms.DOUBLE:
            return f"wide_({self.translator.typed(part, terms.DOUBLE)})"
        return self.translator.printed(part)

    def let(self, target: terms.Target, value: terms.Expression) -> None:
        """Writes an assignment."""
        type_ = terms.type_of_name(target.name)
        if type_ in terms.LIMITS:
            self._let_whole(target, value, type_)
            return
        if type_ == terms.DOUBLE:
            self.assign(target, self.translator.typed(value, terms.DOUBLE))
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
        name = self._assignable(target.name) if isinstance(target, terms.Variable) else "r"
        self.write(f"if {test}:", f" u = t * {SPLITTER!r}", f" {name} = u - (u - t)")
        self.write("else:", f" {name} = single_(t)")
        if isinstance(target, terms.Element):
            self.assign(target, name)

    def _let_whole(self, target: terms.Target, value: terms.Expression, type_: str) -> None:
        """Writes an assignment to an INTEGER or LONG. A sum of whole numbers needs a look at its limits only."""
        text = self.translator.value(value).text
        if not holds(value, type_):
            convert = f"{CONVERSIONS[type_]}({{}})"
            if terms.type_of(value) in terms.LIMITS:
                low, high = terms.LIMITS[type_]
                self.write(f"t = {text}")
                text = f"t if {float(low)} <= t <= {float(high)} else {convert.format('t')}"
            else:
                text = convert.format(text)
        self.assign(target, text)

    def assign(self, target: terms.Target, text: str) -> None:
        """Writes the assignment of a value in Python, which has the target's type, but for a fixed length."""
        if target.name in self.declared.lengths:
            text = f"fixed_({text}, {self.declared.lengths[target.name]})"
        if isinstance(target, terms.Variable):
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

    # ---- jumps

    def _jump(self, jump: syntax.Jump) -> None:
        test = self.translator.condition(jump.condition).text
        if jump.label in self.inner:
            self.write(f"if not ({test}):" if jump.holds else f"if {test}:")
            self.indent += 1
            return
        self.write(f"if {test}:" if jump.holds else f"if not ({test}):", f" return {self.numbers[jump.label]}")

    def _on(self, statement: syntax.On) -> None:
        labels = statement.labels
        self.write(f"k = byte_({self.translator.value(statement.number).text})")
        self.write(f"if 0 < k <= {len(labels)}:")
        if statement.is_gosub:
            self.write(f" gosub_({self.behind}, {labels!r}[k - 1])")
        self.write(f" return {tuple(self.numbers[label] for label in labels)!r}[k - 1]")

    def _for(self, loop: syntax.For) -> None:
        limit, step = self._bounds_of(loop)
        type_ = terms.type_of_name(loop.counter.name)
        first = self.translator.typed(loop.start, type_)
        if not isinstance(limit, terms.Number) or not isinstance(step, terms.Number):
            self.write(f"first = {first}")
            first = "first"
        for name, value in ((limit, loop.limit), (step, loop.step or ONE)):
            if isinstance(name, terms.Variable):
                self.assign(name, self.translator.typed(value, type_))
        self.assign(loop.counter, first)
        self.write(f"if {self._is_past(loop, limit, step, going_on=False)}:", f" return {self.numbers[loop.end]}")

    def _next(self, statement: syntax.Next) -> None:
        loop = statement.loop
        assert loop
        limit, step = self._bounds_of(loop)
        self.let(loop.counter, terms.Binary("+", loop.counter, step))
        self.write(f"if {self._is_past(loop, limit, step, going_on=True)}:", f" return {self.numbers[statement.body]}")

    def _is_past(self, loop: syntax.For, limit: terms.Expression, step: terms.Expression, going_on: bool) -> str:
        """Returns a Python condition that holds where the counter is past the limit, or where it is not."""
        counter, last, by = (self.translator.value(part).text for part in (loop.counter, limit, step))
        upward, downward = ("<=", ">=") if going_on else (">", "<")
        if isinstance(step, terms.Number):
            return f"{counter} {upward if step.value >= 0 else downward} {last}"
        return f"{counter} {upward} {last} if {by} >= 0.0 else {counter} {downward} {last}"

    def _bounds_of(self, loop: syntax.For) -> tuple[terms.Number | terms.Variable, terms.Number | terms.Variable]:
        return self._bound(loop, loop.limit, "LIMIT"), self._bound(loop, loop.step or ONE, "STEP")

    def _bound(self, loop: syntax.For, value: terms.Expression, what: str) -> terms.Number | terms.Variable:
        """Returns the limit or the step of a FOR: a constant of the counter's type, or a variable for it."""
        type_ = terms.type_of_name(loop.counter.name)
        if isinstance(value, terms.Number):
            try:
                return terms.Number(TO_TYPE[type_](value.value), type_)
            except LineError:
                pass  # FOR itself will find that the number is too large
        place = f"{self.sub}." if self.sub else ""
        name = f"{place}_{what}_{loop.number}{type_}"
        self.bounds[self.sub][name] = None
        return terms.Variable(name)

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
        result = [f"{sub.name}.{sub.name}"] if sub.kind != "SUB" else []
        names = [*result, *self.declared.own[sub.name], *self.bounds[sub.name]]
        if names:
            self.write(f"own.update({initial_values(names, self.declared.lengths)!r})")
        for name in self._own_arrays():
            self.write(f"own[{array_name(name)!r}] = new_({name!r})")

    def _own_arrays(self) -> list[str]:
        parameters = {each.name for each in self.declared.subs[self.sub].parameters}
        own = f"{self.sub}."
        return [name for name in self.declared.arrays if name.startswith(own) and name not in parameters]


def initial_values(names: Iterable[str], lengths: Mapping[str, int]) -> dict[str, float | str]:
    """Returns the first values of variables, with their names in Python. A string of fixed length has zero bytes."""
    return {variable_name(name): "\0" * lengths.get(name, 0) if terms.is_text(name) else 0.0 for name in names}


def _is_silent(statement: Statement) -> bool:
    """Returns True for a statement that is not counted: nothing runs, or no statement in the listing stands for it."""
    if isinstance(statement, syntax.Dim):
        return not any(declared.bounds for declared in statement.names)
    return isinstance(statement, IDLE) or getattr(statement, "silent", False)


def _may_see_screen(part: terms.Expression) -> bool:
    """Returns True if a value depends on where the cursor is, or may be of a FUNCTION that prints."""
    return isinstance(part, terms.UserCall) or (isinstance(part, terms.Call) and part.function in ("CSRLIN", "POS"))
