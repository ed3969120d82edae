"""Compile the hot modules with mypyc: for an ordinary install, and for an editable one if GOSUB_COMPILE=1 asks for it.

GOSUB_PURE=1 leaves everything interpreted, and so does the lack of a C compiler. An editable install stays interpreted
because what is compiled goes before the source that is edited. Everything else about the project is in pyproject.toml.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from typing import Any

from setuptools import setup

TOP = Path(__file__).parent
BUILD = runpy.run_path(str(TOP / "modern" / "build.py"))


def wants_compiled() -> bool:
    """Whether this run of setup.py builds something that should be compiled."""
    if os.environ.get("GOSUB_PURE") == "1":
        return False
    editable = "editable_wheel" in sys.argv or "develop" in sys.argv
    if editable:
        return os.environ.get("GOSUB_COMPILE") == "1"
    return bool({"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv))


def compiled(modules: tuple[str, ...], optimisation: str) -> list[Any]:
    """One extension for each module, and one that has the code of them all."""
    from mypyc.build import mypycify

    sources = [f"{name.replace('.', '/')}.py" for name in modules]
    extensions: list[Any] = mypycify(sources, opt_level=optimisation, debug_level="0")
    for extension in extensions:
        extension.optional = True  # no compiler, no error: the source beside it runs
        if os.name == "posix":
            # A fused multiplication and subtraction would round once where single() counts on two roundings.
            extension.extra_compile_args.append("-ffp-contract=off")
    return extensions


def extensions() -> list[Any]:
    """Everything that is compiled.

    CWHITE and CBLACK are so long that a higher optimisation takes gcc a minute more, and gains nothing there.
    """
    return compiled(BUILD["RULES"], "3") + compiled(BUILD["PROGRAM"], "1")


setup(ext_modules=extensions() if wants_compiled() else [])
