"""Records a turn of the 1994 program: each GOSUB and RETURN, each move tried, each change of its score, and the choice.

The program is not changed for it. What is recorded is made from the source of the port, interpreted in both builds: a
call follows each statement that is marked as a term (`OWN: Term`), and each that assigns BESTPOS or BESTPOS1. It tells
the recorder the term, the label and the counters of the loops there. What changed since the event before is found by
comparison. The marks do nothing in the port itself, so that it costs no time there.

A turn is cut into parts. Part 0 ends where the first candidate is tried, and every candidate begins another part; the
last one runs to the end of the turn. Any part can be recorded alone: the program is fast where nothing is noted.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

from historic.basic import BasicError
from historic.memory import BOARD_SIZE, ROWS_OF_A, SCALARS, Memory
from historic.position.sides import side_named
from historic.position.state import PIECE_COUNT
from modern.proof.changed_port import module_of, restored, variables_of
from modern.proof.port_changes import labels_of, methods_of, port_source
from modern.proof.port_side import observed
from modern.proof.variables import Layout

#: What an event is. A move is tried where S1 becomes 0, and the best move changes where BESTPOS (BESTPOS1) is assigned.
GOSUB, RETURN, TRY, SCORE, BEST, ERROR = ("gosub", "return", "try", "score", "best", "error")

#: The labels whose GOSUB and RETURN are noted. Each label of the listing that a turn enters by a GOSUB is here.
LABELS: Final = ("BOARD", "WHITE", "WHITE1", "BLACK", "BLACK1", "CWHITE", "CBLACK")
#: The labels that try moves, each with its square, its piece and the variable of its best move.
SEARCHES: Final = {"CWHITE": ("X8", "Y8", "BESTPOS1"), "CBLACK": ("X9", "Y9", "BESTPOS")}
#: The labels that find the squares of a piece.
REACHES: Final = ("WHITE1", "BLACK1")

_NAMES: Final = tuple(name for name in SCALARS if not name.endswith("_string"))
#: What is recorded: every number that a turn can change, under its name in BASIC.
LAYOUT: Final = Layout(
    tuple(name.removesuffix("_") for name in _NAMES),
    (),
    (
        ("A", (ROWS_OF_A - 1, BOARD_SIZE - 1)),
        ("PW", (PIECE_COUNT - 1,)),
        ("PB", (PIECE_COUNT - 1,)),
        ("PM", (PIECE_COUNT - 1, 1)),
    ),
)
_scalars: Final[Callable[[object], tuple[float, ...]]] = attrgetter(*_NAMES)

_NONE: Final[Mapping[str, Any]] = {}

#: A number's place in LAYOUT.places, and its new value.
NewValue = tuple[int, float]


class ScoreTerm(Enum):
    """What a statement of the port that is marked does to S1: `OWN: Term`. ZERO begins a try."""

    ZERO = auto()
    OWN = auto()
    OWN_ATTACKED = auto()
    OWN_PROTECTED = auto()
    ENEMY = auto()
    ENEMY_ATTACKED = auto()
    ENEMY_PROTECTED = auto()
    KING_ATTACKED = auto()
    RANK = auto()
    LESS_REPLY = auto()
    KING_MOVES = auto()
    CASTLES = auto()
    #: A statement without a mark, in a port that someone has changed.
    OTHER = auto()
    #: A square of the centre, in WHITE1 and BLACK1. It is no event of its own.
    CENTRE = auto()


class Event(NamedTuple):
    """Something that happened, with what has changed since the event before.

    `label` is the subroutine that was entered or left, or in which the rest happened, and `place` the label of the
    listing there: CWHITE5, for example, inside CWHITE. `line` is the line of historic/program.py that assigned S1,
    BESTPOS or BESTPOS1, and 0 for other kinds. `term` is what was added to the score, if anything was. `centre` is how
    many squares of the centre WHITE1 or BLACK1 has counted, if that has returned.
    """

    kind: str
    label: str
    place: str
    line: int
    term: ScoreTerm | None
    centre: int
    changes: tuple[NewValue, ...]


class Part(NamedTuple):
    """A part of a turn: all numbers and the GOSUB stack before its first event, and its events."""

    number: int
    start: tuple[float, ...]
    stack: tuple[str, ...]
    events: tuple[Event, ...]

    def moments(self) -> Iterator[tuple[Event, list[float], list[float], tuple[str, ...]]]:
        """Yields each event with all numbers before and after it, and the GOSUB stack after it.

        The numbers are in the order of LAYOUT.places. Both lists are the same ones each time.
        """
        before, after, stack = list(self.start), list(self.start), list(self.stack)
        for event in self.events:
            for place, value in event.changes:
                after[place] = value
            if event.kind == GOSUB:
                stack.append(event.label)
            elif event.kind == RETURN:
                stack.pop()
            yield event, before, after, tuple(stack)
            for place, value in event.changes:
                before[place] = value


class _Enough(Exception):
    """All parts that were asked for are recorded."""


def recorded(memory: Memory, side: str, wanted: Collection[int] | None = None) -> list[Part]:
    """Returns the wanted parts of a side's turn, in their order; all of them by default.

    The turn begins with the variables of `memory`, which stays as it is; a `Program` is one. If the program stops with
    an error, the last event is that error. A part that the turn does not have is not returned.
    """
    side = side_named(side).name
    if wanted is not None and not wanted:
        return []
    return Recorder(memory, side, wanted).run()


def part_count(memory: Memory, side: str) -> int:
    """Returns how many parts a turn has: one more than the candidates that it begins to try."""
    recorder = Recorder(memory, side_named(side).name, {sys.maxsize})
    with suppress(BasicError):
        recorder.program.play(side)
    return recorder.number + 1


class Recorder:
    """Notes what a recording program does."""

    def __init__(
        self, memory: Memory, side: str, wanted: Collection[int] | None, program: Callable[[str], Any] | None = None
    ) -> None:
        self.parts: list[Part] = []
        self.side = side
        self.wanted = wanted
        self.root = "CWHITE" if side == "white" else "CBLACK"
        self.stack: list[str] = []
        #: The counters of the searches that are running, and the squares of the centre in WHITE1 or BLACK1.
        self.counters: dict[str, dict[str, int]] = {}
        self.centre = 0
        self.number = -1
        self.events: list[Event] | None = None
        self.program = (program or _recorded_program())(getattr(memory, "reading", "printed"))
        restored(self.program, variables_of(memory))
        self.program.on_gosub_, self.program.on_return_ = self.gosub, self.returned
        self.program.on_assigned_, self.program.on_searched_ = self.assigned, self.searched
        self._begin()

    def run(self) -> list[Part]:
        """Plays the turn, and returns the parts."""
        try:
            self.program.play(self.side)
        except _Enough:
            pass
        except BasicError as error:
            self.note(ERROR, error.label)
        self.end()
        return self.parts

    def gosub(self, label: str) -> None:
        self.stack.append(label)
        self.centre = 0
        self.note(GOSUB, label)

    def returned(self, label: str) -> None:
        self.stack.pop()
        self.note(RETURN, label)

    def searched(self) -> None:
        """Notes that the loops of a search have ended: the program has their last values again."""
        self.counters.pop(self.stack[-1], None)

    def assigned(self, place: str, line: int, term: ScoreTerm | None, counters: dict[str, int]) -> None:
        """Notes that a term has been added to S1, or, without a term, that the best move has been assigned."""
        label = self.stack[-1]
        if term is ScoreTerm.CENTRE:
            self.centre += 1
            return
        if term is ScoreTerm.ZERO:
            self.counters[label] = {name: counters[name] for name in SEARCHES[label][:2]}
            if self.stack == [self.root]:
                self.end()
                self._begin()
        kind = TRY if term is ScoreTerm.ZERO else SCORE if term else BEST
        self.note(kind, label, place, line, term, counters)

    def note(
        self,
        kind: str,
        label: str,
        place: str = "",
        line: int = 0,
        term: ScoreTerm | None = None,
        counters: Mapping[str, int] = _NONE,
    ) -> None:
        """Notes an event, if this part is wanted."""
        if self.events is not None:
            centre = self.centre if kind == RETURN and label in REACHES else 0
            changes = tuple(self._changes(counters))
            self.events.append(Event(kind, label, place or label, line, term, centre, changes))

    def end(self) -> None:
        if self.events is not None:
            self.parts.append(Part(self.number, self._start, self._start_stack, tuple(self.events)))
            self.events = None

    def _begin(self) -> None:
        """Begins the next part. Raises _Enough if no wanted part is left."""
        self.number += 1
        if self.wanted is not None:
            if self.number > max(self.wanted):
                raise _Enough
            if self.number not in self.wanted:
                return
        self.events = []
        self._scalars: tuple[float, ...] = tuple(self._numbers(_NONE))
        self._arrays = [list(array) for array in self._all_arrays()]
        self._start = (*self._scalars, *(value for array in self._arrays for value in array))
        self._start_stack = tuple(self.stack)

    def _changes(self, counters: Mapping[str, int]) -> Iterator[NewValue]:
        """Yields what differs from the event before."""
        scalars = tuple(self._numbers(counters))
        yield from _differences(0, self._scalars, scalars)
        self._scalars = scalars
        place = len(scalars)
        for number, array in enumerate(self._all_arrays()):
            before = self._arrays[number]
            if array != before:
                yield from _differences(place, before, array)
                self._arrays[number] = list(array)
            place += len(before)

    def _numbers(self, counters: Mapping[str, int]) -> list[float]:
        """Returns the variables. The counters of loops that are running are those of the loops."""
        numbers = list(_scalars(self.program))
        for running in (*self.counters.values(), counters):
            for name, value in running.items():
                numbers[LAYOUT.place_of[name]] = value
        return numbers

    def _all_arrays(self) -> Iterator[list[int]]:
        """Yields the arrays of LAYOUT, A row by row."""
        program = self.program
        yield from program.A
        yield program.PW
        yield program.PB
        yield [flag for flags in program.PM for flag in flags]


def _differences(place: int, before: Sequence[float], after: Sequence[float]) -> Iterator[NewValue]:
    for index, (old, new) in enumerate(zip(before, after, strict=True), place):
        if old != new:
            yield index, new


# ---- the program that is recorded


@cache
def _recorded_program() -> Callable[[str], Any]:
    return recordable(ast.parse(port_source()))


def recordable(port: ast.Module, names: Mapping[str, object] = _NONE) -> Callable[[str], Any]:
    """Returns the program of the port's syntax tree, telling a recorder what it does. It can use some more names."""
    for method in methods_of(port, (*SEARCHES, *REACHES)):
        method.body = recorded_calls(method, _assigned)
    module = module_of(port, {**names, ScoreTerm.__name__: ScoreTerm})
    program: Callable[[str], Any] = observed(module.Program, LABELS)
    return program


