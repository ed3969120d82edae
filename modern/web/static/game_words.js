// What is said of a game: whose turn it is, which position is shown, the last move, the result and the clocks.

import { capitalised } from "./dom.js";
import { say } from "./moves.js";
import { clockWords } from "./player_strip.js";
import { numberAt } from "./position.js";

// The letters of a move's square are said one by one, as "e 4".
export const spokenMove = (side, move) => {
  const arbiter = move.by === "arbiter" ? " The arbiter chose this move." : "";
  return `${capitalised(side)}: ${say(move.san)}.${arbiter}`;
};

const RESULTS = { "1-0": "White wins, 1-0.", "0-1": "Black wins, 0-1.", "1/2-1/2": "A draw." };
// Returns how a game has ended: "Checkmate: White wins, 1-0."
export const resultText = ({ result, termination }) => termination || RESULTS[result] || "The game is over.";

export const isOver = (state) => state.result !== "*";
export const isAtOneBoard = (state) => state.white.human && state.black.human;

// Returns the position that is looked at: "After 12...Nf6, ply 24 of 40".
export const placeText = (state, ply) => {
  if (ply === 0) return "The start of the game";
  const { number, white } = numberAt(state.start_fen, ply - 1);
  const of = ply < state.moves.length ? `, ply ${ply} of ${state.moves.length}` : "";
  return `After ${number}${white ? "." : "..."}${state.moves[ply - 1].san}${of}`;
};

// Returns the kind of the note: `looking` at another move, `over`, `check`, `yours`, `waiting` for a program, `stopped`.
export const noteKind = (state, isLooking) => {
  if (isLooking) return "looking";
  if (isOver(state)) return "over";
  if (state.check && state.can.move) return "check";
  if (state.can.move) return "yours";
  return state.thinking ? "waiting" : "stopped";
};

// Returns the first line of the note.
export const noteText = (state, kind, ply) => {
  const side = capitalised(state.turn);
  const mover = state[state.turn].name;
  const turn = isAtOneBoard(state) ? `${side} to move` : "Your move";
  switch (kind) {
    case "looking": return placeText(state, ply);
    case "over": return resultText(state);
    case "check": return `${turn}: ${isAtOneBoard(state) ? "" : `${side} is `}in check`;
    case "yours": return turn;
    case "stopped": return `${mover} does not go on`;
    default: return state.queued === null ? `${mover} is thinking` : `${mover} waits for a free core`;
  }
};

// Returns what is said when a state follows another: the moves made since, a move taken back, a remark, the result.
export const changeWords = (before, state, positions) => {
  const said = state.moves.slice(before.moves.length).map((move, index) =>
    spokenMove(positions[before.moves.length + index].turn, move));
  if (state.moves.length < before.moves.length) said.push(`Taken back. ${capitalised(state.turn)} to move.`);
  if (state.notice && state.notice !== before.notice) said.push(state.notice);
  if (isOver(state) && !isOver(before)) said.push(resultText(state));
  return said.join(" ");
};

export const clocksWords = (clocks) =>
  (clocks ? `White: ${clockWords(clocks.white)}. Black: ${clockWords(clocks.black)}.` : "This game has no clock.");
