"""What a statement holds: its bodies and its expressions."""

from __future__ import annotations

from collections.abc import Iterator

from historic.basic.language.syntax import (
    Act,
    CallSub,
    Do,
    For,
    Goto,
    If,
    Input,
    Item,
    LeaveSub,
    Let,
    LineInput,
    Print,
    Read,
    Return,
    Select,
    StopStatement,
    WaitForKey,
)
from historic.basic.language.terms import Expression, WholeArray


def bodies(item: Item) -> list[list[Item]]:
    """Returns the bodies of a statement, in the order of their lines."""
    match item:
        case For() | Do():
            return [item.body]
        case If():
            return [item.body, *(branch.body for branch in item.branches)]
        case Select():
            return [case.body for case in item.cases]
        case _:
            return []


def walk(items: list[Item]) -> Iterator[Item]:
    """Yields all items, those in bodies included."""
    for item in items:
        yield item
        for body in bodies(item):
            yield from walk(body)


def ends_flow(item: Item) -> bool:
    """Returns True if what follows `item` is reached only by a jump."""
    return isinstance(item, Goto | Return | StopStatement | LeaveSub)


def expressions_of(item: Item) -> list[Expression]:
    """Returns the expressions of one item, its targets included, without those of a body."""
    match item:
        case Let():
            return [item.target, item.value]
        case Print():
            return [part for part in item.items if not isinstance(part, str)]
        case Input():
            return [item.target]
        case LineInput():
            return [item.target, *([item.file] if item.file else [])]
        case WaitForKey():
            return [item.target] if item.target else []
        case Read():
            return list(item.targets)
        case Act():
            return [part for part in item.arguments if part is not None]
        case CallSub():
            return [part for part in item.arguments if not isinstance(part, WholeArray)]
        case If():
            return [item.condition, *(branch.condition for branch in item.branches if branch.condition)]
        case For():
            return [item.counter, item.start, item.limit, *([item.step] if item.step else [])]
        case Do():
            return [test.condition for test in (item.first, item.last) if test]
        case _:
            return []
