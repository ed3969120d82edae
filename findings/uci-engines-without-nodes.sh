#!/usr/bin/env bash
# UCI's `go nodes 500` is the usual way to a match that does not depend on the machine. Toga II and GNU Chess, both from
# Fruit, read the word, say nothing and think until they are stopped, so that the match depends on nothing but a
# timeout. Both obey `go depth`, which is why nobody notices. Stockfish and Glaurung stop.
# toga2 3.0.0.1SE1-2, gnuchess 6.2.7-1, glaurung 2.2-4, stockfish 15.1-4, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages toga2 gnuchess glaurung stockfish
try() {
    start "$@"
    tell uci
    hear 5 uciok
    tell "position startpos" "go nodes 500"
    echo "$1: $(hear 4 bestmove && echo "stops by itself" || echo "thinks on")"
    tell stop quit
    finish
}
same "$(try stockfish && try glaurung && try toga2 && try gnuchess --uci)" 'stockfish: stops by itself
glaurung: stops by itself
toga2: thinks on
gnuchess: thinks on'
