#!/usr/bin/env bash
# make.sh [--compiled PYTHON] [FILE.zip]: makes a zip for Windows that needs no installation: one folder with CPython
# 3.13, Gosub Chess and all that it needs. A double click on Play.cmd plays; gosub.cmd is the command. Default: dist/.
#
# It needs Linux, Python 3 with venv, and PyPI, and takes a minute. With --compiled it takes three, and needs Debian's
# gcc-mingw-w64-x86-64 and PYTHON, a CPython 3.13 of Linux with its headers.
set -euo pipefail
python=
if [ "${1:-}" = --compiled ]; then
    python=$2
    shift 2
fi
top=$(cd "$(dirname "$0")/../.." && pwd)
zip=$(realpath -m "${1:-$top/dist/gosub-chess-windows.zip}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$top/packaging/windows/python.sh"

folder=$work/zip/gosub-chess
embedded "$folder/python"
site "$folder/python" '[web,listing]'
[ -z "$python" ] || compiled "$folder/python" "$python"
cp "$top/LICENSE" "$top/NOTICE" "$folder"

# The lines of a batch file end with CRLF. %~dp0 is the folder of the file, with a backslash.
printf '%s\r\n' '@"%~dp0python\python.exe" -m modern %*' >"$folder/gosub.cmd"
printf '%s\r\n' '@echo off' 'title Gosub Chess' 'call "%~dp0gosub.cmd" play %*' 'pause' >"$folder/Play.cmd"

mkdir -p "$(dirname "$zip")"
"$work/tools/bin/python" -c 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[2])' \
    "${zip%.zip}" "$work/zip"
echo "$zip: $(du -m "$zip" | cut -f1) MB"
