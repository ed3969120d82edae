// The names of players as they are shown: "historic, Reading recorded" for `historic[Reading=recorded]`.

import { capitalised } from "./dom.js";

export const HUMAN = "human";
const LIMIT = "UCI_LimitStrength";
// Where names stand alone, as in a PGN, they begin with that of the project.
const PROJECT = /^Gosub Chess, /;

// Returns the name of an option for a reader: "Elo" for UCI_Elo, "Avoid Repetition" for AvoidRepetition.
export const optionText = (name) => name.replace("UCI_", "").replace(/([a-z])([A-Z])/g, "$1 $2");

const shortName = (name) => {
  const [, player, options] = /^([^[]*)(?:\[(.*)\])?$/s.exec(name.replace(PROJECT, "")) || [null, name, ""];
  const told = (options || "").split(",").map((option) => option.trim()).filter((option) => option && !option.startsWith(LIMIT));
  return [player, ...told.map((option) => optionText(option).replace("=", " "))].join(", ");
};

// Returns the names of both players, { white, black }. A human is "You", or the side where two share the board.
export const namesOf = (white, black) => {
  const isHuman = (name) => name.toLowerCase() === HUMAN;
  const both = isHuman(white) && isHuman(black);
  const nameOf = (name, side) => (isHuman(name) ? (both ? capitalised(side) : "You") : shortName(name));
  return { white: nameOf(white, "white"), black: nameOf(black, "black") };
};

// Returns a game's title from the names of its players: "You – historic".
export const titleOf = (game) => {
  const { white, black } = namesOf(game.white, game.black);
  return `${white} – ${black}`;
};
