#!/usr/bin/env bash
# A PGN may begin in the middle of a game, with a FEN in its headers and `7... Kd7` as its first move. cm-pgn reads
# this, and knows the side to move and the move number at every ply. When it writes the game, the first move is `1.
# Kd7`, with Black's move as White's, and White's reply as Black's. Its headers keep the FEN, which says otherwise.
# cm-pgn 5.0.0, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages cm-pgn@5.0.0
cat >render.mjs <<'JS'
import { Pgn } from "cm-pgn/src/Pgn.js";

const game = new Pgn('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 Kd6 *');
console.log("after the first move:", game.history.moves[0].fen);
console.log(game.render().split("\n").filter((line) => line && !line.startsWith("[SetUp")).join("\n"));
JS
same "$(node render.mjs 2>/dev/null)" 'after the first move: 8/3k4/8/8/8/8/4P3/4K3 w - - 1 8
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]
1. Kd7 e4 2. Kd6'
