#!/usr/bin/env bash
# make.sh [--compiled PYTHON] [FILE.zip]: makes a zip for Windows that needs no installation: one folder with CPython
# 3.13, Gosub Chess and all that it needs. A double click on Play.cmd plays, one on Resume.cmd goes on with the last
# game, and one on Serve.cmd plays in the browser; gosub.cmd is the command. The folder lessons has the programs of the
# lessons for a class, and a python.cmd and pytest that run them. Default: dist/.
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
site "$folder/python" '[web,listing]' pytest
[ -z "$python" ] || compiled "$folder/python" "$python"
cp "$top/LICENSE" "$top/NOTICE" "$folder"
cp -r "$top/modern/lessons/files" "$folder/lessons"
# This interpreter finds only what the file names, not the folder of a program that it runs.
printf '%s\n' '..\lessons' >>"$folder/python/python313._pth"

# lines FILE LINE...: writes a file whose lines end with CRLF.
lines() { printf '%s\r\n' "${@:2}" >"$folder/$1"; }

# started NAME LINE...: writes a batch file for a double click. %~dp0 is its folder, with a backslash. No `call`: it would
# read a percent sign in the folder's name once more.
started() {
    lines "$1" '@echo off' 'title Gosub Chess' \
        'if exist "%~dp0python\python.exe" goto unpacked' \
        'echo This file is inside a zip. Unpack the whole zip first (Extract All), then start it there.' \
        'pause' 'exit /b 1' ':unpacked' "${@:2}" 'pause'
}

gosub='"%~dp0python\python.exe" -m modern'
lines gosub.cmd "@$gosub %*"
# A game file may be dropped on it.
started Play.cmd 'if /i "%~x1"==".pgn" goto game' "$gosub play %*" 'goto end' ':game' "$gosub play --from %1" ':end'
started Resume.cmd "$gosub play --resume"
started Serve.cmd "$gosub serve --open"
lines lessons/python.cmd '@"%~dp0..\python\python.exe" %*'
lines README.txt 'Gosub Chess: the 1994 chess program, and the engine of today' '' \
    'Play.cmd    plays a game. Drop a PGN file on it to go on with that game.' \
    'Resume.cmd  goes on with the last unfinished game.' \
    'Serve.cmd   plays in your browser. Close its window to end it.' \
    'gosub.cmd   is the command for all else: in a terminal in this folder, type .\gosub --help' \
    'lessons     has the programs of the lessons for a class: in a terminal in that folder, type' \
    '            .\python puzzles.py step1' \
    '            .\python -m pytest test_centre.py' '' \
    'The programs are free under the GNU General Public License, version 3 or later (LICENSE).'

mkdir -p "$(dirname "$zip")"
"$work/tools/bin/python" -c 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[2])' \
    "${zip%.zip}" "$work/zip"
echo "$zip: $(du -m "$zip" | cut -f1) MB"
