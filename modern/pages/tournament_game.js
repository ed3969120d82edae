// The page of a game of a tournament: the board, the moves, and what the players said about them.

import { Board } from "./board.js";
import { parsePlacement, pieceName } from "./squares.js";
import { startTheme } from "./page_theme.js";
import { isPlainKey, markEnds, markMove } from "./stepping.js";

const positions = JSON.parse(document.getElementById("positions").textContent);
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", F: "flip" };
const byId = (id) => document.getElementById(id);
const moves = document.querySelector(".moves");
const board = new Board(byId("board"));

let now = 0;
let flipped = false;

const showBoard = ({ pieces, last, check }) => {
  board.show({ pieces, last, check, flipped });
  const named = Object.entries(parsePlacement(pieces)).map(([square, letter]) => `${pieceName(letter)} ${square}`);
  byId("pieces-read").textContent = `${flipped ? "Black" : "White"} is at the bottom: ${named.join(", ")}.`;
};
const show = (ply) => {
  now = Math.max(0, Math.min(positions.length - 1, ply));
  const position = positions[now];
  const heading = now ? `Ply ${now}: ${position.san}` : "The start of the game";
  byId("now").textContent = heading;
  byId("announcement").textContent = heading;
  byId("note").textContent = position.note || "Nothing.";
  showBoard(position);
  markEnds(now, positions.length - 1);
  markMove(moves, moves.querySelector(`[href="#${now}"]`));
};
const goTo = (ply) => {
  show(ply);
  history.replaceState(null, "", `#${now}`);
};
const fromAddress = () => show(/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : 0);
const actions = {
  first: () => goTo(0), back: () => goTo(now - 1), forward: () => goTo(now + 1), last: () => goTo(positions.length - 1),
  flip: () => {
    flipped = !flipped;
    byId("flip").setAttribute("aria-pressed", flipped);
    showBoard(positions[now]);
  },
};
for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
document.addEventListener("keydown", (event) => {
  if (!isPlainKey(event) || !(event.key in KEYS)) return;
  event.preventDefault();
  actions[KEYS[event.key]]();
});
window.addEventListener("hashchange", fromAddress);
document.documentElement.classList.add("scripted");
startTheme(null);
fromAddress();
