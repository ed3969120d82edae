"""A power cut at the moment at which a command has answered: what it has acknowledged is on the disk.

The disk is an ext4 file system in a file, which is copied at that moment. Mounting the copy does what a computer does
after a power cut. This needs root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import chess.polyglot
import pytest
from commands import GOSUB, run_installed

from modern.jobs.journal import entries_of

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from server_process import running

from modern.web.store import Store

RecordTried = Callable[[str, Mapping[str, int]], None]
pytestmark = pytest.mark.slow

MEGABYTES: Final = 16
MOVES: Final = ("e4", "e5", "Nf3", "Nc6", "Bb5", "d6", "d4", "exd4", "Nxd4", "Bd7", "Nc3", "Nf6", "Be3")
GAME: Final = '[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n'


class Disk:
    """A disk whose power can be cut."""

    def __init__(self, folder: Path) -> None:
        self.image = folder / "disk.img"
        self.files = folder / "disk"
        self.folder = folder
        self.cuts = 0

    @contextmanager
    def after_power_cut(self) -> Iterator[Path]:
        """Provides the files that the disk would have if the power were cut now."""
        self.cuts += 1
        copy = self.folder / f"copy{self.cuts}.img"
        shutil.copyfile(self.image, copy)
        with mounted(copy, self.folder / f"copy{self.cuts}") as files:
            yield files
        copy.unlink()


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[Path]:
    """Mounts an image. Skips the test if this process may not."""
    folder.mkdir()
    done = subprocess.run(["mount", "-o", "loop", image, folder], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no loop device: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk with an ext4 file system."""
    if shutil.which("mkfs.ext4") is None or os.geteuid():
        pytest.skip("needs root and mkfs.ext4")
    found = Disk(tmp_path)
    found.image.write_bytes(bytes(MEGABYTES << 20))
    subprocess.run(["mkfs.ext4", "-q", found.image], check=True)
    with mounted(found.image, found.files):
        os.sync()
        yield found


def test_every_move_of_a_game_that_has_been_answered_survives(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_tried: RecordTried
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    words = ("play", "--white", "human", "--black", "human", "--pgn", str(disk.files / "game.pgn"))
    playing = subprocess.Popen([GOSUB, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert playing.stdin
    assert playing.stdout
    try:
        for number, move in enumerate(MOVES, 1):
            playing.stdin.write(f"{move}\nfen\n")
            playing.stdin.flush()
            side = "bw"[(number - 1) % 2]
            while f" {side} KQ" not in playing.stdout.readline():  # the answer to `fen`, after the move
                pass
            with disk.after_power_cut() as files:
                assert move in (files / "game.pgn").read_text().split()
                assert [path.name for path in files.glob(".gosub-*")] == []
    finally:
        playing.stdin.close()
        playing.wait(30)
    record_tried("power cuts", {"`play` had every move": disk.cuts})


def test_every_move_of_a_served_game_that_has_been_answered_survives(disk: Disk, record_tried: RecordTried) -> None:
    with running(disk.files / "store") as server:
        game = server.ask("/games", {"white": "human", "black": "human"})["id"]
        for number, move in enumerate(MOVES, 1):
            assert server.ask(f"/games/{game}/commands", {"command": "move", "move": move}) == {"ok": True}
            with disk.after_power_cut() as files:
                store = Store(files / "store")
                kept = store.get(game).result()
                store.close()
                assert store.lost == 0
                assert kept is not None
                assert f'[PlyCount "{number}"]' in kept["pgn"]
                assert move in kept["pgn"].split()
    record_tried("power cuts", {"`serve` had every move": disk.cuts})


@pytest.mark.parametrize(
    ("words", "name", "is_whole"),
    [
        ("book import NEW GAME", "new.bin", lambda path: len(list(chess.polyglot.open_reader(path))) == 4),
        ("analyse GAME --depth 1 --json NEW", "new.json", lambda path: path.read_text().endswith("}\n")),
        (
            "match random random --games 2 --depth 1 --resume NEW",
            "new.journal",
            lambda path: path.read_text().count("\n") == 3,
        ),
        (
            "agree --positions 200 --kind moves --jobs 1 --resume NEW",
            "new.journal",
            lambda path: sum(entry["found"]["positions"] for entry in entries_of(path)[1:]) == 200,
        ),
    ],
)
def test_what_a_command_has_written_survives(
    words: str,
    name: str,
    is_whole: Callable[[Path], bool],
    disk: Disk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_tried: RecordTried,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "game.pgn").write_text(GAME)
    named = {"NEW": str(disk.files / name), "GAME": str(tmp_path / "game.pgn")}
    done = run_installed(*[named.get(word, word) for word in words.split()])
    assert done.returncode == 0, done.stderr
    with disk.after_power_cut() as files:
        assert is_whole(files / name)
    record_tried("power cuts", {f"`{words.split()[0]}` had its file": disk.cuts})
