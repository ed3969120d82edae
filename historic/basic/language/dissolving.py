"""Takes apart the bodies that a jump enters from outside.

A GOTO or GOSUB may jump into the body of a FOR, a DO or an IF. Python has nothing like that, so such a body is taken
apart into labels and jumps. After that, each jump leads to a label in the same list of items as the jump, or in a list
around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.syntax import Branch, Do, For, Goto, If, Item, Label
from historic.basic.language.walking import bodies

#: Bodies of loops and of IF that are nested deeper than this are taken apart: Python limits how deep loops are nested.
MAX_LOOP_DEPTH: Final = 4
MAX_IF_DEPTH: Final = 30


def dissolved(items: list[Item], entries: Sequence[str]) -> list[Item]:
    """Returns the items with those bodies taken apart that a jump enters from outside.

    `entries` are labels that are called from Python.
    """
    return _Dissolver(items, entries).items


class _Dissolver:
    def __init__(self, items: list[Item], entries: Sequence[str]) -> None:
        self.serial = 0
        self.items = items
        while True:
            entered = _entered(self.items, entries)
            before = self.serial
            self.items = self._opened(self.items, entered, 0, 0)
            if self.serial == before:
                return

    def _opened(self, items: list[Item], entered: set[int], loops: int, ifs: int) -> list[Item]:
        result: list[Item] = []
        for item in items:
            if isinstance(item, For | Do):
                result += self._opened_loop(item, entered, loops, ifs)
            elif isinstance(item, If):
                first, *others = (self._opened(body, entered, loops, ifs + 1) for body in bodies(item))
                branches = tuple(
                    Branch(branch.line, branch.condition, body)
                    for branch, body in zip(item.branches, others, strict=True)
                )
                block = If(item.line, item.condition, first, item.negated, branches)
                too_deep = ifs >= MAX_IF_DEPTH and not all(isinstance(inner, Goto) for inner in item.body)
                result += self._opened_if(block) if id(item) in entered or too_deep else [block]
            else:
                result.append(item)
        return result

    def _opened_loop(self, item: For | Do, entered: set[int], loops: int, ifs: int) -> list[Item]:
        body = self._opened(item.body, entered, loops + 1, ifs)
        take_apart = id(item) in entered or loops >= MAX_LOOP_DEPTH
        if isinstance(item, For):
            loop = For(item.line, item.counter, item.start, item.limit, item.step, body, item.last_line)
            return self._opened_for(loop) if take_apart else [loop]
        do = Do(item.line, item.first, body, item.last, item.last_line)
        return self._opened_do(do) if take_apart else [do]

    def _opened_for(self, loop: For) -> list[Item]:
        top, end = self._new_label(loop.line), self._new_label(loop.last_line)
        return [
            syntax.ForStep(loop.line, "start", loop),
            top,
            syntax.ForStep(loop.line, "leave", loop, end.name),
            *loop.body,
            syntax.ForStep(loop.last_line, "next", loop),
            Goto(0, top.name),
            end,
        ]

    def _opened_do(self, loop: Do) -> list[Item]:
        top, end = self._new_label(loop.line), self._new_label(loop.last_line)
        first = [If(loop.line, loop.first.condition, [Goto(0, end.name)], not loop.first.until)] if loop.first else []
        again = Goto(0, top.name)
        last = If(loop.last_line, loop.last.condition, [again], loop.last.until) if loop.last else again
        return [top, *first, *loop.body, last, end]

    def _opened_if(self, block: If) -> list[Item]:
        end = self._new_label(block.line)
        opened: list[Item] = []
        condition, negated = block.condition, block.negated
        line, body = block.line, block.body
        for branch in block.branches:
            behind = self._new_label(branch.line)
            opened += [If(line, condition, [Goto(0, behind.name)], not negated), *body, Goto(0, end.name), behind]
            if branch.condition is None:
                return [*opened, *branch.body, end]
            line, condition, negated, body = branch.line, branch.condition, False, branch.body
        return [*opened, If(line, condition, [Goto(0, end.name)], not negated), *body, end]

    def _new_label(self, line: int) -> Label:
        self.serial += 1
        return Label(line, f"({self.serial})")


def _entered(items: list[Item], entries: Sequence[str]) -> set[int]:
    """Returns the identities of the items into one of whose bodies a jump leads from outside that body."""
    entered: set[int] = set()
    #: The bodies around each jump and each label: the identity of the item, and the number of the body in it.
    jumps: list[tuple[str, tuple[tuple[int, int], ...]]] = [(name, ()) for name in entries]
    place: dict[str, tuple[tuple[int, int], ...]] = {}

    def visit(inner: list[Item], around: tuple[tuple[int, int], ...]) -> None:
        for item in inner:
            match item:
                case Label():
                    place[item.name] = around
                case Goto() | syntax.ForStep(step="leave"):
                    jumps.append((item.label, around))
                case syntax.Gosub():
                    jumps.append((item.label, ()))
                case _:
                    for number, body in enumerate(bodies(item)):
                        visit(body, (*around, (id(item), number)))

    visit(items, ())
    for label, around in jumps:
        entered.update(identity for identity, _ in set(place[label]) - set(around))
    return entered
