"""For all tests: hypothesis tries few examples, without a deadline, because a slow machine is no failure.

Where the variable CI is set, each run tries the same examples, so that a change is judged by what it changes. Anywhere
else each run tries new ones. Tests marked `posix` are skipped on Windows.

The tests start many processes, and each process of pytest rewrites the assertions of every test file. Where
PYTHONDONTWRITEBYTECODE is set, each would do so again, so the tests keep the compiled modules in the folder .cache,
also for the next run.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Skips the tests marked `posix` where the system is not POSIX."""
    if not hasattr(os, "killpg"):
        for item in items:
            if item.get_closest_marker("posix"):
                item.add_marker(pytest.mark.skip(reason="needs what only POSIX has"))
