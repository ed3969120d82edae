"""Writing files."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from modern import output_files
from modern.output_files import check_writable, held, write_atomically


def test_a_file_is_written_and_overwritten(tmp_path: Path) -> None:
    write_atomically(tmp_path / "game", "one")
    write_atomically(tmp_path / "game", "two")
    assert (tmp_path / "game").read_text() == "two"
    assert os.listdir(tmp_path) == ["game"]


def test_bytes_are_written_unchanged(tmp_path: Path) -> None:
    write_atomically(tmp_path / "picture", b"\x89PNG\r\n\xff")
    assert (tmp_path / "picture").read_bytes() == b"\x89PNG\r\n\xff"


@pytest.mark.posix
def test_a_symbolic_link_stays_a_link_and_a_private_file_stays_private(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o600)
    link.symlink_to(target)
    write_atomically(link, "after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.posix
def test_a_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_atomically(tmp_path / "game", "")
    finally:
        os.umask(before)
    assert (tmp_path / "game").stat().st_mode & 0o777 == 0o600


@pytest.mark.posix
def test_an_unwritable_path_is_reported_before_and_while_writing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="it is a folder"):
        check_writable(tmp_path)
    with pytest.raises(OSError, match="there is no folder"):
        check_writable(tmp_path / "no" / "game")
    with pytest.raises(OSError, match="cannot be written: File name too long"):
        write_atomically(tmp_path / ("x" * 300), "")


@pytest.mark.posix
def test_a_link_in_a_loop_or_to_a_missing_directory_is_reported(tmp_path: Path) -> None:
    circle, nowhere = tmp_path / "circle", tmp_path / "nowhere"
    circle.symlink_to(circle)
    nowhere.symlink_to(tmp_path / "no" / "game")
    with pytest.raises(OSError, match="cannot be written: Too many levels of symbolic links"):
        check_writable(circle)
    with pytest.raises(OSError, match=r"there is no folder .*no"):
        check_writable(nowhere)


@pytest.mark.posix
def test_a_link_to_a_missing_file_creates_it(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "game")
    write_atomically(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "game").read_text() == "new"


@pytest.mark.posix
def test_a_file_keeps_its_content_if_there_is_no_room_for_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("before")
    code = "from modern.output_files import Path, write_atomically; write_atomically(Path('game'), 'x' * 9999)"
    command = f'ulimit -f 0; exec "{sys.executable}" -B -c "{code}"'  # no file of bytecode either
    result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "game cannot be written: File too large" in result.stderr
    assert (tmp_path / "game").read_text() == "before"
    assert os.listdir(tmp_path) == ["game"]


@pytest.mark.posix
def test_a_named_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_atomically(pipe, "a game")
    reader.join(timeout=10)
    assert read == ["a game"]
    assert pipe.is_fifo()


@pytest.fixture
def in_use(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of files that cannot be replaced, as on Windows if another program has them open."""
    names: set[str] = set()
    replace = os.replace

    def refuse(source: Path, target: Path) -> None:
        if os.path.basename(target) in names:
            raise PermissionError(13, "Access is denied", str(source), None, str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(output_files, "TRY_SECONDS", 0)
    return names


def test_a_file_that_another_program_has_open_is_found_at_the_start(in_use: set[str], tmp_path: Path) -> None:
    game, other = tmp_path / "game.pgn", tmp_path / "other.pgn"
    game.write_text("before")
    in_use.update(["game.pgn", "other.pgn"])
    with pytest.raises(OSError, match=r"game\.pgn cannot be written: it cannot be replaced; another program may"):
        check_writable(game)
    check_writable(other)  # there is none
    assert game.read_text() == "before"


@pytest.mark.skipif(os.name != "nt", reason="other systems let a file be replaced while it is open")
def test_a_file_that_this_process_has_open_is_in_use_on_windows(tmp_path: Path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text("before")
    with game.open():
        with pytest.raises(OSError, match=r"game\.pgn cannot be written: it cannot be replaced"):
            check_writable(game)
        with pytest.raises(OSError, match=r"is in .*game-1\.pgn"):
            write_atomically(game, "after")
    assert (tmp_path / "game-1.pgn").read_text() == "after"


def test_what_cannot_replace_a_file_is_kept_beside_it_until_it_can(in_use: set[str], tmp_path: Path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text("before")
    (tmp_path / "game-1.pgn").write_text("another's")
    in_use.add("game.pgn")
    for content in ("first", "second"):
        with pytest.raises(OSError, match=r"game\.pgn cannot be written: .* is in .*game-2\.pgn$"):
            write_atomically(game, content)
        assert game.read_text() == "before"
        assert (tmp_path / "game-2.pgn").read_text() == content
    in_use.clear()
    write_atomically(game, "third")
    assert game.read_text() == "third"
    assert sorted(os.listdir(tmp_path)) == ["game-1.pgn", "game.pgn"]


def test_a_signal_right_after_the_file_has_been_replaced_stays_that_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def replace_and_signal(source: Path, target: Path) -> None:
        replace(source, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", replace_and_signal)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "game.pgn", "whole")
    assert (tmp_path / "game.pgn").read_text() == "whole"
    assert os.listdir(tmp_path) == ["game.pgn"]


def test_a_file_that_is_in_use_for_a_moment_only_is_replaced(
    in_use: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "game.pgn"
    game.write_text("before")
    in_use.add("game.pgn")
    monkeypatch.setattr("time.sleep", lambda seconds: in_use.clear())
    write_atomically(game, "after")
    assert game.read_text() == "after"
    assert os.listdir(tmp_path) == ["game.pgn"]


@pytest.mark.posix
def test_a_read_only_file_system_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game").touch()

    def read_only(path: Path) -> os.statvfs_result:
        return os.statvfs_result((0, 0, 0, 0, 0, 0, 0, 0, os.ST_RDONLY, 255))

    monkeypatch.setattr(os, "access", lambda path, mode: False)
    for name in ("game", "new"):
        with pytest.raises(OSError, match=r"cannot be written: no permission"):
            check_writable(tmp_path / name)
    monkeypatch.setattr(os, "statvfs", read_only)
    for name in ("game", "new"):
        with pytest.raises(OSError, match=r"cannot be written: its file system is read-only"):
            check_writable(tmp_path / name)


@pytest.mark.posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_in_a_read_only_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("before")
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match="no permission in its folder"):
        write_atomically(tmp_path / "game", "after")
    tmp_path.chmod(0o700)


def test_a_file_that_a_command_holds_is_refused_to_others_until_it_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.pgn"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with held(path, "gosub play") as file:
        assert len(list(tmp_path.rglob("*.lock"))) == 1
        file.write("one")
        file.write("two")  # its own change is none of another program
        link = tmp_path / "link.pgn"
        link.symlink_to(path)
        for other in (path, tmp_path / "." / "game.pgn", *([link] if link.is_symlink() else [])):  # Wine has none
            with pytest.raises(OSError, match=f"is in use by gosub play, process {os.getpid()}$"), held(other, "x"):
                pass
        with held(tmp_path / "other.pgn", "gosub play"):
            pass
    with held(path, "gosub match") as file:
        file.write("three")
    assert path.read_text() == "three"
    assert not list(tmp_path.rglob("*.lock"))


@pytest.mark.parametrize("existed", [False, True])
def test_a_file_that_another_program_has_changed_is_left_as_it_is(existed: bool, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    if existed:
        path.write_text("old")
    with held(path, "gosub play") as file:
        if existed:
            file.write("ours")
        path.write_text("another's, and longer")
        with pytest.raises(OSError, match=r"game\.pgn cannot be written: another program has changed it"):
            file.write("ours")
        assert path.read_text() == "another's, and longer"
        path.unlink()
        file.write("ours")
    assert path.read_text() == "ours"


def test_without_a_folder_for_locks_a_file_is_written_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with held(tmp_path / "game.pgn", "gosub play") as one, held(tmp_path / "game.pgn", "gosub play"):
        one.write("one")
    assert (tmp_path / "game.pgn").read_text() == "one"
