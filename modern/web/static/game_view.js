// One game: it shows the states that the link sends, and sends what the user does.

import { copy } from "./copying.js";
import { ask, button, downloadText, element } from "./dom.js";
import { buildGame, enableButtons } from "./game_parts.js";
import { insideAddress } from "./inside.js";
import { isOn, turnSwitch } from "./kept.js";
import { say } from "./moves.js";
import { premovesOf } from "./premoves.js";
import { changeWords, isAtOneBoard, isOver, nameOf, noteKind, noteText, placeText, positionAt } from "./shown_state.js";
import { endsOf } from "./squares.js";
import { isSoundOn, play, soundOf } from "./sounds.js";
import { text, told } from "./texts.js";
import { triedArrow } from "./thoughts.js";

const TICK_MS = 250;
// Whether the board turns after each move where two people share it.
const TURNING = "gosub-turning";

// Copies something, and returns what happened: the text with the key `done`, or `failed`.
/** @type {(content: string, done: string, failed: string) => Promise<string>} */
const copied = async (content, done, failed) => text((await copy(content)) ? done : failed, { content });

// Returns a reason as a sentence.
/** @param {string} why */
const sentence = (why) => why[0].toUpperCase() + why.slice(1) + (why.endsWith(".") ? "" : ".");

export class GameView {
  // `whatIf({ pgn, ply, white, black, text })` opens the form of a game that plays on from there. `symbols` is the address
  // of the file with the pieces, `story` that of the page about the report of 1994, or "". `ply` is the one that is looked at
  // first, or null. `first` is a move to make as soon as the game is there, or null. `earlier` is a view of the same game in another
  // language, which this one follows, or null. In a kiosk, `leave()` leads back to the start; nothing else leads out of the game.
  /**
   * @param {HTMLElement} root
   * @param {Link} link
   * @param {string} id
   * @param {{ whatIf?: (from: WhatIf) => void, leave?: () => void, symbols?: string, story?: string, ply?: number | null,
   *   first?: string | null, earlier?: GameView | null }} options
   */
  constructor(root, link, id, { whatIf = null, leave = null, symbols = "", story = "", ply = null, first = null, earlier = null }) {
    this.root = root;
    this.link = link;
    this.id = id;
    this.whatIf = whatIf;
    this.leave = leave;
    this.resignQuestion = text("view.resign_question");
    /** @type {GameState} */
    this.state = null;
    this.at = ply; // the ply that is looked back at, or null
    /** @type {LegalMove | null} */
    this.premove = null; // { uci, san } of the user's next move, while the program thinks
    /** @type {boolean | null} */
    this.turned = null; // true or false once the user has turned the board
    this.first = first;
    /** @type {string | null} */
    this.pending = null; // a move that was sent and is not in the state yet
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {Arrow[]} */
    this.trial = []; // the arrow of the move that 1994 tries now
    /** @type {{ ply: number, arrows: Arrow[] } | null} */
    this.preview = null; // { ply, arrows } while the user points at a move that 1994 thought about, or has chosen one
    this.remark = "";
    this.isLost = false; // true without a connection to the server
    this.why = ""; // why a program made its last move, in a sentence
    this.isUnanswered = false; // true while the remark says that the server does not answer
    this.reported = "";
    this.isClosed = false;
    this.parts = buildGame(root, this, symbols, story);
    // Using the board closes the preview, and shows the game again.
    for (const name of ["pointerdown", "focusin"]) this.parts.board.place.addEventListener(name, () => this.parts.thoughts.release(), true);
    /** @type {GameState} */
    this.stateBefore = null; // that of the earlier view
    if (earlier) this.follow(earlier);
    this.stream = link.open(id, this.receive);
    this.timer = setInterval(() => this.tick(), TICK_MS);
    document.addEventListener("keydown", this.key);
  }

  // Goes on where an earlier view of the same game was.
  /** @param {GameView} earlier */
  follow({ state, premove, at, turned, arrows, parts }) {
    this.stateBefore = state;
    Object.assign(this, { premove, at, turned, arrows });
    this.parts.board.marksOn = parts.board.marksOn;
    this.parts.typed.input.value = parts.typed.input.value;
  }

