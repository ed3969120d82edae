"""Compiles the hot modules with mypyc, in an ordinary install and, with GOSUB_COMPILE=1, in an editable one.

With GOSUB_PURE=1, or without a C compiler, everything stays interpreted. So does an editable install, by default:
Python would import a compiled module instead of the edited source. All other settings are in pyproject.toml.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import platform
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, NamedTuple

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

TOP = Path(__file__).parent
EDITABLE = "editable_wheel" in sys.argv or "develop" in sys.argv
#: How the name of an extension ends, and the name that mypyc gives to the one with the code of several modules.
SUFFIX = ".pyd" if os.name == "nt" else ".so"
SHARED = f"*__mypyc.*{SUFFIX}"
#: Where mypyc writes its C.
BUILD_FOLDER = "build"
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
    """Changes mypyc's C files of some modules, as modern/build.py says: bounds checks and loops.

    Ends the build if the C is not of the form that modern/build.py knows, as that of another mypyc may be.
    """
    subscripts = loops = 0
    try:
        for path in sources:
            code, found = BUILD["mark_bounds_checks"](path.read_text(encoding="utf-8"))
            subscripts += found
            code, found = BUILD["simplify_loops"](code)
            loops += found
            path.write_text(code, encoding="utf-8")
        if not subscripts:
            raise ValueError("expected subscripts of vectors, found none")
        expected = sum(BUILD["LOOPS"].get(name, 0) for name in modules)
        if loops != expected:
            raise ValueError(f"expected {expected} functions with loops, found {loops}")
    except ValueError as error:
        sys.exit(f"setup.py: mypyc's C has changed, and modern/build.py has to follow: {error}")


class CFile(NamedTuple):
    """A C file with a part of an extension's code, and the compiler's options for it."""

    path: Path
    include_dirs: list[str]
    options: list[str]


def extensions() -> list[Any]:
    """Returns an extension for each module, and first the one with the code of them all.

    Its attribute `c_files` has a C file for each unit of modern/build.py, and two for the rest. A compiler needs a
    third of the time that one file takes, and works on several at once. The second extension is what Python loads for a
    module; all others are copies of it.
    """
    from mypyc.build import mypycify

    modules = BUILD["HOT"]
    say(f"mypyc translates {len(modules)} modules into C, in about 10 seconds")
    sources = [f"{path_of(name)}.py" for name in modules]
    # Other modules import packages that the build environment lacks (python-chess). They are checked elsewhere.
    options = ["--ignore-missing-imports", "--follow-imports=silent"]
    made: list[Any] = mypycify(
        [*options, *sources], opt_level="3", debug_level="0", multi_file=True, target_dir=BUILD_FOLDER
    )
    code, *starts = made
    edit([Path(source) for source in code.sources], modules)
    flags = list(code.extra_compile_args)
    if os.name == "posix":
        # A fused multiply-subtract would round once where single() relies on two roundings. Bitboards rely on integers
        # that wrap. Aligned functions keep a change of one from moving all others relative to the cache lines, which
        # alone makes the engine 3 % faster or slower. Hidden symbols are reached without a table.
        flags += ["-ffp-contract=off", "-fwrapv", "-fno-semantic-interposition"]
        flags += ["-falign-functions=64", "-fvisibility=hidden"]
        # gcc then copies the listing's rows two squares at a time, also at -O2.
        flags += ["-ftree-vectorize", "-fvect-cost-model=dynamic"]
    else:
        flags = [flag for flag in flags if flag != "/GL-"]  # Microsoft's linker inlines the functions of other files
    code.extra_compile_args = flags
    code.c_files = divided(code)
    if starts:
        starts[0].c_files = [c_file(code, "start", BUILD["module_start"](code.name, modules))]
    for extension in (code, *starts):
        extension.sources = []
        extension.optional = True  # without a compiler, the source next to it runs
    return made


def c_file(code: Extension, name: str, text: str, *options: str) -> CFile:
    """Writes a C file beside mypyc's."""
    path = Path(BUILD_FOLDER, f"{name}.c")
    path.write_text(text, encoding="utf-8")
    return CFile(path, code.include_dirs, [*code.extra_compile_args, *options])