#: Returns the call behind a statement, given its label, line, term and the counters of the loops there.
NewCall = Callable[[str, int, ScoreTerm | None, tuple[str, ...]], str]


def recorded_calls(method: ast.FunctionDef, call: NewCall) -> list[ast.stmt]:
    """Returns the body of a method with a call behind each statement that assigns a term or the best move."""
    return _Calls(method.name, call).after(method.body, ())


def _assigned(label: str, line: int, term: ScoreTerm | None, counters: tuple[str, ...]) -> str:
    values = ", ".join(f"{name!r}: {name}" for name in counters)
    return f"self.on_assigned_({label!r}, {line}, {term}, {{{values}}})"


class _Calls:
    """Adds the calls to a method."""

    def __init__(self, method: str, call: NewCall) -> None:
        self.label = method
        self.call = call
        self.is_search = method in SEARCHES
        self.square, _, self.best = SEARCHES.get(method, ("", "", ""))

    def after(self, body: Sequence[ast.stmt], counters: tuple[str, ...]) -> list[ast.stmt]:
        """Returns statements with a call after each that assigns a term or the best move; `counters` count there."""
        found: list[ast.stmt] = []
        term: ScoreTerm | None = None
        for statement in body:
            found.append(statement)
            match statement:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="Label")):
                    self.label = name
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="Term")):
                    term = ScoreTerm[name]
                case ast.Assign(targets=[ast.Attribute(attr="S1")]):
                    if term or self.is_search:
                        found.append(self._call(statement.lineno, term or ScoreTerm.OTHER, counters))
                    term = None
                case ast.Assign(targets=[ast.Attribute(attr=name)]) if name == self.best:
                    found.append(self._call(statement.lineno, None, counters))
                case ast.Assign(targets=[ast.Attribute(attr=name)]) if name == self.square:
                    found += ast.parse("self.on_searched_()").body
                case ast.For(target=ast.Name(id=counter)):
                    statement.body = self.after(statement.body, (*counters, counter))
                case ast.If():
                    label = self.label  # a label inside an IF is left at its end
                    statement.body = self.after(statement.body, counters)
                    self.label = label
                    statement.orelse = self.after(statement.orelse, counters)
                    self.label = label
        return found

    def _call(self, line: int, term: ScoreTerm | None, counters: tuple[str, ...]) -> ast.stmt:
        return ast.parse(self.call(self.label, line, term, counters)).body[0]


