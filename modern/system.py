"""What differs between systems in files and processes. historic/machine/system.py has what differs in a terminal.

There are two such modules, because `historic` imports nothing of `modern`, and the jobs and files here, which stand
below the rules of chess, nothing of `historic`.

POSIX systems have fcntl, resource, process groups and masks of signals; Windows has msvcrt and taskkill. Modules and
constants that one system lacks are asked for by name and have the type Any, because mypy checks one system at a time.
"""

from __future__ import annotations

import _thread
import importlib
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath, PureWindowsPath
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import socket


def _module_if_any(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl: Final = _module_if_any("fcntl")
msvcrt: Final = _module_if_any("msvcrt")
resource: Final = _module_if_any("resource")

#: The byte that is locked on Windows, where nobody else can read what is locked: behind the end of every journal.
LOCKED_BYTE: Final = 2**31 - 2
#: How often a file that another process has locked is tried again, in seconds.
LOCK_STEP: Final = 0.001
#: How long `taskkill` may take, in seconds.
TASKKILL_SECONDS: Final = 10.0


def lock(file: IO[Any]) -> bool:
    """Locks an open file against other processes until it is closed. Returns False if another one has locked it."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        if error.errno:
            raise
        return False  # Wine does not say why
    return True


@contextmanager
def locked(file: IO[Any]) -> Iterator[None]:
    """Locks an open file against other processes during a block; waits until no other one has locked it."""
    while not lock(file):
        time.sleep(LOCK_STEP)
    try:
        yield
    finally:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_UN)
        elif msvcrt is not None:
            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)


#: What a file of Windows cannot be called, before any suffix; and the characters that its name cannot have.
DEVICES: Final = frozenset(
    [
        "con",
        "prn",
        "aux",
        "nul",
        "conin$",
        "conout$",
        *(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³"),
    ]
)
FORBIDDEN: Final = re.compile(r'[<>:"|?*\0-\x1f]')
#: The one of them that is of use: what is written there is gone.
NOWHERE: Final = "nul"


def refused_name(path: PurePath) -> str:
    """Returns why Windows has no file of that name, or '' if it may have one: elsewhere every name is one.

    https://learn.microsoft.com/windows/win32/fileio/naming-a-file. Without this, a colon would begin the name of a
    hidden stream, and a full stop at the end would be gone.
    """
    parts = PureWindowsPath(path)
    if msvcrt is None or str(path).lower() == NOWHERE:
        return ""
    for name in parts.parts[bool(parts.anchor) :]:
        found = FORBIDDEN.search(name)
        if found:
            return f"a file name of Windows has no {found[0]!r}"
        if name.partition(".")[0].rstrip().lower() in DEVICES:
            return f"{name.partition('.')[0]} is the name of a device of Windows"
        if name.endswith((".", " ")) and name not in (".", ".."):
            return "a file name of Windows does not end with a full stop or a space"
    return ""


def temporary_path(folder: Path) -> Path:
    """Returns a new name in a folder for what is not finished."""
    return folder / f".gosub-{os.urandom(8).hex()}"


def new_file(folder: Path, flags: int = 0) -> tuple[int, Path]:
    """Creates a file of the owner only, with a name of its own, to be written. Returns its descriptor and its path.

    Raises OSError. (The functions of `tempfile` try other names for ever in a folder of Windows without permission.)
    """
    path = temporary_path(folder)
    flags |= os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.open(path, flags, 0o600), path


def may_write_in(folder: Path) -> bool:
    """Returns True if files can be created in a folder. Only trying tells that on Windows: `os.access` says always."""
    if msvcrt is None:
        return os.access(folder, os.W_OK)
    try:
        os.close(new_file(folder, getattr(os, "O_TEMPORARY", 0))[0])  # gone when it is closed
    except OSError:
        return False
    return True


#: What needs no quotation marks in the command line of Windows.
PLAIN_WORD: Final = re.compile(r"[\w.:/\\+-]+")


def command_line(words: Iterable[str]) -> str:
    """Returns words as they are typed: as a POSIX shell reads them, and on Windows as programs do.

    https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments: only double quotation marks quote, and
    backslashes are doubled before one. In them, cmd.exe leaves all but % alone.
    """
    if msvcrt is None:
        return shlex.join(words)
    return " ".join(word if PLAIN_WORD.fullmatch(word) else _quoted_for_windows(word) for word in words)


def _quoted_for_windows(word: str) -> str:
    return '"' + re.sub(r'(\\*)"', r'\1\1\\"', re.sub(r"(\\+)$", r"\1\1", word)) + '"'


def is_zip_for_windows() -> bool:
    """Returns True for the program of the zip for Windows, which has no pip: gosub.cmd stands beside its Python."""
    return sys.platform == "win32" and Path(sys.executable).parents[1].joinpath("gosub.cmd").is_file()


def own_command() -> str:
    """Returns how a user starts the program. PowerShell starts nothing in the working folder without `.\\`."""
    return ".\\gosub" if is_zip_for_windows() else "gosub"


def state_folder() -> Path:
    """Returns where programs keep their files: https://specifications.freedesktop.org/basedir-spec/; on Windows
    %LOCALAPPDATA%. The variable XDG_STATE_HOME names another folder on every system; the specification says that a
    relative path in it is ignored. Raises OSError with a one-line message if nothing names a home.
    """
    folder = _folder_of_user("XDG_STATE_HOME", ".local/state")
    if folder is None:
        raise OSError("there is no folder for your games: HOME is no absolute path; set it or XDG_STATE_HOME")
    return folder


def cache_folder() -> Path | None:
    """Returns where programs keep what they can compute again, named by XDG_CACHE_HOME or the home, or None."""
    return _folder_of_user("XDG_CACHE_HOME", ".cache")


def _folder_of_user(variable: str, in_home: str) -> Path | None:
    for name in (variable, *(["LOCALAPPDATA"] if msvcrt is not None else [])):
        named = Path(os.environ.get(name, ""))
        if named.is_absolute():
            return named
    home = Path.home() if msvcrt is not None or "HOME" not in os.environ else Path(os.environ["HOME"])
    return home / in_home if home.is_absolute() else None


def make_private_folder(folder: Path) -> None:
    """Makes a folder, and those above it that are missing, for its owner only: mode 0700. Raises OSError.

    On Windows the folder of its user is private already, and modes say nothing about others.
    """
    for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)  # raises FileExistsError if it is a file


def own_group() -> dict[str, Any]:
    """Returns Popen's arguments for a process that Ctrl-C does not reach, and `kill_group` with all of its own."""
    if msvcrt is None:
        return {"start_new_session": True}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def kill_group(process: int) -> None:
    """Kills a process that was started with a group of its own, and those that it has started, which may be gone."""
    kill: Any = getattr(os, "killpg", None)
    if kill is not None:
        with suppress(ProcessLookupError, PermissionError):
            kill(process, getattr(signal, "SIGKILL"))  # noqa: B009
        return
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(process)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TASKKILL_SECONDS,
            check=False,
        )


