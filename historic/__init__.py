"""The chess program of Ghislain de Blois's report of 1994, restored bit for bit.

Read the files in this order: readings.py (the two readings of the damaged listing), tables.py (its DATA), memory.py
(its variables) and program.py (the listing, label for label); thought.py (the result of one turn of thinking), and
run.py and __main__.py (the program on a terminal or a pipe). The rooms around the listing, each with its own order:
basic (BASIC's numbers and errors), machine (screen and keyboard), position (PW, PB and PM as a position), study
(traces, terms and replays of the program) and human (a human's moves). Interpreted, the package needs only Python's
standard library; but the BASIC that runs listings, basic/language, needs lark.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from historic.basic import BasicError
    from historic.position.moves import PieceMove
    from historic.position.state import State
    from historic.program import Program
    from historic.study.sample_game import SAMPLE_GAME
    from historic.thought import Thought, TriedMove

#: Each public name and its module. A module is imported when its name is first used; `gosub --help` needs none.
_MODULES = {
    "SAMPLE_GAME": "historic.study.sample_game",
    "BasicError": "historic.basic",
    "PieceMove": "historic.position.moves",
    "Program": "historic.program",
    "State": "historic.position.state",
    "Thought": "historic.thought",
    "TriedMove": "historic.thought",
}

__all__ = ["SAMPLE_GAME", "BasicError", "PieceMove", "Program", "State", "Thought", "TriedMove"]


def __getattr__(name: str) -> Any:
    if name == "basic":
        return import_module("historic.basic")
    if name not in _MODULES:
        raise AttributeError(f"module 'historic' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
