"""The kinds of comparison, what a class of difference is, and what a comparison finds.

A class is one object, written in one place: modern.agreement.moves, attacks, scores or choices, by its kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

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

#: The name used in place of a class for a difference that no class explains.
UNEXPLAINED: Final = "unexplained"


@dataclass(frozen=True, kw_only=True)
class DifferenceClass:
    """A class of difference. Each kind has a subclass with the predicate or the computation that makes the class.

    `label` is the place in the listing, `quirk` the entry in docs/quirks.md (or ''), and `cause` the explanation. The
    position that shows the class is `fen`, after `moves` in UCI notation.
    """

    kind: ClassVar[str]

    name: str
    label: str
    quirk: str
    cause: str
    fen: str
    moves: str = ""


class Finding(NamedTuple):
    """The differences of one class at one position.

    `name` is the class, `what` describes one difference in one line, and `differences` counts them.
    """

    name: str
    what: str
    differences: int = 1
