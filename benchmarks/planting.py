"""A plug-in of pytest for `mutation.py`: it collects tests once, and then runs some of them for each fault, in a fork.

pytest starts and collects for seconds, and most faults are found within one. The file has the fault already, for the
processes that a test starts; in the fork the function gets the code of the new file. That is not enough for a fault
outside functions, or in one that has run while the modules were imported: then the answer is COLD.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, TextIO

import pytest

#: The variable with the numbers of two pipes, for requests and for answers.
PIPES: Final = "PLANTING_PIPES"
#: What the process says when it has collected the tests.
READY: Final = "ready"
#: The answer for a fault that needs a new process, and for tests that were killed.
COLD, KILLED = "cold", "killed"
#: The last line of a fork: its tests have ended.
_END: Final = "end"
#: Before the number of seconds and the name of a test that has run.
_TIMED: Final = "timed"
#: Flags of code: that of a function has it.
_IS_FUNCTION: Final = 0x02

#: The code that has run while the modules were imported, by its place.
_has_run: set[tuple[str, str, int]] = set()
#: How long each test took when it ran last, in seconds.
_seconds: dict[str, float] = {}


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _note(frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        _has_run.add(_place(frame.f_code))


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Notes from here on which code runs."""
    sys.setprofile(_note)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answers each request with the tests that fail, the first one only."""
    sys.setprofile(None)
    gc.unfreeze()
    functions: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            functions[_place(thing.__code__)].append(thing)
    gc.freeze()
    # The limit of a fork; this process lives longer.
    resource.setrlimit(resource.RLIMIT_CPU, (resource.getrlimit(resource.RLIMIT_CPU)[1],) * 2)
    requests, answers = map(int, os.environ.pop(PIPES).split(","))
    with open(requests, encoding="utf-8") as asked, open(answers, "w", encoding="utf-8") as answer:
        print(READY, file=answer, flush=True)
        for line in asked:
            print(json.dumps(_answer(session, functions, json.loads(line))), file=answer, flush=True)
    return True


def _answer(
    session: pytest.Session, functions: dict[tuple[str, str, int], list[FunctionType]], request: dict[str, Any]
) -> list[str]:
    """Forks, plants the changes of a request, and returns the test that fails, if one does."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (request["seconds"],) * 2)
            with os.fdopen(writing, "w", encoding="utf-8") as out:
                _try(session, functions, request, out)
        finally:
            os._exit(0)
    os.close(writing)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.alarm(request["patience"])
    lines = []
    with os.fdopen(reading, encoding="utf-8") as said:
        for line in map(str.strip, said):  # a process that a test has started may keep the pipe open
            lines.append(line)
            if line == _END:
                break
    signal.alarm(0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    found = []
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind == _TIMED:
            seconds, _, name = rest.partition(" ")
            _seconds[name] = float(seconds)
        elif line != _END:
            found.append(line)
    return found or ([] if _END in lines else [KILLED])


def _try(
    session: pytest.Session,
    functions: dict[tuple[str, str, int], list[FunctionType]],
    request: dict[str, Any],
    out: TextIO,
) -> None:
    """Plants the changes, and runs the tests until one fails, the quickest ones first."""

    def say(line: str) -> None:
        print(line, file=out, flush=True)

    class Reports:
        """Says how long each test took, and ends at the first one that fails."""

        @staticmethod
        def pytest_runtest_logreport(report: pytest.TestReport) -> None:
            if report.when == "call":
                say(f"{_TIMED} {report.duration:.3f} {report.nodeid}")
            if report.failed:
                say(report.nodeid)
                say(_END)
                os._exit(0)

    if not all(_exchange(functions, *change) for change in request["changes"]):
        say(COLD)
        say(_END)
        return
    session.config.pluginmanager.register(Reports())
    items = [item for item in session.items if _is_among(item.nodeid, request["tests"])]
    items.sort(key=lambda item: _seconds.get(item.nodeid, 0.0) > 1)
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    say(_END)


def _is_among(nodeid: str, tests: Sequence[str]) -> bool:
    file = nodeid.partition("::")[0]
    return any(test in (nodeid, file) or file.startswith(f"{test}/") for test in tests)


def _exchange(functions: dict[tuple[str, str, int], list[FunctionType]], path: str, old: str, new: str) -> bool:
    """Gives each changed function of a file its new code. Returns False if something else has changed."""
    if not any(name == path for name, _, _ in functions):
        return not any(name == path for name, _, _ in _has_run)  # the fork imports the new file if it imports it at all
    pairs = [(compile(old, path, "exec", dont_inherit=True), compile(new, path, "exec", dont_inherit=True))]
    for before, after in pairs:
        if before == after:
            continue
        living = functions.get(_place(before), [])
        if before.co_flags & _IS_FUNCTION:
            if not living or _place(before) in _has_run or before.co_freevars != after.co_freevars:
                return False
            for function in living:
                function.__code__ = after
            continue
        inner, others = (
            [[one for one in code.co_consts if isinstance(one, CodeType) is wanted] for code in (before, after)]
            for wanted in (True, False)
        )
        if before.co_code != after.co_code or before.co_names != after.co_names or repr(others[0]) != repr(others[1]):
            return False
        if len(inner[0]) != len(inner[1]):
            return False
        pairs += zip(*inner, strict=True)
    return True
