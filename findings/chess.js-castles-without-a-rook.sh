#!/usr/bin/env bash
# Many FENs claim castling rights that the pieces do not back, since editors leave KQkq as it was. Readers either drop
# such rights or refuse the FEN. chess.js does neither: it offers O-O and O-O-O to a lone king, moves the king two
# squares when asked, and no rook comes. The same FEN has five moves in chessops and kokopu, seven here.
# chess.js 1.4.0, chessops 0.15.1, kokopu 4.13.4, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4
cat >castle.mjs <<'JS'
import { Chess, validateFen } from "chess.js";
import { Chess as Position } from "chessops/chess";
import { parseFen } from "chessops/fen";
import kokopu from "kokopu";

const fen = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1";
const game = new Chess(fen);
console.log("chess.js finds the FEN valid:", validateFen(fen).ok);
console.log("chess.js:", game.moves().sort().join(" "));
game.move("O-O");
console.log("after O-O:", game.fen());
const moves = [...Position.fromSetup(parseFen(fen).unwrap()).unwrap().allDests().values()];
console.log("chessops:", moves.reduce((sum, squares) => sum + squares.size(), 0), "moves");
console.log("kokopu:", new kokopu.Position(fen).moves().length, "moves");
JS
same "$(node castle.mjs)" 'chess.js finds the FEN valid: true
chess.js: Kd1 Kd2 Ke2 Kf1 Kf2 O-O O-O-O
after O-O: 4k3/8/8/8/8/8/8/6K1 b kq - 1 1
chessops: 5 moves
kokopu: 5 moves'
