"""For all tests: hypothesis tries few examples, without a deadline, because a slow machine is no failure.

Where the variable CI is set, each run tries the same examples, so that a change is judged by what it changes. Anywhere
else each run tries new ones. `.ci/fresh_seeds.py` repeats the tests that draw examples: those with the mark
`hypothesis`. Hypothesis gives it to functions with @given. A test with an @given inside must have it, too, or it fails.

Tests marked `posix` are skipped on Windows.

The tests start many processes, and each process of pytest rewrites the assertions of every test file. Where
PYTHONDONTWRITEBYTECODE is set, each would do so again, so the tests keep the compiled modules in the folder .cache,
also for the next run.
"""

import gc
import os
import signal
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture.engine import ConjectureRunner
from signal_actions import signals_kept

settings.register_profile(
    "gosub",
    max_examples=40,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gosub")

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / ".cache" / "bytecode")


# A script that starts the tests in the background lets them ignore Ctrl-C, and so would each process that they start.
for interrupting in (getattr(signal, name) for name in ("SIGINT", "SIGQUIT") if hasattr(signal, name)):
    if signal.getsignal(interrupting) is signal.SIG_IGN:
        signal.signal(interrupting, signal.default_int_handler if interrupting == signal.SIGINT else signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Takes the tests and their modules out of what the garbage collector goes through again and again."""
    gc.collect()
    gc.freeze()


#: After how many seconds no test begins any more, and what the order of the files is drawn by; 0: all run, in order.
SECONDS: Final = float(os.environ.get("GOSUB_SECONDS", "0"))
ORDER: Final = os.environ.get("GOSUB_ORDER", "")
BEGINNING: Final = time.monotonic()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips the tests marked `posix` where the system is not POSIX. If the time is limited, draws the files' order."""
    if SECONDS:
        items.sort(key=lambda item: crc32(f"{ORDER} {item.nodeid.partition('::')[0]}".encode()))
    if not hasattr(os, "killpg"):
        for item in items:
            if item.get_closest_marker("posix"):
                item.add_marker(pytest.mark.skip(reason="needs what only POSIX has"))


#: The runs of hypothesis since the current test began, in its fixtures, too.
runs_of_hypothesis: list[ConjectureRunner] = []


def pytest_configure() -> None:
    """Has hypothesis note each of its runs, wherever the @given is."""
    run = ConjectureRunner.run

    def noted_run(runner: ConjectureRunner) -> None:
        runs_of_hypothesis.append(runner)
        run(runner)

    pytest.MonkeyPatch().setattr(ConjectureRunner, "run", noted_run)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Begins a test, if there is time for it."""
    if SECONDS and time.monotonic() - BEGINNING > SECONDS:
        pytest.skip(f"the {SECONDS:g} seconds of this run are over (GOSUB_SECONDS)")
    runs_of_hypothesis.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fails a test that draws examples but that `.ci/fresh_seeds.py` would leave out.

    Restores the actions of signals: what a later test starts would ignore the signals that a command has left ignored.
    """
    with signals_kept():
        yield
    if runs_of_hypothesis and not item.get_closest_marker("hypothesis"):
        pytest.fail("draws examples, but lacks @pytest.mark.hypothesis: .ci/fresh_seeds.py leaves it out")
