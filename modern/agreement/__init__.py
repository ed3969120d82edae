"""Compares the 1994 program with the rules of chess, and puts each difference into a class with a name and a cause.

Read the files in this order: differences (kinds and classes); pair (one position in both programs) and view; attacks;
moves and move_comparison; formula, scored_army, scores and score_comparison; exact_search, choices and
choice_comparison; classes and tally; expected; sampling, complete and sources; comparison; campaign; sheet.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modern.agreement.comparison import Difference, compare
    from modern.agreement.pair import NotRepresentable

#: Each public name and its module, which is imported when the name is first used.
_MODULES = {
    "Difference": "modern.agreement.comparison",
    "NotRepresentable": "modern.agreement.pair",
    "compare": "modern.agreement.comparison",
}

__all__ = ["Difference", "NotRepresentable", "compare"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'modern.agreement' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
