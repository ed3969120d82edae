// The page of a game: what is shown at each ply.

import { NumberBoards } from "./number_boards.js";
import { TriedMoves } from "./tried_moves.js";
import { copy } from "./copying.js";
import { byId, game, positions } from "./game_data.js";
import { startScrollHints } from "./scroll_hints.js";
import { showBoard, showStage } from "./stage.js";
import { startSteps } from "./steps.js";

let position = /** @type {GamePosition} */ (positions[0]);
let flipped = false;

const triedMoves = new TriedMoves({
  candidates: byId("candidates"), orders: /** @type {NodeListOf<HTMLInputElement>} */ (document.getElementsByName("order")), hint: byId("explore-hint"), explored: byId("explored"),
  afterBoard: byId("after-board"), after: byId("after"), terms: byId("terms"), sum: byId("sum"),
}, { onShow: (arrows) => showBoard(position, flipped, arrows) });
const numberBoards = new NumberBoards({
  board: byId("board-numbers"), reach: byId("reach-numbers"), boardReadout: byId("board-readout"), reachReadout: byId("reach-readout"),
  reachName: byId("reach-name"),
});

// Lets a button copy what `text()` returns, and say so.
/** @type {(id: string, what: string, text: () => string) => void} */
const copyButton = (id, what, text) => byId(id).addEventListener("click", async () => {
  byId("copied").textContent = (await copy(text())) ? `${what} copied` : `The browser does not allow copying: ${text()}`;
});
const showPlayOn = () => {
  if (game.play) byId("play-on").href = `${game.play}?fen=${encodeURIComponent(position.fen)}`;
};
/** @param {GamePosition} shown */
const show = (shown) => {
  const isNew = shown !== position || !triedMoves.tried;
  position = shown;
  const tried = { ...position.program, pieces: game.pieces, terms: game.terms };
  showBoard(position, flipped);
  showStage(position);
  numberBoards.show(tried);
  if (isNew) triedMoves.show(tried);
  showPlayOn();
};
const flip = () => {
  flipped = !flipped;
  byId("flip").setAttribute("aria-pressed", String(flipped));
  showBoard(position, flipped);
  triedMoves.flip(flipped);
};

copyButton("copy-fen", "FEN", () => position.fen);
copyButton("copy-pgn", "PGN", () => game.pgn);
startSteps(show, flip);
startScrollHints(document);
