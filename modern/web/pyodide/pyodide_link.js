// Games in this browser: what the link in served.js is for the games of `gosub serve`.
//
// One worker has the games, and answers at once; a Thinker has another, in which programs think. What is kept of a game
// is written after each change, so that nothing is lost when the page is closed.

import { PythonWorker, WorkerEnded } from "./python_worker.js";
import { factOfName, text, toldBy } from "./texts.js";
import { Thinker } from "./thinker.js";

const PREFIX = "gosub-game ";
// crypto.randomUUID() is there only with a secure connection.
const newId = () => [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Returns what was kept of a game, { kept, summary, changed }, or null if it is damaged.
/** @type {(written: string) => { kept: KeptGame, summary: Summary, changed: number } | null} */
const entryOf = (written) => {
  try {
    const { kept, summary, changed } = JSON.parse(written);
    const { white, black, result, date, pieces, last } = summary;
    const isWhole = kept && Number.isFinite(changed) && [white, black, result, date].every((one) => typeof one === "string")
      && /^([1-8pnbrqk]+\/){7}[1-8pnbrqk]+$/i.test(pieces) && (last === null || /^([a-h][1-8]){2}[nbrq]?$/.test(last));
    return isWhole ? { kept, summary, changed } : null;
  } catch {
    return null;
  }
};

// Returns the names of a game's players as facts, for a summary that 1.0.0 has kept in English words only.
/** @param {Summary} summary */
const factsOfNames = ({ white, black }) => ({ white: factOfName(white), black: factOfName(black) });

// Returns the words by which a game is found: its players, its result and its date.
/** @param {GameSummary} summary */
const textOf = ({ white, black, result, date, damaged }) => {
  if (damaged) return "damaged";
  const you = [white, black].includes("Human") ? "you" : "";
  return [white, black, you, result, date, date.replaceAll(".", "-")].join(" ").toLowerCase();
};

// The games of this browser, kept in its local storage after every change. One that the storage has no room for, or that
// it is closed to, is kept in memory.
class KeptGames {
  // `onChanged(id, kept)` is called when another page of this site has changed a game, or deleted it: `kept` is then null.
  // `onUnkept(sentence)` gets a sentence when a game is in memory only.
  /**
   * @param {(id: string, kept: KeptGame | null) => void} onChanged
   * @param {(sentence: string) => void} onUnkept
   */
  constructor(onChanged, onUnkept) {
    /** @type {Map<string, string>} */
    this.memory = new Map(); // id to text
    this.onUnkept = onUnkept;
    window.addEventListener("storage", ({ key, newValue }) => {
      if (!key?.startsWith(PREFIX)) return;
      /** @type {{ kept: KeptGame | null } | null} */
      const entry = newValue === null ? { kept: null } : entryOf(newValue);
      if (entry) onChanged(key.slice(PREFIX.length), entry.kept);
    });
  }

  // Returns a game as it was kept, null if there is none, or { damaged: true }.
  /** @type {(id: string) => KeptGame | null} */
  read(id) {
    const written = this.text(id);
    return written === null ? null : entryOf(written)?.kept ?? { damaged: true };
  }

  // Returns the text that is kept of a game, readable or not, or null.
  /** @type {(id: string) => string | null} */
  text(id) {
    if (this.memory.has(id)) return this.memory.get(id);
    try { return localStorage.getItem(PREFIX + id); } catch { return null; }
  }

  // Keeps a game.
  /** @type {(id: string, kept: KeptGame, summary: Summary) => void} */
  write(id, kept, summary) {
    const written = JSON.stringify({ kept, summary, changed: Date.now() / 1000 });
    try {
      localStorage.setItem(PREFIX + id, written);
      this.memory.delete(id);
    } catch (error) {
      if (!this.memory.has(id)) this.onUnkept(text(error.name === "QuotaExceededError" ? "link.full" : "link.closed"));
      this.memory.set(id, written);
    }
  }

  /** @param {string} id */
  remove(id) {
    this.memory.delete(id);
    try { localStorage.removeItem(PREFIX + id); } catch { /* then it is not there */ }
  }

  ids() {
    /** @type {string[]} */
    let keys = [];
    try { keys = Object.keys(localStorage); } catch { /* only what is in memory */ }
    return new Set([...this.memory.keys(), ...keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length))]);
  }

  // Returns what the list shows of each game, the one changed last first; of a damaged one, that it is damaged.
  /** @returns {GameSummary[]} */
  summaries() {
    const games = [...this.ids()].map((id) => {
      const entry = entryOf(this.text(id));
      return entry ? { facts: factsOfNames(entry.summary), ...entry.summary, id, changed: entry.changed } : { id, changed: 0, damaged: true };
    });
    return games.sort((one, other) => other.changed - one.changed);
  }
}