def divided(code: Extension) -> list[CFile]:
    """Writes C files for the units, from mypyc's files: one for each module, one for all of them, and its library's."""
    sources = [Path(source) for source in code.sources]
    modules = {name: f"__native_{name.replace('.', '___')}.c" for name in BUILD["HOT"]}
    others = [path for path in sources if path.name not in modules.values()]
    (shared,) = (path for path in others if path.name.startswith("__native"))
    folder = Path(BUILD_FOLDER)
    parts = {name: BUILD["split_c"]((folder / file).read_text(encoding="utf-8")) for name, file in modules.items()}
    headers = f"""\
#include <Python.h>
#pragma GCC visibility push(hidden)  // what the other files define is in the same library
#include "{shared.stem}.h"
#include "{shared.stem.replace("__native", "__native_internal")}.h"
#pragma GCC visibility pop
"""

    result = []
    earlier: list[str] = []
    for number, (unit, level) in enumerate(BUILD["UNITS"]):
        functions = [function for name in unit for function in parts[name].functions]
        text = "".join(functions)
        optimised = [f"-O{level}"] if os.name == "posix" else []
        text = headers + BUILD["copies_of_short"](earlier, text) + text
        result.append(c_file(code, f"unit{number}", text, *optimised))
        earlier += functions
    once = "-O0" if os.name == "posix" else "/Od"  # what runs when a module is loaded
    result.append(c_file(code, "rest", headers + "".join(part.rest for part in parts.values()), once))
    library = "".join(f'#include "{path.relative_to(folder).as_posix()}"\n' for path in others)
    result.append(c_file(code, "library", library, "-O1" if os.name == "posix" else "/O1"))
    return result


def say(line: str) -> None:
    """Says what the build does. Only `pip install -v` shows it."""
    print(f"Gosub Chess: {line}", flush=True)


class AllOrNothingBuild(build_ext):
    """Keeps either all extensions of this build or none, because a half-compiled package cannot be imported."""

    def run(self) -> None:
        """Removes the extensions of earlier builds, builds all, and removes them again if one failed."""
        paths = {extension.name: Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions}
        remove([*paths.values(), *Path(self.build_lib).glob(SHARED)])
        super().run()
        if not all(path.exists() for path in paths.values()):
            self.warn("not everything could be compiled: Gosub Chess will run interpreted")
            remove(paths.values())
        elif STORE and not STORED:
            STORE.save({name: path.read_bytes() for name, path in paths.items()})

    def build_extensions(self) -> None:
        """Compiles the C files on all cores, the longest first, and links them; or copies what an earlier build stored.

        The library of the first module serves the others, too.
        """
        if STORED:
            self.write(STORED)
            return
        code, first, *others = self.extensions
        files = sorted([*code.c_files, *first.c_files], key=lambda file: file.path.stat().st_size, reverse=True)
        say(f"compiles {len(files)} C files, on {core_count()} cores")
        with ThreadPoolExecutor(core_count()) as threads:
            objects = {file.path: threads.submit(self.compiled, file) for file in files}
        for extension in (code, first):
            with self._filter_build_errors(extension):  # type: ignore[attr-defined]  # as setuptools does for each
                extension.extra_objects = [objects[file.path].result() for file in extension.c_files]
                self.build_extension(extension)
        path = Path(self.get_ext_fullpath(first.name))
        if path.exists():
            self.write({extension.name: path.read_bytes() for extension in others})

    def write(self, contents: Mapping[str, bytes]) -> None:
        """Writes extensions, given by their names."""
        for name, content in contents.items():
            path = Path(self.get_ext_fullpath(name))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o755)

    def compiled(self, file: CFile) -> str:
        """Returns the path of the object file that the compiler makes of a C file."""
        start = time.monotonic()
        (path,) = self.compiler.compile(
            [str(file.path)], self.build_temp, include_dirs=file.include_dirs, extra_postargs=file.options
        )
        say(f"compiled {file.path.name} in {time.monotonic() - start:.0f} s")
        return str(path)


def core_count() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


#: How many builds are kept. Each takes a megabyte.
KEPT_BUILDS = 4
#: The bytes of the SHA-256 digest before the archive of a build.
DIGEST_SIZE = 32


def is_own(status: os.stat_result) -> bool:
    """Returns True if a file or folder belongs to this user, and nobody else may write it. Windows cannot tell."""
    return hasattr(os, "geteuid") and status.st_uid == os.geteuid() and not status.st_mode & 0o022


