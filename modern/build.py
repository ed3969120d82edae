"""Which build runs: the hot modules compiled by mypyc, or interpreted from the same source.

setup.py reads HOT from here, so this file imports nothing of the two packages.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

#: What an ordinary install compiles where a C compiler is there: modern.rules, but for the modules of it that must stay
#: plain Python.
RULES: Final = (
    "modern.rules.attacks",
    "modern.rules.bitboard",
    "modern.rules.board",
    "modern.rules.fen",
    "modern.rules.hashing",
    "modern.rules.legality",
    "modern.rules.pieces",
    "modern.rules.move",
    "modern.rules.movegen",
    "modern.rules.outcome",
    "modern.rules.perft",
    "modern.rules.position",
    "modern.rules.san",
)
#: The search, and what it calls all the time.
ENGINE: Final = (
    "modern.engine.checks",
    "modern.engine.draws",
    "modern.engine.evaluation.endings",
    "modern.engine.evaluation.evaluate",
    "modern.engine.evaluation.kpk",
    "modern.engine.evaluation.packed",
    "modern.engine.evaluation.pawns",
    "modern.engine.evaluation.spans",
    "modern.engine.see",
    "modern.engine.history",
    "modern.engine.ordering",
    "modern.engine.pruning",
    "modern.engine.quiescence",
    "modern.engine.score",
    "modern.engine.search",
    "modern.engine.strength",
    "modern.engine.techniques",
    "modern.engine.transposition",
    "modern.engine.stack",
)
#: The listing, and what it calls and reads all the time. They are compiled together or not at all.
PROGRAM: Final = ("historic.basic.single", "historic.memory", "historic.program", "historic.tables")
HOT: Final = RULES + ENGINE + PROGRAM

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"


def interpreted_modules(modules: Sequence[str] = HOT) -> list[str]:
    """Those of `modules` that run from their source."""
    return [name for name in modules if _origin(name).endswith(".py")]


def build_mode(modules: Sequence[str] = HOT) -> str:
    """'compiled' or 'interpreted', or both with their numbers, if an install has gone half wrong."""
    plain = len(interpreted_modules(modules))
    if plain in (0, len(modules)):
        return INTERPRETED if plain else COMPILED
    return f"{COMPILED}, but for {plain} of {len(modules)} modules"


def _origin(name: str) -> str:
    spec = find_spec(name)
    return (spec and spec.origin) or ".py"
