#!/usr/bin/env bash
# A mate that is the hundredth halfmove without a pawn move or a capture wins: by FIDE's article 5.1.1 the mate ends the
# game. In chess.js such a position is a checkmate and a draw at once, so that a program that asks isDraw() first gives
# half a point. Only the order of two questions decides. python-chess answers CHECKMATE.
# chess.js 1.4.0, python-chess 1.11.2, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages chess.js@1.4.0
python_packages chess==1.11.2
fen="R3k3/8/4K3/8/8/8/8/8 b - - 100 90"
cat >mate.mjs <<JS
import { Chess } from "chess.js";
const game = new Chess("$fen");
console.log(\`chess.js: isCheckmate \${game.isCheckmate()}, isDraw \${game.isDraw()}\`);
JS
same "$(node mate.mjs && python3 -c "import chess; print('python-chess:', chess.Board('$fen').outcome().termination.name)")" \
    'chess.js: isCheckmate true, isDraw true
python-chess: CHECKMATE'
