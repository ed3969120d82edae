// The page that `gosub serve` sends. Its games are on the server: it sends requests, and gets a stream of events for what is
// watched (docs/develop/serve-protocol.md).
//
// A browser has six connections to a server, for all its windows, and each stream holds one. So windows share five slots for
// streams, and leave the sixth connection to the requests. A game that finds no slot asks for its state instead.

import { startPlay } from "./play.js";
import { failed, text, toldBy } from "./texts.js";

// A request without an answer has failed after so long, and a stream is dead after so long without an event: the server sends one
// every 15 seconds, so that a connection is missed that has ended without a word, as in a machine's sleep. Both in seconds.
const LONGEST_ANSWER = 30, LONGEST_SILENCE = 40;
const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 8;
// The slots of games, and those of the 1994 screen and of an analysis, which cannot do without one.
const GAME_SLOTS = [0, 1, 2, 3], OTHER_SLOTS = [4, 3, 2, 1, 0];
// How often a game without a stream asks for its state: while the page is seen, and while it is not.
const SEEN_MS = 1000, HIDDEN_MS = 4000;

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

// Sends a request, with `body` as JSON if there is one, and returns the answer. Throws an Error, whose `status` is that of the
// answer, or 0 if there was none.
/** @type {(address: string, body?: object | null, method?: string) => Promise<any>} */
const request = async (address, body = null, method = body ? "POST" : "GET") => {
  const sent = body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  const late = new AbortController(), timer = setTimeout(() => late.abort(), 1000 * LONGEST_ANSWER);
  let response, isJson, answer;
  try {
    response = await fetch(address, { method, signal: late.signal, ...sent });
    isJson = (response.headers.get("content-type") || "").includes("json");
    answer = isJson ? await response.json() : await response.text();
  } catch {
    throw failed({ error: text("served.no_answer"), status: 0 });
  } finally {
    clearTimeout(timer);
  }
  const { ok, status } = response;
  if (!ok) throw failed({ error: text("served.status", { status }), status, ...(isJson ? answer : {}) });
  return answer;
};

// Takes the first of some slots that is free. Returns a function that gives it back, or null. (A lock of the browser's ends with
// the window that holds it.)
/** @type {(slots: number[]) => Promise<() => void>} */
const takeSlot = async (slots) => {
  if (!navigator.locks) return () => {};
  await new Promise((next) => { setTimeout(next); }); // what this window has just given back is free by then
  for (const slot of slots) {
    const giveBack = await new Promise((found) => {
      navigator.locks.request(`gosub-stream-${slot}`, { ifAvailable: true },
        (lock) => (lock ? new Promise((done) => { found(done); }) : found(null)));
    });
    if (giveBack) return giveBack;
  }
  return null;
};

// How many commands have been sent or answered: a state that was asked for before is an earlier one.
let commands = 0;

// A game's stream while the page is seen, which is opened again when it breaks: after half a second at first, then less often.
// While the page is not seen, or without a slot, its state now and then.
class GameStream {
  /**
   * @param {string} address
   * @param {OnEvent} onEvent
   */
  constructor(address, onEvent) {
    this.address = address;
    this.onEvent = onEvent;
    this.wait = FIRST_WAIT;
    this.told = ""; // what was last said about the connection: "", "asking" or "lost"
    /** @type {EventSource} */
    this.source = undefined;
    this.timer = 0;
    this.turn = 0; // what was begun in an earlier turn no longer counts
    this.giveBack = () => {};
    this.onVisibility = () => this.retry();
    document.addEventListener("visibilitychange", this.onVisibility);
    this.retry();
  }

  // Begins anew.
  async retry() {
    this.pause();
    const turn = this.turn;
    const giveBack = document.hidden ? null : await takeSlot(GAME_SLOTS);
    if (turn !== this.turn) {
      giveBack?.();
      return;
    }
    if (giveBack) this.listen(giveBack);
    else this.ask(turn);
  }

  /** @param {() => void} giveBack */
  listen(giveBack) {
    this.giveBack = giveBack;
    this.source = new EventSource(`${this.address}/events`);
    this.source.onmessage = (message) => {
      this.connect("");
      this.expect();
      this.onEvent(JSON.parse(message.data));
    };
    this.source.onerror = () => this.lose();
    this.expect();
  }

