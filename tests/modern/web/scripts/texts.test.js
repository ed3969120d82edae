import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { LANGUAGES, said, text, told, toldBy, useLanguage } from "./texts.js";

const FACTS = JSON.parse(readFileSync(new URL("facts.json", import.meta.url)));

afterEach(() => useLanguage("en"));

test("a fact has the words on the page that it has in the terminal", () => {
  assert.ok(FACTS.length > 70);
  for (const { fact, words } of FACTS) assert.equal(said(fact), words);
});

test("every fact has words in every language, with all its values", () => {
  for (const language of LANGUAGES) {
    useLanguage(language);
    for (const { fact } of FACTS) assert.doesNotMatch(said(fact), /[{}]|undefined|\[object/, fact.code);
  }
});

test("French names pieces by their gender and begins with a capital where English does", () => {
  useLanguage("fr");
  const queen = { code: "piece.on", values: { piece: { code: "own.white_queen", values: {} }, square: "d1" } };
  assert.equal(said({ code: "move.no_move", values: { piece: queen } }), "La dame blanche en d1 n’a aucun coup légal");
  assert.equal(said({ code: "move.must_be_empty", values: { squares: ["b1", "c1", "d1"], count: 3 } }), "b1, c1 et d1 doivent être vides");
});

test("a number asks for its form", () => {
  assert.equal(text("games.count", { count: 1 }), "1 game");
  assert.equal(text("games.count", { count: 0 }), "0 games");
  useLanguage("fr");
  assert.equal(text("games.count", { count: 0 }), "0 partie");
});

test("words without a fact stay as they are, and an error takes its fact along", () => {
  assert.equal(told({ refused: "a remark" }, "refused"), "a remark");
  const facts = { message: { code: "game.is_over", values: {} } };
  const event = toldBy(Object.assign(new Error("the game is over"), { facts }), "reason");
  useLanguage("fr");
  assert.equal(told(event, "reason"), "la partie est terminée");
});

test("a text that is not there is an error", () => assert.throws(() => text("games.nothing"), /games\.nothing/));
