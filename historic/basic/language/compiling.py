"""From a region's items to a Python function.

Each subroutine becomes a function, and GOSUB a call of it. IF becomes `if`. FOR becomes `for` where nothing in its
body assigns the counter, and `while` otherwise. A jump forward becomes `break` out of a `while True:` that ends at the
label; a jump to the end of a FOR becomes `continue`. Where a jump leads back, the list of items that has the label
becomes a loop over its blocks: `to_1` is the number of the block that runs next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from historic.basic.language.assigned import Assigned
from historic.basic.language.expressions import CONVERSIONS, Translator
from historic.basic.language.regions import Region, jumps_of
from historic.basic.language.statements import StatementWriter
from historic.basic.language.syntax import Do, For, ForStep, Goto, If, Item, Label, LoopTest
from historic.basic.language.terms import INTEGER, LIMITS, Expression, Number, type_of_name
from historic.basic.language.turns import turns
from historic.basic.language.walking import bodies, ends_flow, walk
from historic.basic.language.writer import Writer

#: Python allows 20 loops inside each other. This many are for jumps forward; the others are for FOR.
MAX_NESTED_WAYS: Final = 8
#: The step of a FOR without STEP.
ONE: Final = Number(1.0, INTEGER)
#: The longest FOR with constant limits whose values are all kept.
MAX_CONSTANT_TURNS: Final = 1000
#: The counter of a FOR with smaller whole constants stays within an INTEGER.
MAX_CONSTANT: Final = 2**14


class RegionCompiler(StatementWriter):
    """Writes the functions of regions, one after the other."""

    def __init__(
        self,
        writer: Writer,
        translator: Translator,
        assigned: Assigned,
        constants: dict[str, object],
        hook: Callable[[int], str] | None,
    ) -> None:
        super().__init__(writer, translator, assigned.subs, hook)
        self.assigned = assigned
        self.constants = constants
        self.serial = 0
        self.jumped: set[str] = set()
        #: For each FOR, the labels directly behind it.
        self.behind: dict[int, list[str]] = {}
        #: The numbers of the FORs that have been taken apart.
        self.numbers: dict[int, int] = {}

    def region(self, region: Region, in_subroutine: bool) -> None:
        """Writes the statements of a region, into a function that has its header already."""
        self.in_subroutine = in_subroutine
        self.jumped = set(jumps_of(region.items))
        self._find_labels_behind(region.items)
        for loop in {item.loop: None for item in walk(region.items) if isinstance(item, ForStep)}:
            # A jump into the body leaves out FOR itself: only constants are known then.
            for name, part in zip(self._bounds(loop), (loop.limit, loop.step or ONE), strict=True):
                self.writer.write(f"{name} = {part.value if isinstance(part, Number) else 0.0!r}")
        items = region.items
        if in_subroutine and region.items[0] != Label(region.items[0].line, region.name):
            # It is entered in the middle, because it jumps to lines above its label.
            items = [Goto(0, region.name), *items]
            self.jumped.add(region.name)
        self.sequence(items)

    def _find_labels_behind(self, items: list[Item]) -> None:
        for place, item in enumerate(items):
            if isinstance(item, For | Do):
                labels: list[str] = []
                for follower in items[place + 1 :]:
                    if not isinstance(follower, Label):
                        break
                    labels.append(follower.name)
                self.behind[id(item)] = labels
            for body in bodies(item):
                self._find_labels_behind(body)

    # ---- lists of items, and the jumps inside them

    def sequence(self, items: Sequence[Item]) -> None:
        """Writes a list of items with labels among them."""
        known = set(self.writer.loops[-1].ways) if self.writer.loops else set()
        places = {
            item.name: place
            for place, item in enumerate(items)
            if isinstance(item, Label) and item.name in self.jumped and item.name not in known
        }
        jumps = [(place, label) for place, item in enumerate(items) for label in jumps_of([item]) if label in places]
        if not jumps:
            self.straight(items)
        elif (
            any(places[label] <= place for place, label in jumps)
            or len(self.writer.loops) + len(places) > MAX_NESTED_WAYS
        ):
            self._blocks(items, places)
        else:
            first = min(place for place, _ in jumps)
            self.straight(items[:first])
            self._forward(items[first:], [label for label, place in places.items() if place > first])

    def straight(self, items: Sequence[Item]) -> None:
        """Writes items one after the other, up to the first after which nothing runs."""
        for item in items:
            self.statement(item)
            if ends_flow(item):
                return

    def _forward(self, items: Sequence[Item], labels: Sequence[str]) -> None:
        """Writes items whose jumps all lead forward: each label is behind a loop that runs once."""
        if not labels:
            self.straight(items)
            return
        *inner, last = labels
        end = next(place for place, item in enumerate(items) if isinstance(item, Label) and item.name == last)
        before = items[:end]
        with self.writer.loop("while True:", {last: ["break"]}):
            self._forward(before, inner)
            if not (before and ends_flow(before[-1])):
                self.writer.write("break")
        self.straight(items[end + 1 :])

    def _blocks(self, items: Sequence[Item], places: Mapping[str, int]) -> None:
        """Writes items whose jumps may lead anywhere: a loop over blocks, each of which falls through to the next."""
        self.serial += 1
        name = f"to_{self.serial}"
        starts = [0, *sorted(places.values())]
        ways = {
            label: [f"{name} = {number}", "continue"]
            for number, start in enumerate(starts)
            for label, place in places.items()
            if number and place == start
        }
        self.writer.write(f"{name} = 0")
        with self.writer.loop("while True:", ways):
            for number, start in enumerate(starts):
                end = starts[number + 1] if number + 1 < len(starts) else len(items)
                with self.writer.indented(f"if {name} < {number + 1}:"):
                    self.straight(items[start:end])
            self.writer.write("break")

    # ---- control flow

    def control(self, item: Item) -> None:
        """Writes a statement that has a body, or that jumps."""
        match item:
            case If():
                self._if(item)
            case For():
                self._for(item)
            case Do():
                self._do(item)
            case ForStep():
                self._for_step(item)
            case Goto():
                self.writer.jump(item.label)

    def _if(self, item: If) -> None:
        test = self.translator.condition(item.condition).text
        with self.writer.indented(f"if not ({test}):" if item.negated else f"if {test}:"):
            self.sequence(item.body)
        for branch in item.branches:
            self.writer.origin = branch.line
            otherwise = f"elif {self.translator.condition(branch.condition).text}:" if branch.condition else "else:"
            with self.writer.indented(otherwise):
                self.sequence(branch.body)

    def _do(self, loop: Do) -> None:
        header = f"while {self._test(loop.first, ends=False)}:" if loop.first else "while True:"
        with self.writer.loop(header, self._labels_behind(loop)):
            self._body(loop)
            self.writer.origin = loop.last_line
            self.count(loop.last_line)
            if loop.last:
                with self.writer.indented(f"if {self._test(loop.last, ends=True)}:"):
                    self.writer.write("break")

    def _test(self, test: LoopTest, ends: bool) -> str:
        """Returns a Python condition that holds where a DO ends, or where it goes on."""
        text = self.translator.condition(test.condition).text
        return text if test.until == ends else f"not ({text})"

    def _for(self, loop: For) -> None:
        untouched = self.assigned.keeps_counter(loop)
        if not (untouched or self.assigned.leaves_after_assigning(loop)):
            self._counted_while(loop)
            return
        ranges = self.translator.ranges
        before = dict(ranges)
        ranges.pop(loop.counter.name, None)
        values, after = self._values(loop, untouched)
        if not self._copied(loop, after):
            counter = self.translator.variable(loop.counter.name)
            with self.writer.loop(f"for {counter} in {values}:", self._ways(loop), f"{counter} = {after}"):
                self._body(loop)
                self.count(loop.last_line)
        ranges.clear()
        ranges.update(before)

    def _values(self, loop: For, untouched: bool) -> tuple[str, str]:
        """Returns what the counter runs through, and its value at the end, both in Python."""
        numbers = [loop.start, loop.limit, loop.step or ONE]
        start, limit, step = (number.value if isinstance(number, Number) else None for number in numbers)
        type_ = type_of_name(loop.counter.name)
        self.serial += 1
        if type_ in LIMITS and not all(_is_small(part) for part in numbers):
            start = None
        if start is not None and limit is not None and step and (limit - start) / step < MAX_CONSTANT_TURNS:
            values = turns(start, limit, step)
            self.constants[f"turns_{self.serial}"] = tuple(values)
            if untouched and start.is_integer() and step.is_integer() and tuple(values):
                self.translator.ranges[loop.counter.name] = (min(values), max(values))
            return f"turns_{self.serial}", repr(values.after)
        texts = ", ".join(self._texts(loop))
        kind = {"%": "integer_turns_", "&": "long_turns_"}.get(type_, "turns_")
        self.writer.write(f"turns_{self.serial} = {kind}({texts})")
        return f"turns_{self.serial}", f"turns_{self.serial}.after"

    def _texts(self, loop: For) -> list[str]:
        """Returns start, limit and step in Python, with the type of the counter."""
        type_ = type_of_name(loop.counter.name)
        return [self.translator.typed(part, type_) for part in (loop.start, loop.limit, loop.step or ONE)]

    def _body(self, loop: For | Do) -> None:
        """Writes a loop's body. Where statements are counted, a jump to its end must not skip that of NEXT."""
        tails = {label: ["break"] for label in self._tails(loop)}
        if tails and (self.hook or isinstance(loop, Do) or self.writer.loops[-1].ways.keys().isdisjoint(tails)):
            with self.writer.loop("while True:", tails):
                self.sequence(loop.body)
                self.writer.write("break")
        else:
            self.sequence(loop.body)

    def _ways(self, loop: For) -> dict[str, list[str]]:
        """Returns the ways to the labels directly behind a FOR, and to those at the end of its body."""
        ways = self._labels_behind(loop)
        return ways if self.hook else ways | {label: ["continue"] for label in self._tails(loop)}

    def _labels_behind(self, loop: For | Do) -> dict[str, list[str]]:
        return {label: ["break"] for label in self.behind[id(loop)]}

    def _tails(self, loop: For | Do) -> list[str]:
        tails: list[str] = []
        for item in reversed(loop.body):
            if not isinstance(item, Label):
                break
            if item.name in self.jumped:
                tails.append(item.name)
        return tails

    def _counted_while(self, loop: For) -> None:
        counter = self.translator.variable(loop.counter.name)
        self.serial += 1
        limit, step = f"limit_{self.serial}", f"step_{self.serial}"
        self.writer.write(f"first, {limit}, {step} = {', '.join(self._texts(loop))}", f"{counter} = first")
        going_on = f"{counter} <= {limit} if {step} >= 0.0 else {counter} >= {limit}"
        with self.writer.loop(f"while {going_on}:", self._labels_behind(loop)):
            self._body(loop)
            self.writer.origin = loop.last_line
            self.count(loop.last_line)
            self.writer.write(f"{counter} = {CONVERSIONS[type_of_name(loop.counter.name)]}({counter} + {step})")

    def _for_step(self, item: ForStep) -> None:
        loop = item.loop
        counter = self.translator.variable(loop.counter.name)
        limit, step = self._bounds(loop)
        match item.step:
            case "start":
                self.writer.write(f"first, {limit}, {step} = {', '.join(self._texts(loop))}", f"{counter} = first")
            case "leave":
                with self.writer.indented(f"if {counter} > {limit} if {step} >= 0.0 else {counter} < {limit}:"):
                    self.writer.jump(item.label)
            case _:
                self.writer.write(f"{counter} = {CONVERSIONS[type_of_name(loop.counter.name)]}({counter} + {step})")

    def _bounds(self, loop: For) -> tuple[str, str]:
        """Returns the names of the limit and the step of a FOR that has been taken apart."""
        number = self.numbers.setdefault(id(loop), len(self.numbers))
        return f"open_limit_{number}", f"open_step_{number}"


def _is_small(part: Expression) -> bool:
    return isinstance(part, Number) and part.value.is_integer() and abs(part.value) < MAX_CONSTANT
