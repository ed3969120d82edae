"""Compiles the hot modules with mypyc, in an ordinary install and, with GOSUB_COMPILE=1, in an editable one.

With GOSUB_PURE=1, or without a C compiler, everything stays interpreted. So does an editable install, by default:
Python would import a compiled module instead of the edited source. All other settings are in pyproject.toml.
"""

from __future__ import annotations

import gzip
import os
import runpy
import sys
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

TOP = Path(__file__).parent
EDITABLE = "editable_wheel" in sys.argv or "develop" in sys.argv
#: The name that mypyc gives to the extension with the code of several modules.
SHARED = f"*__mypyc.*{'.pyd' if os.name == 'nt' else '.so'}"
BUILD = runpy.run_path(str(TOP / "modern" / "build.py"))


def should_compile() -> bool:
    """Returns True if this run of setup.py should compile what it builds."""
    if os.environ.get("GOSUB_PURE") == "1":
        return False
    if EDITABLE:
        return os.environ.get("GOSUB_COMPILE") == "1"
    return bool({"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv))


def path_of(module: str) -> str:
    """Returns the path of a module, without the file extension."""
    return module.replace(".", "/")


def edit(sources: Iterable[Path], modules: Sequence[str]) -> None:
    """Changes mypyc's C files of some modules, as modern/build.py says: bounds checks, loops and subinterpreters.

    Ends the build if the C is not of the form that modern/build.py knows, as that of another mypyc may be.
    """
    subscripts = loops = refusing = 0
    try:
        for path in sources:
            code, found = BUILD["mark_bounds_checks"](path.read_text(encoding="utf-8"))
            subscripts += found
            code, found = BUILD["simplify_loops"](code)
            loops += found
            code, found = BUILD["refuse_subinterpreters"](code)
            refusing += found
            path.write_text(code, encoding="utf-8")
        if not subscripts:
            raise ValueError("expected subscripts of vectors, found none")
        expected = sum(BUILD["LOOPS"].get(name, 0) for name in modules)
        if loops != expected:
            raise ValueError(f"expected {expected} functions with loops, found {loops}")
        if refusing != len(modules):
            raise ValueError(f"expected the start of {len(modules)} modules, found {refusing}")
    except ValueError as error:
        sys.exit(f"setup.py: mypyc's C has changed, and modern/build.py has to follow: {error}")


def compiled_extensions(modules: tuple[str, ...], optimisation: str) -> list[Any]:
    """Returns an extension for each module, and one with the code of them all."""
    from mypyc.build import mypycify

    sources = [f"{path_of(name)}.py" for name in modules]
    # Other modules import packages that the build environment lacks (python-chess). They are checked elsewhere.
    options = ["--ignore-missing-imports", "--follow-imports=silent"]
    result: list[Any] = mypycify([*options, *sources], opt_level=optimisation, debug_level="0")
    edit(sorted({Path(source) for extension in result for source in extension.sources}), modules)
    for extension in result:
        extension.optional = True  # without a compiler, the source next to it runs
        if os.name == "posix":
            # A fused multiply-subtract would round once where single() relies on two roundings. Bitboards rely on
            # integers that wrap. Aligned functions keep a change of one from moving all others relative to the cache
            # lines, which alone makes the engine 3 % faster or slower. Hidden symbols are reached without a table.
            extension.extra_compile_args += ["-ffp-contract=off", "-fwrapv", "-fno-semantic-interposition"]
            extension.extra_compile_args += ["-falign-functions=64", "-fvisibility=hidden"]
            # gcc then copies the listing's rows two squares at a time, also at -O1.
            extension.extra_compile_args += ["-ftree-vectorize", "-fvect-cost-model=dynamic"]
    return result


def extensions() -> list[Any]:
    """Returns all extensions.

    CWHITE and CBLACK are so long that a higher optimisation level would take gcc a minute more for a tenth more speed.
    """
    fast = BUILD["RULES"] + BUILD["ENGINE"] + BUILD["MUSEUM"]
    return compiled_extensions(fast, "3") + compiled_extensions(BUILD["PROGRAM"], "1")


class AllOrNothingBuild(build_ext):
    """Keeps either all extensions of this build or none, because a half-compiled package cannot be imported."""

    def run(self) -> None:
        """Removes the extensions of earlier builds, builds all, and removes them again if one failed."""
        paths = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        remove([*paths, *Path(self.build_lib).glob(SHARED)])
        super().run()
        if not all(path.exists() for path in paths):
            self.warn("not everything could be compiled: Gosub Chess will run interpreted")
            remove(paths)


class SameArchive(sdist):
    """Makes the same .tar.gz of the same files if SOURCE_DATE_EPOCH gives their time, in seconds since 1970.

    Owners and permissions are then those of nobody in particular. https://reproducible-builds.org/specs/source-date-epoch/
    """

    def make_archive(  # type: ignore[override]  # one form for the two that the types tell apart
        self, base_name: str, format: str, root_dir: Any = None, base_dir: Any = None, **more: Any
    ) -> str:
        """Returns the name of the archive that it has written."""
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None or format != "gztar" or base_dir is None:
            return str(super().make_archive(base_name, format, root_dir, base_dir, **more))
        name = f"{base_name}.tar.gz"

        def made_plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime, member.uid, member.gid, member.uname, member.gname = int(epoch), 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(epoch)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(Path(root_dir or ".") / base_dir, base_dir, filter=made_plain)  # in the order of the names
        return name


class SameWheel(bdist_wheel):
    """Gives the files of a wheel the same permissions, whatever the umask was when they were written."""

    def write_wheelfile(self, wheelfile_base: str, *more: str) -> None:
        """Writes the last file, and sets the permissions of all."""
        super().write_wheelfile(wheelfile_base, *more)
        top = Path(self.bdist_dir) if self.bdist_dir else Path(wheelfile_base)  # an editable install has no such folder
        for path in top.rglob("*"):
            if path.is_file():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)


def remove(paths: Iterable[Path]) -> None:
    """Removes the files that exist."""
    for path in paths:
        path.unlink(missing_ok=True)


SAME: dict[str, Any] = {"bdist_wheel": SameWheel, "sdist": SameArchive}
if should_compile():
    setup(ext_modules=extensions(), cmdclass={**SAME, "build_ext": AllOrNothingBuild})
else:
    if EDITABLE:
        # Python would import the extensions of an earlier install with GOSUB_COMPILE=1 instead of the source.
        remove([*TOP.glob(SHARED), *(stale for name in BUILD["HOT"] for stale in TOP.glob(f"{path_of(name)}.*.so"))])
    setup(cmdclass=SAME)
