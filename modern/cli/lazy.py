"""The lazy loader: a command's help must not wait for modules that only the command itself needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import LazyLoader
from types import ModuleType
from typing import Final

#: How the names of modules begin that can be lazy.
LAZY: Final = ("asyncio", "historic.", "modern.", "rich.", "webbrowser")


@contextmanager
def lazily() -> Iterator[None]:
    """Makes each module of LAZY that is imported in this block load when something in it is first used.

    Write `from modern.agreement import campaign`, the package and then the module. A name from inside a module is
    loaded at once, and so is a package above it: `modern.players` and `modern.rules` load much.
    """
    finder = _LazyFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _LazyFinder:
    """Finds modules of LAZY as Python does, and postpones their code."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns a module's spec; None for modules left to another finder, and for compiled ones."""
        found = PathFinder.find_spec(name, path, target) if name.startswith(LAZY) else None
        if found is None or not isinstance(found.loader, SourceFileLoader):
            return None
        found.loader = LazyLoader(found.loader)
        return found