  // Expects an event before long.
  expect() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lose(), 1000 * LONGEST_SILENCE);
  }

  // Asks for the state once. When the page is seen, the next time may find a slot.
  /** @param {number} turn */
  async ask(turn) {
    const isSeen = !document.hidden, sent = commands;
    try {
      const state = await request(this.address);
      if (turn !== this.turn) return;
      if (isSeen) this.connect("asking");
      if (sent === commands) this.onEvent({ type: "state", state });
    } catch (error) {
      if (turn !== this.turn) return;
      if (isSeen) {
        this.fail(error);
        return;
      } // otherwise it is said when the page is seen again
    }
    this.timer = setTimeout(() => this.retry(), isSeen ? SEEN_MS : HIDDEN_MS);
  }

  // There is a connection: a stream, or one on which the page is "asking".
  /** @param {string} how */
  connect(how) {
    this.wait = FIRST_WAIT;
    if (this.told !== how) this.onEvent({ type: "connection", connected: true, asking: how === "asking" });
    this.told = how;
  }

  // A stream does not say why it broke, so what it belongs to is asked for.
  async lose() {
    const { turn } = this;
    clearTimeout(this.timer);
    this.source.close();
    const error = await request(this.address).then(() => ({ status: 0 }), (found) => found);
    if (turn === this.turn) this.fail(error);
  }

  // Without a game, or with one that cannot be read, there is nothing to wait for.
  /** @param {Failed} error */
  fail(error) {
    if (error.status === 404 || error.status === 410) {
      this.onEvent({ type: "gone", ...toldBy(error), damaged: error.status === 410 });
      return;
    }
    this.told = "lost";
    this.onEvent({ type: "connection", connected: false, seconds: this.wait, ...(error.status ? toldBy(error, "reason") : {}) });
    this.timer = setTimeout(() => this.retry(), 1000 * this.wait);
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  pause() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.source?.close();
    this.giveBack();
  }

  close() {
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.pause();
  }
}

// Listens to a stream that is not opened again. `find()` returns a promise of its address. If it cannot be opened, or breaks,
// `onEvent` gets an event of the type `end` that says why; `lost` is the key of its text when it breaks. Returns { close,
// isClosed, address }; `address` is a promise of the address, or of undefined if it was not opened.
/** @type {(find: () => Promise<string>, onEvent: OnEvent, end: "ended" | "failed", lost: string) => { close(): void, address: Promise<string | void>, isClosed: boolean }} */
const listenOnce = (find, onEvent, end, lost) => {
  let isClosed = false;
  /** @type {EventSource | null} */
  let source = null;
  /** @type {(() => void) | null} */
  let giveBack = null;
  const close = () => {
    isClosed = true;
    source?.close();
    giveBack?.();
  };
  /** @param {{ text?: string } & HasFacts} why */
  const fail = (why) => {
    if (isClosed) return;
    close();
    onEvent(/** @type {PageEvent} */ ({ type: end, ...why }));
  };
  const begin = async () => {
    giveBack = await takeSlot(OTHER_SLOTS);
    if (!giveBack) throw new Error(text("served.many_windows"));
    const address = isClosed ? "" : await find();
    if (isClosed) {
      giveBack();
      return;
    }
    source = new EventSource(address);
    source.onmessage = (message) => {
      /** @type {PageEvent} */
      const event = JSON.parse(message.data);
      if (event.type !== "alive") onEvent(event);
    };
    source.onerror = () => fail({ text: text(lost) });
    return address;
  };
  return { close, address: begin().catch((error) => fail(toldBy(error))), get isClosed() { return isClosed; } };
};

// Starts the 1994 screen. Keys are sent one after the other, in the order in which they were pressed.
/** @type {Link["screen"]} */
const startScreen = (settings, onEvent) => {
  const stream = listenOnce(async () => `/screens/${(await request("/screens", settings)).id}/events`, onEvent, "ended", "served.screen_lost");
  let sent = Promise.resolve();
  /** @param {string} name */
  const send = async (name) => {
    const address = await stream.address;
    if (address && !stream.isClosed) await request(address.replace(/events$/, "keys"), { key: name });
  };
  return {
    key: (name) => { sent = sent.then(() => send(name)).catch((error) => onEvent({ type: "refused", ...toldBy(error) })); },
    close: stream.close,
  };
};

// Listens to the analysis of a game, which ends when nobody listens any more.
/** @type {Link["analyse"]} */
const analyse = (id, onEvent) => {
  const stream = listenOnce(async () => `/games/${id}/analysis`, (event) => {
    if (event.type === "page" || event.type === "failed") stream.close();
    onEvent(event);
  }, "failed", "served.no_analysis");
  return stream;
};

// Where games are kept and thought about, for play.js.
/** @type {Link} */
const link = {
  players: () => request("/players"),
  games: (query) => request(`/games?${new URLSearchParams(/** @type {Record<string, string>} */ (/** @type {object} */ (query)))}`),
  create: async (settings) => (await request("/games", settings)).id,
  open: (id, onEvent) => new GameStream(`/games/${id}`, onEvent),
  send: async (id, command) => {
    commands += 1;
    try {
      return await request(`/games/${id}/commands`, command);
    } finally {
      commands += 1;
    }
  },
  pgn: (id) => request(`/games/${id}/pgn`),
  contentOf: (id) => `/games/${id}/content`,
  remove: (ids) => request("/games", { ids }, "DELETE"),
  analyse,
  pageOf: (id) => `/games/${id}/page`,
  screen: startScreen,
  docs: new URL("./", location.href).href,
  inside: (name, settings) => (settings ? request(`/inside/${name}`, settings) : request("/inside")),
  // The text of the report belongs to its author: it must not leave the machine.
  fileRefused: () => (LOOPBACK.includes(location.hostname) ? ""
    : text("served.report_elsewhere", { host: location.hostname })),
};

startPlay(document.getElementById("play"), link);
