"""Makes Python as much like Windows as it can be elsewhere: with this folder on PYTHONPATH, also in child processes.

What only POSIX has cannot be imported or called, and there is a `msvcrt`. The standard library keeps what it needs to
run here at all. Tests start Python with it; nothing imports it.
"""

import asyncio
import concurrent.futures.process
import ctypes
import errno
import fcntl
import importlib
import multiprocessing.resource_tracker
import os
import select
import shutil
import signal
import subprocess
import sys
import tty
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn

#: Modules of the standard library that use more signals than Windows has.
USING_SIGNALS = ("asyncio.unix_events", "multiprocessing.popen_fork", "multiprocessing.resource_tracker", "subprocess")
MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
SIGNALS = (
    *("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGTSTP", "SIGVTALRM", "SIGWINCH"),
    *("ITIMER_VIRTUAL", "SIG_BLOCK", "SIG_SETMASK", "pthread_sigmask", "setitimer"),
)
FUNCTIONS = ("fork", "geteuid", "getuid", "killpg", "mkfifo", "nice", "sched_getaffinity", "setsid", "statvfs")


class Console:
    """The keys of a console, read from standard input, which is a terminal."""

    def __init__(self) -> None:
        self.prepared = False

    def kbhit(self) -> bool:
        """Returns True if a key has been pressed."""
        if not self.prepared:
            tty.setcbreak(0)
            self.prepared = True
        return bool(select.select([0], [], [], 0)[0])

    def getwch(self) -> str:
        """Returns the next key. Ctrl-C is a character, as it is there during a read."""
        return os.read(0, 1).decode("latin-1")


def locking(descriptor: int, mode: int, length: int) -> None:
    """Locks bytes from the place in the file on, or raises OSError."""
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, place, os.SEEK_SET)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


class Kernel32:
    """The functions for a console that does not obey escape codes. A handle is a descriptor."""

    def GetConsoleMode(self, handle: Any, mode: Any) -> int:  # noqa: N802
        """Returns 0 for what is no console. The mode stays 0."""
        return int(os.isatty(handle.value or 0))

    def SetConsoleMode(self, handle: Any, mode: int) -> int:  # noqa: N802
        """Returns 0: the console has no other mode."""
        return 0

    def SetConsoleCtrlHandler(self, handler: None, ignored: bool) -> int:  # noqa: N802
        """Makes this process, and those that it starts, ignore Ctrl-C, or handle it again."""
        return 1


def refused(*arguments: Any) -> NoReturn:
    """Raises what the event loop of Windows raises."""
    raise NotImplementedError


def copied(module: ModuleType) -> ModuleType:
    """Returns a module with all that a module has now."""
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def pretend() -> None:
    """Hides what Windows lacks, and adds what it has."""
    assert concurrent.futures.process
    assert multiprocessing.resource_tracker
    for name in USING_SIGNALS:
        vars(importlib.import_module(name))["signal"] = copied(signal)
    vars(shutil)["os"] = copied(os)  # Windows has another way to ask how full a disk is
    console, msvcrt = Console(), ModuleType("msvcrt")
    vars(msvcrt).update(kbhit=console.kbhit, getwch=console.getwch, locking=locking, get_osfhandle=int, LK_NBLCK=2)
    sys.modules["msvcrt"] = msvcrt
    vars(ctypes)["windll"] = SimpleNamespace(kernel32=Kernel32())
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in ((signal, SIGNALS), (os, FUNCTIONS)):
        for name in names:
            delattr(module, name)
    if hasattr(os, "process_cpu_count"):  # from Python 3.13 on; POSIX's asks the function that is gone
        vars(os)["process_cpu_count"] = os.cpu_count
    loop: Any = asyncio.SelectorEventLoop
    loop.add_reader = loop.add_writer = loop.add_signal_handler = refused


assert subprocess  # it looks for msvcrt when it is imported
pretend()
