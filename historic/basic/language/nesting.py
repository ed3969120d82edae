"""From a row of statements to a tree: the bodies of FOR, DO, IF, SELECT CASE and SUB are put where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from historic.basic.language import headers, syntax
from historic.basic.language.errors import (
    FOR_WITHOUT_NEXT,
    MESSAGES,
    NEXT_WITHOUT_FOR,
    ListingRefused,
    refused,
)
from historic.basic.language.headers import Opening, Parsed
from historic.basic.language.syntax import Branch, Case, Do, For, Goto, If, Item, Label, LoopTest, Program, Select, Sub
from historic.basic.language.terms import Binary, Call, Text

#: A listing that is nested deeper than this is refused.
MAX_DEPTH: Final = 60
#: What an opening statement is called, and what is missing if its body is never closed.
NAMES: Final = {
    For: ("FOR", f"error {FOR_WITHOUT_NEXT}: {MESSAGES[FOR_WITHOUT_NEXT]}"),
    headers.DoHead: ("DO", "DO without LOOP"),
    headers.BlockIf: ("IF", "block IF without END IF"),
    headers.SelectHead: ("SELECT", "SELECT CASE without END SELECT"),
}
#: The tests of a loop that waits for a key. Running it again and again would use a whole core while no key is pressed.
KEY_PRESSED: Final = (
    LoopTest(Binary("<>", Call("INKEY$", ()), Text("")), until=True),
    LoopTest(Binary("=", Call("INKEY$", ()), Text("")), until=False),
)
UNSEEN: Final = "a statement between SELECT CASE and the first CASE"


@dataclass
class Open:
    """A statement whose body is open: the list that it will stand in, and the parts of it that are complete.

    `heads` are IF and its branches, or the CASEs, each with its body. `exit_label` is where EXIT goes.
    """

    head: Opening
    around: list[Item]
    heads: list[tuple[headers.ElseHead | headers.CaseHead | None, list[Item]]] = field(default_factory=list)
    exit_label: str = ""


def nested(parsed: Sequence[Parsed]) -> Program:
    """Returns the main program and the SUBs. Raises ListingRefused if something is opened or closed only."""
    main: list[Parsed] = []
    subs: list[tuple[headers.SubHead, list[Parsed]]] = []
    inside = False
    for part in parsed:
        match part:
            case headers.SubHead():
                if inside:
                    raise ListingRefused(part.line, f"SUB {subs[-1][0].name} has no END SUB")
                subs.append((part, []))
                inside = True
            case headers.EndSub():
                if not inside:
                    raise ListingRefused(part.line, "END SUB without SUB")
                inside = False
            case _ if inside:
                subs[-1][1].append(part)
            case _ if subs and not isinstance(part, syntax.Data):
                raise ListingRefused(part.line, "the main program must stand above the first SUB")
            case _:
                main.append(part)
    if inside:
        raise ListingRefused(subs[-1][0].line, f"SUB {subs[-1][0].name} has no END SUB")
    serial = count(1)
    return Program(
        _Nest(serial, False).nest(main),
        tuple(Sub(head.line, head.name, head.parameters, _Nest(serial, True).nest(body)) for head, body in subs),
    )


class _Nest:
    """Nests the statements of the main program, or of one SUB."""

    def __init__(self, serial: count[int], in_sub: bool) -> None:
        self.serial = serial
        self.in_sub = in_sub
        self.items: list[Item] = []
        self.open: list[Open] = []

    def nest(self, parsed: Sequence[Parsed]) -> list[Item]:
        """Returns the statements as a tree."""
        before, self.items = self.items, []
        depth = len(self.open)
        for part in parsed:
            self._add(part, depth)
            if len(self.open) > MAX_DEPTH:
                raise ListingRefused(part.line, f"statements are nested more than {MAX_DEPTH} deep")
        if len(self.open) > depth:
            raise self._unclosed(self.open[-1].head.line)
        items, self.items = self.items, before
        return items

    def _add(self, part: Parsed, depth: int) -> None:
        """Adds a statement. Those that close a body find it among those opened since there were `depth`."""
        if self._before_first_case() and not isinstance(part, headers.CaseHead | headers.EndSelect):
            raise ListingRefused(part.line, UNSEEN)
        match part:
            case headers.BlockIf() | headers.SelectHead() | headers.DoHead() | For():
                self._begin(part)
            case headers.LineIf():
                body, otherwise = self.nest(part.body), self.nest(part.otherwise)
                branches = (Branch(part.line, None, otherwise),) if otherwise else ()
                self.items.append(If(part.line, part.condition, body, branches=branches))
            case headers.ElseHead() | headers.CaseHead():
                self._branch(part, depth)
            case headers.EndIf():
                self._end_if(self._closed(headers.BlockIf, part.line, "END IF without block IF", depth))
            case headers.EndSelect():
                self._end_select(self._closed(headers.SelectHead, part.line, "END SELECT without SELECT CASE", depth))
            case headers.Next():
                self._next(part, depth)
            case headers.LoopEnd():
                self._loop(part, self._closed(headers.DoHead, part.line, "LOOP without DO", depth))
            case headers.Exit():
                self._exit(part)
            case headers.SubHead() | headers.EndSub():
                raise ListingRefused(part.line, "SUB and END SUB must begin a line")
            case _:
                self.items.append(part)

    # ---- what opens a body

    def _begin(self, head: Opening) -> None:
        self.open.append(Open(head, self.items))
        self.items = []

    def _before_first_case(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].head, headers.SelectHead) and not self.open[-1].heads

    def _branch(self, part: headers.ElseHead | headers.CaseHead, depth: int) -> None:
        of_if = isinstance(part, headers.ElseHead)
        word = "ELSE without block IF" if of_if else "CASE without SELECT CASE"
        wanted = headers.BlockIf if of_if else headers.SelectHead
        if len(self.open) <= depth or not isinstance(self.open[-1].head, wanted):
            raise ListingRefused(part.line, word)
        heads = self.open[-1].heads
        last = heads[-1][0] if heads else None
        if last and _is_else(last):
            raise ListingRefused(part.line, f"{'ELSE' if of_if else 'CASE ELSE'} must be the last branch")
        if of_if and not heads:
            heads.append((None, self.items))
        self.items = []
        heads.append((part, self.items))

    # ---- what closes a body

    def _closed(self, wanted: type[Opening], line: int, otherwise: str, depth: int) -> Open:
        """Returns the innermost open statement, which must be of the kind `wanted`, and closes it."""
        if len(self.open) <= depth:
            raise ListingRefused(line, otherwise)
        if not isinstance(self.open[-1].head, wanted):
            raise self._unclosed(line)
        return self.open.pop()

    def _unclosed(self, line: int) -> ListingRefused:
        head = self.open[-1].head
        message = NAMES[type(head)][1]
        return ListingRefused(line, message if line == head.line else f"{message}, line {head.line}")

    def _complete(self, opened: Open, item: Item) -> None:
        """Puts a statement that is complete now into the list around it, and the label of its EXIT behind it."""
        self.items = opened.around
        self.items.append(item)
        if opened.exit_label:
            self.items.append(Label(item.line, opened.exit_label))

    def _end_if(self, opened: Open) -> None:
        head = opened.head
        assert isinstance(head, headers.BlockIf)
        bodies = opened.heads or [(None, self.items)]
        branches = tuple(
            Branch(branch.line, branch.condition, body)
            for branch, body in bodies
            if isinstance(branch, headers.ElseHead)
        )
        self._complete(opened, If(head.line, head.condition, bodies[0][1], branches=branches))

    def _end_select(self, opened: Open) -> None:
        head = opened.head
        assert isinstance(head, headers.SelectHead)
        cases = tuple(
            Case(case.line, case.tests, body) for case, body in opened.heads if isinstance(case, headers.CaseHead)
        )
        self._complete(opened, Select(head.line, head.selector, cases))

    def _next(self, part: headers.Next, depth: int) -> None:
        head = self.open[-1].head if len(self.open) > depth else None
        if not isinstance(head, For) or part.name not in ("", head.counter.name):
            raise refused(NEXT_WITHOUT_FOR, part.line)
        body, opened = self.items, self.open.pop()
        loop = For(head.line, head.counter, head.start, head.limit, head.step, body, part.line)
        self._complete(opened, loop)

    def _loop(self, part: headers.LoopEnd, opened: Open) -> None:
        head = opened.head
        assert isinstance(head, headers.DoHead)
        if head.test and part.test:
            raise ListingRefused(part.line, f"DO in line {head.line} has a test already")
        waits = not self.items and (head.test or part.test) in KEY_PRESSED
        loop = Do(head.line, head.test, self.items, part.test, part.line)
        self._complete(opened, syntax.WaitForKey(head.line, None) if waits else loop)

    def _exit(self, part: headers.Exit) -> None:
        if part.what == "SUB":
            if not self.in_sub:
                raise ListingRefused(part.line, "EXIT SUB outside a SUB")
            self.items.append(syntax.LeaveSub(part.line))
            return
        found = next((each for each in reversed(self.open) if NAMES[type(each.head)][0] == part.what), None)
        if not found:
            raise ListingRefused(part.line, f"EXIT {part.what} outside a {part.what}")
        found.exit_label = found.exit_label or f"(exit {next(self.serial)})"
        self.items.append(Goto(part.line, found.exit_label))


def _is_else(head: headers.ElseHead | headers.CaseHead) -> bool:
    return head.condition is None if isinstance(head, headers.ElseHead) else not head.tests
