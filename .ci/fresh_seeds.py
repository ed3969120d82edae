"""Run the property tests many times with fresh seeds: `python .ci/fresh_seeds.py [--slow] [RUNS]`; default: 100 runs.

`--seed SEED` repeats one run.

A property test is one with the mark `hypothesis`; a test that draws examples without it fails (tests/conftest.py). With
the variable CI, hypothesis would try the same examples each time. A visitor has no such variable, so it is unset here.
Each failure is printed with the command that repeats it. That runs all tests again: hypothesis also tries constants of
the modules that are loaded, so one test alone may meet other examples. The exit code is 1 if a run has failed.
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
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m")
FAST, SLOW = "hypothesis and not slow", "hypothesis and slow"


def run_pytest(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs pytest without the variable CI, with these variables, and in lines that have room for a reason."""
    environment = {name: text for name, text in os.environ.items() if name != "CI"} | {"COLUMNS": "250"} | variables
    return subprocess.run([*PYTEST, *words], cwd=ROOT, env=environment, capture_output=True, text=True)


def tests_with(marks: str) -> list[str]:
    """Returns the tests that have these marks, as pytest names them. Exits if pytest cannot say."""
    done = run_pytest(marks, "--collect-only")
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return [line for line in done.stdout.splitlines() if "::" in line]


def run(seed: int, marks: str, files: list[str]) -> tuple[int, list[str]]:
    """Runs the tests of some files with a seed. Returns it, and what pytest says if they fail: a line each."""
    with tempfile.TemporaryDirectory(prefix="fresh-seeds-") as examples:  # no run learns from another one
        done = run_pytest(marks, f"--hypothesis-seed={seed}", *files, HYPOTHESIS_STORAGE_DIRECTORY=examples)
    if not done.returncode:
        return seed, []
    lines = done.stdout.splitlines()
    return seed, [line for line in lines if line.startswith(("FAILED", "ERROR"))] or [*lines[-5:], done.stderr]


def main() -> None:
    """Runs the tests on every core, and prints how many runs have failed."""
    parser = argparse.ArgumentParser(description="Runs the property tests many times with fresh seeds.")
    parser.add_argument("runs", metavar="RUNS", type=int, nargs="?", default=100, help="default: 100")
    parser.add_argument("--slow", action="store_true", help="run those that take minutes, not the fast ones")
    parser.add_argument("--seed", type=int, help="repeat the run with this seed")
    options, failed = parser.parse_args(), 0
    marks = SLOW if options.slow else FAST
    seeds = [secrets.randbits(32) for _ in range(options.runs)] if options.seed is None else [options.seed]
    tests = tests_with(marks)
    files = sorted({test.partition("::")[0] for test in tests})  # pytest takes as long to collect all others
    print(f"{len(tests)} tests in {len(files)} files", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [pool.submit(run, seed, marks, files) for seed in seeds]
        try:
            for number, done in enumerate(as_completed(started), 1):
                seed, failures = done.result()
                if failures:
                    failed += 1
                    repeat = f"python .ci/fresh_seeds.py {'--slow ' if options.slow else ''}--seed {seed}"
                    print(*failures, f"repeat it: {repeat}", sep="\n", flush=True)
                print(f"{number} of {len(seeds)} runs, seed {seed}; failed so far: {failed}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    sys.exit(failed > 0)


main()
