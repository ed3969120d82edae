// What is read off the state of a game that modern/web/game_json.py makes: positions, names, and sentences.

import { say } from "./moves.js";
import { parsePlacement, sideName } from "./squares.js";
import { text, told } from "./texts.js";

// Positions. The server has made the moves: each comes with the FEN after it.

/** @type {(state: GameState, ply: number) => string} */
const fenAt = (state, ply) => (ply ? state.moves[ply - 1].fen : state.start_fen);

// Returns the square of the king of the side to move, if it is in check: the SAN of the move before says so.
/** @type {(state: GameState, ply: number, pieces: string, turn: string) => string | null} */
const checkAt = (state, ply, pieces, turn) => {
  if (ply === state.moves.length) return state.check;
  if (!ply || !/[+#]$/.test(state.moves[ply - 1].san)) return null;
  const letters = parsePlacement(pieces);
  return Object.keys(letters).find((square) => letters[square] === (turn === "w" ? "K" : "k"));
};

// Returns the position after a ply: { fen, pieces, turn, last, check }.
/** @type {(state: GameState, ply: number) => { fen: string, pieces: string, turn: Side, last: string, check: string }} */
export const positionAt = (state, ply) => {
  const fen = fenAt(state, ply);
  const [pieces, turn] = fen.split(" ");
  const last = ply ? state.moves[ply - 1].uci : null;
  return { fen, pieces, turn: turn === "w" ? "white" : "black", last, check: checkAt(state, ply, pieces, turn) };
};

// Returns the number of the move after a ply, and the side that makes it: { number, side, dots }, as in 1.e4 and 1...e5.
/** @type {(state: GameState, ply: number) => { number: string, side: Side, dots: string }} */
export const numberAt = (state, ply) => {
  const [, turn, , , , number] = fenAt(state, ply).split(" ");
  return { number, side: turn === "w" ? "white" : "black", dots: turn === "w" ? "." : "..." };
};

// Captured pieces.

const TYPES = "qrbnp";
/** @type {{ [type: string]: number }} */
const VALUES = { q: 9, r: 5, b: 3, n: 3, p: 1 };

// Returns what both sides have lost since the start, as letters, and by how much White is ahead: { white, black, ahead }. What a
// pawn has become does not bring a captured piece back.
/** @type {(state: GameState, ply: number) => { white: string, black: string, ahead: number }} */
export const capturedAt = (state, ply) => {
  /** @param {string} fen */
  const countsOf = (fen) => {
    /** @type {{ [letter: string]: number }} */
    const counts = {};
    for (const letter of fen.split(" ")[0].replace(/[\d/]/g, "")) counts[letter] = (counts[letter] || 0) + 1;
    return (/** @type {string} */ letter) => counts[letter] || 0;
  };
  const before = countsOf(state.start_fen), now = countsOf(fenAt(state, ply));
  /** @param {(type: string) => string} cased */
  const lostBy = (cased) => {
    const promoted = [..."qrbn"].reduce((sum, type) => sum + Math.max(0, now(cased(type)) - before(cased(type))), 0);
    return [...TYPES].map((type) => {
      const lost = before(cased(type)) - now(cased(type)) - (type === "p" ? promoted : 0);
      return cased(type).repeat(Math.max(0, lost));
    }).join("");
  };
  const white = (/** @type {string} */ type) => type.toUpperCase(), black = (/** @type {string} */ type) => type;
  const ahead = [...TYPES].reduce((sum, type) => sum + VALUES[type] * (now(white(type)) - now(type)), 0);
  return { white: lostBy(white), black: lostBy(black), ahead };
};

// Names.

export const HUMAN = "human";

// Returns the name of a player as it is shown, which `seat` has under `key`, or the side where two humans share the board.
/**
 * @template {string} Name
 * @param {HasFacts & { [one in NoInfer<Name>]?: string }} seat
 * @param {Name} key
 * @param {Side} side
 * @returns {string}
 */
export const nameOf = (seat, key, side) => (seat[key].toLowerCase() === HUMAN ? sideName(side) : told(seat, key));

// Returns a game's title from the names of its players: "You – The 1994 program".
/** @param {GameSummary} game */
export const titleOf = (game) => `${nameOf(game, "white", "white")} – ${nameOf(game, "black", "black")}`;

// Sentences.

// Returns a move for a voice. The letters of its square are said one by one, as "e 4".
/** @type {(state: GameState, ply: number) => string} */
export const spokenMove = (state, ply) => {
  const move = state.moves[ply - 1];
  const arbiter = move.by === "arbiter" ? ` ${text("state.arbiter")}` : "";
  return text("state.spoken", { side: sideName(numberAt(state, ply - 1).side), move: say(move.san) }) + arbiter;
};

// The notes of the report on plies of the recorded game.
/** @type {{ [ply: number]: string }} */
const NOTES = { 13: "note.c6", 17: "note.b4" };

// Returns the note on a ply of the recorded game, { ply, note }.
/** @type {(position: { ply: number, note: string }) => string} */
export const noteOn = ({ ply, note }) => note && text(NOTES[ply]);

/** @type {{ [result: string]: string }} */
const RESULTS = { "1-0": "state.white_wins", "0-1": "state.black_wins", "1/2-1/2": "state.a_draw" };
// Returns how a game has ended: "Checkmate: White wins, 1-0."
/** @param {GameState} state */
const resultText = (state) => told(state, "termination") || text(RESULTS[state.result] || "state.is_over");

/** @param {{ result?: string }} state */
export const isOver = (state) => state.result !== "*";
/** @param {GameState} state */
export const isAtOneBoard = (state) => state.white.human && state.black.human;

// Returns the position that is looked at: "After 12...Nf6, ply 24 of 40".
/** @type {(state: GameState, ply: number) => string} */
export const placeText = (state, ply) => {
  if (ply === 0) return text("state.start");
  const { number, dots } = numberAt(state, ply - 1);
  const move = `${number}${dots}${state.moves[ply - 1].san}`, total = state.moves.length;
  return ply < total ? text("state.after_ply", { move, ply, total }) : text("state.after", { move });
};

// Returns the kind of the note: `looking` at another move, `over`, `check`, `yours`, `waiting` for a program, `stopped`.
/** @type {(state: GameState, isLooking: boolean) => string} */
export const noteKind = (state, isLooking) => {
  if (isLooking) return "looking";
  if (isOver(state)) return "over";
  if (state.check && state.allowed.move) return "check";
  if (state.allowed.move) return "yours";
  return state.thinking ? "waiting" : "stopped";
};

// Returns the first line of the note.
/** @type {(state: GameState, kind: string, ply: number) => string} */
export const noteText = (state, kind, ply) => {
  const name = state[state.turn].name, isWhite = state.turn === "white";
  switch (kind) {
    case "looking": return placeText(state, ply);
    case "over": return resultText(state);
    case "check":
      if (isAtOneBoard(state)) return text(isWhite ? "state.check_white" : "state.check_black");
      return text(isWhite ? "state.your_move_check_white" : "state.your_move_check_black");
    case "yours":
      if (isAtOneBoard(state)) return text(isWhite ? "games.to_move_white" : "games.to_move_black");
      return text("state.your_move");
    case "stopped": return text("state.stopped", { name });
    default: return text(state.queued === null ? "state.thinking" : "state.waits", { name });
  }
};

// Returns what is said when a state follows another: the moves made since, a move taken back, a message, the result.
/** @type {(before: GameState, state: GameState) => string} */
export const changeWords = (before, state) => {
  const said = state.moves.slice(before.moves.length).map((_, index) => spokenMove(state, before.moves.length + index + 1));
  if (state.moves.length < before.moves.length) said.push(text(state.turn === "white" ? "state.taken_back_white" : "state.taken_back_black"));
  if (state.message && state.message !== before.message) said.push(told(state, "message"));
  if (isOver(state) && !isOver(before)) said.push(resultText(state));
  return said.join(" ");
};
