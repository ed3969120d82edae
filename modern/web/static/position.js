// The positions of a game, from its start and its moves. The moves are legal; nothing is checked here.

import { FILES, parsePlacement } from "./squares.js";

// The castling right that ends when a piece leaves or reaches a square.
const RIGHTS = { a1: "Q", e1: "KQ", h1: "K", a8: "q", e8: "kq", h8: "k" };

const placementOf = (letters) => {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    const row = [...FILES].map((file) => letters[file + rank] || "1").join("");
    rows.push(row.replace(/1+/g, (empty) => empty.length));
  }
  return rows.join("/");
};

// Returns the square of the king that stands in check after a move, by the sign at the end of its SAN.
const checkAfter = (letters, san, turn) => {
  if (!/[+#]$/.test(san)) return null;
  const king = turn === "w" ? "K" : "k";
  return Object.keys(letters).find((square) => letters[square] === king) || null;
};

// Returns the FEN after a move. The en passant square is given after every double step, as the PGN standard has it.
const fenAfter = (fen, uci) => {
  const [pieces, turn, castling, passing, halfmoves, number] = fen.split(" ");
  const letters = parsePlacement(pieces);
  const from = uci.slice(0, 2), to = uci.slice(2, 4), promotion = uci[4];
  const piece = letters[from];
  const isPawn = piece.toLowerCase() === "p";
  const isCapture = to in letters || (isPawn && to === passing);
  if (isPawn && to === passing) delete letters[to[0] + from[1]];
  delete letters[from];
  letters[to] = promotion ? (turn === "w" ? promotion.toUpperCase() : promotion) : piece;
  if (piece.toLowerCase() === "k" && Math.abs(FILES.indexOf(to[0]) - FILES.indexOf(from[0])) === 2) {
    const [rookFrom, rookTo] = to[0] === "g" ? ["h", "f"] : ["a", "d"];
    letters[rookTo + to[1]] = letters[rookFrom + to[1]];
    delete letters[rookFrom + to[1]];
  }
  const lost = (RIGHTS[from] || "") + (RIGHTS[to] || "");
  const rights = [...castling].filter((right) => !lost.includes(right)).join("") || "-";
  const isDouble = isPawn && Math.abs(to[1] - from[1]) === 2;
  return [
    placementOf(letters),
    turn === "w" ? "b" : "w",
    rights,
    isDouble ? from[0] + (Number(from[1]) + Number(to[1])) / 2 : "-",
    isPawn || isCapture ? 0 : Number(halfmoves) + 1,
    Number(number) + (turn === "b" ? 1 : 0),
  ].join(" ");
};

// Returns the position before each move and after the last one: { fen, pieces, turn, last, check }.
export const positionsOf = (startFen, moves) => {
  const at = (fen, move) => {
    const [pieces, turn] = fen.split(" ");
    const check = move ? checkAfter(parsePlacement(pieces), move.san, turn) : null;
    return { fen, pieces, turn: turn === "w" ? "white" : "black", last: move ? move.uci : null, check };
  };
  const positions = [at(startFen, null)];
  for (const move of moves) positions.push(at(fenAfter(positions.at(-1).fen, move.uci), move));
  return positions;
};

// Returns the number of the move at a ply, counted from 0, and whether White makes it.
export const numberAt = (startFen, ply) => {
  const [, turn, , , , first] = startFen.split(" ");
  const half = ply + (turn === "w" ? 0 : 1);
  return { number: Number(first) + Math.floor(half / 2), white: half % 2 === 0 };
};
