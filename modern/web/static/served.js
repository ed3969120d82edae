// The page that `gosub serve` sends. Its games are on the server: it sends requests, and gets a stream of events for what is
// watched (docs/serve-protocol.md).

import { startPlay } from "./play.js";
import { text, toldBy } from "./texts.js";

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 8;
// How often a page that is not seen asks for its game. Its stream is closed: a browser has six for all its pages.
const HIDDEN_MS = 4000;

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

// The message is a sentence for the user, and `facts` what Python tells with it; `status` is that of the answer, or 0 if there was
// none.
class Refused extends Error {
  /** @param {{ error?: Fact }} facts */
  constructor(message, status, facts = {}) {
    super(message);
    this.status = status;
    this.facts = { message: facts.error };
  }
}

// Sends a request, with `body` as JSON if there is one, and returns the answer. Throws Refused.
const request = async (address, body = null, method = body ? "POST" : "GET") => {
  const sent = body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  let response;
  try {
    response = await fetch(address, { method, ...sent });
  } catch {
    throw new Refused(text("served.no_answer"), 0);
  }
  const isJson = (response.headers.get("content-type") || "").includes("json");
  const answer = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refused((isJson && answer.error) || text("served.status", { status: response.status }), response.status, answer.facts);
  return answer;
};

// Listens to a stream of events, and opens it again when it breaks: after half a second at first, then less often.
class Stream {
  constructor(address, onEvent) {
    this.address = address;
    /** @type {OnEvent} */
    this.onEvent = onEvent;
    this.wait = FIRST_WAIT;
    this.isLost = false;
    this.listen();
  }

  listen() {
    this.isPaused = false;
    this.source = new EventSource(`${this.address}/events`);
    this.source.onmessage = (message) => {
      if (this.isLost) this.onEvent({ type: "connection", connected: true });
      this.isLost = false;
      this.wait = FIRST_WAIT;
      this.onEvent(JSON.parse(message.data));
    };
    this.source.onerror = () => this.lose();
  }

  // A stream does not say why it broke, so what it belongs to is asked for. Without a game, or with one that cannot be read,
  // there is nothing to wait for.
  async lose() {
    this.source.close();
    let reason = {};
    try {
      await request(this.address);
    } catch (error) {
      if (this.isPaused) return;
      if (error.status === 404 || error.status === 410) {
        this.onEvent({ type: "gone", ...toldBy(error), damaged: error.status === 410 });
        return;
      }
      if (error.status) reason = toldBy(error, "reason");
    }
    if (this.isPaused) return;
    this.isLost = true;
    this.onEvent({ type: "connection", connected: false, seconds: this.wait, ...reason });
    this.timer = setTimeout(() => this.listen(), 1000 * this.wait);
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  retry() {
    this.pause();
    this.listen();
  }

  pause() {
    this.isPaused = true;
    clearTimeout(this.timer);
    this.source.close();
  }
}

// A game's stream while the page is seen, and its state now and then while it is not.
class GameStream extends Stream {
  constructor(address, onEvent) {
    super(address, onEvent);
    this.onVisibility = () => this.change();
    document.addEventListener("visibilitychange", this.onVisibility);
    if (document.hidden) this.change();
  }

  change() {
    clearInterval(this.poll);
    if (!document.hidden) {
      this.retry();
      return;
    }
    this.pause();
    this.poll = setInterval(async () => {
      try {
        this.onEvent({ type: "state", state: await request(this.address) });
      } catch { /* the stream says so when the page is seen again */ }
    }, HIDDEN_MS);
  }

  close() {
    document.removeEventListener("visibilitychange", this.onVisibility);
    clearInterval(this.poll);
    this.pause();
  }
}

// The 1994 screen. Keys are sent one after the other, in the order in which they were pressed.
class ScreenRun {
  constructor(settings, onEvent) {
    this.isClosed = false;
    this.address = request("/screens", settings).then(({ id }) => `/screens/${id}`);
    this.sent = this.address.then((address) => {
      if (this.isClosed) return;
      this.source = new EventSource(`${address}/events`);
      this.source.onmessage = (message) => onEvent(JSON.parse(message.data));
      this.source.onerror = () => {
        this.close();
        onEvent({ type: "ended", text: text("served.screen_lost") });
      };
    }).catch((error) => onEvent({ type: "ended", ...toldBy(error) }));
    this.onEvent = onEvent;
  }

  key(key) {
    this.sent = this.sent.then(async () => {
      if (!this.isClosed) await request(`${await this.address}/keys`, { key });
    }).catch((error) => this.onEvent({ type: "refused", ...toldBy(error) }));
  }

  close() {
    this.isClosed = true;
    this.source?.close();
  }
}

// Listens to the analysis of a game, which ends when nobody listens any more.
const analyse = (id, onEvent) => {
  const source = new EventSource(`/games/${id}/analysis`);
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.type === "page" || event.type === "failed") source.close();
    onEvent(event);
  };
  source.onerror = () => {
    source.close();
    onEvent({ type: "failed", text: text("served.no_analysis") });
  };
  return source;
};

// Where games are kept and thought about, for play.js.
const link = {
  players: () => request("/players"),
  games: (query) => request(`/games?${new URLSearchParams(query)}`),
  create: async (settings) => (await request("/games", settings)).id,
  open: (id, onEvent) => new GameStream(`/games/${id}`, onEvent),
  send: (id, command) => request(`/games/${id}/commands`, command),
  pgn: (id) => request(`/games/${id}/pgn`),
  contentOf: (id) => `/games/${id}/content`,
  remove: (ids) => request("/games", { ids }, "DELETE"),
  analyse,
  pageOf: (id) => `/games/${id}/page`,
  screen: (settings, onEvent) => new ScreenRun(settings, onEvent),
  docs: new URL("./", location.href).href,
  inside: (name, settings) => (settings ? request(`/inside/${name}`, settings) : request("/inside")),
  // The text of the report belongs to its author: it must not leave the machine.
  fileRefused: () => (LOOPBACK.includes(location.hostname) ? ""
    : text("served.report_elsewhere", { host: location.hostname })),
};

startPlay(document.getElementById("play"), link);
