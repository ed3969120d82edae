"""The build: which modules mypyc compiles, and whether they run compiled or interpreted from the same source.

setup.py executes this file, so it imports neither of the two packages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Final, NamedTuple

TOP: Final = Path(__file__).parents[1]

#: The modules that stay plain Python in the packages whose other modules are compiled; of a package, all its modules.
PLAIN: Final = frozenset(
    (
        # mypyc reads native.pyi in its place.
        "modern.rules.native",
        # A compiled loop calls these, because only plain Python lets Ctrl-C and other threads in.
        "modern.rules.interrupts",
        "modern.engine.stopping",
        # These run once in a move or less, so that compiling them would only make an installation take longer.
        "modern.rules.errors",
        "modern.rules.legality",
        "modern.rules.move_text",
        "modern.rules.typed_move",
        "modern.engine.control",
        "modern.engine.engine",
        "modern.engine.evaluation.groups",
        "modern.engine.evaluation.hand_set",
        "modern.engine.evaluation.weights",
        "modern.engine.iterative_deepening",
        "modern.engine.network.bounds",
        "modern.engine.network.explain",
        "modern.engine.network.weights_file",
        "modern.engine.variation",
        "modern.players.museum.cores.huo_game",
    )
)


def compiled_modules(package: str) -> Iterator[str]:
    """Yields the modules of a package that an ordinary install compiles if there is a C compiler: all but PLAIN.

    An `__init__` stays plain, too.
    """
    for module in iter_modules([str(TOP.joinpath(*package.split(".")))]):
        name = f"{package}.{module.name}"
        if name not in PLAIN:
            if module.ispkg:
                yield from compiled_modules(name)
            else:
                yield name


RULES: Final = tuple(compiled_modules("modern.rules"))
#: The search, and the modules that it calls all the time.
ENGINE: Final = tuple(compiled_modules("modern.engine"))
#: The boards and searches of the museum's exhibits.
MUSEUM: Final = tuple(compiled_modules("modern.players.museum.cores"))
#: The listing, and the modules that it uses all the time.
LISTING: Final = (
    *("historic.basic.single", "historic.memory", "historic.position.moves", "historic.program"),
    *("historic.study.candidates", "historic.study.terms", "historic.tables"),
)
#: What compares the listing's moves, bits and scores with the rules.
COMPARISON: Final = (
    *("modern.agreement.attacks", "modern.agreement.differences", "modern.agreement.formula"),
    *("modern.agreement.move_comparison", "modern.agreement.moves", "modern.agreement.pair"),
    *("modern.agreement.sampling", "modern.agreement.score_comparison", "modern.agreement.scored_army"),
    *("modern.agreement.scores", "modern.agreement.view"),
)
PROGRAM: Final = LISTING + COMPARISON
#: What is compiled for speed. Each unit, a tuple of modules, makes a C file, which calls the earlier ones more cheaply
#: than the later ones. The number is the compiler's optimisation level: CWHITE and CBLACK are so long that the highest
#: one would take longer than it gains, and the comparison is as fast with the lowest one.
UNITS: Final = ((RULES, 3), (ENGINE, 3), (MUSEUM, 3), (LISTING, 2), (COMPARISON, 1))
HOT: Final = tuple(name for modules, _ in UNITS for name in modules)

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"

#: A bounds check in mypyc's C: is an index, as an unsigned number, below the length of the vector?
BOUNDS_CHECK: Final = re.compile(r"= (\(uint64_t\)\w+ < \(uint64_t\)cpy_r_\w+);")
#: Each subscript of a vector raises this, after two checks: the second one is for an index below zero.
INDEX_ERROR: Final = "PyErr_SetNone(PyExc_IndexError);"


def mark_bounds_checks(code: str) -> tuple[str, int]:
    """Returns mypyc's C with each bounds check marked as likely to hold, and the number of subscripts.

    mypyc marks errors as unlikely, but not an index out of range. With the marks, gcc keeps what handles such an index
    out of the loops. The program computes the same. Raises ValueError if a subscript lacks a check of the known form.
    """
    marked, count = BOUNDS_CHECK.subn(r"= likely(\1);", code)
    subscripts = code.count(INDEX_ERROR)
    if count != 2 * subscripts:
        raise ValueError(f"expected {2 * subscripts} bounds checks for {subscripts} subscripts, found {count}")
    return marked, subscripts


#: A bounds check that has been marked.
MARKED_CHECK: Final = re.compile(r"= likely\(\(uint64_t\)[^;]*\);")
#: The functions whose loops stay within a range that they check first: how many each module has, and their mypyc's C.
LOOPS: Final = {"modern.engine.network.lanes": 3, "historic.memory": 1}
RANGE_CHECKED: Final = re.compile(
    r"^\w+ CPyDef_(?:\w+___)?(?:lanes___(?:add_sub|add_sub_sub|relu_sum)|memory___copy_row)\([^;{]*\{\n.*?^\}\n",
    re.MULTILINE | re.DOTALL,
)


def simplify_loops(code: str) -> tuple[str, int]:
    """Returns mypyc's C, as `mark_bounds_checks` leaves it, with simpler RANGE_CHECKED functions, and their number.

    No subscript is checked there, so that gcc computes two words at once (SIMD), or copies them all at once. Integers
    wrap: the order of the sums does not matter.
    """
    return RANGE_CHECKED.subn(lambda function: MARKED_CHECK.sub("= 1;", function[0]), code)


#: A function of a module in mypyc's C. Those that only their own file knows, and the module's statements, are no such.
FUNCTION: Final = re.compile(
    r"^(?!static )\w[\w *]*?CPyDef_(?!\w*_____top_level__\()\w+\([^;{]*\) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL
)
#: A function that only its own file knows.
LOCAL_FUNCTION: Final = re.compile(r"^static int32_t (CPyDef_\w+)\([^;{]*\)\n\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
#: A function up to this length, in characters of C, has a copy in each later file that calls it.
INLINED_LENGTH: Final = 1500
#: The name of a function, where it is called or its address is taken.
NAME: Final = re.compile(r"\bCPyDef_\w+")


class DividedC(NamedTuple):
    """A module in mypyc's C: its functions, and the rest, which runs once or is called from Python."""

    functions: list[str]
    rest: str


