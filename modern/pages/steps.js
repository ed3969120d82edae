// Stepping through the game: buttons, keys, autoplay, the list of moves, the chart and the address.

import { byId, positions } from "./game_data.js";
import { isPlainKey, markEnds, markMove } from "./stepping.js";

const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", F: "flip", p: "autoplay", P: "autoplay",
};
const AUTOPLAY_MS = 1500;

let now = 0;
let onStep = () => {};
let onFlip = () => {};
let timer = null;

const markFigures = (current) => {
  for (const one of document.querySelectorAll("#figures [aria-current]")) one.removeAttribute("aria-current");
  current.setAttribute("aria-current", "step");
};
const show = (ply) => {
  now = Math.max(0, Math.min(positions.length - 1, ply - 1));
  onStep(positions[now]);
  const moves = document.querySelector(".moves");
  markEnds(now, positions.length - 1);
  markMove(moves, moves.querySelector(`[href="#ply-${now + 1}"]`));
  markFigures(byId(`ply-${now + 1}`));
  byId("cursor").setAttribute("transform", `translate(${(1000 * (now + 0.5)) / positions.length} 0)`);
  byId("chart").setAttribute("aria-valuenow", now + 1);
  byId("chart").setAttribute("aria-valuetext", byId("announcement").textContent);
};
const goTo = (ply) => {
  const before = now;
  show(ply);
  if (now !== before || !location.hash) history.replaceState(null, "", `#${now + 1}`);
};
const fromAddress = () => {
  const match = /^#(?:ply-)?(\d+)$/.exec(location.hash);
  show(match ? Number(match[1]) : now + 1);
  if (location.hash) history.replaceState(null, "", `#${now + 1}`);
};

const stopAutoplay = () => {
  clearInterval(timer);
  timer = null;
  byId("autoplay").setAttribute("aria-pressed", "false");
};
const autoplay = () => {
  if (timer !== null) return stopAutoplay();
  if (now === positions.length - 1) goTo(1);
  byId("autoplay").setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    goTo(now + 2);
    if (now === positions.length - 1) stopAutoplay();
  }, AUTOPLAY_MS);
  return undefined;
};
// Every step that the reader makes ends the autoplay.
const step = (ply) => () => {
  stopAutoplay();
  goTo(ply());
};
const actions = {
  first: step(() => 1), back: step(() => now), forward: step(() => now + 2), last: step(() => positions.length),
  flip: () => onFlip(), autoplay,
};

const press = (event) => {
  if (!isPlainKey(event) || !(event.key in KEYS)) return;
  // Radio buttons and scrollable regions need some of these keys themselves.
  const isTaken = event.target.matches("input") ? event.key.startsWith("Arrow")
    : event.target.matches(".scroll") && event.key.length > 1;
  if (isTaken) return;
  event.preventDefault();
  actions[KEYS[event.key]]();
};
const listenToChart = (chart) => {
  chart.addEventListener("click", (event) => {
    const box = chart.querySelector("svg").getBoundingClientRect();
    if (event.clientX < box.left || event.clientX > box.right) return;
    step(() => Math.floor(((event.clientX - box.left) / box.width) * positions.length) + 1)();
  });
  chart.addEventListener("keydown", (event) => {
    const action = { ArrowUp: "forward", ArrowDown: "back" }[event.key];
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
  for (const [key, value] of Object.entries({
    role: "slider", tabindex: 0, "aria-labelledby": "chart-name", "aria-valuemin": 1, "aria-valuemax": positions.length,
  })) chart.setAttribute(key, value);
};

// Calls `shown(position)` at every step and `flipped()` when the board is to be flipped; then shows the address's ply.
export const startSteps = (shown, flipped) => {
  onStep = shown;
  onFlip = flipped;
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  document.addEventListener("keydown", press);
  document.querySelector(".moves").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    step(() => Number(link.hash.slice("#ply-".length)))();
  });
  window.addEventListener("hashchange", fromAddress);
  listenToChart(byId("chart"));
  fromAddress();
};
