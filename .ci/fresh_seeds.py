"""Run the fast property tests many times with fresh seeds: `python .ci/fresh_seeds.py [RUNS]`; default: 100 runs.

With the variable CI, hypothesis tries the same examples each time (tests/conftest.py). A visitor has no such variable,
so it is unset here. Each failure is printed with the command that repeats it. The exit code is 1 if a run has failed.
"""

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTEST = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "hypothesis and not slow")


def property_test_files() -> list[str]:
    """Returns the test files that import hypothesis: pytest would take as long to collect all others."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if "from hypothesis import" in file.read_text("utf-8")]


def run(seed: int, files: list[str]) -> tuple[int, list[str]]:
    """Runs the tests with a seed. Returns it, and what pytest says if they fail: a line for each failure."""
    with tempfile.TemporaryDirectory(prefix="fresh-seeds-") as examples:  # no run learns from another one
        environment = {name: text for name, text in os.environ.items() if name != "CI"}
        environment["HYPOTHESIS_STORAGE_DIRECTORY"] = examples
        command = [sys.executable, *PYTEST, f"--hypothesis-seed={seed}", *files]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if not done.returncode:
        return seed, []
    lines = done.stdout.splitlines()
    return seed, [line for line in lines if line.startswith(("FAILED", "ERROR"))] or [*lines[-5:], done.stderr]


def main() -> None:
    """Runs the tests on every core, and prints how many runs have failed."""
    parser = argparse.ArgumentParser(description="Runs the fast property tests many times with fresh seeds.")
    parser.add_argument("runs", metavar="RUNS", type=int, nargs="?", default=100, help="default: 100")
    runs, files, failed = parser.parse_args().runs, property_test_files(), 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [pool.submit(run, secrets.randbits(32), files) for _ in range(runs)]
        try:
            for number, done in enumerate(as_completed(started), 1):
                seed, failures = done.result()
                if failures:
                    failed += 1
                    repeat = f"env -u CI pytest -n 0 --hypothesis-seed={seed} TEST"
                    print(*failures, f"repeat it: {repeat}", sep="\n", flush=True)
                print(f"{number} of {runs} runs, seed {seed}; failed so far: {failed}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    sys.exit(failed > 0)


main()
