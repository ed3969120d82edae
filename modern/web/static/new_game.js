// The form of a new game, beside a board on which the first move starts it: who plays, with which clocks, from which position.

import { seatsAsked, usualOpponent } from "./address.js";
import { Board } from "./board.js";
import { button, capitalised, element, enable, failureLine, group, inputField, newId, selectField } from "./dom.js";
import { announcer } from "./game_parts.js";
import { FIRST_MOVES, INITIAL } from "./moves.js";
import { parseSpec, playerChoice } from "./player_choice.js";
import { sideName } from "./squares.js";
import { text, textParts } from "./texts.js";

const HUMAN = { name: "human" };
const THE_1994 = { name: "historic" };
const TODAY = { name: "modern" };
// Games that start with one press, as far as their players are there: [key of its text, White, Black].
/** @type {[string, Seat, Seat][]} */
const AT_ONCE = [
  ["new.white_1994", HUMAN, THE_1994],
  ["new.black_1994", THE_1994, HUMAN],
  ["new.white_modern", HUMAN, { ...TODAY, options: { UCI_Elo: 1500 } }],
  ["new.two_people", HUMAN, HUMAN],
  ["new.watch", THE_1994, TODAY],
];
const CLOCKS = [
  ["none", "clock.none"], ["3+2", "clock.3_2"], ["5+0", "clock.5_0"], ["10+5", "clock.10_5"], ["30+20", "clock.30_20"], ["own", "clock.own"],
];
const SECONDS = 3;
// How long each move that the 1994 program tries is shown, in seconds.
const PAUSES = [["0.05", "pause.moment"], ["0.5", "pause.half"], ["4", "pause.486"], ["0", "pause.none"]];

// The choice of clocks, as { element, read, showPause }; `read` returns { clock } or { clock: null, seconds }, and how long
// 1994 shows a move, if `showPause` has said that it plays; `seconds1994` is the choice to begin with.
/** @param {number | string} seconds1994 */
const clockChoice = (seconds1994) => {
  const { element: kinds, select } = selectField(text("new.each_side"), CLOCKS);
  const pause = selectField(text("new.shows_each_move"), PAUSES);
  pause.select.value = String(seconds1994);
  const minutes = inputField(text("new.minutes"), "number", { min: 0.1, max: 600, step: "any", value: 15 });
  const increment = inputField(text("new.increment"), "number", { min: 0, max: 600, step: "any", value: 10 });
  const seconds = inputField(text("new.think_seconds"), "number", { min: 0.1, max: 3600, step: "any", value: SECONDS });
  const show = () => {
    for (const one of [minutes, increment]) one.element.hidden = select.value !== "own";
    seconds.element.hidden = select.value !== "none";
  };
  select.addEventListener("change", show);
  show();
  /** @type {() => GameTimes} */
  const read = () => {
    const shown = pause.element.hidden ? {} : { pause: Number(pause.select.value) };
    if (select.value === "none") return { clock: null, seconds: Number(seconds.input.value), ...shown };
    const [left, added] = select.value === "own" ? [minutes.input.value, increment.input.value] : select.value.split("+");
    return { clock: { minutes: Number(left), increment: Number(added) } };
  };
  return {
    element: element("fieldset", {}, element("legend", {}, text("new.clock")), kinds,
      minutes.element, increment.element, seconds.element, pause.element),
    read,
    showPause: (/** @type {boolean} */ isShown) => { pause.element.hidden = !isShown; },
  };
};

