// The parts of the page of a game, and how they stand together.

import { afterGame } from "./after_game.js";
import { Board } from "./board.js";
import { button, element, enable } from "./dom.js";
import { evaluationBar, reportLine } from "./evaluation.js";
import { playerStrip } from "./player_strip.js";
import { numberAt } from "./shown_state.js";
import { toggleSound } from "./sounds.js";
import { thoughtsOf1994 } from "./thoughts.js";
import { typedField } from "./typed.js";

// Returns what a screen reader says: moves and results when it has time, errors at once.
export const announcer = () => {
  const polite = element("p", { class: "visually-hidden", role: "status" });
  const assertive = element("p", { class: "visually-hidden", role: "alert" });
  // The same text twice would not be read again, so a blank that is not seen tells the two apart.
  const put = (region, text) => { region.textContent = region.textContent === text ? `${text}\u00a0` : text; };
  return {
    elements: [polite, assertive],
    say: (text) => put(polite, text),
    alert: (text) => put(assertive, text),
  };
};

// Returns the list of moves, two in a line, with their numbers. `onSelect` is called with the ply after which the board is
// to be shown.
const moveList = (onSelect) => {
  const list = element("ol");
  const scroll = element("nav", { class: "moves", "aria-label": "Moves" }, list);
  let shown = "";

  const link = (move, ply) => element("a", {
    href: `#ply-${ply}`, "data-ply": ply, title: move.note || null,
    class: move.by === "arbiter" ? "by-arbiter" : null,
    click: (event) => {
      event.preventDefault();
      onSelect(ply);
    },
  }, move.san);
  const build = (state) => {
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
  // Scrolls the list, and not the page, so that the marked move is in view.
  const scrollTo = (marked) => {
    const above = marked.getBoundingClientRect().top - scroll.getBoundingClientRect().top;
    if (above < 0 || above > scroll.clientHeight - marked.offsetHeight) scroll.scrollTop += above - scroll.clientHeight / 2;
  };
  const show = (state, ply) => {
    const now = JSON.stringify([state.start_fen, state.moves, state.result]);
    if (now !== shown) build(state);
    shown = now;
    for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const marked = list.querySelector(`[data-ply="${ply}"]`);
    if (marked) marked.setAttribute("aria-current", "step");
    if (ply === state.moves.length) scroll.scrollTop = scroll.scrollHeight;
    else if (marked) scrollTo(marked);
    else scroll.scrollTop = 0;
  };
  return { element: scroll, show };
};

const group = (name, kind, ...buttons) => element("div", { class: `buttons ${kind}`, role: "group", "aria-label": name }, ...buttons);

// The buttons that change the game.
const gameButtons = (view) => ({
  hint: button("Hint", () => view.command("hint")),
  take_back: button("Take back", () => view.command("take_back")),
  draw: button("Draw", () => view.command("draw"), { title: "Claim a draw, or offer one" }),
  resign: button("Resign", () => view.resign()),
  stop: button("Move now", () => view.command("stop"), { title: "The program stops thinking, and moves" }),
});

// The buttons that look at the moves of the game.
const stepButtons = (view) => {
  const step = (sign, name, key, ply) => button(sign, () => view.look(ply()), { "aria-label": name, title: `${name} (${key})` });
  return {
    first: step("|<", "First position", "Home", () => 0),
    back: step("<", "Back", "left arrow", () => view.ply - 1),
    forward: step(">", "Forward", "right arrow", () => view.ply + 1),
    last: step(">|", "Last position", "End", () => view.state.moves.length),
    flip: button("Flip", () => view.flip(), { title: "Turn the board round (f)", "aria-pressed": "false" }),
  };
};

// What the user can switch on; each stays as it is for later games.
const switchButtons = (view) => ({
  sound: button("Sound", () => view.flick(toggleSound), { class: "quiet", title: "A sound for each move" }),
  turning: button("Turn the board", () => view.flick(view.toggleTurning), { class: "quiet", title: "After each move, for the side to move" }),
});

const exportButtons = (view) => [
  button("What if?", () => view.askWhatIf(), { class: "quiet", title: "Play on from the position on the board, as a new game" }),
  button("Copy FEN", () => view.copyFen(), { class: "quiet" }),
  button("Copy PGN", () => view.copyPgn(), { class: "quiet" }),
  button("Download PGN", () => view.downloadPgn(), { class: "quiet" }),
];

// Fills `root`, and returns the parts that change. `story` is the address of the page about the report of 1994, or "".
export const buildGame = (root, view, symbols, story) => {
  const place = element("div");
  const board = new Board(place, {
    symbols, onMove: view.play, onRefused: view.refuse, onCancel: view.cancelPremove, onStep: (step) => view.look(view.ply + step),
  });
  const voice = announcer();
  const strips = { top: playerStrip(symbols), bottom: playerStrip(symbols) };
  const bar = evaluationBar();
  const note = { line: element("p", { class: "note-line" }, "The game is opened …"), detail: element("p", { class: "note-detail" }) };
  note.box = element("div", { class: "note-box" }, note.line, note.detail);
  const lost = element("p", { class: "lost", hidden: true });
  const moves = moveList(view.look);
  const report = reportLine();
  const thoughts = thoughtsOf1994(symbols, story, view.showPreview);
  const typed = typedField(view);
  const buttons = gameButtons(view), steps = stepButtons(view), switches = switchButtons(view);
  const after = afterGame(view);
  const heading = element("h1", { class: "visually-hidden" }, "A game");
  const table = element("div", { class: "table" }, strips.top.element,
    element("div", { class: "board-row" }, bar.element, place), strips.bottom.element);
  const desk = element("div", { class: "desk" }, lost, note.box, group("The game", "actions", ...Object.values(buttons)),
    typed.element, moves.element, group("Look at the moves", "steps", ...Object.values(steps)), report.element, thoughts.line.element,
    view.leave ? null : group("Take it with you", "exports", ...exportButtons(view)), group("Switches", "exports", ...Object.values(switches)),
    thoughts.element);
  const game = element("div", { class: "game loading", inert: true }, table, desk);
  root.replaceChildren(heading, ...voice.elements, game, ...(view.leave ? [] : [after.element]));
  return { board, voice, strips, bar, note, lost, moves, report, thoughts, buttons, steps, switches, after, heading, game };
};

// Says which buttons can be pressed.
export const enableButtons = ({ buttons, steps }, state, ply) => {
  for (const [name, pressed] of Object.entries(buttons)) enable(pressed, state.allowed[name]);
  for (const name of ["first", "back"]) enable(steps[name], ply > 0);
  for (const name of ["forward", "last"]) enable(steps[name], ply < state.moves.length);
};
