// The form of a new game: who plays, with which clocks, and from which position.

import { seatsAsked, usualOpponent } from "./address.js";
import { button, element, enable, field, newId, selectField } from "./dom.js";
import { parseSpec, playerChoice } from "./player_choice.js";

const HUMAN = { name: "human" };
const THE_1994 = { name: "historic" };
const TODAY = { name: "modern" };
// Games that start with one press, as far as their players are there: [text, White, Black].
const AT_ONCE = [
  ["Play White against 1994", HUMAN, THE_1994],
  ["Play Black against 1994", THE_1994, HUMAN],
  ["Play White against today's engine at Elo 1500", HUMAN, { ...TODAY, options: { UCI_Elo: 1500 } }],
  ["Two people at one board", HUMAN, HUMAN],
  ["Watch 1994 against today", THE_1994, TODAY],
];
const CLOCKS = [
  ["none", "no clock"], ["3+2", "3 minutes, 2 s a move"], ["5+0", "5 minutes"], ["10+5", "10 minutes, 5 s a move"],
  ["30+20", "30 minutes, 20 s a move"], ["own", "another"],
];
const SECONDS = 3;
// How long each move that the program of 1994 tries is shown, in seconds.
const PAUSES = [["0.05", "a moment"], ["0.5", "half a second"], ["4", "4 seconds, as on the 486"], ["0", "no time"]];

const numberField = (text, attributes) => {
  const input = element("input", { type: "number", id: newId("number"), ...attributes });
  return { element: field(text, input), input };
};

// The choice of clocks, as { element, read, showPause }; `read` returns { clock } or { clock: null, seconds }, and how long
// 1994 shows a move, if `showPause` has said that it plays; `seconds1994` is the choice to begin with.
const clockChoice = (seconds1994) => {
  const { element: kinds, select } = selectField("Each side has", CLOCKS);
  const pause = selectField("1994 shows each move it tries for", PAUSES);
  pause.select.value = String(seconds1994);
  const minutes = numberField("Minutes", { min: 0.1, max: 600, step: "any", value: 15 });
  const increment = numberField("Seconds added a move", { min: 0, max: 600, step: "any", value: 10 });
  const seconds = numberField("Programs think, in seconds", { min: 0.1, max: 3600, step: "any", value: SECONDS });
  const show = () => {
    for (const one of [minutes, increment]) one.element.hidden = select.value !== "own";
    seconds.element.hidden = select.value !== "none";
  };
  select.addEventListener("change", show);
  show();
  const read = () => {
    const shown = pause.element.hidden ? {} : { pause: Number(pause.select.value) };
    if (select.value === "none") return { clock: null, seconds: Number(seconds.input.value), ...shown };
    const [left, added] = select.value === "own" ? [minutes.input.value, increment.input.value] : select.value.split("+");
    return { clock: { minutes: Number(left), increment: Number(added) } };
  };
  return {
    element: element("fieldset", {}, element("legend", {}, "Clock"), kinds,
      minutes.element, increment.element, seconds.element, pause.element),
    read,
    showPause: (isShown) => { pause.element.hidden = !isShown; },
  };
};

// The choice of the position, as { element, read }; `start` is where to play on from, or null.
const startChoice = (start) => {
  const name = newId("start"), textId = newId("text");
  const kinds = [["initial", "The initial position"], ["fen", "A position (FEN)"], ["pgn", "A game (PGN)"]];
  if (start?.fen || start?.pgn) kinds.unshift(["here", start.text || `The position ${start.fen}`]);
  const radios = kinds.map(([value, text], index) => element("label", { class: "radio" },
    element("input", { type: "radio", name, value, checked: index === 0, change: () => show() }), text));
  const text = element("textarea", { id: textId, rows: 5, spellcheck: "false" });
  const label = element("label", { for: textId });
  const ply = numberField("Play on after ply (empty: the end)", { min: 0, step: 1 });
  const pasted = element("div", { class: "pasted" }, label, text, ply.element);
  const kind = () => radios.map((radio) => radio.firstElementChild).find((input) => input.checked).value;
  const show = () => {
    pasted.hidden = kind() !== "fen" && kind() !== "pgn";
    ply.element.hidden = kind() !== "pgn";
    label.textContent = kind() === "fen" ? "Paste the FEN" : "Paste the PGN";
  };
  show();
  const read = () => {
    if (kind() === "here") return start.fen ? { fen: start.fen } : { pgn: start.pgn, ply: start.ply };
    if (kind() === "fen") return { fen: text.value.trim() };
    if (kind() === "pgn") return { pgn: text.value, ...(ply.input.value ? { ply: Number(ply.input.value) } : {}) };
    return {};
  };
  return { element: element("fieldset", {}, element("legend", {}, "Start"), ...radios, pasted), read };
};

