// The page in a museum or a class: it begins with the recorded game of the report, which plays until somebody presses a
// button, and goes back to it when nobody has touched the page for a while. Nothing in it leads anywhere else.

import { seatsAsked } from "./address.js";
import { Board } from "./board.js";
import { button, element, failureLine, group } from "./dom.js";
import { GameView } from "./game_view.js";
import { resetLanguage } from "./language.js";
import { isOver, noteOn } from "./shown_state.js";
import { onLanguage, text, told } from "./texts.js";

// How long each position of the recorded game is shown.
const PLY_MS = 2500;
// How many seconds before it goes back the page says so.
const WARNING = 20;
const RETRY_MS = 10000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];

// Returns the line below the recorded game.
/** @type {(positions: RecordedPosition[], ply: number) => string} */
const captionOf = (positions, ply) => {
  const { san, note } = positions[ply];
  if (!ply) return text("kiosk.game");
  const move = `${Math.ceil(ply / 2)}${ply % 2 ? "." : "..."}${san}`;
  return note ? text("kiosk.move_and_note", { move, note: noteOn({ ply, note }) }) : text("kiosk.move", { move });
};

// Shows the recorded game again and again in `root`, from `address`. Returns { close }.
/** @type {(root: HTMLElement, address: string, symbols: string) => { close(): void }} */
const showRecordedGame = (root, address, symbols) => {
  const place = element("div"), caption = element("p", { class: "caption" });
  const board = new Board(place, { symbols, label: text("kiosk.recorded") });
  /** @type {RecordedPosition[] | null} */
  let positions = null;
  let ply = 0, timer = 0;
  const show = () => {
    const { pieces, uci } = positions[ply];
    board.show({ pieces, last: uci, turn: ply % 2 ? "black" : "white" });
    caption.textContent = captionOf(positions, ply);
  };
  const go = () => {
    ply = (ply + 1) % positions.length;
    show();
  };
  const pause = button(text("kiosk.pause"), () => {
    if (timer) {
      clearInterval(timer);
      timer = 0;
    } else if (positions) timer = setInterval(go, PLY_MS);
    pause.textContent = text(timer ? "kiosk.pause" : "kiosk.go_on");
  });
  const begin = async () => {
    try {
      positions = await (await fetch(address)).json();
      if (!place.isConnected) return;
      show();
      timer = setInterval(go, PLY_MS);
    } catch (error) {
      caption.textContent = text("kiosk.no_game", { why: error.message });
    }
  };
  root.append(place, caption, element("div", { class: "buttons" }, pause));
  begin();
  return { close: () => clearInterval(timer) };
};

// Fills `view`, and puts the button that leads back into `bar`. `asked` is what the address asks for, and `files` finds the
// address of a file of the page.
/** @type {(view: HTMLElement, bar: HTMLElement, link: Link, asked: Asked, files: (name: string) => string) => void} */
export const startKiosk = (view, bar, link, asked, files) => {
  const symbols = files("pieces.svg");
  const note = element("p", { class: "lost", role: "status", hidden: true });
  const back = button("", () => showStart(), { hidden: true });
  /** @type {Shown | null} */
  let shown = null; // the recorded game, or a GameView
  /** @type {string | null} */
  let game = null; // the id of the game that is played
  let touched = performance.now();
  let isStarting = false;

  // Leaves what is shown. A game that was played here is of no use to the next visitor.
  const leave = () => {
    shown?.close();
    const played = game;
    game = null;
    back.hidden = note.hidden = true;
    if (played) link.remove([played]).catch(() => {});
  };
  /** @param {GameView | null} earlier */
  const viewGame = (earlier = null) => { shown = new GameView(view, link, game, { symbols, leave: () => showStart(), earlier }); };
  /** @param {string} id */
  const showGame = (id) => {
    leave();
    game = id;
    touched = performance.now();
    back.hidden = false;
    viewGame();
  };
  const showStart = async () => {
    leave();
    document.title = "Gosub Chess";
    const heading = element("h1", {}, text("kiosk.heading"));
    const failure = failureLine();
    const choices = group(text("kiosk.play"), "at-once");
    const recorded = element("section", { class: "recorded", "aria-label": text("kiosk.recorded") });
    /** @param {NewGame} settings */
    const begin = async (settings) => {
      if (isStarting) return;
      isStarting = true;
      try {
        showGame(await link.create(settings));
      } catch (error) {
        failure.show(error);
      }
      isStarting = false;
    };
    view.replaceChildren(heading, failure.element, choices, recorded);
    shown = showRecordedGame(recorded, files("recorded_game.json"), symbols);
    /** @type {PlayerInfo[]} */
    let players;
    try {
      players = await link.players();
    } catch (error) {
      failure.show(error);
      setTimeout(() => { if (heading.isConnected) showStart(); }, RETRY_MS);
      return;
    }
    /** @param {string} colour */
    const choice = (colour) => {
      const { white, black } = seatsAsked({ ...asked, colour }, players);
      return button(text(colour === "white" ? "kiosk.play_white" : "kiosk.play_black"), () => begin({ white, black, ...(asked.fen ? { fen: asked.fen } : {}) }), { class: "strong" });
    };
    try {
      if (asked.problem) throw new Error(asked.problem);
      choices.replaceChildren(...(asked.colour ? [asked.colour] : ["white", "black"]).map(choice));
      const { white, black } = seatsAsked(asked, players);
      const opponent = players.find(({ name }) => name === (white.name === "human" ? black : white).name);
      if (opponent.called && opponent.name !== "historic") heading.textContent = text("kiosk.heading_other", { name: told(opponent, "called") });
    } catch (error) {
      failure.show(error);
    }
  };
  // The next visitor finds the page as it began.
  const startAgain = () => {
    leave();
    if (!resetLanguage()) showStart();
  };
  const showAll = () => {
    back.textContent = text("kiosk.back");
    if (!game) {
      showStart();
      return;
    }
    shown.close();
    viewGame(shown.state ? /** @type {GameView} */ (shown) : null);
  };
  const tick = () => {
    const state = game && shown.state;
    if (state && !isOver(state) && !state.allowed.move) touched = performance.now(); // the visitor waits for the program
    const left = Math.ceil(asked.idle - (performance.now() - touched) / 1000);
    if (!game) {
      if (left <= 0) resetLanguage();
      return;
    }
    note.hidden = left > WARNING;
    if (left <= 0) startAgain();
    else if (!note.hidden) note.textContent = text("kiosk.nobody", { seconds: text("unit.seconds", { count: left }) });
  };
  for (const type of TOUCHES) document.addEventListener(type, () => { touched = performance.now(); }, { passive: true });
  // What the parts of a game link to is a ply of it, at most.
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a[href]")) event.preventDefault();
  });
  setInterval(tick, 1000);
  bar.append(back);
  view.before(note);
  showAll();
  onLanguage(showAll);
};
