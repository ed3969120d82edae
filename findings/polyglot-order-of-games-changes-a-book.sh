#!/usr/bin/env bash
# A weight in an opening book counts wins (2) and draws (1), so the order of the games in the PGN should not matter. In
# `polyglot make-book` it does. A weight has 16 bits; when one grows too large, the weights of all moves of that
# position are halved, and games before that moment count less than games behind it. Here 1. a3 has won a hundred times
# as often as 1. b3; the book says 308 times, or 39 times.
# polyglot 2.0.4+git20210322-1, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages polyglot
won() { for ((i = 0; i < $2; i++)); do printf '[Result "1-0"]\n\n1. %s e5 1-0\n\n' "$1"; done; }
won a3 40000 >often.pgn
won b3 400 >seldom.pgn
cat seldom.pgn often.pgn >first.pgn
cat often.pgn seldom.pgn >last.pgn
# Prints the weights of the first position, whose key begins with 46. An entry: key 8 bytes, move 2, weight 2, learn 4.
weights() {
    polyglot make-book -pgn "$1.pgn" -bin "$1.bin" >polyglot.log
    od -An -v -tx1 -w16 "$1.bin" | tr -d " " | sed -n 's/^463b96181691fc9c\(....\)\(....\).*/0x\1 0x\2/p' |
        while read -r move weight; do echo " $([ $((move)) = 528 ] && echo a3 || echo b3) $((weight))"; done | tr -d '\n'
}
same "b3's games first:$(weights first)
b3's games last: $(weights last)" "b3's games first: a3 30848 b3 100
b3's games last:  a3 30848 b3 800"
