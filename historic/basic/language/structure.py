"""From lines to a tree: FOR is paired with NEXT, and IF with END IF, and every jump is checked to have a label.

A GOTO or GOSUB may jump into the body of a FOR or an IF. Python has nothing like that, so such a body is taken apart
into labels and jumps (`dissolved`). After that, each jump leads to a label in the same list of items as the jump, or in
a list around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.errors import (
    DUPLICATE_DEFINITION,
    FOR_WITHOUT_NEXT,
    LABEL_NOT_DEFINED,
    NEXT_WITHOUT_FOR,
    ListingRefused,
    refused,
)
from historic.basic.language.parsing import parse_line
from historic.basic.language.source import checked_lines
from historic.basic.language.syntax import For, Goto, If, Item, Label, Parsed, Variable, walk

#: Bodies of FOR and of IF that are nested deeper than this are taken apart: Python limits how deep loops may be nested.
MAX_FOR_DEPTH: Final = 4
MAX_IF_DEPTH: Final = 30
#: A listing that is nested deeper than this is refused.
MAX_DEPTH: Final = 60


def parse(text: str) -> list[Item]:
    """Returns the items of a listing. Raises ListingRefused."""
    parsed = [part for number, line in enumerate(checked_lines(text), 1) for part in parse_line(number, line)]
    items = _with_waits(_nested(parsed))
    labels = _labels(items)
    for item in walk(items):
        if isinstance(item, syntax.Goto | syntax.Gosub) and item.label not in labels:
            raise refused(LABEL_NOT_DEFINED, item.line, item.label)
    return items


def _labels(items: list[Item]) -> set[str]:
    labels: set[str] = set()
    for item in walk(items):
        if isinstance(item, Label):
            if item.name in labels:
                raise refused(DUPLICATE_DEFINITION, item.line, f"the label {item.name}")
            labels.add(item.name)
    return labels


def _nested(parsed: Sequence[Parsed]) -> list[Item]:
    """Returns statements with those between FOR and NEXT, and between IF and END IF, moved into their bodies."""
    items: list[Item] = []
    #: The open headers, each with the list that it stands in.
    open_bodies: list[tuple[For | If, list[Item]]] = []
    for part in parsed:
        header = open_bodies[-1][0] if open_bodies else None
        match part:
            case syntax.BlockIf():
                block = If(part.line, part.condition, [])
                items.append(block)
                open_bodies.append((block, items))
                items = block.body
            case For():
                items.append(part)
                open_bodies.append((part, items))
                items = part.body
            case syntax.EndIf():
                if not isinstance(header, If):
                    raise ListingRefused(part.line, _unclosed(header) or "END IF without block IF")
                items = open_bodies.pop()[1]
            case syntax.Next():
                if not isinstance(header, For) or part.name not in ("", header.counter.name):
                    raise refused(NEXT_WITHOUT_FOR, part.line)
                _, items = open_bodies.pop()
                # The loop is complete now: it takes the line of its NEXT.
                items[-1] = For(
                    header.line, header.counter, header.start, header.limit, header.step, header.body, part.line
                )
            case If():
                items.append(If(part.line, part.condition, _nested(part.body)))
            case _:
                items.append(part)
        if len(open_bodies) > MAX_DEPTH:
            raise ListingRefused(part.line, f"FOR and IF are nested more than {MAX_DEPTH} deep")
    if open_bodies:
        raise ListingRefused(open_bodies[-1][0].line, _unclosed(open_bodies[-1][0]))
    return items


def _unclosed(header: For | If | None) -> str:
    if isinstance(header, For):
        return f"error {FOR_WITHOUT_NEXT}: FOR without NEXT, line {header.line}"
    return "block IF without END IF" if header else ""


def _with_waits(items: list[Item]) -> list[Item]:
    """Returns the items with each loop that only waits for a key replaced by a WaitForKey.

    Such a loop is a label, V$=INKEY$, and IF V$="" THEN the label. It would use a whole core while nobody types.
    """
    result: list[Item] = []
    for item in items:
        result.append(item)
        match result[-3:]:
            case [
                Label(name=label),
                syntax.Let(line=line, target=Variable() as target, value=syntax.Call(function="INKEY$")),
                If(
                    condition=syntax.Binary(operator="=", left=tested, right=syntax.Text(value="")),
                    body=[Goto(label=destination)],
                ),
            ] if tested == target and destination == label:
                result[-2:] = [syntax.WaitForKey(line, label, target)]
            case _:
                pass
    return result


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

    def _opened(self, items: list[Item], entered: set[int], fors: int, ifs: int) -> list[Item]:
        result: list[Item] = []
        for item in items:
            if isinstance(item, For):
                body = self._opened(item.body, entered, fors + 1, ifs)
                loop = For(item.line, item.counter, item.start, item.limit, item.step, body, item.next_line)
                result += self._opened_for(loop) if id(item) in entered or fors >= MAX_FOR_DEPTH else [loop]
            elif isinstance(item, If):
                body = self._opened(item.body, entered, fors, ifs + 1)
                block = If(item.line, item.condition, body, item.negated)
                too_deep = ifs >= MAX_IF_DEPTH and not all(isinstance(inner, Goto) for inner in body)
                result += self._opened_if(block) if id(item) in entered or too_deep else [block]
            else:
                result.append(item)
        return result

    def _opened_for(self, loop: For) -> list[Item]:
        top, end = self._new_label(loop.line), self._new_label(loop.next_line)
        return [
            syntax.ForStep(loop.line, "start", loop),
            top,
            syntax.ForStep(loop.line, "leave", loop, end.name),
            *loop.body,
            syntax.ForStep(loop.next_line, "next", loop),
            Goto(0, top.name),
            end,
        ]

    def _opened_if(self, block: If) -> list[Item]:
        end = self._new_label(block.line)
        return [If(block.line, block.condition, [Goto(0, end.name)], not block.negated), *block.body, end]

    def _new_label(self, line: int) -> Label:
        self.serial += 1
        return Label(line, f"({self.serial})")


def _entered(items: list[Item], entries: Sequence[str]) -> set[int]:
    """Returns the identities of the FORs and IFs whose body has a label that is jumped to from outside."""
    entered: set[int] = set()
    jumps: list[tuple[str, tuple[int, ...]]] = [(name, ()) for name in entries]
    place: dict[str, tuple[int, ...]] = {}

    def visit(inner: list[Item], around: tuple[int, ...]) -> None:
        for item in inner:
            match item:
                case Label():
                    place[item.name] = around
                case Goto() | syntax.ForStep(step="leave"):
                    jumps.append((item.label, around))
                case syntax.Gosub():
                    jumps.append((item.label, ()))
                case For() | If():
                    visit(item.body, (*around, id(item)))
                case _:
                    pass

    visit(items, ())
    for label, around in jumps:
        entered.update(set(place[label]) - set(around))
    return entered
