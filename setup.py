"""Compile the hot modules with mypyc: for an ordinary install, and for an editable one if GOSUB_COMPILE=1 asks for it.

GOSUB_PURE=1 leaves everything interpreted, and so does the lack of a C compiler. An editable install stays interpreted
because what is compiled goes before the source that is edited. Everything else about the project is in pyproject.toml.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

TOP = Path(__file__).parent
EDITABLE = "editable_wheel" in sys.argv or "develop" in sys.argv
#: What mypyc calls the extension that has the code of several modules.
SHARED = "*__mypyc.*.so"
BUILD = runpy.run_path(str(TOP / "modern" / "build.py"))


def wants_compiled() -> bool:
    """Whether this run of setup.py builds something that should be compiled."""
    if os.environ.get("GOSUB_PURE") == "1":
        return False
    if EDITABLE:
        return os.environ.get("GOSUB_COMPILE") == "1"
    return bool({"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv))


def path_of(module: str) -> str:
    """Where a module is, without what its name ends in."""
    return module.replace(".", "/")


def compiled(modules: tuple[str, ...], optimisation: str) -> list[Any]:
    """One extension for each module, and one that has the code of them all."""
    from mypyc.build import mypycify

    sources = [f"{path_of(name)}.py" for name in modules]
    # What stands around them may import what the build has not got (python-chess).
    options = ["--ignore-missing-imports"]
    extensions: list[Any] = mypycify([*options, *sources], opt_level=optimisation, debug_level="0")
    for extension in extensions:
        extension.optional = True  # no compiler, no error: the source beside it runs
        if os.name == "posix":
            # A fused multiplication and subtraction would round once where single() counts on two roundings, and
            # bitboards count on numbers that wrap.
            extension.extra_compile_args += ["-ffp-contract=off", "-fwrapv", "-fno-semantic-interposition"]
    return extensions


def extensions() -> list[Any]:
    """Everything that is compiled.

    CWHITE and CBLACK are so long that a higher optimisation takes gcc a minute more, and gains a tenth.
    """
    return compiled(BUILD["RULES"] + BUILD["ENGINE"], "3") + compiled(BUILD["PROGRAM"], "1")


class AllOrNothing(build_ext):
    """Leaves no extension of an earlier build, and none where one failed: by half, a package does not even import."""

    def run(self) -> None:
        """Build them, and look."""
        places = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        remove([*places, *Path(self.build_lib).glob(SHARED)])
        super().run()
        if not all(place.exists() for place in places):
            self.warn("not everything could be compiled: Gosub Chess will run interpreted")
            remove(places)


def remove(paths: Iterable[Path]) -> None:
    """Remove the files that are there."""
    for path in paths:
        path.unlink(missing_ok=True)


if wants_compiled():
    setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing})
else:
    if EDITABLE:
        # What an editable install with GOSUB_COMPILE=1 has left would go before the source.
        remove([*TOP.glob(SHARED), *(left for name in BUILD["HOT"] for left in TOP.glob(f"{path_of(name)}.*.so"))])
    setup()
