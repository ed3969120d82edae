// The parts of the page of a game, and how they stand together.

import { afterGame } from "./after_game.js";
import { Board } from "./board.js";
import { button, element, enable, group } from "./dom.js";
import { evaluationBar, reportLine } from "./evaluation.js";
import { playerStrip } from "./player_strip.js";
import { numberAt } from "./shown_state.js";
import { toggleSound } from "./sounds.js";
import { isPlainKey, markMove } from "./stepping.js";
import { thoughtsOf1994 } from "./thoughts.js";
import { text } from "./texts.js";
import { typedField } from "./typed.js";

// Returns the two regions that a screen reader reads: moves and results when it has time, errors at once. An error that is
// over is taken away with alert(""), so that nobody finds it when reading the page.
export const announcer = () => {
  const polite = element("p", { class: "visually-hidden", role: "status" });
  const assertive = element("p", { class: "visually-hidden", role: "alert" });
  // The same text twice would not be read again, so a blank that is not seen tells the two apart.
  /** @type {(region: HTMLElement, said: string) => void} */
  const put = (region, said) => { region.textContent = said && region.textContent === said ? `${said}\u00a0` : said; };
  return {
    elements: [polite, assertive],
    say: (/** @type {string} */ said) => put(polite, said),
    alert: (/** @type {string} */ said) => put(assertive, said),
  };
};

// Returns the list of moves, two in a line, with their numbers. `onSelect` is called with the ply after which the board is
// to be shown; `addressOf(ply)` shows it in another window.
/**
 * @param {(ply: number) => void} onSelect
 * @param {(ply: number) => string} addressOf
 */
const moveList = (onSelect, addressOf) => {
  const list = element("ol", { "data-empty": text("game.no_move_yet") });
  const scroll = element("nav", { class: "moves", "aria-label": text("game.moves") }, list);
  let shown = "";

  /** @type {(move: MoveState, ply: number) => HTMLElement} */
  const link = (move, ply) => element("a", {
    href: addressOf(ply), "data-ply": ply, title: move.note || null,
    class: move.by === "arbiter" ? "by-arbiter" : null,
    click: (event) => {
      if (!isPlainKey(event)) return; // for another tab or window
      event.preventDefault();
      onSelect(ply);
    },
  }, move.san);
  /** @param {GameState} state */
  const build = (state) => {
    /** @type {HTMLElement[]} */
    const lines = [];
    state.moves.forEach((move, index) => {
      const { number, side } = numberAt(state, index);
      if (side === "white" || !index) {
        lines.push(element("li", {}, element("span", { class: "count" }, `${number}.`)));
        if (side === "black") lines.at(-1).append(element("span", { class: "count" }, ".."));
      }
      lines.at(-1).append(link(move, index + 1));
    });
    if (state.result !== "*") lines.push(element("li", { class: "end" }, state.result));
    list.replaceChildren(...lines);
  };
  /** @type {(state: GameState, ply: number) => void} */
  const show = (state, ply) => {
    const now = JSON.stringify([state.start_fen, state.moves, state.result]);
    if (now !== shown) build(state);
    shown = now;
    /** @type {HTMLElement} */
    const marked = list.querySelector(`[data-ply="${ply}"]`);
    markMove(scroll, marked);
    if (ply === state.moves.length) scroll.scrollTop = scroll.scrollHeight;
    else if (!marked) scroll.scrollTop = 0;
  };
  return { element: scroll, show };
};

// The buttons that change the game.
/** @param {import("./game_view.js").GameView} view */
const gameButtons = (view) => ({
  hint: button(text("game.hint"), () => view.command("hint")),
  take_back: button(text("game.take_back"), (event) => view.takeBack(event.detail)),
  draw: button(text("game.draw"), () => view.command("draw"), { title: text("game.draw_title") }),
  resign: button(text("game.resign"), () => view.resign()),
  stop: button(text("game.move_now"), () => view.command("stop"), { title: text("game.move_now_title") }),
});