// The 1994 screen in a worker of its own. Where Python cannot wait for a key (a browser without JSPI), the program
// runs again from its start after each key: with the same keys it always does the same.
class Screen {
  /**
   * @param {PythonStart} python
   * @param {ScreenSettings} settings
   * @param {OnEvent} onEvent
   */
  constructor(python, settings, onEvent) {
    this.settings = settings;
    this.onEvent = onEvent;
    /** @type {string[]} */
    this.keys = [];
    this.last = Promise.resolve();
    this.worker = new PythonWorker(python, onEvent);
    /** @type {boolean | undefined} */
    this.canWait = undefined;
    this.started = this.start();
  }

  async start() {
    try {
      await this.worker.ready;
      this.canWait = await this.worker.call("can_wait");
      if (this.canWait) await this.worker.call("screen", this.settings);
      else await this.runAgain();
    } catch (error) {
      if (!(error instanceof WorkerEnded)) this.onEvent({ type: "ended", ...toldBy(error) });
    }
  }

  async runAgain() {
    for (const event of await this.worker.call("screen_after", this.settings, this.keys)) this.onEvent(event);
  }

  // Presses a key: a character, or Enter, Backspace, Delete or Escape.
  /** @param {string} name */
  key(name) {
    this.keys.push(name);
    if (this.canWait) this.worker.tell(name);
    else if (this.canWait === false) this.last = this.last.then(() => this.runAgain()).catch(() => {});
  }

  close() {
    this.worker.end();
  }
}

export class PyodideLink {
  // `python` is what a PythonWorker starts with; `loading`, which has loaded it, keeps pages.
  /**
   * @param {PythonStart} python
   * @param {import("./loading.js").Loading} loading
   */
  constructor(python, loading) {
    this.python = python;
    this.loading = loading;
    /** @type {Map<string, string>} */
    this.pages = new Map(); // the addresses of the pages of games that have been analysed, by their ids
    this.docs = ""; // the address of the documentation
    this.pause = 0; // how long 1994 shows a move by default, in seconds: it is slow enough here
    /** @type {Map<string, { onEvent: OnEvent, timer: number }>} */
    this.watchers = new Map(); // the open games: id to { onEvent, timer }
    /** @type {Set<string>} */
    this.removed = new Set(); // the ids of deleted games: an answer that is still under way must not bring one back
    /** @type {(sentence: string) => void} */
    this.onWarning = () => {}; // gets a sentence that holds for the whole page
    /** @type {PythonWorker} */
    this.insideWorker = undefined;
    this.kept = new KeptGames((id, kept) => (kept ? this.refresh(id, kept) : this.forget(id)), (sentence) => this.onWarning(sentence));
    this.worker = new PythonWorker(python);
    this.ready = this.worker.ready;
    // Both interpreters start at once, so that the first thought need not wait for one.
    this.thinker = new Thinker(python, {
      onEvent: (id, event) => this.watchers.get(id)?.onEvent(event),
      onResult: (id, result) => this.finish(id, result),
    });
  }

  players() {
    return this.worker.call("players");
  }

  // Asks for what the page "Inside 1994" shows, in a worker of its own: recording a part takes some seconds here.
  /** @type {Link["inside"]} */
  inside(name, ...settings) {
    this.insideWorker ??= new PythonWorker(this.python);
    const call = /** @type {`inside_${keyof InsideAnswers}`} */ (`inside_${name}`);
    return /** @type {Promise<any>} */ (this.insideWorker.ready.then(() => this.insideWorker.call(call, ...settings)));
  }

  // The text of the report stays in this browser, so any page may open it.
  fileRefused() {
    return "";
  }

  // Returns a part of the list of games, as modern/web/store.py does: { games, total }.
  /** @type {Link["games"]} */
  async games({ search = "", start = 0, limit = 100, ids = null }) {
    const words = search.replaceAll("–", "-").replaceAll("½", "1/2").toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.kept.summaries().filter((game) => (ids ? ids.includes(game.id) : words.every((word) => textOf(game).includes(word))));
    return { games: found.slice(start, start + limit), total: found.length };
  }

  /** @type {Link["create"]} */
  async create(settings) {
    const id = newId();
    this.accept(id, await this.worker.call("create", id, settings));
    return id;
  }

  /** @param {string[]} ids */
  async remove(ids) {
    for (const id of ids) {
      this.forget(id);
      this.kept.remove(id);
    }
  }

  // Leaves a game that was deleted, here or in another page.
  /** @param {string} id */
  forget(id) {
    const watcher = this.watchers.get(id);
    clearTimeout(watcher?.timer);
    this.removed.add(id);
    this.watchers.delete(id);
    this.thinker.leave(id);
    watcher?.onEvent({ type: "deleted" });
  }

  /** @type {Link["pgn"]} */
  pgn(id) {
    return this.worker.call("pgn", id);
  }

