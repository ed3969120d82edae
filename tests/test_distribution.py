"""What the source distribution and the wheels hold.

With GOSUB_DIST=FOLDER the wheel in that folder is looked at too: CI's, which is compiled.
"""

from __future__ import annotations

import fnmatch
import hashlib
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest

from modern.build import HOT

TOP: Final = Path(__file__).parents[1]
PACKAGES: Final = ("historic", "modern")
#: All that stands at the top of the repository and of the source distribution.
FOLDERS: Final = (".ci", ".github", "benchmarks", "docs", "findings", "packaging", "tests", *PACKAGES)
FILES: Final = (
    *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "NOTICE", "README.md"),
    *("mkdocs.yml", "pyproject.toml", "setup.py"),
)
#: What a build or a test leaves in a checkout.
LEFT: Final = ("__pycache__", "*.egg-info", "*.so", "*.pyd", "*.py[co]", ".DS_Store", ".*_cache", ".hypothesis")
#: What setuptools adds to a source distribution.
ADDED: Final = ("PKG-INFO", "setup.cfg", "gosub_chess.egg-info/*")
#: Where a wheel has what is for other programs than Python, below `share` of the environment.
SHARED: Final = {
    "applications": {"gosub-chess.desktop"},
    "bash-completion/completions": {"gosub"},
    "fish/vendor_completions.d": {"gosub.fish"},
    "icons/hicolor/scalable/apps": {"gosub-chess.svg"},
    "metainfo": {"org.pypi.gosub_chess.metainfo.xml"},
    "zsh/site-functions": {"_gosub"},
    "man/man1": {path.name for path in (TOP / "docs" / "man").glob("*.1")},
}
METADATA: Final = {
    *("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt"),
    *("licenses/LICENSE", "licenses/NOTICE"),
}
#: When everything is built, in seconds since 1970.
EPOCH: Final = "1700000000"
#: Builds the source distribution of the current folder, then the wheel of that, without downloading anything.
BUILD: Final = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"

#: What a build stores.
COMPILED: Final = {"modern.rules.position": b"machine code"}


