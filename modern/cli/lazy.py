"""The lazy loader: a command's help must not wait for what only the command itself needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import LazyLoader
from types import ModuleType


@contextmanager
def lazily() -> Iterator[None]:
    """Makes each module of `modern` that is imported in this block load when something in it is first used.

    Write `from modern.cli.agree import comparing`, the package and then the module. A name from inside a module, and a
    package, are loaded at once.
    """
    finder = _LazyFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _LazyFinder:
    """Finds modules of `modern` as Python does, and postpones their code."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns a module's spec; None for what another finder is to find: packages, and compiled modules."""
        found = PathFinder.find_spec(name, path, target) if name.startswith("modern.") else None
        if found is None or found.submodule_search_locations is not None:
            return None
        if not isinstance(found.loader, SourceFileLoader):
            return None
        found.loader = LazyLoader(found.loader)
        return found