def split_c(code: str) -> DividedC:
    """Returns a module in mypyc's C, divided into what is compiled for speed and the rest.

    The rest has what Python calls first, the module's classes, and its statements, which run once. They are more than
    half of the C. The few local functions that the others call are in both.
    """
    functions = FUNCTION.findall(code)
    called = "".join(functions)
    local = [match[0] for match in LOCAL_FUNCTION.finditer(code) if f"{match[1]}(" in called]
    return DividedC(local + functions, FUNCTION.sub("", code))


def copies_of_short(functions: Sequence[str], callers: str) -> str:
    """Returns copies of the short functions that the C of another file calls, where the compiler inlines them."""
    short = {}
    for code in functions:
        if len(code) < INLINED_LENGTH and not code.startswith("static "):
            head = code[: code.index("(")]
            short[head.split()[-1].lstrip("*")] = code
    called: dict[str, str] = {}
    found = NAME.findall(callers)
    while found:
        new = {name: short[name] for name in found if name in short and name not in called}
        called |= new
        found = NAME.findall("".join(new.values()))
    copied = [name for name in short if name in called]
    return "".join(
        (
            *(f"#define {name} {name}_copy\n" for name in copied),
            *(f"static {short[name][: short[name].index(' {')]};\n" for name in copied),
            *(f"static {short[name]}" for name in copied),
        )
    )


#: The C of what Python loads for each compiled module: all of them are one library, under as many names. It takes the
#: module itself from the library LIBRARY with the code of all modules, where mypyc has put it.
MODULE_START: Final = r"""#include <Python.h>

static PyObject *load(PyObject *library, PyObject *name)
{
    PyObject *(*init)(void) = NULL;
    PyObject *words = PyObject_CallMethod(name, "replace", "ss", ".", "___");
    PyObject *attribute = words ? PyUnicode_FromFormat("init_%U", words) : NULL;
    PyObject *capsule = attribute ? PyObject_GetAttr(library, attribute) : NULL;
    if (capsule) init = (PyObject *(*)(void))PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    Py_XDECREF(words);
    Py_XDECREF(attribute);
    Py_XDECREF(capsule);
    return init ? init() : NULL;
}

static PyObject *create(PyObject *spec, PyModuleDef *definition)
{
    PyObject *library = NULL, *module = NULL, *name = PyObject_GetAttrString(spec, "name");
    if (name && PyInterpreterState_Get() != PyInterpreterState_Main())
        PyErr_Format(PyExc_ImportError, "module %U does not support loading in subinterpreters", name);
    else if (name && (library = PyImport_ImportModule("LIBRARY")))
        module = load(library, name);
    Py_XDECREF(library);
    Py_XDECREF(name);
    return module;
}

static PyModuleDef_Slot slots[] = {{Py_mod_create, (void *)create}, {0, NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "LIBRARY", .m_slots = slots};
#define START(name) PyMODINIT_FUNC PyInit_##name(void) { return PyModuleDef_Init(&definition); }
"""


def module_start(library: str, modules: Sequence[str]) -> str:
    """Returns a C file with the function that Python calls first in each of the modules.

    mypyc writes a file for each of them, which takes a fifth of the compiler's time. Its modules would also load in
    another interpreter: mypyc keeps a module's objects once for the whole process, so that the two would share them,
    and one would clear them when it ends. These modules load only in the main interpreter.
    """
    names = dict.fromkeys(module.rpartition(".")[2] for module in modules)
    return MODULE_START.replace("LIBRARY", library) + "".join(f"START({name})\n" for name in names)


def interpreted_modules(modules: Sequence[str] = HOT) -> list[str]:
    """Returns the modules that run interpreted."""
    return [name for name in modules if _origin(name).endswith(".py")]


def build_mode(modules: Sequence[str] = HOT) -> str:
    """Returns 'compiled' or 'interpreted'; after an incomplete install, says how many modules are not compiled."""
    plain = len(interpreted_modules(modules))
    if plain in (0, len(modules)):
        return INTERPRETED if plain else COMPILED
    return f"{COMPILED}, except {plain} of {len(modules)} modules"


#: What compiles, on the systems that have a name for it.
TOOLS: Final = {
    "win32": "Microsoft's C++ Build Tools",
    "darwin": "Xcode's command line tools",
    "linux": "a C compiler and Python's headers (Debian: gcc, python3-dev)",
}


def how_to_compile() -> str:
    """Returns a sentence about how to get the compiled build, or nothing where it runs.

    An editable install gets none either: a compiled one in its place would no longer follow changes of the source.
    """
    if build_mode() == COMPILED or (TOP / "setup.py").exists():
        return ""
    tools = TOOLS.get(sys.platform, "a C compiler and Python's headers")
    return f"The compiled build is many times faster: it needs {tools} while it is installed."


def _origin(name: str) -> str:
    """Returns the path of a module's file. Looks only: no package is imported on the way."""
    top, *inner = name.split(".")
    spec = find_spec(top)
    for part in inner:
        spec = spec and PathFinder.find_spec(part, spec.submodule_search_locations)
    return (spec and spec.origin) or ".py"