// Returns the players with which the form begins, { white, black }; `start` is as showNewGame has it. Throws an Error with
// what is wrong with the address.
const seatsOf = (start, players) => {
  if (!start) return { white: HUMAN, black: usualOpponent(players) };
  return start.pgn ? { white: parseSpec(start.white.spec), black: parseSpec(start.black.spec) } : seatsAsked(start, players);
};

// Shows the form in `root`. `start` is where to play on from, { pgn, ply } with the players { white, black } and its name
// { text }, or what the address asks for (address.js), or null. `onStart(id)` is called when the game is there.
export const showNewGame = async (root, link, { start = null, onStart }) => {
  const failure = element("p", { class: "failure", role: "alert", hidden: true });
  const heading = element("h1", {}, start?.pgn || start?.fen ? "What if?" : "New game");
  root.replaceChildren(heading, element("p", { class: "caption" }, "Asking for the players …"));
  let players;
  try {
    players = await link.players();
  } catch (error) {
    failure.hidden = false;
    failure.textContent = error.message;
    if (heading.isConnected) root.replaceChildren(heading, failure);
    return;
  }
  if (!heading.isConnected) return; // the user has gone elsewhere
  const known = ({ name }) => players.some((player) => player.name === name);
  let seats, problem = "";
  try {
    seats = seatsOf(start, players);
  } catch (error) {
    seats = seatsOf(null, players);
    problem = error.message;
  }
  const chosen = (side) => (known(seats[side]) ? seats[side] : seatsOf(null, players)[side]);
  const white = playerChoice("white", players, chosen("white")), black = playerChoice("black", players, chosen("black"));
  const clock = clockChoice(link.pause ?? PAUSES[0][0]), from = startChoice(start);
  const plays1994 = () => [white, black].some((choice) => choice.read().name.startsWith("historic"));
  const update = () => clock.showPause(plays1994());
  const begin = element("button", { type: "submit", class: "strong" }, "Start the game");
  let isStarting = false;
  const submit = async (event) => {
    event?.preventDefault();
    if (isStarting) return;
    isStarting = true;
    enable(begin, false);
    failure.hidden = true;
    try {
      onStart(await link.create({ white: white.read(), black: black.read(), ...clock.read(), ...from.read() }));
    } catch (error) {
      failure.hidden = false;
      failure.textContent = error.message;
    }
    isStarting = false;
    enable(begin, true);
  };
  const startAtOnce = ([, one, other]) => {
    white.set(one);
    black.set(other);
    update();
    submit();
  };
  const swap = () => {
    const [one, other] = [white.read(), black.read()];
    white.set(other);
    black.set(one);
    update();
  };
  update();
  const offers = start?.pgn || start?.fen ? [] : AT_ONCE.filter(([, one, other]) => known(one) && known(other));
  const atOnce = element("div", { class: "at-once", role: "group", "aria-label": "Games that start at once" },
    ...offers.map((offer) => button(offer[0], () => startAtOnce(offer))));
  const form = element("form", { class: "new-game", submit, change: update },
    element("div", { class: "sides" }, white.element, black.element),
    element("div", { class: "sides" }, clock.element, from.element), failure, element("div", { class: "buttons" }, begin, button("Swap colours", swap)));
  const watched = start ? "" : element("p", {}, "Or step through a thought of 1994: ",
    element("a", { href: "#/inside/tour" }, "one letter decides, in ten stops"), ".");
  root.replaceChildren(heading, atOnce, watched, form);
  failure.hidden = !problem;
  failure.textContent = problem;
  if (start?.start && !problem) submit();
};
