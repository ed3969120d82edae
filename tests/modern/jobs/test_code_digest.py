"""A campaign's journal and workers are refused by code that could count differently, and only by such code."""

from __future__ import annotations

import ast
import importlib.util
import os
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path

import pytest

from modern.agreement.campaign import DECIDING_CODE
from modern.jobs import code_digest as digests
from modern.jobs.code_digest import code_digest, digest_of
from modern.match import tournament

#: What a campaign imports that cannot change a count: the listing writes to a screen, a campaign reads a file, writes
#: to a journal and says which build it ran on.
UNDECIDING = ("historic.machine", "modern.build", "modern.facts", "modern.input_files", "modern.jobs", "modern.system")
#: Packages, of which only some modules decide a count.
PACKAGES = ("historic", "historic.study", "modern")

SOURCE = b'''"""A module."""

#: The value of a rook.
ROOK = 5.0


class Piece:
    """A piece."""

    def value(self) -> float:
        """Returns the value, in pawns."""
        return ROOK  # the listing's
'''


def source_of(name: str) -> bytes:
    return digests.deciding_files(DECIDING_CODE)[name].read_bytes()


@pytest.mark.slow
def test_the_digest_is_that_of_all_deciding_files_and_has_16_digits() -> None:
    digest = code_digest(DECIDING_CODE)
    assert digest == digest_of(
        {name: path.read_bytes() for name, path in digests.deciding_files(DECIDING_CODE).items()}
    )
    assert len(digest) == 16
    assert int(digest, 16)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"A module.", b"A better module."),
        (b'    """A piece."""\n\n', b""),
        (b"Returns the value, in pawns.", b"Returns the piece's value."),
        (b"#: The value of a rook.\n", b""),
        (b"  # the listing's", b""),
        (b"5.0\n", b"( 5.0 )\n"),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(old: bytes, new: bytes) -> None:
    changed = SOURCE.replace(old, new)
    assert changed != SOURCE
    assert digest_of({"pieces": changed}) == digest_of({"pieces": SOURCE})


@pytest.mark.parametrize(
    ("old", "new"), [(b"5.0", b"5.5"), (b"value(self)", b"score(self)"), (b"return ROOK", b"return 'ROOK'")]
)
def test_numbers_names_and_strings_count(old: bytes, new: bytes) -> None:
    assert digest_of({"pieces": SOURCE.replace(old, new)}) != digest_of({"pieces": SOURCE})


def test_the_name_of_a_module_counts() -> None:
    assert digest_of({"pieces": SOURCE}) != digest_of({"board": SOURCE})


#: What decides a count: the program, the rules, and the comparisons.
DECIDING = {
    *("historic.basic.single", "historic.memory", "historic.position.state", "historic.program", "historic.readings"),
    *("historic.study.candidates", "historic.study.terms", "historic.tables", "historic.thought"),
    *("modern.agreement.moves", "modern.rules", "modern.rules.movegen"),
}


def test_every_deciding_module_is_read_from_its_source_in_both_builds() -> None:
    files = digests.deciding_files(DECIDING_CODE)
    assert {path.suffix for path in files.values()} == {".py"}
    assert len(files) == len(set(files.values())) > 40
    assert files.keys() >= DECIDING


def test_a_module_without_source_counts_with_the_file_that_python_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = tmp_path / "program.cpython-311-x86_64-linux-gnu.so"
    compiled.write_bytes(b"\x7fELF\x00")

    def find_spec(name: str) -> ModuleSpec | None:
        if name != "historic.program":
            return importlib.util.find_spec(name)
        return ModuleSpec(name, None, origin=str(compiled))

    before = digest_of({"historic.program": source_of("historic.program")})
    monkeypatch.setattr(digests, "find_spec", find_spec)
    assert digests.deciding_files(DECIDING_CODE)["historic.program"] == compiled
    without_source = digest_of({"historic.program": source_of("historic.program")})
    compiled.write_bytes(b"\x7fELF\x01")
    rebuilt = digest_of({"historic.program": source_of("historic.program")})
    assert len({before, without_source, rebuilt}) == 3


