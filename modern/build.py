"""The build: which modules mypyc compiles, and whether they run compiled or interpreted from the same source.

setup.py executes this file, so it imports neither of the two packages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.machinery import PathFinder
from importlib.util import find_spec
from typing import Final

#: The modules of modern.rules that an ordinary install compiles if there is a C compiler. The others must stay plain
#: Python.
RULES: Final = (
    "modern.rules.attacks",
    "modern.rules.bitboard",
    "modern.rules.board",
    "modern.rules.fen",
    "modern.rules.hashing",
    "modern.rules.legality",
    "modern.rules.move",
    "modern.rules.movegen",
    "modern.rules.outcome",
    "modern.rules.perft",
    "modern.rules.pieces",
    "modern.rules.position",
    "modern.rules.san",
)
#: The search, and the modules that it calls all the time.
ENGINE: Final = (
    "modern.engine.checks",
    "modern.engine.draws",
    "modern.engine.evaluation.endings",
    "modern.engine.evaluation.evaluate",
    "modern.engine.evaluation.evaluator",
    "modern.engine.evaluation.kpk",
    "modern.engine.evaluation.packed",
    "modern.engine.evaluation.pawns",
    "modern.engine.evaluation.spans",
    "modern.engine.history",
    "modern.engine.network.accumulators",
    "modern.engine.network.features",
    "modern.engine.network.lanes",
    "modern.engine.network.network",
    "modern.engine.ordering",
    "modern.engine.oversights",
    "modern.engine.picker",
    "modern.engine.pruning",
    "modern.engine.quiescence",
    "modern.engine.score",
    "modern.engine.search",
    "modern.engine.see",
    "modern.engine.stack",
    "modern.engine.stopping.node_counter",
    "modern.engine.strength",
    "modern.engine.techniques",
    "modern.engine.transposition",
)
#: The searches of the museum's exhibits that are too slow in plain Python.
MUSEUM: Final[tuple[str, ...]] = (
    "modern.players.museum.cores.diablo",
    "modern.players.museum.cores.firstchess",
    "modern.players.museum.cores.huo",
    "modern.players.museum.cores.huo_board",
    "modern.players.museum.cores.novice_board",
    "modern.players.museum.cores.novice_search",
    "modern.players.museum.cores.third_lesson",
    "modern.players.museum.cores.tutorial_board",
    "modern.players.museum.cores.tutorial_search",
)
#: The listing, and the modules that it uses all the time. They are compiled together or not at all.
PROGRAM: Final = ("historic.basic.single", "historic.memory", "historic.program", "historic.tables")
HOT: Final = RULES + ENGINE + MUSEUM + PROGRAM

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"


#: A bounds check in mypyc's C: is an index, as an unsigned number, below the length of the vector?
BOUNDS_CHECK: Final = re.compile(r"= (\(uint64_t\)\w+ < \(uint64_t\)cpy_r_\w+);")


def mark_bounds_checks(code: str) -> tuple[str, int]:
    """Returns mypyc's C with each bounds check marked as likely to hold, and the number of marks.

    mypyc marks errors as unlikely, but not an index out of range. With the marks, gcc keeps what handles such an index
    out of the loops. The program computes the same.
    """
    return BOUNDS_CHECK.subn(r"= likely(\1);", code)


#: The function in mypyc's C that makes and runs a module in one step, and the module's last name.
ONE_STEP: Final = re.compile(r"^PyMODINIT_FUNC\nPyInit_(\w+)\(void\)\n\{(?=\n    PyObject \*tmp;)", re.MULTILINE)
#: The same in two steps, because from Python 3.13 on the main interpreter takes the first one for all interpreters. The
#: message is the one that Python has for modules that refuse subinterpreters.
TWO_STEPS: Final = r"""static PyObject *load(void);

static PyObject *create(PyObject *spec, PyModuleDef *definition)
{
    if (PyInterpreterState_Get() == PyInterpreterState_Main()) return load();
    PyErr_SetString(PyExc_ImportError, "module \1 does not support loading in subinterpreters");
    return NULL;
}

PyMODINIT_FUNC
PyInit_\1(void)
{
    static PyModuleDef_Slot slots[] = {{Py_mod_create, (void *)create}, {0, NULL}};
    static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "\1", .m_slots = slots};
    return PyModuleDef_Init(&definition);
}

static PyObject *load(void)
{"""


def refuse_subinterpreters(code: str) -> tuple[str, int]:
    """Returns mypyc's C with modules that load only in the main interpreter, and the number of modules.

    mypyc keeps a module's objects once for the whole process. Another interpreter would share them with the main one,
    and clear them when it ends.
    """
    return ONE_STEP.subn(TWO_STEPS, code)


def interpreted_modules(modules: Sequence[str] = HOT) -> list[str]:
    """Returns the modules that run interpreted."""
    return [name for name in modules if _origin(name).endswith(".py")]


def build_mode(modules: Sequence[str] = HOT) -> str:
    """Returns 'compiled' or 'interpreted'; after an incomplete install, says how many modules are not compiled."""
    plain = len(interpreted_modules(modules))
    if plain in (0, len(modules)):
        return INTERPRETED if plain else COMPILED
    return f"{COMPILED}, except {plain} of {len(modules)} modules"


def _origin(name: str) -> str:
    """Returns the path of a module's file. Looks only: no package is imported on the way."""
    top, *inner = name.split(".")
    spec = find_spec(top)
    for part in inner:
        spec = spec and PathFinder.find_spec(part, spec.submodule_search_locations)
    return (spec and spec.origin) or ".py"