#: The most processes that Python waits for on Windows, where a wait has at most 63 handles.
MAX_PROCESSES: Final = None if msvcrt is None else 61


@contextmanager
def interrupt_not_inherited() -> Iterator[None]:
    """Makes the processes that are started in the block ignore Ctrl-C on Windows, and this one as long.

    https://learn.microsoft.com/windows/console/setconsolectrlhandler.
    """
    windll: Any = getattr(_module_if_any("ctypes"), "windll", None)
    if windll is None:
        yield
        return
    windll.kernel32.SetConsoleCtrlHandler(None, True)
    try:
        yield
    finally:
        windll.kernel32.SetConsoleCtrlHandler(None, False)


#: The variable with which Python imports nothing from the working folder, and its value if we have set it:
#: https://docs.python.org/3/using/cmdline.html#envvar-PYTHONSAFEPATH
SAFE_PATH: Final = "PYTHONSAFEPATH"
SET_BY_GOSUB: Final = "gosub"


@contextmanager
def working_folder_not_imported() -> Iterator[None]:
    """Keeps the Pythons that are started in the block from importing modules of the working folder.

    A process of multiprocessing, and its resource tracker, would search there first, until they get the path of this
    process. `begin_worker` lets a worker start other Pythons as usual.
    """
    if os.environ.get(SAFE_PATH):  # the user's
        yield
        return
    os.environ[SAFE_PATH] = SET_BY_GOSUB
    try:
        yield
    finally:
        os.environ.pop(SAFE_PATH, None)


def begin_worker() -> None:
    """Makes this worker process ignore Ctrl-C where its parent could not block it, and start programs as usual.

    An outside engine that is a Python script needs its own folder. See modern/jobs/workers.py.
    """
    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.environ.get(SAFE_PATH) == SET_BY_GOSUB:
        del os.environ[SAFE_PATH]


@contextmanager
def called_every(seconds: float, look: Callable[[], object]) -> Iterator[None]:
    """Calls `look` in the main thread each time this process has used another `seconds` of processor time.

    Where the system has no such timer, a thread looks at the time that this process has used.
    """
    timer: Any = getattr(signal, "setitimer", None)
    # Windows never sends SIGTERM by itself.
    number: Any = signal.SIGTERM if timer is None else getattr(signal, "SIGVTALRM")  # noqa: B009
    previous = signal.signal(number, lambda number, frame: look())
    ended = threading.Event()
    try:
        if timer is not None:
            timer(getattr(signal, "ITIMER_VIRTUAL"), seconds, seconds)  # noqa: B009
        else:
            threading.Thread(target=_interrupt_every, args=(seconds, number, ended), daemon=True).start()
        yield
    finally:
        ended.set()
        if timer is not None:
            timer(getattr(signal, "ITIMER_VIRTUAL"), 0)  # noqa: B009
        signal.signal(number, previous)


def _interrupt_every(seconds: float, number: signal.Signals, ended: threading.Event) -> None:
    last = time.process_time()
    while not ended.wait(seconds / 4):
        if time.process_time() - last >= seconds:
            last = time.process_time()
            _thread.interrupt_main(number)


def hold_port(listening: socket.socket) -> None:
    """Lets a socket have a port that was in use a moment ago, and nobody else meanwhile, before it is bound."""
    import socket  # only `gosub serve` needs it

    # On Windows, SO_REUSEADDR would let another program have the same port.
    option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listening.setsockopt(socket.SOL_SOCKET, option, 1)


def allow_open_files(wanted: int) -> None:
    """Raises the number of files that this process may have open, as far as the system lets it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_files_allowed() -> float:
    """Returns how many files this process may have open: infinity where the system sets no limit."""
    if resource is None:
        return math.inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else float(soft)
