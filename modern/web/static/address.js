// What the address asks for: `?opponent=modern&level=3&colour=black&start`. It is the same for the page of `gosub serve` and
// for that on the site (docs/serve.md).

import { parseSpec } from "./player_choice.js";
import { HUMAN } from "./shown_state.js";

const NAMES = ["opponent", "colour", "level", "fen", "start", "kiosk", "idle"];
const COLOURS = ["white", "black"];
const LEVELLED = "modern";
// After so many seconds without a key or a touch a kiosk goes back to its start.
const IDLE = { usual: 120, min: 10, max: 3600 };

// Returns the first thing that is wrong with the parameters, as a sentence, or "".
const problemOf = (given) => {
  const unknown = [...given.keys()].find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return `The address has an unknown parameter, ${unknown}; expected ${NAMES.join(", ")}.`;
  const colour = given.get("colour");
  if (colour !== null && !COLOURS.includes(colour)) return `colour must be white or black, not ${colour || "empty"}.`;
  const idle = given.get("idle");
  const isNumber = idle === null || (/^\d+$/.test(idle) && Number(idle) >= IDLE.min && Number(idle) <= IDLE.max);
  return isNumber ? "" : `idle must be a whole number of seconds from ${IDLE.min} to ${IDLE.max}, not ${idle || "empty"}.`;
};

// Returns { opponent, colour, level, fen, start, kiosk, idle, problem }, or null if the address has no parameters.
export const askedFor = (search) => {
  const given = new URLSearchParams(search);
  if (![...given.keys()].length) return null;
  const text = (name) => given.get(name) || "";
  return {
    opponent: text("opponent"), colour: text("colour"), level: text("level"), fen: text("fen"), start: given.has("start"),
    kiosk: given.has("kiosk"), idle: Number(text("idle")) || IDLE.usual, problem: problemOf(given),
  };
};

// Returns the opponent with which the form of a new game begins, { name, options }, of the players of the link.
export const usualOpponent = (players) => {
  const named = players.find((player) => player.opponent);
  return named ? { name: named.name, options: named.opponent } : { name: "historic", options: {} };
};

// Returns a player limited to a level, by its number or name. Throws an Error.
const atLevel = ({ name, options }, { levels }, level) => {
  if (!levels.length) throw new Error(`level is for ${LEVELLED}; ${name} has no levels.`);
  const found = levels.find((one) => [String(one.number), one.name].includes(level.toLowerCase()));
  if (!found) throw new Error(`There is no level ${level}; expected 1 to ${levels.length}, or ${levels.map((one) => one.name).join(", ")}.`);
  return { name, options: { ...options, UCI_LimitStrength: true, UCI_Elo: found.elo } };
};

// Returns who is asked for: { white, black }, each { name, options }. Throws an Error that says in a sentence what is wrong.
export const seatsAsked = ({ opponent, colour, level, fen, problem }, players) => {
  if (problem) throw new Error(problem);
  if (opponent && !/^[^[\]]+(\[[^[\]]*\])?$/.test(opponent)) throw new Error(`opponent must be a player with options, as modern[UCI_Elo=1500], not ${opponent}.`);
  const named = opponent ? parseSpec(opponent) : level ? { name: LEVELLED, options: {} } : usualOpponent(players);
  const player = players.find(({ name }) => name === named.name);
  if (!player) throw new Error(`There is no player called ${named.name}; the players are ${players.map(({ name }) => name).join(", ")}.`);
  const wrong = Object.keys(named.options).find((option) => !player.options.some(({ name }) => name === option));
  if (wrong !== undefined) throw new Error(`${named.name} has no option ${wrong} here.`);
  const other = level ? atLevel(named, player, level) : named;
  const human = { name: HUMAN, options: {} };
  const plays = colour || (fen.split(" ")[1] === "b" ? "black" : "white");
  return plays === "white" ? { white: human, black: other } : { white: other, black: human };
};
