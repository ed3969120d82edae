"""Records a turn of the 1994 program: each GOSUB and RETURN, each move tried, each change of its score, and the choice.

The program is not changed for it. A subclass of the interpreted port notes when a label is entered and left, and when
S1, BESTPOS or BESTPOS1 is assigned; what changed since the event before is found by comparison. A compiled class can
have no subclass, so a compiled build records an interpreted copy, which the proof compares with the listing too.

A turn is cut into parts. Part 0 ends where the first candidate is tried, and every candidate begins another part; the
last one runs to the end of the turn. Any part can be recorded alone: the program is fast where nothing is noted.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import cache
from operator import attrgetter
from types import FrameType
from typing import Any, Final, NamedTuple

from historic.basic import BasicError
from historic.memory import BOARD_SIZE, ROWS_OF_A, SCALARS, Memory
from historic.position.sides import side_named
from historic.position.state import PIECE_COUNT
from modern.proof.changed_port import NewProgram, interpreted_port, restored, variables_of
from modern.proof.port_changes import label_at, labels_of, methods_of, port_source
from modern.proof.port_side import observed
from modern.proof.variables import Layout

#: What an event is. A move is tried where S1 becomes 0, and the best move changes where BESTPOS (BESTPOS1) is assigned.
GOSUB, RETURN, TRY, SCORE, BEST, ERROR = ("gosub", "return", "try", "score", "best", "error")

#: The labels whose GOSUB and RETURN are noted. Each label of the listing that a turn enters by a GOSUB is here.
LABELS: Final = ("BOARD", "WHITE", "WHITE1", "BLACK", "BLACK1", "CWHITE", "CBLACK")
#: The labels that try moves, each with its square, its piece and the variable of its best move.
SEARCHES: Final = {"CWHITE": ("X8", "Y8", "BESTPOS1"), "CBLACK": ("X9", "Y9", "BESTPOS")}

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

#: A number's place in LAYOUT.places, and its new value.
NewValue = tuple[int, float]


class ScoreTerm(Enum):
    """What the assignments of S1 do in CWHITE and in CBLACK, in the order of their lines. The first begins a try."""

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


class Event(NamedTuple):
    """Something that happened, with what has changed since the event before.

    `label` is the label that was entered or left, or in which the rest happened. `line` is the line of
    historic/program.py that assigned S1, BESTPOS or BESTPOS1, and 0 for other kinds.
    """

    kind: str
    label: str
    line: int
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
        self, memory: Memory, side: str, wanted: Collection[int] | None, port: NewProgram | None = None
    ) -> None:
        self.parts: list[Part] = []
        self.side = side
        self.wanted = wanted
        self.root = "CWHITE" if side == "white" else "CBLACK"
        self.stack: list[str] = []
        self.frames: dict[str, FrameType] = {}
        self.number = -1
        self.events: list[Event] | None = None
        self.program: Any = _recording_program(port or interpreted_port())(getattr(memory, "reading", "printed"))
        restored(self.program, variables_of(memory))
        self.program.recorder_ = self
        self.program.on_gosub_, self.program.on_return_ = self.gosub, self.returned
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
        self.note(GOSUB, label)

    def returned(self, label: str) -> None:
        self.stack.pop()
        self.frames.pop(label, None)
        self.note(RETURN, label)

    def assigned(self, variable: str, frame: FrameType) -> None:
        """Notes an assignment of S1 or of the best move in a label that tries moves."""
        label, line = frame.f_code.co_name, frame.f_lineno
        is_try = score_lines()[line].term is ScoreTerm.ZERO
        if is_try:
            self.frames[label] = frame
            if self.stack == [self.root]:
                self.end()
                self._begin()
        self.note(TRY if is_try else SCORE if variable == "S1" else BEST, label, line)

    def note(self, kind: str, label: str, line: int = 0) -> None:
        """Notes an event, if this part is wanted."""
        if self.events is not None:
            self.events.append(Event(kind, label, line, tuple(self._changes(label, line))))

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
        self._scalars: tuple[float, ...] = tuple(self._numbers("", 0))
        self._arrays = [list(array) for array in self._all_arrays()]
        self._start = (*self._scalars, *(value for array in self._arrays for value in array))
        self._start_stack = tuple(self.stack)

    def _changes(self, label: str, line: int) -> Iterator[NewValue]:
        """Yields what differs from the event before."""
        scalars = tuple(self._numbers(label, line))
        yield from _differences(0, self._scalars, scalars)
        self._scalars = scalars
        place = len(scalars)
        for number, array in enumerate(self._all_arrays()):
            before = self._arrays[number]
            if array != before:
                yield from _differences(place, before, array)
                self._arrays[number] = list(array)
            place += len(before)

    def _numbers(self, label: str, line: int) -> list[float]:
        """Returns the variables. The counters of loops that are running are those of the loops."""
        numbers = list(_scalars(self.program))
        for search, frame in self.frames.items():
            for name in SEARCHES[search][:2]:
                numbers[LAYOUT.place_of[name]] = frame.f_locals[name]
        if line:
            for name in score_lines()[line].counters:
                numbers[LAYOUT.place_of[name]] = self.frames[label].f_locals[name]
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
def _recording_program(port: NewProgram) -> Callable[[str], Any]:
    """Returns a subclass of an interpreted port that tells its recorder what it does."""
    members: dict[str, Any] = {"recorder_": None}
    members |= {name: _noted(name) for name in ("S1", *(best for _, _, best in SEARCHES.values()))}
    made: Callable[[str], Any] = type("RecordedProgram", (observed(port, LABELS),), members)
    return made


def _noted(name: str) -> property:
    """Returns a property that tells the recorder when a label that tries moves assigns the variable."""

    def value(self: Any) -> Any:
        return self.__dict__[name]

    def assign(self: Any, new: Any) -> None:
        self.__dict__[name] = new
        if self.recorder_ is not None:
            frame = sys._getframe(1)
            if frame.f_code.co_name in SEARCHES:
                self.recorder_.assigned(name, frame)

    return property(value, assign)


# ---- places in the port's source


class ScoreLine(NamedTuple):
    """A line of the port that assigns S1 or the best move in CWHITE or CBLACK.

    `label` is the label of the listing where it stands, `term` is None for the best move, and `counters` are those of
    the loops over squares or files around it.
    """

    label: str
    term: ScoreTerm | None
    counters: tuple[str, ...]


@cache
def score_lines() -> dict[int, ScoreLine]:
    """Returns the score lines of historic/program.py by number. Raises ValueError if not each term has its line."""
    found: dict[int, ScoreLine] = {}
    for method in methods_of(ast.parse(port_source()), SEARCHES):
        labels = labels_of(method)
        square, piece, best = SEARCHES[method.name]
        assignments = list(_assignments(method.body, ()))
        term_at = dict(zip([line for line, name, _ in assignments if name == "S1"], ScoreTerm, strict=True))
        for line, name, counters in assignments:
            if name in ("S1", best):
                inner = tuple(counter for counter in counters if counter not in (square, piece))
                found[line] = ScoreLine(label_at(line, labels)[1], term_at.get(line), inner)
    return found


def _assignments(body: Sequence[ast.stmt], counters: tuple[str, ...]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yields each assignment of a variable of the listing: its line, its name, and the counters of the loops there."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                yield statement.lineno, name, counters
            case ast.For(target=ast.Name(id=counter)):
                yield from _assignments(statement.body, (*counters, counter))
            case ast.If():
                yield from _assignments([*statement.body, *statement.orelse], counters)