// The choice of the position, as { element, read }; `start` is where to play on from, or null.
/** @param {Start | null} start */
const startChoice = (start) => {
  const name = newId("start"), textId = newId("text");
  const kinds = [["initial", text("new.initial")], ["fen", text("new.fen")], ["pgn", text("new.pgn")]];
  if (start?.fen || start?.pgn) kinds.unshift(["here", start.text || text("new.position", { fen: start.fen })]);
  const radios = kinds.map(([value, kindName], index) => element("label", { class: "radio" },
    element("input", { type: "radio", name, value, checked: index === 0, change: () => show() }), kindName));
  const area = element("textarea", { id: textId, rows: 5, spellcheck: "false" });
  const label = element("label", { for: textId });
  const ply = inputField(text("new.after_ply"), "number", { min: 0, step: 1 });
  const pasted = element("div", { class: "pasted" }, label, area, ply.element);
  const kind = () => radios.map((radio) => radio.querySelector("input")).find((input) => input.checked).value;
  const show = () => {
    pasted.hidden = kind() !== "fen" && kind() !== "pgn";
    ply.element.hidden = kind() !== "pgn";
    label.textContent = text(kind() === "fen" ? "new.paste_fen" : "new.paste_pgn");
  };
  show();
  /** @type {() => { fen?: string, pgn?: string, ply?: number }} */
  const read = () => {
    if (kind() === "here") return start.fen ? { fen: start.fen } : { pgn: start.pgn, ply: start.ply };
    if (kind() === "fen") return { fen: area.value.trim() };
    if (kind() === "pgn") return { pgn: area.value, ...(ply.input.value ? { ply: Number(ply.input.value) } : {}) };
    return {};
  };
  return { element: element("fieldset", {}, element("legend", {}, text("new.start")), ...radios, pasted), read };
};

// Returns the players with which the form begins, { white, black }; `start` is as showNewGame has it. Throws an Error with
// what is wrong with the address.
/** @type {(start: Start | null, players: PlayerInfo[]) => { white: Seat, black: Seat }} */
const seatsOf = (start, players) => {
  if (!start) return { white: HUMAN, black: usualOpponent(players) };
  return start.pgn ? { white: parseSpec(start.white.spec), black: parseSpec(start.black.spec) } : seatsAsked(start, players);
};

// Returns what is known of the position in which the game begins, { pieces, turn }; `from` is what the choice of the position has
// read, and `start` as showNewGame has it.
/** @type {(from: { fen?: string, pgn?: string }, start: Start | null) => Partial<Position>} */
const positionOf = (from, start) => {
  if (from.pgn !== undefined) return from.pgn === start?.pgn ? start.position : {};
  const found = /^((?:[1-8pnbrqk]+\/){7}[1-8pnbrqk]+) ([wb])/i.exec(from.fen ?? `${INITIAL} w`);
  return found ? { pieces: found[1], turn: found[2] === "b" ? "black" : "white" } : {};
};

// The board beside the form, as { table, note, voice, show }. `show({ names, position, legal, flipped })` shows the position with the
// names of the players; `onMove` gets a move of `legal`.
/** @type {(symbols: string, onMove: (move: string) => void) => OpeningBoard} */
const openingBoard = (symbols, onMove) => {
  const place = element("div"), voice = announcer();
  const line = element("p", { class: "note-text" }), detail = element("p", { class: "note-detail" });
  const note = element("div", { class: "note-box" }, line, detail);
  /** @param {string} why */
  const refuse = (why) => {
    detail.textContent = why;
    voice.alert(why);
  };
  const board = new Board(place, { symbols, onMove, onRefused: refuse });
  const strips = [0, 1].map(() => {
    const name = element("strong");
    return { name, element: element("div", { class: "strip" }, element("span", { class: "disc", "aria-hidden": "true" }), name) };
  });
  /** @type {OpeningBoard["show"]} */
  const show = ({ names, position, legal, flipped, sent = null }) => {
    /** @type {Side[]} */
    const sides = flipped ? ["white", "black"] : ["black", "white"];
    strips.forEach((strip, index) => {
      strip.element.dataset.side = sides[index];
      strip.name.textContent = names[sides[index]];
    });
    line.textContent = text(legal.length || sent ? "new.move_starts" : "new.button_starts");
    detail.textContent = "";
    voice.alert("");
    note.dataset.kind = legal.length ? "yours" : "";
    board.show({ ...position, legal, interactive: legal.length > 0, flipped, sent });
  };
  const table = element("div", { class: "table" }, strips[0].element, element("div", { class: "board-row" }, place), strips[1].element);
  return { table, note, voice, show };
};