// The buttons that look at the moves of the game.
/** @param {import("./game_view.js").GameView} view */
const stepButtons = (view) => {
  /** @type {(sign: string, name: string, key: string, ply: () => number) => HTMLButtonElement} */
  const step = (sign, name, key, ply) => button(sign, () => view.look(ply()), {
    "aria-label": text(name), title: text("game.step_title", { name: text(name), key: text(key) }),
  });
  return {
    first: step("|<", "game.first", "key.home", () => 0),
    back: step("<", "game.back", "key.left", () => view.ply - 1),
    forward: step(">", "game.forward", "key.right", () => view.ply + 1),
    last: step(">|", "game.last", "key.end", () => view.state.moves.length),
    flip: button(text("game.flip"), () => view.flip(), { title: text("game.flip_title"), "aria-pressed": "false" }),
  };
};

// What the user can switch on; each stays as it is for later games.
/** @param {import("./game_view.js").GameView} view */
const switchButtons = (view) => ({
  sound: button(text("game.sound"), () => view.flick(toggleSound), { class: "quiet", title: text("game.sound_title") }),
  turning: button(text("game.turn"), () => view.flick(view.toggleTurning), { class: "quiet", title: text("game.turn_title") }),
});

/** @param {import("./game_view.js").GameView} view */
const exportButtons = (view) => [
  button(text("game.what_if"), () => view.askWhatIf(), { class: "quiet", title: text("game.what_if_title") }),
  button(text("game.copy_fen"), () => view.copyFen(), { class: "quiet" }),
  button(text("game.copy_pgn"), () => view.copyPgn(), { class: "quiet" }),
  button(text("game.download_pgn"), () => view.downloadPgn(), { class: "quiet" }),
];

// Fills `root`, and returns the parts that change. `story` is the address of the page about the report of 1994, or "".
/**
 * @param {HTMLElement} root
 * @param {import("./game_view.js").GameView} view
 * @param {string} symbols
 * @param {string} story
 */
export const buildGame = (root, view, symbols, story) => {
  const place = element("div");
  const board = new Board(place, {
    symbols, onMove: view.play, onRefused: view.refuse, onCancel: view.cancelPremove, onStep: (step) => view.look(view.ply + step),
  });
  const voice = announcer();
  const strips = { top: playerStrip(symbols), bottom: playerStrip(symbols) };
  const bar = evaluationBar();
  const line = element("p", { class: "note-line" }, text("game.is_opened")), detail = element("p", { class: "note-detail" });
  const note = { line, detail, box: element("div", { class: "note-box" }, line, detail) };
  const lost = element("p", { class: "lost", hidden: true });
  const moves = moveList(view.look, view.addressOf);
  const report = reportLine();
  const thoughts = thoughtsOf1994(symbols, story, view.showPreview);
  const typed = typedField(view);
  const buttons = gameButtons(view), steps = stepButtons(view), switches = switchButtons(view);
  const after = afterGame(view);
  const heading = element("h1", { class: "visually-hidden" }, text("game.heading"));
  const table = element("div", { class: "table" }, strips.top.element,
    element("div", { class: "board-row" }, bar.element, place), strips.bottom.element);
  const desk = element("div", { class: "desk" }, lost, note.box, group(text("game.actions"), "buttons actions", ...Object.values(buttons)),
    typed.element, moves.element, group(text("game.steps"), "buttons steps", ...Object.values(steps)), report.element, thoughts.line.element,
    view.leave ? null : group(text("game.exports"), "buttons exports", ...exportButtons(view)), group(text("game.switches"), "buttons exports", ...Object.values(switches)),
    thoughts.element);
  const game = element("div", { class: "game loading", inert: true }, table, desk);
  root.replaceChildren(heading, ...voice.elements, game, ...(view.leave ? [] : [after.element]));
  return { board, voice, strips, bar, note, lost, moves, report, thoughts, buttons, steps, switches, after, heading, game, typed };
};

// Says which buttons can be pressed.
/** @type {(parts: ReturnType<typeof buildGame>, state: GameState, ply: number) => void} */
export const enableButtons = ({ buttons, steps }, state, ply) => {
  for (const [name, pressed] of Object.entries(buttons)) enable(pressed, state.allowed[/** @type {keyof typeof buttons} */ (name)]);
  for (const name of /** @type {const} */ (["first", "back"])) enable(steps[name], ply > 0);
  for (const name of /** @type {const} */ (["forward", "last"])) enable(steps[name], ply < state.moves.length);
};
