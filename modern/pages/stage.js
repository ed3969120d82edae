// The board of the page with its arrows, the bars beside it, the three choices and the notes.

import { Board } from "./board.js";
import { capitalised, element, endsOf, piecesWords } from "./squares.js";
import { byId, game, positions, signed, todayName } from "./game_data.js";
import { turn } from "./steps.js";
import { arrowOf } from "./tried_moves.js";

// A value of 1994 counts a piece about twice, so its bar is half as steep.
const STEEPNESS = { program: 8, today: 4 };

const board = new Board(byId("board"), { onStep: turn });

/** @param {string} text */
const strong = (text) => element("strong", {}, text);
/** @param {string} text */
const small = (text) => element("span", { class: "small" }, text);
/** @param {string} text */
const value = (text) => element("span", { class: "value" }, text);

/** @param {GamePosition} position */
const choiceArrows = ({ played, program, today }) => {
  /** @type {Arrow[]} */
  const arrows = [];
  if (played) arrows.push({ ...endsOf(played.move), kind: "game" });
  // A piece from nowhere (quirk piece-from-nowhere) has no origin: a circle marks its target.
  if (program.move || program.target) arrows.push(arrowOf({ move: program.move, to: program.target }, "program", !program.legal));
  if (today) arrows.push({ ...endsOf(today.move), kind: "today" });
  return arrows;
};

// Shows a position; `arrows` replace those of the three choices.
/** @type {(position: GamePosition, flipped: boolean, arrows?: Arrow[] | null) => void} */
export const showBoard = (position, flipped, arrows = null) => {
  const [pieces, turn] = position.fen.split(" ");
  board.show({
    pieces, turn: turn === "w" ? "white" : "black", last: position.last, check: position.check, flipped,
    arrows: arrows || choiceArrows(position),
  });
  byId("board").dataset.fen = position.fen;
  byId("pieces-read").textContent = `${flipped ? "Black" : "White"} is at the bottom. ${piecesWords(pieces)}`;
  byId("stage").classList.toggle("flipped", flipped);
};

/** @type {(name: keyof typeof STEEPNESS, amount: number | null, text: string) => void} */
const showBar = (name, amount, text) => {
  const bar = byId(`${name}-bar`);
  const share = amount === null ? 0.5 : 1 / (1 + 10 ** (-amount / STEEPNESS[name]));
  bar.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
  bar.classList.toggle("unknown", amount === null);
  bar.setAttribute("aria-label", text);
  bar.title = text;
};
/** @param {GamePosition} position */
const showBars = ({ program, today }) => {
  showBar("program", program.value, program.value === null ? "1994: no value" : `1994: ${signed(program.value)}`);
  if (game.analysed) {
    showBar("today", today && today.value, today && today.score ? `${todayName}: ${today.score}` : `${todayName}: no score`);
  }
};

/** @param {ShownProgram} program */
const verdict = (program) => {
  if (!program.legal) return "an illegal move";
  if (program.agrees === null) return "";
  return program.agrees ? "the same move as in the game" : "not the move of the game";
};
/** @param {ShownProgram} program */
const programChoice = (program) => {
  /** @type {(Node | string)[]} */
  const parts = [strong(program.san), " "];
  if (program.value === null) parts.push(small("no move beats -1000, so it chooses none: BESTPIECE and BESTPOS stay 0"));
  else parts.push(value(signed(program.value)), " ", small(verdict(program)));
  if (program.error) parts.push(element("span", { class: "error" }, `Then it stops with ${program.error}.`));
  return parts;
};
/** @param {GamePosition["played"]} played */
const gameChoice = (played) => {
  if (!played) return [small("no further move")];
  const facts = [played.clock && `clock ${played.clock}`, played.evaluation && `evaluation ${played.evaluation}`];
  return [strong(played.san + played.glyphs), " ", small(facts.filter(Boolean).join(", "))];
};
/** @param {ShownToday | null} today */
const todayChoice = (today) => {
  if (!today) return [small("no legal move")];
  const score = today.score ? value(today.score) : small("no score");
  return [strong(today.san), " ", score, " ", small(`depth ${today.depth}: ${today.pv}`)];
};
/** @param {GamePosition} position */
const showChoices = ({ played, program, today, notes }) => {
  byId("of-game").replaceChildren(...gameChoice(played));
  byId("of-program").replaceChildren(...programChoice(program));
  if (game.analysed) byId("of-today").replaceChildren(...todayChoice(today));
  byId("notes").replaceChildren(...notes.map(([title, text]) =>
    element("p", { class: "note" }, element("b", {}, `${title}.`), " ", text)));
};

/** @param {GamePosition} position */
const heading = (position) => {
  const side = capitalised(position.side);
  if (!position.played) return positions.length > 1 ? "After the last move" : `${side} to move`;
  return `Ply ${position.ply}: ${side} to move`;
};

// What a screen reader says at each step.
/** @param {GamePosition} position */
export const announcement = (position) => {
  const { played, program, today } = position;
  return [
    `${heading(position)}.`,
    played ? `The game: ${played.san}.` : "",
    program.value === null ? "1994: no choice." : `1994: ${program.san}, ${signed(program.value)}.`,
    today ? `${todayName}: ${today.san}${today.score && `, ${today.score}`}.` : "",
  ].filter(Boolean).join(" ");
};

/** @param {GamePosition} position */
const lead = ({ side, program }) => {
  const count = program.candidates.length;
  const moves = count === 1 ? "1 move" : `${count} moves`;
  const chosen = program.value === null ? "none beats -1000, so it chooses no move"
    : `it chooses ${program.san}, with the value ${signed(program.value)}${program.legal ? "" : ", which is an illegal move"}`;
  return `${capitalised(side)} is to move. The program tries ${moves} and every reply to each: ${chosen}.`;
};

/** @param {GamePosition} position */
export const showStage = (position) => {
  byId("now").textContent = heading(position);
  byId("lead").textContent = lead(position);
  byId("announcement").textContent = announcement(position);
  showBars(position);
  showChoices(position);
};
