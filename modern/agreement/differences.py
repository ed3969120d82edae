"""The kinds of comparison, what a class of difference is, and what a comparison finds.

A class is one object, written in one place: modern.agreement.moves, attacks, scores or choices, by its kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

MOVES: Final = "moves"
ATTACKS: Final = "attacks"
SCORES: Final = "scores"
CHOICES: Final = "choices"
#: The choices in the other reading (historic.readings). They have the classes of CHOICES.
CHOICES_RECORDED: Final = "choices_recorded"

#: The kinds of comparison, in order, each with the kind whose classes it uses.
CLASS_KINDS: Final = {MOVES: MOVES, ATTACKS: ATTACKS, SCORES: SCORES, CHOICES: CHOICES, CHOICES_RECORDED: CHOICES}

#: The kinds of `--kind all`, and the default kinds.
ALL_KINDS: Final = (MOVES, ATTACKS, SCORES, CHOICES)
DEFAULT_KINDS: Final = (MOVES, ATTACKS, SCORES)

#: The most pieces besides the kings of which every position is known (modern.agreement.complete).
MOST_PIECES: Final = 2

#: The name used in place of a class for a difference that no class explains.
UNEXPLAINED: Final = "unexplained"


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, kw_only=True)
class DifferenceClass:
    """A class of difference of a `kind`. Each kind has a subclass with the predicate or the computation of the class.

    `label` is the place in the listing, `quirk` the entry in docs/program/quirks.md (or ''), and `cause` the
    explanation. The position that shows the class is `fen`, after `moves` in UCI notation.
    """

    kind: str
    name: str
    label: str
    quirk: str
    cause: str
    fen: str
    moves: str = ""


class Finding:
    """The differences of one class at one position: `name` is the class, and `differences` counts them."""

    def __init__(self, name: str, what: str, differences: int = 1) -> None:
        self.name = name
        self.differences = differences
        self._what = what

    @property
    def what(self) -> str:
        """One of the differences, described in one line. Nearly all findings are only counted, and nobody reads it."""
        return self._what

    def __repr__(self) -> str:
        return f"Finding({self.name!r}, {self.what!r}, {self.differences})"
