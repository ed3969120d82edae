// The page of a game: what is shown at each ply.

import { startTheme } from "./page_theme.js";
import { buildCandidates, showCandidates } from "./candidates.js";
import { copyButton } from "./copying.js";
import { byId, game, positions } from "./game_data.js";
import { buildNumbers, showNumbers } from "./numbers.js";
import { startScrollHints } from "./scroll_hints.js";
import { showBoard, showStage } from "./stage.js";
import { startSteps } from "./steps.js";

let position = positions[0];
let flipped = false;

const showPlayOn = () => {
  if (game.play) byId("play-on").href = `${game.play}?fen=${encodeURIComponent(position.fen)}`;
};
const show = (shown) => {
  position = shown;
  showBoard(position, flipped);
  showStage(position);
  showNumbers(position);
  showCandidates(position, flipped);
  showPlayOn();
};
const flip = () => {
  flipped = !flipped;
  byId("flip").setAttribute("aria-pressed", flipped);
  showBoard(position, flipped);
  showCandidates(position, flipped);
};

document.documentElement.classList.add("scripted");
startTheme(byId("theme"));
buildNumbers();
buildCandidates((arrows) => showBoard(position, flipped, arrows));
copyButton("copy-fen", "FEN", () => position.fen);
copyButton("copy-pgn", "PGN", () => game.pgn);
startSteps(show, flip);
startScrollHints();
