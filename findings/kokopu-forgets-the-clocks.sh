#!/usr/bin/env bash
# kokopu's Position wants all six fields of a FEN, and refuses a FEN that lacks the halfmove clock and the move number.
# It then keeps neither: fen() ends in `0 1`, as does that of the last position of a game. The Game knows better, by its
# finalFEN(), and so the same position has two FENs. One would expect a reader to keep what it insists on.
# kokopu 4.13.4, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages kokopu@4.13.4
cat >clocks.mjs <<'JS'
import kokopu from "kokopu";

try {
  new kokopu.Position("4k3/8/8/8/8/8/8/R3K3 w - -");
} catch (error) {
  console.log("four fields:", error.message);
}
console.log("six fields:", new kokopu.Position("4k3/8/8/8/8/8/8/R3K3 w - - 40 80").fen());
const game = kokopu.pgnRead("1. Nf3 Nf6 2. Ng1 *").game(0);
console.log("finalPosition().fen():", game.finalPosition().fen());
console.log("finalFEN():", game.finalFEN());
JS
same "$(node clocks.mjs)" 'four fields: A FEN string must contain exactly 6 space-separated fields.
six fields: 4k3/8/8/8/8/8/8/R3K3 w - - 0 1
finalPosition().fen(): rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1
finalFEN(): rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2'
