"""From the table of statements to blocks, each of which becomes a small Python function.

A block is entered at its first statement only: it begins at a label, behind a jump, behind a GOSUB or CALL, and at each
SUB. Its function returns the number of the block that runs next. The number 0 is outside the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from historic.basic.language import syntax
from historic.basic.language.errors import SUB_PREFIX
from historic.basic.language.syntax import Statement

#: A block with more statements is cut, so that Python compiles little at a time.
MAX_STATEMENTS: Final = 200
#: How deep IFs inside each other become `if` inside `if`.
MAX_IFS: Final = 20


@dataclass
class Block:
    """Statements that run one after the other. `name` is the label or SUB under which they stand."""

    name: str
    sub: str
    statements: list[Statement] = field(default_factory=list)


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
                if not all(isinstance(above, syntax.Label) for above in blocks[-1].statements):
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
