"""From the statements as they are written to a table without blocks.

One pass with a stack pairs FOR with NEXT, IF with END IF, DO with LOOP, WHILE with WEND, SELECT CASE with END SELECT
and SUB with END SUB, and writes jumps and labels in their place. Whatever is opened or closed only is refused. The main
program, which may stand above, between and below the SUBs, becomes one part, and each SUB another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count
from string import ascii_uppercase
from typing import Final, NoReturn

from historic.basic.language import errors, syntax
from historic.basic.language.errors import ListingRefused, refused, said
from historic.basic.language.syntax import Label, Statement
from historic.basic.language.terms import SINGLE, Binary, Call, Converted, Expression, Text, Variable

#: A listing that is nested deeper than this is refused.
MAX_DEPTH: Final = 60
#: The name of an opening statement, and the messages if its block is never closed, or closed but not open.
BLOCKS: Final = {
    syntax.For: ("FOR", said(errors.FOR_WITHOUT_NEXT), said(errors.NEXT_WITHOUT_FOR)),
    syntax.Do: ("DO", "DO without LOOP", "LOOP without DO"),
    syntax.While: ("WHILE", said(errors.WHILE_WITHOUT_WEND), said(errors.WEND_WITHOUT_WHILE)),
    syntax.If: ("IF", "block IF without END IF", "END IF without block IF"),
    syntax.Select: ("SELECT", "SELECT CASE without END SELECT", "END SELECT without SELECT CASE"),
}
#: The tests of a loop that waits for a key. Running it again and again would use a whole core while no key is pressed.
KEY_PRESSED: Final = (
    (Binary("<>", Call("INKEY$", ()), Text("")), True),
    (Binary("=", Call("INKEY$", ()), Text("")), False),
)
#: The name of a selector, with a number behind it. No name of a listing begins like this.
SELECTOR: Final = "_CASE_"
#: The statements that open a block.
Head = syntax.If | syntax.For | syntax.Do | syntax.Select


@dataclass
class Open:
    """A block that is open: the statement that opened it, and where in the table that stands.

    `otherwise` is where a failed test leads, `end` the place behind the block, `top` the place of a loop's body.
    `branches` are the CASEs, ELSEIFs and ELSEs so far; behind the `last` one there can be no other.
    """

    head: Head
    place: int
    otherwise: int
    end: int
    top: int
    branches: int = 0
    last: bool = False

    @property
    def in_line(self) -> bool:
        """Whether this is an IF that ends with its line."""
        return isinstance(self.head, syntax.If) and self.head.in_line

    @property
    def selector(self) -> Variable:
        """The variable that keeps the value behind SELECT CASE."""
        return Variable(f"{SELECTOR}{self.top}")


def _joined(operator: str, conditions: Iterable[Expression]) -> Expression:
    return reduce(lambda left, right: Binary(operator, left, right), conditions)


def table_of(statements: Sequence[Statement]) -> list[Statement]:
    """Returns the main program, a Stop, and each SUB up to its EndSub. Raises ListingRefused.

    The number of a line is a label only if something leads to it.
    """
    structure = _Structure({each.name for each in statements if isinstance(each, syntax.Sub) and each.kind == "SUB"})
    for statement in statements:
        structure.add(statement)
    return structure.finished()


@dataclass
class Part:
    """The main program or a SUB: its table so far, the blocks that are open, its labels, and the jumps with lines."""

    table: list[Statement] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    jumps: list[tuple[int, str]] = field(default_factory=list)


class _Structure:
    """The main program, the SUBs so far, and the part to which the next statement belongs."""

    def __init__(self, sub_names: set[str]) -> None:
        self.sub_names = sub_names
        self.main = self.part = Part()
        self.subs: list[Statement] = []
        self.serial = count(1)
        self.sub: syntax.Sub | None = None
        #: The type of each letter by the DEFINTs so far.
        self.letters: dict[str, str] = {}
        #: All labels of the listing, and those that something leads to.
        self.seen: set[str] = set()
        self.wanted: set[str] = set()
        #: The statements that lead to a label of the main program from a SUB too: RESTORE and ON ERROR.
        self.main_jumps: list[tuple[int, str]] = []

    def finished(self) -> list[Statement]:
        """Returns the table, when all statements have been added."""
        if self.sub:
            raise ListingRefused(self.sub.line, f"{self.sub.kind} {self.sub.name} has no END {self.sub.kind}")
        self._end_part()
        self._check_labels(self.main_jumps, self.main.labels)
        numbers = {label for label in self.seen if label.isdigit()} - self.wanted
        table = [*self.main.table, syntax.Stop(0, silent=True), *self.subs]
        return [each for each in table if not (isinstance(each, Label) and each.name in numbers)]

    def add(self, statement: Statement) -> None:
        """Adds the next statement."""
        if self._is_unseen(statement):
            raise ListingRefused(statement.line, "a statement between SELECT CASE and the first CASE")
        if isinstance(statement, syntax.Then):
            line, name = statement.line, statement.name
            statement = syntax.CallSub(line, name, ()) if name in self.sub_names else syntax.Goto(line, name)
        match statement:
            case syntax.Loop():
                self._loop(statement)
            case syntax.If() | syntax.For() | syntax.Do() | syntax.Select():
                self._begin(statement)
            case syntax.Else():
                self._else(statement)
            case syntax.Case():
                self._case(statement)
            case syntax.EndIf():
                self._end_if(statement)
            case syntax.EndSelect():
                self._close_branches(self._closed(syntax.Select, statement.line), statement)
            case syntax.Next():
                self._next(statement)
            case syntax.Exit():
                self._exit(statement)
            case syntax.Sub() | syntax.EndSub():
                self._sub(statement)
            case syntax.DefType(letters=letters, type=type_):
                self.letters |= dict.fromkeys(letters, type_)
                for table in (self.part.table, self.main.table)[: 1 + bool(self.sub)]:
                    table.append(statement)
            case _:
                self._note_labels(statement)
                self.part.table.append(statement)

    def _is_unseen(self, statement: Statement) -> bool:
        """Returns True between SELECT CASE and the first CASE, where no statement may stand."""
        if not self.part.open or not isinstance(self.part.open[-1].head, syntax.Select) or self.part.open[-1].branches:
            return False
        ends_line = isinstance(statement, syntax.Else | syntax.EndIf) and statement.in_line
        return not (ends_line or isinstance(statement, syntax.Case | syntax.EndSelect))

    # ---- the main program and the SUBs

    def _note_labels(self, statement: Statement) -> None:
        """Notes a label, or where a statement leads."""
        if isinstance(statement, Label):
            name = str(statement.name)
            if name in self.seen:
                raise refused(errors.DUPLICATE_DEFINITION, statement.line, f"the label {name}")
            self.seen.add(name)
            self.part.labels.add(name)
        labels: tuple[str, ...] = ()
        match statement:
            case syntax.On():
                labels = statement.labels
            case syntax.Goto(label=str(label)) | syntax.ToLabel(label=label) if label:
                labels = (label,)
        to_main = isinstance(statement, syntax.Restore | syntax.OnError)
        jumps = self.main_jumps if to_main else self.part.jumps
        jumps += [(statement.line, label) for label in labels]

    def _sub(self, statement: syntax.Sub | syntax.EndSub) -> None:
        line, kind = statement.line, statement.kind
        is_exit = isinstance(statement, syntax.EndSub) and not statement.silent
        if self.part.open and self.part.open[-1].in_line and not is_exit:
            raise ListingRefused(line, "SUB and END SUB must begin a line")
        if isinstance(statement, syntax.Sub):
            if self.sub:
                raise ListingRefused(line, f"{self.sub.kind} {self.sub.name} has no END {self.sub.kind}")
            self._check_closed()
            self.sub, self.part = statement, Part()
            types = sorted({*self.letters.values()} - {SINGLE})
            of_type = [frozenset(letter for letter, type_ in self.letters.items() if type_ == each) for each in types]
            self.part.table.append(syntax.DefType(line, frozenset(ascii_uppercase), SINGLE))
            self.part.table += map(syntax.DefType, [line] * len(types), of_type, types)
        elif not self.sub or self.sub.kind != kind:
            raise ListingRefused(line, f"EXIT {kind} outside a {kind}" if is_exit else f"END {kind} without {kind}")
        self.part.table.append(statement)
        if isinstance(statement, syntax.EndSub) and not is_exit:
            self._end_part()
            self.subs += self.part.table
            self.sub, self.part = None, self.main

    def _end_part(self) -> None:
        """Ends the main program or a SUB: all blocks must be closed, and the labels of all jumps must exist."""
        self._check_closed()
        self._check_labels(self.part.jumps, self.part.labels)

    def _check_closed(self) -> None:
        if self.part.open:
            self._refuse_unclosed(self.part.open[-1].head.line)

    def _check_labels(self, jumps: Iterable[tuple[int, str]], labels: set[str]) -> None:
        for line, label in jumps:
            if label not in labels:
                raise refused(errors.LABEL_NOT_DEFINED, line, label)
            self.wanted.add(label)

    # ---- statements that open a block

    def _begin(self, head: Head) -> None:
        opened = Open(head, len(self.part.table), next(self.serial), next(self.serial), next(self.serial))
        self.part.open.append(opened)
        if not opened.in_line and sum(not each.in_line for each in self.part.open) > MAX_DEPTH:
            raise ListingRefused(head.line, f"statements are nested more than {MAX_DEPTH} deep")
        match head:
            case syntax.If():
                self.part.table.append(syntax.Jump(head.line, head.condition, False, opened.otherwise))
            case syntax.For():
                self.part.table += [replace(head, number=opened.top, end=opened.end), Label(head.line, opened.top)]
            case syntax.Do():
                self.part.table += [syntax.Do(head.line), Label(head.line, opened.top)]
                if head.condition:
                    self._test(head.line, head.condition, head.until, opened.end)
            case syntax.Select():
                self.part.table.append(syntax.Let(head.line, opened.selector, head.selector))

    def _test(self, line: int, condition: Expression, holds: bool, label: int) -> None:
        self.part.table.append(syntax.Jump(line, condition, holds, label, silent=True))

    # ---- statements that divide a block into branches

    def _else(self, part: syntax.Else) -> None:
        opened = self._branch(part, syntax.If, "ELSE without block IF")
        if part.condition:
            self._test(part.line, part.condition, False, opened.otherwise)

    def _case(self, part: syntax.Case) -> None:
        opened = self._branch(part, syntax.Select, "CASE without SELECT CASE")
        if part.tests:
            selector = opened.selector
            tests = [
                _joined("AND", [Binary(sign, selector, Converted(value, selector)) for sign, value in test])
                for test in part.tests
            ]
            is_first = opened.branches == 1
            self.part.table.append(
                syntax.Jump(part.line, _joined("OR", tests), False, opened.otherwise, silent=not is_first)
            )

    def _branch(self, part: syntax.Else | syntax.Case, wanted: type[Head], otherwise: str) -> Open:
        """Ends the branch before, and returns the block that is divided."""
        opened = self.part.open[-1] if self.part.open else None
        in_line = isinstance(part, syntax.Else) and part.in_line
        if in_line and opened and not opened.in_line:
            self._refuse_unclosed(opened.head.line)
        if not opened or not isinstance(opened.head, wanted) or opened.in_line != in_line:
            raise ListingRefused(part.line, otherwise)
        if opened.last:
            raise ListingRefused(part.line, f"{'ELSE' if wanted is syntax.If else 'CASE ELSE'} must be the last branch")
        if opened.branches or wanted is syntax.If:
            self.part.table += [syntax.Goto(part.line, opened.end, silent=True), Label(part.line, opened.otherwise)]
            opened.otherwise = next(self.serial)
        opened.branches += 1
        opened.last = not (part.condition if isinstance(part, syntax.Else) else part.tests)
        return opened

    # ---- statements that close a block

    def _closed(self, wanted: type[Head], line: int, in_line: bool = False) -> Open:
        """Returns the innermost open block, which must be of the kind `wanted`, and closes it."""
        if not self.part.open or (self.part.open[-1].in_line and not in_line):
            raise ListingRefused(line, BLOCKS[wanted][2])
        if type(self.part.open[-1].head) is not wanted or self.part.open[-1].in_line != in_line:
            self._refuse_unclosed(self.part.open[-1].head.line if in_line else line)
        return self.part.open.pop()

    def _refuse_unclosed(self, line: int) -> NoReturn:
        head = self.part.open[-1].head
        message = BLOCKS[type(head)][1]
        raise ListingRefused(line, message if line == head.line else f"{message}, line {head.line}")

    def _close_branches(self, opened: Open, part: Statement) -> None:
        self.part.table += [Label(part.line, opened.otherwise), Label(part.line, opened.end)]

    def _end_if(self, part: syntax.EndIf) -> None:
        opened = self._closed(syntax.If, part.line, part.in_line)
        match self.part.table[-4:]:
            case [
                Label(name=label),
                syntax.Let(line=line, target=Variable() as target, value=Call(function="INKEY$")),
                syntax.Jump(condition=Binary(operator="=", left=tested, right=Text(value="")), label=behind),
                syntax.Goto(label=destination),
            ] if tested == target and destination == label and behind == opened.otherwise:
                self.part.table[-3:] = [syntax.Let(line, target, Call("INKEY$=", ()))]
            case _:
                self._close_branches(opened, part)

    def _next(self, part: syntax.Next) -> None:
        head = self.part.open[-1].head if self.part.open else None
        if not isinstance(head, syntax.For) or part.name not in ("", head.counter.name):
            raise ListingRefused(part.line, BLOCKS[syntax.For][2])
        opened = self.part.open.pop()
        loop = self.part.table[opened.place]
        assert isinstance(loop, syntax.For)
        self.part.table += [replace(part, loop=loop, body=opened.top), Label(part.line, opened.end)]

    def _loop(self, part: syntax.Loop) -> None:
        opened = self._closed(syntax.While if isinstance(part, syntax.Wend) else syntax.Do, part.line)
        head = opened.head
        assert isinstance(head, syntax.Do)
        if head.condition and part.condition:
            raise ListingRefused(part.line, f"DO in line {head.line} has a test already")
        is_empty = len(self.part.table) == opened.place + (3 if head.condition else 2)
        test = head if head.condition else part
        if is_empty and (test.condition, test.until) in KEY_PRESSED:
            self.part.table[opened.place :] = [syntax.Act(head.line, "io_.wait_for_key")]
            return
        self.part.table.append(syntax.Loop(part.line))
        if part.condition:
            self._test(part.line, part.condition, not part.until, opened.top)
        else:
            self.part.table.append(syntax.Goto(part.line, opened.top, silent=True))
        self.part.table.append(Label(part.line, opened.end))

    def _exit(self, part: syntax.Exit) -> None:
        found = next((each for each in reversed(self.part.open) if BLOCKS[type(each.head)][0] == part.what), None)
        if not found:
            raise ListingRefused(part.line, f"EXIT {part.what} outside a {part.what}")
        self.part.table.append(syntax.Goto(part.line, found.end))
