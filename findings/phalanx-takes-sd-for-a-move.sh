#!/usr/bin/env bash
# `sd 3` limits an engine of xboard's protocol to three plies; HoiChess and Fairy-Max obey. Phalanx knows the rest of
# the protocol, `st` and `ping` among it, but calls this an illegal move and thinks on for its time. A match "at depth
# 3" then is one of three plies against a second of thought. (python-chess reads the line, and raises it as an error.)
# phalanx 25-1, hoichess 0.22.0-3, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages phalanx hoichess
# Prints what the engine says of `sd`, and how deep it then looks.
look() {
    start "$@"
    tell xboard "protover 2" new "st 60" post "sd 3"
    hear 2 "sd 3" && said=$(tail -n 1 heard) || said="nothing"
    tell b1a3
    hear 120 "^((my )?move|[[:space:]]*([4-9]|[1-9][0-9])[^0-9])" || true # its move, or a line of more than three plies
    finish
    depth=$(sed -n 's/^ *\([0-9][0-9]*\) .*/\1/p' heard | sort -n | tail -n 1)
    echo "$1 says of sd 3: $said; then looks $([ "$depth" -gt 3 ] && echo further || echo "$depth plies ahead")"
}
same "$(look hoichess --xboard && look phalanx)" 'hoichess says of sd 3: nothing; then looks 3 plies ahead
phalanx says of sd 3: Illegal move: sd 3; then looks further'
