// What the address asks for, and what is wrong with it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { askedFor, seatsAsked, usualOpponent } from "./address.js";
import { useLanguage } from "./texts.js";

beforeEach(() => useLanguage("en"));
const LEVELS = [{ number: 1, name: "beginner", elo: 800 }, { number: 2, name: "learner", elo: 1000 }];
const option = (name) => ({ name, type: "spin", default: "1", min: 1, max: 9 });
const PLAYERS = [
  { name: "human", options: [], levels: [] },
  { name: "historic", options: [option("Depth")], levels: [] },
  { name: "modern", options: [option("Nodes"), option("UCI_Elo")], levels: LEVELS },
];

test("an address without a question asks for nothing", () => {
  for (const search of ["", "?", "?lang=fr"]) assert.equal(askedFor(search), null);
});

test("each parameter is read, and missing ones are empty", () => {
  const empty = { opponent: "", colour: "", level: "", fen: "", start: false, kiosk: false, idle: 120, problem: "" };
  assert.deepEqual(askedFor("?start"), { ...empty, start: true });
  assert.deepEqual(askedFor("?kiosk&idle=30&lang=en"), { ...empty, kiosk: true, idle: 30 });
  assert.deepEqual(askedFor("?opponent=modern&level=3&colour=black&fen=8/8"), { ...empty, opponent: "modern", level: "3", colour: "black", fen: "8/8" });
});

test("a kiosk waits from 10 seconds to an hour", () => {
  for (const idle of ["10", "11", "3599", "3600"]) assert.deepEqual([askedFor(`?idle=${idle}`).problem, askedFor(`?idle=${idle}`).idle], ["", Number(idle)]);
  for (const idle of ["", "0", "9", "3601", "-20", "20s", "1e3", "20.5"]) assert.match(askedFor(`?idle=${idle}`).problem, /10.*3600/, idle);
  assert.match(askedFor("?idle=9").problem, /9/);
});

test("a parameter or a value that there is not is named", () => {
  for (const [search, problem] of [
    ["?color=white", /color.*colour/], ["?colour=red", /red/], ["?colour=", /white.*black/], ["?lang=de", /de/], ["?lang=", /en.*fr/], ["?colour=White", /White/],
  ]) assert.match(askedFor(search).problem, problem, search);
  for (const search of ["?colour=white", "?colour=black", "?lang=fr&start", "?lang=en&start"]) assert.equal(askedFor(search).problem, "", search);
});

const seats = (asked) => seatsAsked({ opponent: "", colour: "", level: "", fen: "", problem: "", ...asked }, PLAYERS);
const names = (asked) => {
  const { white, black } = seats(asked);
  return [white.name, black.name];
};

test("you play the colour that you ask for, or the side to move, or White", () => {
  assert.deepEqual(names({}), ["human", "historic"]);
  assert.deepEqual(names({ colour: "black" }), ["historic", "human"]);
  assert.deepEqual(names({ fen: "8/8/8/8/8/8/8/8 b - - 0 1" }), ["historic", "human"]);
  assert.deepEqual(names({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" }), ["human", "historic"]);
  assert.deepEqual(names({ fen: "8/8/8/8/8/8/8/8 b - - 0 1", colour: "white" }), ["human", "historic"]);
});

test("a level is today's engine's, by its number or its name", () => {
  for (const [level, elo] of [["1", 800], ["beginner", 800], ["2", 1000], ["Learner", 1000]]) {
    assert.deepEqual(seats({ level }).black, { name: "modern", options: { UCI_LimitStrength: true, UCI_Elo: elo } });
  }
  assert.deepEqual(seats({ opponent: "modern[Nodes=5]", level: "1" }).black.options, { Nodes: "5", UCI_LimitStrength: true, UCI_Elo: 800 });
  for (const level of ["0", "3", "master"]) assert.throws(() => seats({ level }), new RegExp(`${level}.*2.*beginner, learner`));
  assert.throws(() => seats({ opponent: "historic", level: "1" }), /historic/);
});

test("an opponent has its options in brackets", () => {
  assert.deepEqual(seats({ opponent: "historic[Depth=3]" }).black, { name: "historic", options: { Depth: "3" } });
  for (const [opponent, reason] of [["nobody", /nobody.*human, historic, modern/], ["historic[Width=3]", /historic.*Width|Width.*historic/], ["a[b", /a\[b/], ["[x]", /\[x\]/]]) {
    assert.throws(() => seats({ opponent }), reason);
  }
  assert.throws(() => seats({ problem: "the address is wrong" }), /^Error: the address is wrong$/);
});

test("the usual opponent is the one that the link names, or the 1994 program", () => {
  assert.deepEqual(usualOpponent(PLAYERS), { name: "historic", options: {} });
  assert.deepEqual(usualOpponent([...PLAYERS, { name: "screen", opponent: { Depth: 2 } }]), { name: "screen", options: { Depth: 2 } });
});
