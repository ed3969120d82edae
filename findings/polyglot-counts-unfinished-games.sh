#!/usr/bin/env bash
# A game that ends with * has no result: it was broken off, or still goes on. `polyglot make-book` gives both sides the
# point of a draw for it. So an unfinished game weighs more in the book than a game that was lost: the moves of a loser
# are left out. One would expect neither, or both.
# polyglot 2.0.4+git20210322-1, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages polyglot
for game in 1 2 3; do
    printf '[Round "%s"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n[Round "%s"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n\n' $game $game
done >games.pgn
polyglot make-book -pgn games.pgn -bin book.bin >polyglot.log
# An entry of the first position: its key, 8 bytes; the move, 2 bytes, 031c for e2e4 and 02db for d2d4; the weight, 2.
same "$(od -An -v -tx1 -w16 book.bin | tr -d " " | sed -n 's/^463b96181691fc9c\(....\)\(....\).*/move \1 weight \2/p')" 'move 031c weight 0003'
