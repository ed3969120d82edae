// The parts of the page of a game, and how they stand together.

import { Board } from "./board.js";
import { announcer } from "./announcer.js";
import { button, element, enable } from "./dom.js";
import { evaluationBar, reportLine } from "./evaluation.js";
import { gameCommands } from "./game_commands.js";
import { moveList } from "./move_list.js";
import { playerStrip } from "./player_strip.js";
import { thoughtsOf1994 } from "./thoughts.js";
import { typedField } from "./typed.js";

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

const exportButtons = (view) => [
  button("What if?", () => view.askWhatIf(), { class: "quiet", title: "Play on from the position on the board, as a new game" }),
  button("Copy FEN", () => view.copyFen(), { class: "quiet" }),
  button("Copy PGN", () => view.copyPgn(), { class: "quiet" }),
  button("Download PGN", () => view.downloadPgn(), { class: "quiet" }),
];

// Fills `root`, and returns the parts that change.
export const buildGame = (root, view, symbols) => {
  const place = element("div");
  const board = new Board(place, { symbols, onMove: (uci) => view.play(uci), onRefused: (text) => view.refuse(text) });
  const voice = announcer();
  const strips = { top: playerStrip(), bottom: playerStrip() };
  const bar = evaluationBar();
  const note = { line: element("p", { class: "note-line" }, "The game is opened …"), detail: element("p", { class: "note-detail" }) };
  note.box = element("div", { class: "note-box" }, note.line, note.detail);
  const lost = element("p", { class: "lost", hidden: true });
  const moves = moveList((ply) => view.look(ply));
  const report = reportLine();
  const thoughts = thoughtsOf1994((preview) => view.showPreview(preview));
  const typed = typedField({
    actions: gameCommands(view), legal: () => view.legal(), play: (uci) => view.play(uci),
    attempt: (text) => view.command("move", { move: text, ply: view.ply }), alert: (text) => view.refuse(text), say: (text) => voice.say(text),
  });
  const buttons = gameButtons(view), steps = stepButtons(view);
  const heading = element("h1", { class: "visually-hidden" }, "A game");
  const table = element("div", { class: "table" }, strips.top.element,
    element("div", { class: "board-row" }, bar.element, place), strips.bottom.element);
  const desk = element("div", { class: "desk" }, lost, note.box, group("The game", "actions", ...Object.values(buttons)),
    typed.element, moves.element, group("Look at the moves", "steps", ...Object.values(steps)), report.element, thoughts.line.element,
    group("Take it with you", "exports", ...exportButtons(view)));
  const game = element("div", { class: "game loading", inert: true }, table, desk);
  root.replaceChildren(heading, ...voice.elements, game, thoughts.element);
  return { board, voice, strips, bar, note, lost, moves, report, thoughts, buttons, steps, heading, game };
};

// Says which buttons can be pressed.
export const enableButtons = ({ buttons, steps }, state, ply) => {
  for (const [name, pressed] of Object.entries(buttons)) enable(pressed, state.can[name]);
  for (const name of ["first", "back"]) enable(steps[name], ply > 0);
  for (const name of ["forward", "last"]) enable(steps[name], ply < state.moves.length);
};
