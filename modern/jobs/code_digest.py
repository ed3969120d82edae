"""A digest of the code that decides a result, so that results from different code are never merged.

It is taken from the source's syntax trees, without comments and docstrings. It is the same for both builds and, unless
the syntax of Python changes, for every version of Python.
"""

from __future__ import annotations

import ast
import hashlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final

from modern.system import cache_folder, make_private_folder

#: The nodes of a syntax tree that can have a docstring.
DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


#: Python 3.11 builds a syntax tree in one thread at a time, and raises SystemError otherwise.
ONE_THREAD: Final = Lock()

#: How many digests are kept. A build has a few, one for each kind of work.
KEPT_DIGESTS: Final = 20


def code_digest(deciding: Sequence[str]) -> str:
    """Returns the digest of the installed modules, and of packages with all their modules: 16 hexadecimal digits.

    A process reads the code once: its imported modules do not change either.
    """
    with ONE_THREAD:
        return _code_digest(tuple(deciding))


@cache
def _code_digest(deciding: tuple[str, ...]) -> str:
    """Returns the digest from the user's cache folder, or computes it, which takes half a second, and keeps it there.

    A file there is named by a hash of Python's version and of all bytes, so it never belongs to different code.
    """
    files = {name: path.read_bytes() for name, path in deciding_files(deciding).items()}
    exact = hashlib.sha256(sys.version.encode())
    for name, contents in sorted(files.items()):
        exact.update(f"{name} {len(contents)} ".encode() + contents)
    folder = cache_folder()
    kept = folder and folder / "gosub-chess" / "code" / exact.hexdigest()
    try:
        digest = kept.read_text(encoding="ascii") if kept else ""
    except (OSError, ValueError):
        digest = ""
    if re.fullmatch(r"[0-9a-f]{16}", digest):
        return digest
    digest = digest_of(files)
    if kept:
        with suppress(OSError):  # the next process computes it again
            _keep(kept, digest)
    return digest


def _keep(path: Path, digest: str) -> None:
    """Writes a digest, and removes those that were written longest ago. Raises OSError."""
    make_private_folder(path.parent)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(digest, encoding="ascii")
    new.replace(path)
    for old in sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)[KEPT_DIGESTS:]:
        old.unlink(missing_ok=True)


def digest_of(files: dict[str, bytes]) -> str:
    """Returns the digest of the contents of files, by module name: Python source or, without a source, any bytes."""
    digest = hashlib.sha256()
    for name, contents in sorted(files.items()):
        digest.update(f"{name}\0{syntax_of(contents)}\0".encode())
    return digest.hexdigest()[:16]


def deciding_files(deciding: Sequence[str]) -> dict[str, Path]:
    """Returns the file of each module, also of those in a package: its source, also if the module is compiled.

    An install without a source has the file that Python runs instead. Its digest then differs from the source's.
    """
    return dict(found for name in deciding for found in _files_of(name))


def _files_of(name: str) -> Iterator[tuple[str, Path]]:
    """Yields a module with its file; of a package, also the modules in it."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    file = Path(spec.origin)
    if spec.submodule_search_locations is None:
        source = file.with_name(f"{name.rpartition('.')[2]}.py")
    else:
        source = file.with_name("__init__.py")
        for module in pkgutil.iter_modules(spec.submodule_search_locations):
            yield from _files_of(f"{name}.{module.name}")
    yield name, source if source.exists() else file


def syntax_of(contents: bytes) -> str:
    """Returns the syntax tree of Python source as text, without comments and docstrings; of other bytes, a digest."""
    try:
        tree = ast.parse(contents)
    except (SyntaxError, ValueError):
        return hashlib.sha256(contents).hexdigest()
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    return _text_of(tree)


def _text_of(node: object) -> str:
    """Returns a syntax tree as text. Fields without a value are left out: a new Python version may add one."""
    if isinstance(node, list):
        return f"[{','.join(map(_text_of, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [f"{name}={_text_of(value)}" for name, value in ast.iter_fields(node) if value not in (None, [])]
    return f"{type(node).__name__}({','.join(fields)})"
