#!/usr/bin/env bash
# wheels.sh [FOLDER]: builds a compiled wheel for every Python from 3.11 on that this machine has, in FOLDER (dist/), and
# prints what each one runs as. It looks at the PATH and at pyenv's versions; a Python needs venv and headers, and there
# has to be a C compiler. PyPI's wheels for Linux come from cibuildwheel instead, which works in containers.
set -euo pipefail
folder=$(realpath -m "${1:-dist}")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder" "$work/source"
git ls-files -z | xargs -0 cp --parents -t "$work/source"

# The Pythons, each implementation and version once: the first one found.
pythons() {
    local found folder path tag
    declare -A seen
    IFS=: read -ra found <<<"$PATH"
    for folder in "${found[@]/%//}" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/; do
        for path in "$folder"python3 "$folder"python3.[0-9] "$folder"python3.[0-9][0-9]; do
            [ -x "$path" ] || continue
            tag=$("$path" -c 'import sys; assert sys.version_info >= (3, 11); print(sys.implementation.cache_tag)' 2>/dev/null) \
                || continue
            [ -z "${seen[$tag]:-}" ] || continue
            seen[$tag]=$path
            printf '%s\n' "$path"
        done
    done
}

failed=0
count=0
while read -r python; do
    count=$((count + 1))
    echo "== $("$python" --version), $python"
    rm -rf "$work/source/build" "$work/venv" "$work/wheel"
    if "$python" -m venv "$work/venv" && "$work/venv/bin/pip" -q wheel --no-deps -w "$work/wheel" "$work/source" \
        && "$work/venv/bin/pip" -q install "$work"/wheel/*.whl && (cd / && "$work/venv/bin/gosub" --version); then
        cp "$work"/wheel/*.whl "$folder"
    else
        failed=1
    fi
done < <(pythons)
[ "$count" -gt 0 ] || { echo "wheels.sh: no Python from 3.11 on was found" >&2; exit 1; }
ls -1 "$folder"/*.whl
exit "$failed"