def is_one_of(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def files_below(top: Path, *folders: str) -> set[str]:
    """Returns the files of some folders, as paths below `top`, without what a build or a test leaves."""
    return {
        path.relative_to(top).as_posix()
        for folder in folders
        for path in (top / folder).rglob("*")
        if path.is_file() and not any(is_one_of(part, LEFT) for part in path.relative_to(top).parts)
    }


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def copied(folder: Path) -> Path:
    """Returns a folder with a copy of this checkout."""
    for name in FOLDERS:
        shutil.copytree(TOP / name, folder / name, ignore=shutil.ignore_patterns(*LEFT))
    for name in FILES:
        shutil.copy(TOP / name, folder / name)
    return folder


def build(what: str, source: Path, out: Path, umask: int = -1) -> Path:
    environment = {**os.environ, "GOSUB_PURE": "1", "SOURCE_DATE_EPOCH": EPOCH}
    call = [sys.executable, "-c", BUILD, what, str(out)]
    done = subprocess.run(call, cwd=source, env=environment, capture_output=True, text=True, umask=umask)
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution of this checkout."""
    folder = tmp_path_factory.mktemp("sdist")
    return build("build_sdist", copied(folder / "copy"), folder)


@pytest.fixture(scope="module")
def sdist(archive: Path) -> Path:
    """The unpacked source distribution."""
    with tarfile.open(archive) as tar:
        tar.extractall(archive.parent, filter="data")
    return archive.parent / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    """The interpreted wheel, built from the source distribution alone."""
    path = build("build_wheel", sdist, sdist.parent)
    assert path.name.endswith("-py3-none-any.whl")
    return path


@pytest.mark.slow
def test_the_source_distribution_has_what_the_repository_has(sdist: Path) -> None:
    expected = files_below(TOP, *FOLDERS) | set(FILES)
    found = files_below(sdist, ".") | {path.relative_to(sdist).as_posix() for path in sdist.glob("*.egg-info/*")}
    assert {name for name in found if not is_one_of(name, ADDED)} == expected


@pytest.mark.posix
@pytest.mark.parametrize(
    ("shell", "script"),
    [
        ("bash", ". ./gosub; COMP_WORDS=(gosub repl) COMP_CWORD=1; _gosub_completion gosub; echo $COMPREPLY"),
        ("fish", "source gosub.fish; complete -C 'gosub repl'"),
    ],
)
def test_the_installed_completion_asks_the_installed_command(shell: str, script: str) -> None:
    if sys.platform == "win32" or shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    call = [shell, "-c", script]
    folder = TOP / "packaging" / "completions"
    done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.stderr, done.stdout.split()[0]) == ("", "replay")


def test_the_icon_on_the_desktop_is_that_of_the_page() -> None:
    icons = (TOP / "packaging" / "desktop" / "gosub-chess.svg", TOP / "modern" / "web" / "static" / "emblem.svg")
    assert icons[0].read_bytes() == icons[1].read_bytes()


@pytest.mark.skipif(not ((TOP / ".git").exists() and shutil.which("git")), reason="not a checkout, or no git")
def test_nothing_else_stands_at_the_top_of_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listed.splitlines()} == {
        *FOLDERS,
        *FILES,
        ".gitattributes",
        ".gitignore",
    }


def check_wheel(names: set[str]) -> None:
    """Fails if a wheel, without its compiled files, has more or less than the packages, SHARED and METADATA."""
    (information,) = {name.partition("/")[0] for name in names if ".dist-info/" in name}
    data = information.replace(".dist-info", ".data/data/share")
    shared = {f"{data}/{folder}/{name}" for folder, files in SHARED.items() for name in files}
    assert names == files_below(TOP, *PACKAGES) | shared | {f"{information}/{name}" for name in METADATA}


@pytest.mark.slow
def test_the_wheel_has_the_two_packages_and_what_is_for_other_programs(wheel: Path) -> None:
    check_wheel(set(zipfile.ZipFile(wheel).namelist()))


@pytest.mark.slow
@pytest.mark.posix
def test_a_build_in_another_folder_by_a_user_with_another_umask_is_the_same(
    archive: Path, wheel: Path, tmp_path: Path
) -> None:
    copy = copied(tmp_path / "of" / "another user")
    for path in copy.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    again = [build(what, copy, tmp_path, umask=0o077) for what in ("build_sdist", "build_wheel")]
    assert [sha256_of(path) for path in again] == [sha256_of(archive), sha256_of(wheel)]


@pytest.mark.skipif("GOSUB_DIST" not in os.environ, reason="GOSUB_DIST does not name a folder with a compiled wheel")
def test_the_compiled_wheel_has_an_extension_for_each_compiled_module_as_well() -> None:
    (path,) = Path(os.environ["GOSUB_DIST"]).glob("*.whl")
    names = set(zipfile.ZipFile(path).namelist())
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    modules = {name.partition(".")[0].replace("/", ".") for name in compiled}
    assert {name for name in modules if not name.endswith("__mypyc")} == set(HOT)
    assert len(modules) == len(HOT) + 1  # the code of all modules
    check_wheel(names - compiled)


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A stored build of setup.py, in a folder of its own."""
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    monkeypatch.setattr(sys, "argv", ["setup.py"])
    store = runpy.run_path(str(TOP / "setup.py"))["Store"](tmp_path / "gosub-chess" / "digest")
    umask = os.umask(0)  # what is stored is private even so
    try:
        store.save(COMPILED)
    finally:
        os.umask(umask)
    return store


@pytest.mark.posix
def test_a_stored_build_is_used_and_is_for_its_owner_only(stored: Any) -> None:
    assert stored.load() == COMPILED
    assert stored.path.stat().st_mode & 0o777 == 0o600
    assert stored.path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.posix
@pytest.mark.parametrize("mode", [0o020, 0o002])
@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_stored_build_that_others_may_write_is_not_used(
    place: str, mode: int, stored: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stored.path if place == "file" else stored.path.parent
    path.chmod(path.stat().st_mode | mode)
    assert stored.load() == {}
    assert "is not used: others may write it" in capsys.readouterr().out


@pytest.mark.posix
@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_stored_build_of_another_user_is_not_used(place: str, stored: Any) -> None:
    if os.geteuid():
        pytest.skip("only root can give a file away")
    os.chown(stored.path if place == "file" else stored.path.parent, 12345, -1)
    assert stored.load() == {}


@pytest.mark.slow
@pytest.mark.posix
def test_the_c_of_two_builds_is_the_same(tmp_path: Path) -> None:
    """Whatever the order of sets, and wherever the builds are. A compiler makes the same of the same C."""
    pytest.importorskip("mypyc", reason="the package mypy is not installed")

    def translated(seed: str, folder: Path) -> dict[str, str]:
        copied(folder)
        cache = {"MYPY_CACHE_DIR": str(folder / "cache"), "XDG_CACHE_HOME": str(folder / "cache")}
        environment = {**os.environ, **cache, "PYTHONHASHSEED": seed, "CC": "/bin/false"}
        environment.pop("GOSUB_PURE", None)
        call = [sys.executable, "setup.py", "-q", "build_ext"]
        subprocess.run(call, cwd=folder, env=environment, capture_output=True, check=True)
        found = [path for path in (folder / "build").rglob("*") if path.suffix in (".c", ".h")]
        return {path.relative_to(folder).as_posix(): sha256_of(path) for path in found}

    first = translated("1", tmp_path / "one")
    assert len(first) > len(HOT)
    assert translated("2", tmp_path / "in" / "another") == first