# ---- the port's own line


class PortLine(NamedTuple):
    """A line of historic/program.py: its number, from 1, and its text without comments.

    A statement that is the first after an IF has the test in front, as in the listing.
    """

    number: int
    text: str


def port_line(event: Event) -> PortLine:
    """Returns the line of the port at an event: what it assigned, or else its label."""
    number = event.line or label_lines()[event.place]
    return PortLine(number, port_lines()[number])


@cache
def label_lines() -> dict[str, int]:
    """Returns the line of the port on which each label stands that a turn can reach."""
    return {label: line for method in _turn_methods() for line, label in labels_of(method)}


@cache
def port_lines() -> dict[int, str]:
    """Returns the text of each line of the port at which an event can happen: assignments and labels."""
    texts = [line.partition("  #")[0].strip() for line in port_source().splitlines()]
    found = {number: texts[number - 1] for number in label_lines().values()}

    def add(body: Sequence[ast.stmt], test: str = "") -> None:
        for statement in body:
            match statement:
                case ast.Assign(targets=[ast.Attribute(attr="S1" | "BESTPOS" | "BESTPOS1")]):
                    found[statement.lineno] = test + texts[statement.lineno - 1]
                case ast.For():
                    add(statement.body)
                case ast.If():
                    is_in_line = statement.body[0].lineno == statement.lineno
                    add(statement.body, "" if is_in_line else f"{texts[statement.lineno - 1]} ")
                    add(statement.orelse)
            test = test if isinstance(statement, ast.AnnAssign) else ""

    for method in _turn_methods():
        add(method.body)
    return found


def _turn_methods() -> list[ast.FunctionDef]:
    return list(methods_of(ast.parse(port_source()), LABELS))
