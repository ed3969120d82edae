// The page of a game of a tournament: the board, and what the players said about their moves.

import { Board } from "./board.js";
import { piecesWords } from "./squares.js";
import { byId, positions } from "./game_data.js";
import { startSteps, turn } from "./steps.js";

const board = new Board(byId("board"), { onStep: turn });

let position = /** @type {TournamentPosition} */ (positions[0]);
let flipped = false;

const showBoard = () => {
  const { pieces, last, check } = position;
  board.show({ pieces, last, check, flipped });
  byId("pieces-read").textContent = `${flipped ? "Black" : "White"} is at the bottom. ${piecesWords(pieces)}`;
};
/** @param {TournamentPosition} shown */
const show = (shown) => {
  position = shown;
  const heading = position.san ? `Ply ${/** @type {TournamentPosition[]} */ (positions).indexOf(position)}: ${position.san}` : "The start of the game";
  byId("now").textContent = heading;
  byId("announcement").textContent = heading;
  byId("note").textContent = position.note || "Nothing.";
  showBoard();
};
const flip = () => {
  flipped = !flipped;
  byId("flip").setAttribute("aria-pressed", String(flipped));
  showBoard();
};

startSteps(show, flip);