  // Returns the address of what is kept of a game, readable or not.
  /** @type {Link["contentOf"]} */
  contentOf(id) {
    return `data:text/plain;charset=utf-8,${encodeURIComponent(this.kept.text(id) ?? "")}`;
  }

  // Opens a game: `onEvent` gets its state now and after each change.
  /** @type {Link["open"]} */
  open(id, onEvent) {
    const watcher = { onEvent, timer: 0 };
    this.watchers.set(id, watcher);
    const kept = this.kept.read(id);
    const gone = kept ? text("link.damaged", { id }) : text("link.no_such_game");
    if (!kept || kept.damaged) setTimeout(() => onEvent({ type: "gone", text: gone, damaged: Boolean(kept) }));
    else this.refresh(id, kept);
    return {
      close: () => {
        if (this.watchers.get(id) !== watcher) return;
        clearTimeout(watcher.timer);
        this.watchers.delete(id);
        this.thinker.leave(id);
      },
    };
  }

  // Does a command. Returns { ok }, { refused } with the reason, or { question } if a yes is needed first.
  /** @type {Link["send"]} */
  async send(id, command) {
    try {
      const answer = await this.worker.call("command", id, command);
      if (answer.question) return answer;
      this.accept(id, /** @type {GameAnswer} */ (answer));
      if (command.command === "stop" && !(await this.thinker.moveNow(id))) {
        return { refused: text("link.no_move_yet") };
      }
      return { ok: true };
    } catch (error) {
      return toldBy(error, "refused");
    }
  }

  // The 1994 screen, in a worker of its own. Returns { key(name), close() }.
  /** @type {Link["screen"]} */
  screen(settings, onEvent) {
    return new Screen(this.python, settings, onEvent);
  }

  // Analyses a game in a worker of its own, which `close` ends. Returns { close }.
  /** @type {Link["analyse"]} */
  analyse(id, onEvent) {
    const worker = new PythonWorker(this.python, async (event) => {
      if (event.type === "page") this.pages.set(id, await this.loading.keepText(`game-${id}.html`, event.text));
      onEvent(event);
    });
    const run = async () => {
      try {
        await worker.ready;
        await worker.call("analyse", await this.pgn(id));
      } catch (error) {
        if (!(error instanceof WorkerEnded)) onEvent({ type: "failed", ...toldBy(error) });
      } finally {
        worker.end();
      }
    };
    run();
    return { close: () => worker.end() };
  }

  // Returns the address of the page of a game that has been analysed.
  /** @type {Link["pageOf"]} */
  pageOf(id) {
    return this.pages.get(id);
  }

  // Replays the recorded game; `onPly` gets each ply. Returns a promise.
  /** @type {Recorder["record"]} */
  async record(reading, onPly) {
    const worker = new PythonWorker(this.python, onPly);
    try {
      await worker.ready;
      await worker.call("record", reading);
    } finally {
      worker.end();
    }
  }

  // Shows a game as it was kept, if it is open.
  /** @type {(id: string, kept: KeptGame) => Promise<void>} */
  async refresh(id, kept) {
    const watcher = this.watchers.get(id);
    if (!watcher) return;
    try {
      this.accept(id, await this.worker.call("open", id, kept), false);
    } catch (error) {
      // A TypeError is the page's own, which cannot show what is kept.
      watcher.onEvent({ type: "gone", ...(error instanceof TypeError ? { text: text("link.damaged", { id }) } : toldBy(error)), damaged: true });
    }
  }

  /** @type {(id: string, result: Thought) => Promise<void>} */
  async finish(id, result) {
    this.accept(id, await this.worker.call("finish", id, result));
  }

  // Keeps a game, shows it, and lets its program think.
  /** @type {(id: string, answer: GameAnswer, isChanged?: boolean) => void} */
  accept(id, { state, kept, summary, task, events, flag }, isChanged = true) {
    if (this.removed.has(id)) return;
    const watcher = this.watchers.get(id);
    if (isChanged) this.kept.write(id, kept, summary);
    if (!watcher) return;
    for (const event of /** @type {PageEvent[]} */ ([{ type: "state", state }, ...events])) watcher.onEvent(event);
    clearTimeout(watcher.timer);
    if (flag !== null) watcher.timer = setTimeout(() => this.flag(id), 1000 * flag + 10);
    if (!task) this.thinker.leave(id);
    else if (!this.thinker.isAt(id, task)) this.think(id, task);
  }

  /** @type {(id: string, task: Task) => Promise<void>} */
  async think(id, task) {
    this.thinker.think(id, task);
    if (!task.limits.white) return;
    await this.thinker.worker.ready;
    const { state } = await this.worker.call("began", id, task.number);
    this.watchers.get(id)?.onEvent({ type: "state", state });
  }

  /** @param {string} id */
  async flag(id) {
    this.accept(id, await this.worker.call("flag", id));
  }
}