  close() {
    this.isClosed = true;
    this.stream.close();
    this.parts.after.stop();
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.key);
  }

  // What the link sends. (Functions that are passed on keep their `this` as arrow functions.)

  /** @param {PageEvent} event */
  receive = (event) => {
    if (this.isClosed) return undefined; // asked for before the user went to another place
    const { parts } = this;
    switch (event.type) {
      case "state": return this.receiveState(event.state);
      case "report": return this.receiveReport(event);
      case "line": return this.receiveLine(event);
      case "considered": return parts.thoughts.show(event, this.insideAddress(event.side), this.why);
      case "hint": return this.receiveHint(event);
      case "refused": return this.refuse(told(event));
      case "connection": return this.showConnection(event);
      case "queue": return this.receiveQueue(event.position);
      case "gone": return this.showGone(told(event), event.damaged);
      case "deleted": return this.showGone(text("view.deleted"));
      default: return undefined;
    }
  };

  /** @param {GameState} state */
  receiveState(state) {
    const before = this.state ?? this.stateBefore;
    for (const side of /** @type {const} */ (["white", "black"])) state[side].name = nameOf(state[side], "name", side); // as they are shown
    this.state = state;
    const isTakenBack = before && state.moves.length < before.moves.length;
    this.why = told(state, "why") || (isTakenBack ? "" : this.why);
    this.pending = null;
    this.trial = state.thinking ? this.trial : [];
    const moved = !before || before.moves.length !== state.moves.length;
    if (moved) {
      this.arrows = [];
      this.reported = "";
    }
    if (moved || before.message !== state.message || isOver(before) !== isOver(state) || this.isUnanswered) this.remark = "";
    this.isUnanswered = false;
    if (before && before.moves.length < state.moves.length) play(soundOf(state));
    else if (before && isOver(state) && !isOver(before)) play("end");
    const planned = this.premove, premove = this.takePremove(before);
    const loss = planned && !premove && !this.premove ? this.remark : "";
    if (isTakenBack) this.parts.thoughts.forget();
    if (this.at !== null && this.at >= state.moves.length) this.at = null;
    const words = [before ? changeWords(before, state) : "", loss].filter(Boolean).join(" ");
    if (words) this.say(words);
    const now = performance.now();
    for (const strip of Object.values(this.parts.strips)) strip.receive(state, now);
    if (moved) this.parts.thoughts.release();
    if (state.line && !state.thinking) this.parts.thoughts.line.show(state.line);
    this.show();
    if (premove) this.play(premove.uci);
    if (!before && this.first && state.legal.some(({ uci }) => uci === this.first)) {
      this.play(this.first);
      this.parts.board.focus(this.first.slice(2, 4)); // where the hand is, if it was on the board before
    }
  }

  // Returns the premove if it is legal now, and forgets it if the game has gone on, or back; the remark says so.
  /** @param {GameState} before */
  takePremove(before) {
    const { premove, state } = this;
    if (!premove || (this.waitingSide && state.moves.length === before.moves.length)) return null;
    this.premove = null;
    if (!this.waitingSide && state.legal.some(({ uci }) => uci === premove.uci)) return premove;
    const isIllegal = !this.waitingSide && !isOver(state) && before.moves.length < state.moves.length;
    this.remark = isIllegal ? text("view.premove_illegal", { move: premove.san }) : text("view.premove_cancelled");
    return null;
  }

  /** @param {number | null} queued */
  receiveQueue(queued) {
    if (!this.state) return;
    this.state.queued = queued;
    this.show();
  }

  // A line of 1994's screen, with the move that it has tried. A piece in the hand stays there.
  /** @param {LineEvent} event */
  receiveLine(event) {
    this.parts.thoughts.line.show(event.text, event.notation);
    this.trial = triedArrow(event);
    if (this.state && this.at === null && !this.preview) this.parts.board.setArrows([...this.arrows, ...this.trial]);
  }

  /** @param {ReportEvent} event */
  receiveReport(event) {
    if (!this.state) return;
    this.reported = event.score || "";
    const mover = this.state[this.state.turn];
    this.parts.report.show(event, mover.human ? text("game.hint") : mover.name);
    this.showScore();
  }

  /** @param {HintEvent} event */
  receiveHint(event) {
    const { uci, san } = event;
    if (uci) this.arrows = [{ ...endsOf(uci), kind: "hint" }];
    this.tell(told(event) || text("view.hint", { move: san }));
  }

  // What is shown.

  // The ply after which the board is shown.
  get ply() {
    return this.at === null ? this.state.moves.length : this.at;
  }

  get position() {
    return positionAt(this.state, this.ply);
  }

  get isFlipped() {
    if (isAtOneBoard(this.state) && isOn(TURNING)) return this.position.turn === "black";
    return this.turned ?? (this.state.black.human && !this.state.white.human);
  }

  // The side of the user while the program thinks; otherwise null.
  /** @type {Side | null} */
  get waitingSide() {
    const { state } = this;
    if (!state || isOver(state) || state.allowed.move || state[state.turn].human) return null;
    const other = state.turn === "white" ? "black" : "white";
    return state[other].human ? other : null;
  }

  // The side for which a premove can be entered on the board that is shown; otherwise null.
  get premoveSide() {
    return this.at === null ? this.waitingSide : null;
  }

  // The moves that can be entered: the legal ones, or the premoves.
  playable() {
    return this.premoveSide ? premovesOf(this.position.pieces, this.premoveSide) : this.legal();
  }

  // The legal moves of the user in the position shown.
  legal() {
    return this.state && this.at === null && !this.pending ? this.state.legal : [];
  }

  // The last score from White's side up to the position shown, or "".
  score() {
    const told = this.state.moves.slice(0, this.ply).map(({ score }) => score).filter(Boolean);
    return (this.at === null && this.reported) || told.at(-1) || "";
  }

  clocks() {
    if (!this.state.clocks) return null;
    const { top, bottom } = this.parts.strips;
    return Object.fromEntries([top, bottom].map((strip) => [strip.side, strip.left()]));
  }

  show() {
    const { state, parts } = this;
    parts.game.classList.remove("loading");
    parts.game.inert = false;
    this.showBoard();
    parts.strips.top.show(this.isFlipped ? "white" : "black", this.ply);
    parts.strips.bottom.show(this.isFlipped ? "black" : "white", this.ply);
    parts.moves.show(state, this.ply);
    parts.thoughts.flip(this.isFlipped);
    const has1994 = [state.white, state.black].some(({ spec }) => (spec || "").startsWith("historic"));
    parts.game.classList.toggle("has-1994", has1994);
    parts.thoughts.line.setPlaying(has1994);
    parts.thoughts.line.setRunning(state.thinking && state.queued === null);
    parts.steps.flip.setAttribute("aria-pressed", String(this.isFlipped));
    parts.buttons.stop.hidden = isAtOneBoard(state);
    parts.switches.turning.hidden = !isAtOneBoard(state);
    parts.switches.turning.setAttribute("aria-pressed", String(isOn(TURNING)));
    parts.switches.sound.setAttribute("aria-pressed", String(isSoundOn()));
    parts.after.show(state, this.ply);
    enableButtons(parts, state, this.ply);
    this.showNote();
    this.showScore();
    const names = { white: state.white.name, black: state.black.name };
    parts.heading.textContent = text("view.players", names);
    document.title = text(state.allowed.move && !isAtOneBoard(state) ? "view.title_your_move" : "view.title", names);
  }

  showBoard() {
    const { preview, pending } = this;
    const isLive = this.at === null && !preview;
    const legal = isLive ? this.playable().map(({ uci }) => uci) : [];
    const shown = preview ? positionAt(this.state, preview.ply) : this.position;
    this.parts.board.show({
      ...shown, turn: this.premoveSide || shown.turn, sent: isLive ? pending : null, premove: isLive && this.premove?.uci,
      flipped: this.isFlipped, interactive: legal.length > 0, legal,
      arrows: preview ? preview.arrows : isLive ? [...this.arrows, ...this.trial] : [],
    });
  }

  showNote() {
    const { line, detail, box } = this.parts.note;
    const kind = noteKind(this.state, this.at !== null);
    box.dataset.kind = kind;
    line.textContent = noteText(this.state, kind, this.ply);
    const back = button(text("view.back_to_game"), () => this.look(this.state.moves.length), { class: "quiet" });
    /** @type {(Node | string)[]} */
    const offers = (/** @type {{ [kind: string]: Node[] }} */ ({ looking: [back], over: this.offers() }))[kind] || [];
    if (this.premove) offers.push(`${text("view.premove", { move: this.premove.san })} `, button(text("view.cancel_premove"), this.cancelPremove, { class: "quiet" }));
    detail.replaceChildren(this.remark || (offers.length ? "" : told(this.state, "message")), " ", ...offers);
    this.emptyAlert();
  }

  // What can be done after the game.
  offers() {
    if (this.leave) return [button(text("view.play_again"), this.leave, { class: "quiet" })];
    /** @type {(name: string, white: SeatState, black: SeatState) => HTMLElement} */
    const rematch = (name, white, black) => button(name, () => this.rematch(white, black), { class: "quiet" });
    const { white, black } = this.state;
    return [rematch(text("view.rematch"), white, black), rematch(text("view.rematch_swapped"), black, white),
      element("a", { class: "offer", href: "#/new" }, text("new.heading"))];
  }

  // Begins a game of the same players, with the same clocks and from the same position.
  /** @type {(white: SeatState, black: SeatState) => Promise<void>} */
  async rematch(white, black) {
    const { settings, start_fen: fen } = this.state;
    try {
      const id = await this.link.create({ ...settings, white: white.spec, black: black.spec, fen });
      location.hash = `#/games/${id}`;
    } catch (error) {
      this.refuse(told(error, "message"));
    }
  }

  showScore() {
    this.parts.bar.show(this.score(), this.isFlipped);
    if (!this.reported) this.parts.report.showMove(this.state, this.ply);
  }

  tick() {
    if (this.state) for (const strip of Object.values(this.parts.strips)) strip.tick();
  }

  // What the user does.

  /** @param {string} said */
  say(said) {
    this.parts.voice.say(said);
  }

  // Takes an error that is over away from those who read the page by ear.
  emptyAlert() {
    if (!this.remark && !this.isLost) this.parts.voice.alert("");
  }

  /** @param {string} said */
  tell(said) {
    this.isUnanswered = false;
    this.remark = said;
    this.say(said);
    this.show();
  }

  refuse = (/** @type {string} */ why) => {
    this.isUnanswered = false;
    this.remark = why;
    this.pending = null;
    this.parts.voice.alert(why);
    if (this.state) this.show();
  };

  // Sends a command. A question is asked, and the command sent again if the answer is yes.
  /** @type {(name: string, more?: Partial<Command>) => Promise<void>} */
  async command(name, more = {}) {
    try {
      const answer = await this.link.send(this.id, { command: name, ...more });
      this.hasAnswered();
      if (answer.refused) this.refuse(told(answer, "refused"));
      else if (answer.question && await ask(told(answer, "question"), text("ask.yes"), text("ask.no"))) await this.command(name, { ...more, confirmed: true });
    } catch (error) {
      this.fail(error);
    }
  }

  // Shows why a request has failed. If there was no answer, that is shown until there is one.
  /** @param {Failed} error */
  fail(error) {
    this.refuse(told(error, "message"));
    this.isUnanswered = error.status === 0;
  }

  hasAnswered() {
    if (!this.isUnanswered) return;
    this.isUnanswered = false;
    this.remark = "";
    this.show();
  }

  play = (/** @type {string} */ uci) => {
    if (this.premoveSide) return this.setPremove(this.playable().find((move) => move.uci === uci));
    this.pending = uci;
    this.arrows = [];
    this.remark = "";
    this.show();
    return this.command("move", { move: uci, ply: this.state.moves.length });
  };

  /** @param {LegalMove} move */
  setPremove(move) {
    this.premove = move;
    this.arrows = [];
    this.remark = "";
    this.say(text("view.premove", { move: say(move.san) }));
    this.show();
  }

  // Takes the premove back. Returns whether there was one.
  cancelPremove = () => {
    if (!this.premove) return false;
    this.premove = null;
    this.tell(text("view.premove_cancelled"));
    return true;
  };

  // Takes the last move back that is shown, once for a double click: its second click is number 2. (A third one is meant.)
  /** @param {number} click */
  async takeBack(click = 0) {
    if (click !== 2) await this.command("take_back", { ply: this.state.moves.length });
  }

  async resign() {
    if (await ask(this.resignQuestion, text("game.resign"))) this.command("resign");
  }

  // Does something to a switch, and shows how it is then.
  /** @param {() => void} change */
  flick(change) {
    change();
    this.show();
  }

  toggleTurning = () => turnSwitch(TURNING, !isOn(TURNING));

  flip() {
    const turned = !this.isFlipped;
    if (isAtOneBoard(this.state)) turnSwitch(TURNING, false);
    this.turned = turned;
    this.show();
  }

  // Returns the address of the game after a ply, or as it goes on if that is null. A kiosk shows no other game than its own.
  addressOf = (/** @type {number | null} */ ply) => (this.leave ? "#" : `#/games/${this.id}${ply === null ? "" : `/${ply}`}`);

  // Looks at the position after a ply; the last one is the game itself.
  look = (/** @type {number} */ ply) => {
    this.at = ply >= this.state.moves.length ? null : Math.max(0, ply);
    // The address keeps the ply for a reload and for a link.
    if (!this.leave) history.replaceState(null, "", this.addressOf(this.at));
    this.remark = "";
    this.parts.thoughts.release();
    this.show();
  };

  // Returns the last ply after which a side has moved; -1 if there is none.
  /** @param {Side} side */
  lastPlyOf(side) {
    let ply = this.state.moves.length - 1;
    while (ply >= 0 && positionAt(this.state, ply).turn !== side) ply -= 1;
    return ply;
  }

  // Returns the address that shows the last thought of the 1994 program step by step, or "" for another player's.
  /** @param {Side} side */
  insideAddress(side) {
    const ply = this.lastPlyOf(side), { spec, memory = "" } = this.state[side];
    if (this.leave || ply < 0 || !/^historic(\[|$)/i.test(spec)) return "";
    const earlier = memory.split(" ").map((entry) => entry.split(":")).filter(([at, carried]) => carried && Number(at) < ply);
    return insideAddress({
      fen: this.state.start_fen,
      moves: this.state.moves.slice(0, ply).map(({ uci }) => uci).join(" "), side,
      reading: /recorded/i.test(spec) ? "recorded" : "", carried: earlier.at(-1)?.[1],
    });
  }

  // Shows a position of the game with arrows while the user points at a move that `side` thought about, or has chosen one; null
  // ends it.
  showPreview = (/** @type {{ side: Side, arrows: Arrow[] } | null} */ shown) => {
    if (!shown && !this.preview) return;
    const ply = shown ? this.lastPlyOf(shown.side) : -1;
    this.preview = ply >= 0 ? { ply, arrows: shown.arrows } : null;
    this.parts.game.classList.toggle("previewing", this.preview !== null);
    this.showBoard();
  };

  async copyFen() {
    this.tell(await copied(this.position.fen, "view.copied_fen", "view.not_copied_fen"));
  }

  // Calls a function with the game as PGN.
  /** @param {(pgn: string) => unknown} use */
  async withPgn(use) {
    try {
      const pgn = await this.link.pgn(this.id);
      this.hasAnswered();
      await use(pgn);
    } catch (error) {
      this.fail(error);
    }
  }

  copyPgn() {
    return this.withPgn(async (pgn) => this.tell(await copied(pgn, "view.copied_pgn", "view.not_copied_pgn")));
  }

  downloadPgn() {
    return this.withPgn((pgn) => downloadText(`gosub-${this.id}.pgn`, pgn, "application/x-chess-pgn"));
  }

  askWhatIf() {
    const { white, black } = this.state;
    const start = { ply: this.ply, white, black, text: placeText(this.state, this.ply), position: this.position };
    return this.withPgn((pgn) => this.whatIf({ ...start, pgn }));
  }

  key = (/** @type {On<KeyboardEvent>} */ event) => {
    if (!this.state || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, dialog, .scroll")) return;
    /** @type {{ [key: string]: number }} */
    const steps = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.state.moves.length };
    if (event.key in steps) this.look(steps[event.key]);
    else if (event.key === "f") this.flip();
    else if (event.key === "Escape") this.cancelPremove();
    else return;
    event.preventDefault();
  };

  // The connection.

  /** @param {ConnectionEvent} event */
  showConnection(event) {
    const { connected, asking = false, seconds, reason } = event;
    const { lost } = this.parts;
    lost.hidden = connected && !asking;
    if (asking) lost.textContent = text("view.asking");
    this.isLost = !connected;
    this.emptyAlert();
    if (connected) return;
    const what = reason ? text("view.server_answers", { reason: told(event, "reason") }) : text("view.lost_kept");
    const wait = text("view.trying_again", { seconds: text("unit.seconds", { count: Math.ceil(seconds) }) });
    lost.replaceChildren(`${what} ${wait} `, button(text("view.try_now"), () => this.stream.retry(), { class: "quiet" }));
    this.parts.voice.alert(text("view.lost"));
  }

  // Shows why there is no game. One that is damaged can still be saved as it is stored, and deleted.
  /** @type {(why: string, isDamaged?: boolean) => void} */
  showGone(why, isDamaged = false) {
    this.stream.close();
    if (this.leave) {
      this.leave();
      return;
    }
    const offers = isDamaged ? [element("a", { href: this.link.contentOf(this.id), download: `gosub-${this.id}.txt` }, text("view.download_stored")),
      button(text("view.delete_it"), () => this.removeDamaged())] : [];
    this.root.replaceChildren(element("h1", {}, text(isDamaged ? "games.damaged" : "view.no_such_game")),
      element("p", isDamaged ? { class: "failure", role: "alert" } : {}, isDamaged ? text("view.damaged", { why }) : sentence(why)),
      isDamaged ? element("div", { class: "buttons" }, ...offers) : "",
      element("p", {}, element("a", { href: "#/games" }, text("view.all_games"))));
  }

  async removeDamaged() {
    if (!(await ask(text("games.delete_selected_question", { count: 1 }), text("games.delete")))) return;
    try {
      await this.link.remove([this.id]);
      location.hash = "#/games";
    } catch (error) {
      this.root.querySelector(".failure").textContent = told(error, "message");
    }
  }
}
