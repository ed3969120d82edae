// Stepping through the game: buttons, keys, autoplay, the list of moves, the chart and the address.

import { byId, first, game, positions } from "./game_data.js";
import { startTheme } from "./page_theme.js";
import { isPlainKey, markCurrent, markEnds, markMove } from "./stepping.js";

/** @type {{ [key: string]: keyof typeof actions }} */
const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", F: "flip", p: "autoplay", P: "autoplay",
  m: "nextMistake", M: "nextMistake",
};
const AUTOPLAY_MS = 1500;

let now = 0;
/** @type {(position: GamePosition | TournamentPosition) => void} */
let onStep = () => {};
let onFlip = () => {};
/** @type {number | null} */
let timer = null;

/** @param {number} ply */
const show = (ply) => {
  now = Math.max(0, Math.min(positions.length - 1, ply - first));
  onStep(positions[now]);
  const moves = document.querySelector(".moves");
  markEnds(now, positions.length - 1);
  markMove(moves, moves.querySelector(`[href="#ply-${now + first}"]`));
  const figures = byId("figures"); // where the page has them
  if (figures) markCurrent(figures, byId(`ply-${now + first}`));
  byId("cursor").setAttribute("transform", `translate(${(1000 * (now + 0.5)) / positions.length} 0)`);
  byId("chart").setAttribute("aria-valuenow", String(now + first));
  byId("chart").setAttribute("aria-valuetext", byId("announcement").textContent);
};
/** @param {number} ply */
const goTo = (ply) => {
  const before = now;
  show(ply);
  if (now !== before || !location.hash) history.replaceState(null, "", `#${now + first}`);
};
const fromAddress = () => {
  const match = /^#(?:ply-)?(\d+)$/.exec(location.hash);
  show(match ? Number(match[1]) : now + first);
  if (location.hash) history.replaceState(null, "", `#${now + first}`);
};

const stopAutoplay = () => {
  clearInterval(timer);
  timer = null;
  byId("autoplay").setAttribute("aria-pressed", "false");
};
const autoplay = () => {
  if (timer !== null) return stopAutoplay();
  if (now === positions.length - 1) goTo(first);
  byId("autoplay").setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    goTo(now + first + 1);
    if (now === positions.length - 1) stopAutoplay();
  }, AUTOPLAY_MS);
  return undefined;
};
// Every step that the reader makes ends the autoplay.
/** @param {() => number} ply */
const step = (ply) => () => {
  stopAutoplay();
  goTo(ply());
};
const mistakes = game.mistakes ?? [];
// The ply of the next mistake; after the last one, of the first.
const nextMistake = () => mistakes.find((ply) => ply > now + first) ?? mistakes[0] ?? now + first;
const actions = {
  nextMistake: step(nextMistake), first: step(() => first), back: step(() => now + first - 1), forward: step(() => now + first + 1),
  last: step(() => positions.length - 1 + first), flip: () => onFlip(), autoplay,
};

const press = (/** @type {On<KeyboardEvent>} */ event) => {
  if (!isPlainKey(event) || !(event.key in KEYS)) return;
  // Radio buttons and scrollable regions need some of these keys themselves.
  const isTaken = event.target.matches("input") ? event.key.startsWith("Arrow")
    : event.target.matches(".scroll") && event.key.length > 1;
  if (isTaken) return;
  event.preventDefault();
  actions[KEYS[event.key]]();
};
/** @param {HTMLElement} chart */
const listenToChart = (chart) => {
  chart.addEventListener("click", (event) => {
    const box = chart.querySelector("svg").getBoundingClientRect();
    if (event.clientX < box.left || event.clientX > box.right) return;
    step(() => Math.floor(((event.clientX - box.left) / box.width) * positions.length) + first)();
  });
  chart.addEventListener("keydown", (event) => {
    const action = /** @type {{ [key: string]: "forward" | "back" }} */ ({ ArrowUp: "forward", ArrowDown: "back" })[event.key];
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
  for (const [key, value] of Object.entries({
    role: "slider", tabindex: 0, "aria-labelledby": "chart-name", "aria-valuemin": first, "aria-valuemax": positions.length - 1 + first,
  })) chart.setAttribute(key, String(value));
};

// Steps back or forward, as the wheel over the board does.
/** @param {number} direction */
export const turn = (direction) => actions[direction < 0 ? "back" : "forward"]();

// Calls `shown(position)` at every step and `flipped()` when the board is to be flipped; then shows the address's ply.
/** @type {(shown: typeof onStep, flipped: () => void) => void} */
export const startSteps = (shown, flipped) => {
  document.documentElement.classList.add("scripted");
  startTheme(byId("theme"));
  onStep = shown;
  onFlip = flipped;
  const { nextMistake: toNextMistake, ...others } = actions;
  for (const [id, action] of Object.entries(others)) byId(id).addEventListener("click", action);
  byId("next-mistake")?.addEventListener("click", toNextMistake);
  document.addEventListener("keydown", press);
  document.querySelector(".moves").addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link) return;
    event.preventDefault();
    step(() => Number(link.hash.slice("#ply-".length)))();
  });
  window.addEventListener("hashchange", fromAddress);
  listenToChart(byId("chart"));
  fromAddress();
};
