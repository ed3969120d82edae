"""From the statements as they are written to a table without blocks.

One pass with a stack pairs FOR with NEXT, IF with END IF, DO with LOOP, WHILE with WEND, SELECT CASE with END SELECT
and SUB with END SUB, and writes jumps and labels in their place. Whatever is opened or closed only is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, NoReturn

from historic.basic.language import errors, syntax
from historic.basic.language.errors import MESSAGES, ListingRefused, refused
from historic.basic.language.syntax import (
    Do,
    For,
    Goto,
    If,
    Jump,
    Label,
    Let,
    LoopTest,
    Place,
    Select,
    Statement,
    While,
)
from historic.basic.language.terms import Binary, Call, Expression, Text, Variable

#: A listing that is nested deeper than this is refused.
MAX_DEPTH: Final = 60
#: What an opening statement is called, and what is missing if its block is never closed.
NAMES: Final = {
    For: ("FOR", f"error {errors.FOR_WITHOUT_NEXT}: {MESSAGES[errors.FOR_WITHOUT_NEXT]}"),
    Do: ("DO", "DO without LOOP"),
    While: ("WHILE", f"error {errors.WHILE_WITHOUT_WEND}: {MESSAGES[errors.WHILE_WITHOUT_WEND]}"),
    If: ("IF", "block IF without END IF"),
    Select: ("SELECT", "SELECT CASE without END SELECT"),
}
#: The tests of a loop that waits for a key. Running it again and again would use a whole core while no key is pressed.
KEY_PRESSED: Final = (
    LoopTest(Binary("<>", Call("INKEY$", ()), Text("")), until=True),
    LoopTest(Binary("=", Call("INKEY$", ()), Text("")), until=False),
)
#: What may stand behind the first SUB outside of SUBs.
OUTSIDE_SUBS: Final = (syntax.Sub, syntax.EndSub, syntax.Data, syntax.DefType)
UNSEEN: Final = "a statement between SELECT CASE and the first CASE"


@dataclass
class Open:
    """A block that is open: the statement that opened it, and where in the table that stands.

    `otherwise` is where a test leads that does not hold, `end` the place behind the block, `top` that of a loop's body.
    `branches` are the CASEs, ELSEIFs and ELSEs so far; behind the `last` one there can be no other.
    """

    head: If | For | Do | While | Select
    place: int
    otherwise: int
    end: int
    top: int
    branches: int = 0
    last: bool = False

    @property
    def in_line(self) -> bool:
        """Whether this is an IF that ends with its line."""
        return isinstance(self.head, If) and self.head.in_line


def _may_follow_select(statement: Statement) -> bool:
    ends_line = isinstance(statement, syntax.Else | syntax.EndIf) and statement.in_line
    return ends_line or isinstance(statement, syntax.Case | syntax.EndSelect)


def table_of(statements: Iterable[Statement]) -> list[Statement]:
    """Returns the main program, a Stop, and each SUB up to its EndSub. Raises ListingRefused.

    The number of a line is a label only if something leads to it.
    """
    structure = _Structure()
    for statement in statements:
        structure.add(statement)
    return structure.finished()


def _check_labels(jumps: Iterable[tuple[int, Place]], labels: set[str]) -> None:
    for line, label in jumps:
        if label not in labels:
            raise refused(errors.LABEL_NOT_DEFINED, line, str(label))


class _Structure:
    """The table so far, and the blocks that are open."""

    def __init__(self) -> None:
        self.table: list[Statement] = []
        self.open: list[Open] = []
        self.serial = count(1)
        self.sub: syntax.Sub | None = None
        self.main_ended = False
        #: All labels of the listing, those of the present SUB or main program, and the jumps in it with their lines.
        self.seen: set[str] = set()
        self.labels: set[str] = set()
        self.jumps: list[tuple[int, Place]] = []
        #: The labels of the main program, and what leads to these from a SUB too: RESTORE, ON ERROR and RESUME.
        self.main_labels: set[str] = set()
        self.main_jumps: list[tuple[int, Place]] = []
        self.wanted: set[Place] = set()

    def finished(self) -> list[Statement]:
        """Returns the table, when all statements have been added."""
        if self.sub:
            self._refuse_endless(self.sub.line)
        if not self.main_ended:
            self._end_part(syntax.Stop(0, silent=True))
        _check_labels(self.main_jumps, self.main_labels)
        self.wanted |= {label for _, label in self.main_jumps}
        return [
            statement
            for statement in self.table
            if not (isinstance(statement, Label) and str(statement.name).isdigit())
            or isinstance(statement.name, int)
            or statement.name in self.wanted
        ]

    def add(self, statement: Statement) -> None:
        """Adds the next statement."""
        if self.open and self._awaits_case() and not _may_follow_select(statement):
            raise ListingRefused(statement.line, UNSEEN)
        if self.main_ended and not self.sub and not isinstance(statement, OUTSIDE_SUBS):
            raise ListingRefused(statement.line, "the main program must stand above the first SUB")
        match statement:
            case Label(name=str(name)):
                if name in self.seen:
                    raise refused(errors.DUPLICATE_DEFINITION, statement.line, f"the label {name}")
                self.seen.add(name)
                self.labels.add(name)
                self.table.append(statement)
            case syntax.Restore(line=line, label=label) | syntax.OnError(line=line, label=label):
                self.main_jumps += [(line, label)] if label else []
                self.table.append(statement)
            case If() | For() | Do() | While() | Select():
                self._begin(statement)
            case syntax.Else():
                self._else(statement)
            case syntax.Case():
                self._case(statement)
            case syntax.EndIf():
                self._end_if(statement)
            case syntax.EndSelect():
                self._close_branches(self._closed(Select, statement.line, "END SELECT without SELECT CASE"), statement)
            case syntax.Next():
                self._next(statement)
            case syntax.Loop() | syntax.Wend():
                self._loop(statement)
            case syntax.Exit():
                self._exit(statement)
            case syntax.Sub() | syntax.EndSub():
                self._sub(statement)
            case _:
                self.jumps += [(statement.line, label) for label in syntax.labels_of(statement)]
                self.table.append(statement)

    # ---- the main program and the SUBs

    def _refuse_endless(self, line: int) -> NoReturn:
        assert self.sub
        raise ListingRefused(line, f"{self.sub.kind} {self.sub.name} has no END {self.sub.kind}")

    def _sub(self, statement: syntax.Sub | syntax.EndSub) -> None:
        line = statement.line
        if isinstance(statement, syntax.EndSub) and not statement.silent:
            if not self.sub or self.sub.kind != statement.kind:
                raise ListingRefused(line, f"EXIT {statement.kind} outside a {statement.kind}")
            self.table.append(statement)
            return
        if self.open and self.open[-1].in_line:
            raise ListingRefused(line, "SUB and END SUB must begin a line")
        if isinstance(statement, syntax.EndSub):
            if not self.sub or self.sub.kind != statement.kind:
                raise ListingRefused(line, f"END {statement.kind} without {statement.kind}")
            self._end_part(statement)
            self.sub = None
            return
        if self.sub:
            self._refuse_endless(line)
        if not self.main_ended:
            self._end_part(syntax.Stop(0, silent=True))
        self.main_ended = True
        self.sub = statement
        self.table.append(statement)

    def _end_part(self, end: Statement) -> None:
        """Ends the main program or a SUB: all blocks must be closed, and the labels of all jumps must exist."""
        if self.open:
            self._refuse_unclosed(self.open[-1].head.line)
        _check_labels(self.jumps, self.labels)
        self.wanted |= {label for _, label in self.jumps}
        if not self.sub:
            self.main_labels = self.labels
        self.labels, self.jumps = set(), []
        self.table.append(end)

    # ---- what opens a block

    def _begin(self, head: If | For | Do | While | Select) -> None:
        opened = Open(head, len(self.table), next(self.serial), next(self.serial), next(self.serial))
        self.open.append(opened)
        if not opened.in_line and sum(not each.in_line for each in self.open) > MAX_DEPTH:
            raise ListingRefused(head.line, f"statements are nested more than {MAX_DEPTH} deep")
        match head:
            case If():
                self.table.append(Jump(head.line, head.condition, False, opened.otherwise))
            case For():
                self.table += [replace(head, number=opened.top, end=opened.end), Label(head.line, opened.top)]
            case Do() | While():
                self.table += [Do(head.line), Label(head.line, opened.top)]
                if head.test:
                    self._test(head.line, head.test.condition, head.test.until, opened.end)
            case Select():
                self.table.append(replace(head, number=opened.top))

    def _test(self, line: int, condition: Expression, holds: bool, label: int) -> None:
        self.table.append(Jump(line, condition, holds, label, silent=True))

    # ---- what divides a block into branches

    def _awaits_case(self) -> bool:
        return isinstance(self.open[-1].head, Select) and not self.open[-1].branches

    def _else(self, part: syntax.Else) -> None:
        opened = self._branch(part, If, "ELSE without block IF")
        if part.condition:
            self._test(part.line, part.condition, False, opened.otherwise)

    def _case(self, part: syntax.Case) -> None:
        opened = self._branch(part, Select, "CASE without SELECT CASE")
        if part.tests:
            is_first = opened.branches == 1
            self.table.append(replace(part, number=opened.top, label=opened.otherwise, silent=not is_first))

    def _branch(self, part: syntax.Else | syntax.Case, wanted: type[If | Select], otherwise: str) -> Open:
        """Ends the branch before, and returns the block that is divided."""
        opened = self.open[-1] if self.open else None
        in_line = isinstance(part, syntax.Else) and part.in_line
        if in_line and opened and not opened.in_line:
            self._refuse_unclosed(opened.head.line)
        if not opened or not isinstance(opened.head, wanted) or opened.in_line != in_line:
            raise ListingRefused(part.line, otherwise)
        if opened.last:
            raise ListingRefused(part.line, f"{'ELSE' if wanted is If else 'CASE ELSE'} must be the last branch")
        if opened.branches or wanted is If:
            self.table += [Goto(part.line, opened.end, silent=True), Label(part.line, opened.otherwise)]
            opened.otherwise = next(self.serial)
        opened.branches += 1
        opened.last = not (part.condition if isinstance(part, syntax.Else) else part.tests)
        return opened

    # ---- what closes a block

    def _closed(self, wanted: type[If | Do | While | Select], line: int, otherwise: str, in_line: bool = False) -> Open:
        """Returns the innermost open block, which must be of the kind `wanted`, and closes it."""
        if not self.open or (self.open[-1].in_line and not in_line):
            raise ListingRefused(line, otherwise)
        if not isinstance(self.open[-1].head, wanted) or self.open[-1].in_line != in_line:
            self._refuse_unclosed(self.open[-1].head.line if in_line else line)
        return self.open.pop()

    def _refuse_unclosed(self, line: int) -> NoReturn:
        head = self.open[-1].head
        message = NAMES[type(head)][1]
        raise ListingRefused(line, message if line == head.line else f"{message}, line {head.line}")

    def _close_branches(self, opened: Open, part: Statement) -> None:
        self.table += [Label(part.line, opened.otherwise), Label(part.line, opened.end)]

    def _end_if(self, part: syntax.EndIf) -> None:
        opened = self._closed(If, part.line, "END IF without block IF", part.in_line)
        match self.table[-4:]:
            case [
                Label(name=label),
                Let(line=line, target=Variable() as target, value=Call(function="INKEY$")),
                Jump(condition=Binary(operator="=", left=tested, right=Text(value="")), label=behind),
                Goto(label=destination),
            ] if tested == target and destination == label and behind == opened.otherwise:
                self.table[-3:] = [syntax.WaitForKey(line, target)]
            case _:
                self._close_branches(opened, part)

    def _next(self, part: syntax.Next) -> None:
        head = self.open[-1].head if self.open else None
        if not isinstance(head, For) or part.name not in ("", head.counter.name):
            raise refused(errors.NEXT_WITHOUT_FOR, part.line)
        opened = self.open.pop()
        loop = self.table[opened.place]
        assert isinstance(loop, For)
        self.table += [replace(part, loop=loop, body=opened.top), Label(part.line, opened.end)]

    def _loop(self, part: syntax.Loop | syntax.Wend) -> None:
        if isinstance(part, syntax.Wend):
            opened = self._closed(
                While, part.line, f"error {errors.WEND_WITHOUT_WHILE}: {MESSAGES[errors.WEND_WITHOUT_WHILE]}"
            )
        else:
            opened = self._closed(Do, part.line, "LOOP without DO")
        head = opened.head
        assert isinstance(head, Do | While)
        if head.test and part.test:
            raise ListingRefused(part.line, f"DO in line {head.line} has a test already")
        is_empty = len(self.table) == opened.place + (3 if head.test else 2)
        if is_empty and (head.test or part.test) in KEY_PRESSED:
            self.table[opened.place :] = [syntax.WaitForKey(head.line, None)]
            return
        self.table.append(syntax.Loop(part.line))
        if part.test:
            self._test(part.line, part.test.condition, not part.test.until, opened.top)
        else:
            self.table.append(Goto(part.line, opened.top, silent=True))
        self.table.append(Label(part.line, opened.end))

    def _exit(self, part: syntax.Exit) -> None:
        found = next((each for each in reversed(self.open) if NAMES[type(each.head)][0] == part.what), None)
        if not found:
            raise ListingRefused(part.line, f"EXIT {part.what} outside a {part.what}")
        self.table.append(Goto(part.line, found.end))
