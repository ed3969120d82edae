"""The mends of docs/program/quirks.md: the steps of a turn at which a mend changes something.

A mend is a text for another under some labels of the port. Wherever such a line runs, it is compared with the mended
line in the same state, and the turn goes on without the mend. A difference belongs to the next event of the turn.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from historic.memory import Memory
from modern.proof.changed_port import watched
from modern.proof.port_changes import METHODS, label_at, labels_of, methods_of, port_source
from modern.proof.recorder import Event, Recorder, recordable
from modern.proof.stepper import QUIRKS

PAGE: Final = (Path(__file__).parents[2] / "docs" / "program" / "quirks.md").read_text(encoding="utf-8")
_MEND: Final = re.compile(r"^### (\S+)\n(?:(?!^#).*\n)*?- Mend: ((?:.*\n)(?:  .*\n)*)", re.M)
_PLACE: Final = re.compile(r"((?:[A-Z0-9]+, )*[A-Z0-9]+): ((?:`[^`]+` is `[^`]+`(?:, )?)+)")
_TEXTS: Final = re.compile(r"`([^`]+)` is `([^`]+)`")


class Mend(NamedTuple):
    """A mended line of the port: the quirk, the line's number, and the line."""

    quirk: str
    line: int
    text: str


@cache
def mends() -> dict[str, list[Mend]]:
    """Returns the mended lines of each quirk. Raises ValueError if a text does not stand under its label."""
    lines = port_source().splitlines()
    label_of = {
        line: label_at(line, labels_of(method))[1]
        for method in methods_of(ast.parse(port_source()), METHODS)
        for line in range(method.lineno, (method.end_lineno or 0) + 1)
    }
    found: dict[str, list[Mend]] = {}
    for quirk, section in _MEND.findall(PAGE):
        changed: dict[int, str] = {}
        for labels, texts in _PLACE.findall(" ".join(section.split())):
            for label in labels.split(", "):
                for old, new in _TEXTS.findall(texts):
                    at = [line for line, other in label_of.items() if other == label and old in lines[line - 1]]
                    if not at:
                        raise ValueError(f"{quirk}: {old!r} does not stand under {label}")
                    changed |= {line: changed.get(line, lines[line - 1]).replace(old, new) for line in at}
        found[quirk] = [Mend(quirk, line, text) for line, text in changed.items()]
    return found


@cache
def _watched_port() -> tuple[Callable[[str], Any], set[str]]:
    """Returns the port with the mends of all quirks that a step can name watched, and where their effects are noted."""
    found: set[str] = set()
    return recordable(*watched([mend for name in QUIRKS for mend in mends()[name]], found)), found


class Judge(Recorder):
    """Records a turn, and beside it the quirks whose mends change each event."""

    def __init__(self, memory: Memory, side: str, parts: Collection[int] | None = None) -> None:
        program, self.found = _watched_port()
        self.at_work: list[set[str]] = []
        super().__init__(memory, side, parts, program)
        self.found.clear()

    def note(self, *event: Any) -> None:
        if self.events is not None:
            self.at_work.append({*self.found})
        super().note(*event)
        self.found.clear()

    def judged(self) -> Iterator[tuple[Event, list[float], list[float], set[str]]]:
        """Yields each event, all numbers before and after it, and the quirks at work in it."""
        parts = self.run()
        at_work = iter(self.at_work)
        for part in parts:
            for event, before, after, _ in part.moments():
                yield event, before, after, next(at_work)