def test_a_compiled_module_counts_with_the_source_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    source = digests.deciding_files(DECIDING_CODE)["historic.program"]

    def find_spec(name: str) -> ModuleSpec | None:
        if name != "historic.program":
            return importlib.util.find_spec(name)
        return ModuleSpec(name, None, origin=str(source.with_name("program.cpython-311-x86_64-linux-gnu.so")))

    monkeypatch.setattr(digests, "find_spec", find_spec)
    assert digests.deciding_files(DECIDING_CODE)["historic.program"] == source


def imported_by(name: str) -> set[str]:
    """Returns the modules of both packages that a module's source imports, with the packages that they are in."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return set()
    package = Path(spec.origin).parent
    source = package / ("__init__.py" if spec.submodule_search_locations else f"{name.rpartition('.')[2]}.py")
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {one for one in found if one.partition(".")[0] in ("historic", "modern") and is_module(one)}


def is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # the name of a class in a module
        return False


def test_everything_that_a_campaign_imports_is_in_the_digest_or_cannot_change_a_count() -> None:
    found: set[str] = set()
    pending = {"modern.agreement.campaign"}
    while pending:
        name = pending.pop()
        found.add(name)
        pending |= imported_by(name) - found
    assert "modern.rules.movegen" in found
    rest = found - digests.deciding_files(DECIDING_CODE).keys() - set(PACKAGES)
    assert not [name for name in rest if not name.startswith(UNDECIDING)]


def test_the_players_decide_a_tournament_and_the_pages_do_not() -> None:
    files = digests.deciding_files(tournament.DECIDING_CODE)
    assert files.keys() > {"historic.program", "modern.engine.search", "modern.match.referee", "modern.players.booked"}
    assert not [name for name in files if name.startswith(("modern.cli", "modern.pages", "modern.web"))]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Returns the folder of the digests that are kept, in a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "gosub-chess" / "code"


#: A module that decides little, so that its digest takes no time.
SMALL = ("modern.jobs.code_digest",)


def test_a_digest_is_computed_once_for_the_same_code(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(digests, "digest_of", lambda files: f"{next(numbers):016x}")
    for _ in range(3):
        digests._code_digest.cache_clear()
        assert code_digest(SMALL) == f"{1:016x}"
    assert len(list(kept.iterdir())) == 1
    assert os.name == "nt" or kept.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(digests, "deciding_files", lambda deciding: {"modern.jobs.code_digest": Path(__file__)})
    digests._code_digest.cache_clear()
    assert code_digest(SMALL) == f"{2:016x}"  # the same name, other bytes


@pytest.mark.parametrize("damaged", [b"", b"0123456789abcde", b"0123456789abcdef0", b"0123456789ABCDEF", b"\xff" * 16])
def test_a_damaged_digest_is_computed_again(kept: Path, damaged: bytes) -> None:
    digests._code_digest.cache_clear()
    digest = code_digest(SMALL)
    (file,) = kept.iterdir()
    file.write_bytes(damaged)
    digests._code_digest.cache_clear()
    assert code_digest(SMALL) == digest == file.read_text()


def test_where_nothing_can_be_kept_the_digest_is_the_same(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests._code_digest.cache_clear()
    digest = code_digest(SMALL)
    for path in (*kept.iterdir(), kept):
        path.unlink() if path.is_file() else path.rmdir()
    kept.touch()  # a file where the folder should be
    digests._code_digest.cache_clear()
    assert code_digest(SMALL) == digest
    monkeypatch.setattr(digests, "cache_folder", lambda: None)
    digests._code_digest.cache_clear()
    assert code_digest(SMALL) == digest


def test_only_the_last_digests_are_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(digests.KEPT_DIGESTS + 3):
        monkeypatch.setattr("sys.version", f"3.{number}")
        digests._code_digest.cache_clear()
        code_digest(SMALL)
        newest = max(kept.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (number, number))
    assert sorted(path.stat().st_mtime for path in kept.iterdir()) == list(range(3, digests.KEPT_DIGESTS + 3))
