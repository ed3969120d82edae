#!/usr/bin/env bash
# In PGN, the result ends a game, and pgn-extract goes by that. python-chess plays on behind `1-0` as long as no empty
# line comes, and an empty line ends the game. So two games on neighbouring lines become one, with the result of the
# first, and a game with an empty line among its moves becomes two. `errors` stays empty.
# python-chess 1.11.2, pgn-extract 19.04-1, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages chess==1.11.2
debian_packages pgn-extract
printf '1. e4 e5 1-0\n1. d4 d5 0-1\n' >results.pgn
printf '1. e4 e5\n\n2. Nf3 Nc6 1-0\n' >line.pgn
cat >read.py <<'PY'
import sys
import chess.pgn

with open(sys.argv[1]) as file:
    while game := chess.pgn.read_game(file):
        print(" python-chess:", *game.mainline_moves(), game.headers["Result"], "errors:", game.errors)
PY
same "$(
    for name in results line; do
        echo "$name.pgn"
        python3 read.py $name.pgn
        echo " pgn-extract: $(pgn-extract -s --notags $name.pgn 2>/dev/null | grep . | paste -sd '|')"
    done
)" 'results.pgn
 python-chess: e2e4 e7e5 d2d4 d7d5 1-0 errors: []
 pgn-extract: 1. e4 e5 1-0|1. d4 d5 0-1
line.pgn
 python-chess: e2e4 e7e5 * errors: []
 python-chess: g1f3 b8c6 1-0 errors: []
 pgn-extract: 1. e4 e5 2. Nf3 Nc6 1-0'
