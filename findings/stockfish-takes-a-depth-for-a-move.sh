#!/usr/bin/env bash
# UCI's `go` takes its words in any order, one would think, as most of them are a name and a number. For Stockfish,
# `searchmoves` takes all words behind it: `go searchmoves a2a3 depth 3` has two moves that do not exist, and no depth,
# and ends only on `stop`. Glaurung, from which Stockfish comes, stops at depth 3. Toga II plays another move: it does
# not know searchmoves.
# stockfish 15.1-4, glaurung 2.2-4, toga2 3.0.0.1SE1-2, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages stockfish glaurung toga2
try() {
    start "$1"
    tell uci
    hear 5 uciok
    tell "position startpos" "go $2"
    if hear 3 bestmove; then how="by itself"; else how="on stop" && tell stop && hear 3 bestmove; fi
    tell quit
    finish
    echo "$1, go $2: $how, $(grep bestmove heard | grep -q a2a3 && echo a2a3 || echo "another move")"
}
same "$(
    try stockfish "depth 3 searchmoves a2a3"
    try stockfish "searchmoves a2a3 depth 3"
    try glaurung "searchmoves a2a3 depth 3"
    try toga2 "searchmoves a2a3 depth 3"
)" 'stockfish, go depth 3 searchmoves a2a3: by itself, a2a3
stockfish, go searchmoves a2a3 depth 3: on stop, a2a3
glaurung, go searchmoves a2a3 depth 3: by itself, a2a3
toga2, go searchmoves a2a3 depth 3: by itself, another move'
