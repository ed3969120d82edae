#!/usr/bin/env bash
# chess.js plays a null move (`--`, a pass) and writes it into its PGN, as ChessBase does. But its own reader refuses
# the game: PGN has no null move, and the grammar of the reader keeps to that, unlike the writer. kokopu and chessops
# read what chess.js wrote. Whoever saves analyses with passes finds out when they are opened again.
# chess.js 1.4.0, kokopu 4.13.4, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages chess.js@1.4.0 kokopu@4.13.4
cat >pass.mjs <<'JS'
import { Chess } from "chess.js";
import kokopu from "kokopu";

const game = new Chess();
for (const move of ["e4", "--", "d4"]) game.move(move);
const text = game.pgn();
console.log("written:", text.split("\n").at(-1));
console.log("kokopu reads:", kokopu.pgnRead(text).game(0).nodes().map((node) => node.notation()).join(" "));
try {
  new Chess().loadPgn(text);
  console.log("chess.js reads it");
} catch (error) {
  console.log("chess.js:", error.name, error.message.match(/but .*/)[0]);
}
JS
same "$(node pass.mjs)" 'written: 1. e4 -- 2. d4 *
kokopu reads: e4 -- d4
chess.js: SyntaxError but "-" found.'
