// The strip of one side beside the board: who plays it, what it is doing, what it has captured, and its clock.

import { element } from "./dom.js";
import { capturedAt } from "./shown_state.js";
import { pieceImage, sideName } from "./squares.js";
import { text } from "./texts.js";

// Below this many seconds a clock shows tenths, and is marked.
const LOW = 20;
/** @type {{ [type: string]: string }} */
const CAPTURED = { q: "captured.q", r: "captured.r", b: "captured.b", n: "captured.n", p: "captured.p" };

// Returns the clock's text: 1:05:09, 5:09 or 0:09.4.
/** @param {number} seconds */
const clockText = (seconds) => {
  const left = Math.max(0, seconds);
  if (left < LOW) return `0:${left.toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(left);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

// Returns the clock in words: 4 minutes 10 seconds.
/** @param {number} seconds */
export const clockWords = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds));
  /** @type {[string, number][]} */
  const parts = [["unit.hours", Math.floor(whole / 3600)], ["unit.minutes", Math.floor(whole / 60) % 60], ["unit.seconds", whole % 60]];
  const words = parts.filter(([, count]) => count).map(([key, count]) => text(key, { count }));
  return words.join(" ") || text("unit.seconds", { count: 0 });
};

// Returns what a program to move is doing: it thinks, or waits until a core is free.
/** @type {(state: GameState, seconds: number) => string} */
const taskOf = (state, seconds) => {
  if (state.queued !== null) return state.queued ? text("strip.waits_after", { count: state.queued }) : text("strip.waits");
  return seconds ? text("strip.thinks_seconds", { seconds }) : text("strip.thinks");
};

// Returns captured pieces in words: "a queen, 2 pawns".
/** @param {string} letters */
const capturedWords = (letters) => [...new Set(letters)].map((letter) =>
  text(CAPTURED[letter.toLowerCase()], { count: [...letters].filter((one) => one === letter).length })).join(", ");

// Returns { element, side, receive, show, tick, left }: `receive` takes a state and the time when it came, and `show` the
// side that the strip is for and the ply that is shown. `symbols` is the address of the pieces.
/** @param {string} symbols */
export const playerStrip = (symbols) => {
  const disc = element("span", { class: "disc", "aria-hidden": "true" });
  const name = element("strong");
  const task = element("span", { class: "task" });
  const captured = element("span", { class: "captured", role: "img", hidden: true });
  const clock = element("span", { class: "clock", role: "timer", hidden: true });
  const box = element("div", { class: "strip" }, disc, name, captured, task, clock);
  /** @type {Side} */
  let side = "white";
  /** @type {GameState} */
  let state = null;
  let arrived = 0;

  const since = () => (performance.now() - arrived) / 1000;
  // Returns the seconds left on the clock; the game must have clocks.
  const left = () => state.clocks[side] - (state.clocks.running === side ? since() : 0);
  const tick = () => {
    const isToMove = state.turn === side && state.result === "*";
    const isThinking = isToMove && state.thinking && !state[side].human;
    task.textContent = isThinking ? taskOf(state, Math.floor(since())) : "";
    box.classList.toggle("to-move", isToMove);
    box.classList.toggle("thinking", isThinking && state.queued === null);
    clock.hidden = !state.clocks;
    if (!state.clocks) return;
    clock.textContent = clockText(left());
    clock.classList.toggle("low", left() < LOW);
  };
  /** @type {(received: GameState, at: number) => void} */
  const receive = (received, at) => {
    state = received;
    arrived = at;
  };
  /** @param {number} ply */
  const showCaptured = (ply) => {
    const { ahead, ...lost } = capturedAt(state, ply);
    const letters = lost[side === "white" ? "black" : "white"], lead = side === "white" ? ahead : -ahead;
    captured.hidden = !letters && lead <= 0;
    const groups = [...new Set(letters)].map((letter) => element("span", {},
      ...[...letters].filter((one) => one === letter).map((one) => pieceImage(one, symbols, "3 3 39 39"))));
    captured.replaceChildren(...groups, lead > 0 ? `+${lead}` : "");
    const words = [letters && text("strip.captured", { pieces: capturedWords(letters) }), lead > 0 && text("strip.ahead", { count: lead })].filter(Boolean);
    captured.setAttribute("aria-label", text("strip.of_side", { side: sideName(side), facts: words.join("; ") }));
  };
  /** @type {(shown: Side, ply: number) => void} */
  const show = (shown, ply) => {
    side = shown;
    showCaptured(ply);
    box.dataset.side = side;
    name.textContent = state[side].name;
    clock.setAttribute("aria-label", text(side === "white" ? "strip.clock_white" : "strip.clock_black"));
    tick();
  };
  return { element: box, get side() { return side; }, receive, show, tick, left };
};
