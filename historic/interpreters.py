"""Refuses compiled modules in a subinterpreter.

What mypyc compiles keeps its objects once for the whole process. A second interpreter would replace them, and the first
would find them gone when the second ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Final

#: The modules that know the interpreters of the process: Python 3.13 and later, and earlier.
INTERPRETER_MODULES: Final = ("_interpreters", "_xxsubinterpreters")


def refuse_subinterpreter(package: str, path: Iterable[str], module: str) -> None:
    """Raises ImportError in a subinterpreter if `module` of the package at `path` is compiled."""
    spec = PathFinder.find_spec(module, list(path))
    if spec is None or spec.origin is None or spec.origin.endswith(".py"):
        return
    if _is_subinterpreter():
        raise ImportError(
            f"{package} is compiled, and works in the main interpreter only, not in a subinterpreter; "
            "an install with GOSUB_PURE=1 works in both"
        )


def _is_subinterpreter() -> bool:
    for name in INTERPRETER_MODULES:
        try:
            interpreters = import_module(name)
        except ImportError:
            continue
        return bool(interpreters.get_current() != interpreters.get_main())
    return False