// Shows the form in `root`. `start` is where to play on from, { pgn, ply } with the players { white, black }, its name { text } and
// its `position`, or what the address asks for (address.js), or null. `symbols` is the address of the file with the pieces.
// `first` is a move that was made before the form was there, or null. `onStart(id, move)` is called when the game is there; `move`
// was made on the board of the form, or is null.
/** @type {(root: HTMLElement, link: Link, options: NewGameOptions) => Promise<void>} */
export const showNewGame = async (root, link, { start = null, symbols = "", first = null, onStart }) => {
  const failure = failureLine();
  const heading = element("h1", { class: "visually-hidden" }, text(start?.pgn || start?.fen ? "new.what_if" : "new.heading"));
  const opening = openingBoard(symbols, (move) => submit(null, move));
  const desk = element("div", { class: "desk" }, element("p", { class: "caption" }, text("new.asking")));
  root.replaceChildren(heading, ...opening.voice.elements, element("div", { class: "game opening" }, opening.table, desk));
  const names = { white: sideName("white"), black: sideName("black") };
  opening.show({ names, position: positionOf(start?.pgn ? start : start?.fen ? { fen: start.fen } : {}, start), legal: [], flipped: false, sent: first });
  /** @type {PlayerInfo[]} */
  let players;
  try {
    players = await link.players();
  } catch (error) {
    desk.replaceChildren(failure.element);
    failure.show(error);
    return;
  }
  if (!heading.isConnected) return; // the user has gone elsewhere
  /** @param {Seat} seat */
  const known = ({ name }) => players.some((player) => player.name === name);
  /** @type {{ white: Seat, black: Seat }} */
  let seats;
  /** @type {Failed | null} */
  let problem = null;
  try {
    seats = seatsOf(start, players);
  } catch (error) {
    seats = seatsOf(null, players);
    problem = error;
  }
  /** @param {Side} side */
  const chosen = (side) => (known(seats[side]) ? seats[side] : seatsOf(null, players)[side]);
  const white = playerChoice("white", players, chosen("white")), black = playerChoice("black", players, chosen("black"));
  const clock = clockChoice(link.pause ?? PAUSES[0][0]), from = startChoice(start);
  const plays1994 = () => [white, black].some((choice) => choice.read().name.startsWith("historic"));
  /** @param {string | null} sent */
  const update = (sent = null) => {
    clock.showPause(plays1994());
    const isHuman = { white: white.read().name === HUMAN.name, black: black.read().name === HUMAN.name };
    const names = isHuman.white && isHuman.black ? { white: sideName("white"), black: sideName("black") } : { white: capitalised(white.title()), black: capitalised(black.title()) };
    const position = positionOf(from.read(), start);
    // Only the moves of the initial position are known before the game is there.
    const isKnown = position.pieces === INITIAL && position.turn === "white" && isHuman.white;
    opening.show({ names, position, legal: isKnown && !sent ? FIRST_MOVES : [], flipped: isHuman.black && !isHuman.white, sent });
  };
  const begin = element("button", { type: "submit", class: "strong" }, text("new.begin"));
  let isStarting = false;
  /** @type {(event?: Event | null, move?: string | null) => Promise<void>} */
  const submit = async (event, move = null) => {
    event?.preventDefault();
    if (isStarting) return;
    if (move) update(move);
    isStarting = true;
    enable(begin, false);
    failure.hide();
    try {
      onStart(await link.create({ white: white.read(), black: black.read(), ...clock.read(), ...from.read() }), move);
    } catch (error) {
      failure.show(error);
      failure.element.scrollIntoView({ block: "nearest" });
      update();
    }
    isStarting = false;
    enable(begin, true);
  };
  /** @param {[string, Seat, Seat]} offer */
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
  const atOnce = group(text("new.at_once"), "at-once", ...offers.map((offer) => button(text(offer[0]), () => startAtOnce(offer))));
  // A list sends `input` and then `change` for one choice; a FEN is shown as it is typed.
  /** @param {On<Event>} event */
  const typed = ({ target }) => { if (target.matches("textarea")) update(); };
  const form = element("form", { class: "new-game", submit, change: () => update(), input: typed },
    element("div", { class: "sides" }, white.element, black.element),
    element("div", { class: "sides" }, clock.element, from.element), failure.element, element("div", { class: "buttons" }, begin, button(text("new.swap"), swap)));
  const watched = start ? "" : element("p", {}, ...textParts("new.or_inside", { link: element("a", { href: "#/inside/tour" }, text("new.tour")) }));
  desk.replaceChildren(opening.note, atOnce, watched, form);
  if (problem) failure.show(problem);
  else if (first) submit(null, first);
  else if (start?.start) submit();
};
