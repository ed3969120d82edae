"""The log of outside programs: each line to and from them, with its time, the side to move and the program's process.

`2026-11-28 22:31:12.345 white 8123 > go depth 3` is a line to the program with the process number 8123; `<` is one from
it, and `!` one of its standard error. `=` names the command of a process. Before its first move a program has no side.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from modern.output_files import check_writable
from modern.players.spec import is_outside
from modern.system import locked

TO_PROGRAM: Final = ">"
FROM_PROGRAM: Final = "<"
ERRORS: Final = "!"
COMMAND: Final = "="
#: The mark of neither side.
NO_SIDE: Final = "-"
#: The most bytes of a log, and those that stay when its oldest part goes.
MAX_BYTES: Final = 100_000_000
KEPT_BYTES: Final = 75_000_000


class EngineLog:
    """A log, which several processes may write."""

    def __init__(self, path: Path) -> None:
        """Opens the file. Raises OSError."""
        self.path = path
        self._file = path.open("ab+", buffering=0)
        self._lock = threading.Lock()

    def write(self, side: str, process: int, kind: str, text: str) -> None:
        """Adds a line. If the log becomes too long, its oldest part goes. A full disk ends the log, not the game."""
        time = datetime.now().isoformat(sep=" ", timespec="milliseconds")
        line = f"{time} {side:5} {process} {kind} {text}\n".encode("utf-8", "replace")
        with self._lock, locked(self._file):
            try:
                if self._file.seek(0, 2) + len(line) > MAX_BYTES:
                    self._forget_oldest()
                self._file.write(line)
            except OSError:
                pass

    def _forget_oldest(self) -> None:
        self._file.seek(-min(KEPT_BYTES, self._file.tell()), 2)
        self._file.readline()
        kept = self._file.readall() or b""
        self._file.truncate(0)  # writes are appended
        self._file.write(kept)


#: The log of this process, or None.
_log: EngineLog | None = None


def begin_log(path: Path | None, players: Iterable[str] | None = None, append: bool = False) -> None:
    """Begins a log, here and in the processes that `log_to` the same file; None means none. An older log is replaced.

    `players` are those that will play, if that is known: raises ValueError if none is an outside program, and OSError.
    """
    if path is None:
        return
    if players is not None and not any(map(is_outside, players)):
        raise ValueError("no outside program plays; a log has what it is told and answers")
    check_writable(path)
    if not append:
        path.write_bytes(b"")
    log_to(path)


def log_to(path: Path | None) -> None:
    """Lets the outside programs of this process write to a log. Raises OSError."""
    global _log
    if path is not None and (_log is None or _log.path != path):
        _log = EngineLog(path)


def log_line(side: str, process: int, kind: str, text: str) -> None:
    """Adds a line to the log, if there is one."""
    if _log is not None:
        _log.write(side, process, kind, text)
