#!/usr/bin/env bash
# With 0.9 s on the clock and 0.9 s for each move, an engine can use almost a second every time, and Stockfish uses some
# of it. Toga II and GNU Chess, both from Fruit, do not touch the last second, increment or not: they move after a
# hundred nodes. With two seconds they search two thousand times as many. So very fast matches say little of them.
# toga2 3.0.0.1SE1-2, gnuchess 6.2.7-1, stockfish 15.1-4, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages toga2 gnuchess stockfish
# Prints about how many nodes an engine searches with $2 ms on the clock and $3 for each move.
nodes() {
    # shellcheck disable=SC2086
    start $1
    tell uci "setoption name OwnBook value false"
    hear 5 uciok
    tell "position startpos moves e2e4 e7e5" "go wtime $2 btime $2 winc $3 binc $3"
    hear 8 bestmove
    tell quit
    finish
    number=$(grep -o 'nodes [0-9]*' heard | tail -n 1 | cut -d ' ' -f 2)
    echo "${1%% *}, $2 ms + $3 ms: $([ "$number" -gt 1000 ] && echo "thousands of nodes" || echo "fewer than a thousand nodes")"
}
same "$(
    for engine in stockfish toga2 "gnuchess --uci"; do
        nodes "$engine" 900 900
        nodes "$engine" 2000 1000
    done
)" 'stockfish, 900 ms + 900 ms: thousands of nodes
stockfish, 2000 ms + 1000 ms: thousands of nodes
toga2, 900 ms + 900 ms: fewer than a thousand nodes
toga2, 2000 ms + 1000 ms: thousands of nodes
gnuchess, 900 ms + 900 ms: fewer than a thousand nodes
gnuchess, 2000 ms + 1000 ms: thousands of nodes'
