// The form of a new game: who sits where when it opens, and what it asks the server for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { showNewGame } from "./new_game.js";
import { useLanguage } from "./texts.js";

const PLAYERS = ["human", "historic", "random"].map((name) => ({ name, title: name, options: [], levels: [], ...(name === "random" ? { opponent: {} } : {}) }));
const BLACK_TO_MOVE = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";

// Opens the form. Returns its element and what is asked for, each game as [White, Black, its position].
const open = async (start = null) => {
  useLanguage("en");
  const root = document.createElement("main"), asked = [];
  document.body.replaceChildren(root);
  const create = async ({ white, black, fen, pgn, ply }) => { asked.push([white.name, black.name, fen ?? (pgn && [pgn, ply])]); };
  await showNewGame(root, { players: async () => PLAYERS, create }, { start, onStart() {} });
  return { form: root.querySelector("form"), asked };
};

for (const [name, start, expected] of [
  ["nothing", null, ["human", "random", undefined]],
  ["an opponent and a colour", { opponent: "historic", colour: "black" }, ["historic", "human", undefined]],
  ["a position with Black to move", { fen: BLACK_TO_MOVE }, ["random", "human", BLACK_TO_MOVE]],
  ["a place in a game", { pgn: "1. e4 *", ply: 1, position: { pieces: "8/8/8/8/8/8/8/8", turn: "black" }, white: { spec: "random" }, black: { spec: "historic" } }, ["random", "historic", ["1. e4 *", 1]]],
]) {
  test(`with ${name} the form has its players and its position, and they can change sides`, async () => {
    const { form, asked } = await open(start && { opponent: "", colour: "", level: "", fen: "", ...start });
    form.fire("submit");
    await new Promise((done) => { setImmediate(done); });
    form.querySelectorAll("button").at(-1).click();
    form.fire("submit");
    const [white, black, position] = expected;
    assert.deepEqual(asked, [expected, [black, white, position]]);
  });
}
