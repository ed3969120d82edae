// What the address asks for: `?opponent=modern&level=3&colour=black&start`. It is the same for the page of `gosub serve` and
// for that on the site (docs/play/serve.md).

import { parseSpec } from "./player_choice.js";
import { HUMAN } from "./shown_state.js";
import { LANGUAGES, text } from "./texts.js";

const NAMES = ["opponent", "colour", "level", "fen", "start", "kiosk", "idle", "lang"];
// The language is that of the whole page, and asks for no game (language.js).
const LANGUAGE = "lang";
const COLOURS = ["white", "black"];
const LEVELLED = "modern";
// A kiosk returns to its start after this many seconds without a key or a touch.
const IDLE = { usual: 120, min: 10, max: 3600 };

/** @param {string} value */
const shown = (value) => value || text("address.empty");

// Returns the first thing that is wrong with the parameters, as a sentence, or "".
/** @param {URLSearchParams} given */
const problemOf = (given) => {
  const unknown = [...given.keys()].find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return text("address.unknown", { name: unknown, names: NAMES.join(", ") });
  const language = given.get(LANGUAGE);
  if (language !== null && !LANGUAGES.includes(language)) return text("address.lang", { names: LANGUAGES.join(", "), given: shown(language) });
  const colour = given.get("colour");
  if (colour !== null && !COLOURS.includes(colour)) return text("address.colour", { given: shown(colour) });
  const idle = given.get("idle");
  const isNumber = idle === null || (/^\d+$/.test(idle) && Number(idle) >= IDLE.min && Number(idle) <= IDLE.max);
  return isNumber ? "" : text("address.idle", { ...IDLE, given: shown(idle) });
};

// Returns { opponent, colour, level, fen, start, kiosk, idle, problem }, or null if the address asks for none of these.
/** @type {(search: string) => Asked | null} */
export const askedFor = (search) => {
  const given = new URLSearchParams(search);
  const problem = problemOf(given);
  if (!problem && [...given.keys()].every((name) => name === LANGUAGE)) return null;
  /** @param {string} name */
  const value = (name) => given.get(name) || "";
  return {
    opponent: value("opponent"), colour: value("colour"), level: value("level"), fen: value("fen"), start: given.has("start"),
    kiosk: given.has("kiosk"), idle: Number(value("idle")) || IDLE.usual, problem,
  };
};

// Returns the opponent with which the form of a new game begins, { name, options }, of the players of the link.
/** @type {(players: PlayerInfo[]) => Seat} */
export const usualOpponent = (players) => {
  const named = players.find((player) => player.opponent);
  return named ? { name: named.name, options: named.opponent } : { name: "historic", options: {} };
};

// Returns a player limited to a level, by its number or name. Throws an Error.
/** @type {(seat: Seat, player: PlayerInfo, level: string) => Seat} */
const atLevel = ({ name, options }, { levels }, level) => {
  if (!levels.length) throw new Error(text("address.no_levels", { levelled: LEVELLED, name }));
  const found = levels.find((one) => [String(one.number), one.name].includes(level.toLowerCase()));
  if (!found) throw new Error(text("address.no_such_level", { level, most: levels.length, names: levels.map((one) => one.name).join(", ") }));
  return { name, options: { ...options, UCI_LimitStrength: true, UCI_Elo: found.elo } };
};

// Returns who is asked for: { white, black }, each { name, options }. Throws an Error that says in a sentence what is wrong.
/** @type {(asked: Partial<Asked>, players: PlayerInfo[]) => { white: Seat, black: Seat }} */
export const seatsAsked = ({ opponent, colour, level, fen, problem }, players) => {
  if (problem) throw new Error(problem);
  if (opponent && !/^[^[\]]+(\[[^[\]]*\])?$/.test(opponent)) throw new Error(text("address.opponent", { given: opponent }));
  const named = opponent ? parseSpec(opponent) : level ? { name: LEVELLED, options: {} } : usualOpponent(players);
  const player = players.find(({ name }) => name === named.name);
  if (!player) throw new Error(text("address.no_such_player", { name: named.name, names: players.map(({ name }) => name).join(", ") }));
  const wrong = Object.keys(named.options).find((option) => !player.options.some(({ name }) => name === option));
  if (wrong !== undefined) throw new Error(text("address.no_such_option", { name: named.name, option: wrong }));
  const other = level ? atLevel(named, player, level) : named;
  const human = { name: HUMAN, options: {} };
  const plays = colour || (fen.split(" ")[1] === "b" ? "black" : "white");
  return plays === "white" ? { white: human, black: other } : { white: other, black: human };
};
