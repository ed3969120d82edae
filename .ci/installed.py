"""Check an installed package: `python .ci/installed.py compiled|interpreted`, with the Python that it is installed for.

The build must be the expected one, 22 of the 23 recorded moves must agree, and the man pages and the like must be where
programs look for them. A checkout in the current folder is not imported.
"""

import subprocess
import sys
import sysconfig
import time
from pathlib import Path

#: What the wheel brings beside the package, in the folder of the environment.
SHARED = (
    "applications/gosub-chess.desktop",
    "bash-completion/completions/gosub",
    "fish/vendor_completions.d/gosub.fish",
    "icons/hicolor/scalable/apps/gosub-chess.svg",
    "man/man1/gosub-play.1",
    "metainfo/org.pypi.gosub_chess.metainfo.xml",
    "zsh/site-functions/_gosub",
)


def output_of(*arguments: str) -> str:
    """Returns what `gosub` prints. Ends the check if it fails."""
    # -P: the current folder does not come first.
    done = subprocess.run([sys.executable, "-P", "-m", "modern", *arguments], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"gosub {' '.join(arguments)} has ended with {done.returncode}")
    return done.stdout


def check(expected: str) -> None:
    """Ends the check with one line if the package is not as it should be."""
    version = output_of("--version").strip()
    if f", {expected}," not in version:
        sys.exit(f"expected a build that is {expected}, found: {version}")
    start = time.monotonic()
    last = output_of("replay").strip().splitlines()[-1]
    seconds = time.monotonic() - start
    if not last.startswith("22 of 23 moves agree"):
        sys.exit(f"gosub replay: expected that 22 of 23 moves agree, found: {last}")
    missing = [name for name in SHARED if not Path(sysconfig.get_path("data"), "share", name).is_file()]
    if missing:
        sys.exit(f"not installed: {', '.join(missing)}")
    print(f"{version}; gosub replay: {last}, in {seconds:.1f} s")


if __name__ == "__main__":
    if sys.argv[1:] not in (["compiled"], ["interpreted"]):
        sys.exit("expected: python .ci/installed.py compiled|interpreted")
    check(sys.argv[1])