class Store(NamedTuple):
    """A file in the user's cache folder with what was compiled, so that installing another extra takes seconds.

    Its name is a digest of everything that the result depends on. Whoever could write it, or put another file in its
    place, could plant code. So nothing is taken from a file, or from a folder, that others may write.
    """

    path: Path

    def load(self) -> dict[str, bytes]:
        """Returns the stored extensions by their names, or nothing if there are none, or the file is damaged."""
        try:
            with self.path.open("rb") as file:
                statuses = os.fstat(file.fileno()), self.path.parent.stat()
                content = file.read()
            if not all(map(is_own, statuses)):
                say(f"{self.path} is not used: others may write it, or its folder")
                return {}
            self.path.touch()
        except OSError:
            return {}
        digest, archive = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
        if hashlib.sha256(archive).digest() != digest:
            return {}
        with zipfile.ZipFile(io.BytesIO(archive)) as stored:
            return {name: stored.read(name) for name in stored.namelist()}

    def save(self, extensions: dict[str, bytes]) -> None:
        """Stores the extensions, and removes the builds that were used longest ago. Does nothing where it cannot."""
        folder = self.path.parent
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)
            new = self.path.with_suffix(f".{os.getpid()}")
            new.touch(0o600)
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as stored:
                for name, content in extensions.items():
                    stored.writestr(name, content)
            new.write_bytes(hashlib.sha256(archive.getvalue()).digest() + archive.getvalue())
            new.replace(self.path)
            builds = [path for path in folder.iterdir() if path.is_file()]
            remove(sorted(builds, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_BUILDS:])
        except OSError as error:
            say(f"{folder}: cannot keep what was compiled: {error.strerror}")


#: The settings of Python's own build, and the variables of the environment, that change what a compiler makes.
PYTHON_SETTINGS = ("CC", "CFLAGS", "CCSHARED", "LDSHARED", "EXT_SUFFIX", "INCLUDEPY")
VARIABLES = (
    *("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "ARCHFLAGS", "MYPYPATH", "SETUPTOOLS_EXT_SUFFIX", "SDKROOT"),
    *("CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "MACOSX_DEPLOYMENT_TARGET"),
    "_PYTHON_HOST_PLATFORM",
)


def store() -> Store | None:
    """Returns the store of this build, or None without a compiler or a cache folder that only its owner may write.

    Code for the processor of this machine only (`-march=native`) is not stored either: a home may be on several.
    """
    settings = {name: sysconfig.get_config_var(name) for name in PYTHON_SETTINGS}
    settings |= {f"${name}": os.environ.get(name) for name in VARIABLES}
    try:
        compiler = shlex.split(os.environ.get("CC") or settings["CC"] or "")
        settings["path"] = os.path.realpath(shutil.which(compiler[0]) or "")
        settings["compiler"] = subprocess.run([*compiler, "--version"], capture_output=True, check=True).stdout
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        is_safe = is_own((cache if cache.exists() else Path.home()).stat())
    except (IndexError, OSError, RuntimeError, ValueError, subprocess.SubprocessError):
        return None
    if not is_safe or "native" in f"{settings}":
        return None
    settings["Python"] = sys.version, platform.machine(), platform.libc_ver()
    packages = [package for package in distributions() if package.name in ("librt", "mypy", "setuptools")]
    settings["packages"] = sorted(f"{package.name} {package.version}" for package in packages)
    digest = hashlib.sha256(repr(sorted(settings.items())).encode())
    sources = [path for package in ("historic", "modern") for path in (TOP / package).rglob("*.py*")]
    for path in sorted([*sources, TOP / "pyproject.toml", TOP / "setup.py"]):
        if path.suffix in (".py", ".pyi", ".toml"):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(TOP).as_posix()} {len(content)} ".encode() + content)
    return Store(cache / "gosub-chess" / digest.hexdigest())


class SameArchive(sdist):
    """Makes the same .tar.gz of the same files if SOURCE_DATE_EPOCH gives their time, in seconds since 1970.

    Owners and permissions are then the same for every builder. https://reproducible-builds.org/specs/source-date-epoch/
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
    STORE = store()
    STORED = STORE.load() if STORE else {}
    if STORE and STORED:
        say(f"nothing has changed since an earlier build: its compiled modules are in {STORE.path}")
    modules = [Extension(name, []) for name in STORED] or extensions()
    setup(ext_modules=modules, cmdclass={**SAME, "build_ext": AllOrNothingBuild})
else:
    if EDITABLE:
        # Python would import the extensions of an earlier install with GOSUB_COMPILE=1 instead of the source.
        remove(
            [*TOP.glob(SHARED), *(stale for name in BUILD["HOT"] for stale in TOP.glob(f"{path_of(name)}.*{SUFFIX}"))]
        )
    setup(cmdclass=SAME)
