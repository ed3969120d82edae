// Games in this browser: what the link in served.js is for the games of `gosub serve`.
//
// One worker has the games (modern/web/service.py); in another, programs think. This page gives the games what a worker
// has not: the browser's local storage, and the worker that thinks.

import { PythonWorker, WorkerEnded } from "./asked_worker.js";
import { text, told, toldBy } from "./texts.js";
import { startWorkshop } from "./workshop.js";

const PREFIX = "gosub-game ";

// Returns the texts of the games that the local storage has, by their ids.
/** @type {() => { [id: string]: string }} */
const storedTexts = () => {
  try {
    const games = Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX));
    return Object.fromEntries(games.map(([key, written]) => [key.slice(PREFIX.length), written]));
  } catch {
    return {}; // it is closed to this page
  }
};

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
    this.worker = new PythonWorker(python, onEvent);
    /** @type {boolean | undefined} */
    this.canWait = undefined;
    this.last = this.run(async () => {
      this.canWait = await this.worker.call("can_wait");
      if (this.canWait) await this.worker.call("screen", this.settings);
      else await this.runAgain();
    });
  }

  // Runs the program, and says why if it cannot run.
  /** @param {() => Promise<void>} run */
  async run(run) {
    try {
      await run();
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
    else if (this.canWait === false) this.last = this.last.then(() => this.run(() => this.runAgain()));
  }

  close() {
    this.worker.end();
  }
}

// The games, in a worker of theirs, and what they need of this page: the local storage, and the worker that thinks.
class BrowserGames {
  // `onWarning(sentence)` gets a sentence that holds for the whole page.
  /**
   * @param {PythonStart} python
   * @param {(sentence: string) => void} onWarning
   */
  constructor(python, onWarning) {
    this.python = python;
    this.onWarning = onWarning;
    /** @type {Map<string, OnEvent>} */
    this.watchers = new Map(); // of the open games, by their ids
    /** @type {Set<string>} */
    this.unkept = new Set(); // the ids of the games that the local storage does not have as they are
    this.stored = storedTexts(); // what the local storage had when this page last wrote or read it
    this.worker = new PythonWorker(python, (/** @type {any} */ event) => this.serve(event));
    this.ready = this.worker.call("changed", this.stored);
    this.renewThinker(); // both interpreters start at once, so that the first thought need not wait for one
    // A page that the browser has put aside, to show it again with its history, is not told of changes meanwhile.
    for (const name of ["storage", "pageshow"]) window.addEventListener(name, () => this.readAgain());
  }

  /** @param {GamesNeed} event */
  serve(event) {
    switch (event.type) {
      case "shown": return this.watchers.get(event.id)?.(event.event);
      case "write": return this.write(event.id, event.text);
      case "remove": return event.ids.forEach((id) => this.erase(id));
      case "think": return this.think(event.thinker, event.task);
      default: return this.renewThinker();
    }
  }

  /** @type {(id: string, written: string) => void} */
  write(id, written) {
    try {
      localStorage.setItem(PREFIX + id, written);
      this.stored[id] = written;
      this.unkept.delete(id);
    } catch (error) {
      if (!this.unkept.has(id)) this.onWarning(text(error.name === "QuotaExceededError" ? "link.full" : "link.closed"));
      this.unkept.add(id);
    }
  }

  /** @param {string} id */
  erase(id) {
    try { localStorage.removeItem(PREFIX + id); } catch { /* then it is not there */ }
    delete this.stored[id];
    this.unkept.delete(id);
  }

  // Warns if the games cannot take what nobody waits for.
  /** @param {Promise<unknown>} call */
  tell(call) {
    call.catch((error) => this.onWarning(told(error, "message")));
  }

  /** @param {[kind: string, content?: unknown]} thought */
  tellThought(...thought) {
    this.tell(this.worker.call("thought", this.number, ...thought));
  }

  renewThinker() {
    this.thinker?.end();
    this.thinker = new PythonWorker(this.python, (/** @type {any} */ { kind, content }) => this.tellThought(kind, content));
  }

  // Thinks about a task for a thinker, as the games number them; all that the worker sends is for that one.
  /** @type {(number: number, task: object) => Promise<void>} */
  async think(number, task) {
    this.number = number;
    try {
      await this.thinker.call("think", task);
    } catch (error) {
      if (error instanceof WorkerEnded) return;
      this.renewThinker();
      this.tellThought("died");
    }
  }

  // Takes from the local storage what other pages of this site have changed there, and what they have deleted.
  readAgain() {
    const before = this.stored, now = storedTexts();
    this.stored = now;
    const ids = Object.keys({ ...before, ...now }).filter((id) => before[id] !== now[id]);
    if (!ids.length) return;
    this.tell(this.worker.call("changed", Object.fromEntries(ids.map((id) => [id, now[id] ?? null]))));
    for (const id of ids) {
      if (id in now) this.watch(id);
      else this.watchers.get(id)?.({ type: "deleted" });
    }
  }

  /** @type {Link["open"]} */
  open(id, onEvent) {
    this.watchers.set(id, onEvent);
    this.watch(id);
    return {
      close: () => {
        if (this.watchers.get(id) !== onEvent) return;
        this.watchers.delete(id);
        this.tell(this.worker.call("leave", id));
      },
    };
  }

  // Asks for the events of a game, if it is open.
  /** @param {string} id */
  async watch(id) {
    const onEvent = this.watchers.get(id);
    try {
      if (onEvent) await this.worker.call("watch", id);
    } catch (error) {
      onEvent({ type: "gone", ...toldBy(error), damaged: error.status === 410 });
    }
  }
}

// Calls a function in a worker of its own, which ends with it, or when `close` is called. Returns { close, done }.
/** @type {(python: PythonStart, onEvent: OnEvent, run: (worker: PythonWorker) => Promise<unknown>) => { close(): void, done: Promise<unknown> }} */
const callAlone = (python, onEvent, run) => {
  const worker = new PythonWorker(python, onEvent);
  return { close: () => worker.end(), done: run(worker).finally(() => worker.end()) };
};

// `python` is what a PythonWorker starts with; `loading`, which has loaded it, keeps pages.
/** @type {(python: PythonStart, loading: import("./loading.js").Loading) => Link & Recorder & { ready: Promise<unknown> }} */
export const pyodideLink = (python, loading) => {
  /** @type {Map<string, string>} */
  const pages = new Map(); // the addresses of the pages of games that have been analysed, by their ids
  /** @type {PythonWorker | undefined} */
  let insideWorker;
  const games = new BrowserGames(python, (sentence) => link.onWarning(sentence)), { worker } = games;
  /** @type {ReturnType<typeof pyodideLink>} */
  const link = {
    ready: games.ready,
    players: () => worker.call("players"),
    games: (query) => worker.call("games", query),
    create: (settings) => worker.call("create", settings),
    open: (id, onEvent) => games.open(id, onEvent),
    send: (id, command) => worker.call("command", id, command).catch((error) => toldBy(error, "refused")),
    pgn: (id) => worker.call("pgn", id),
    contentOf: (id) => `data:text/plain;charset=utf-8,${encodeURIComponent(storedTexts()[id] ?? "")}`,
    remove: (ids) => worker.call("delete", ids),
    analyse: (id, onEvent) => {
      const analysis = callAlone(python, async (event) => {
        if (event.type === "page") pages.set(id, await loading.keepText(`game-${id}.html`, event.text));
        onEvent(event);
      }, async (one) => one.call("analyse", await worker.call("pgn", id, true)));
      analysis.done.catch((error) => {
        if (!(error instanceof WorkerEnded)) onEvent({ type: "failed", ...toldBy(error) });
      });
      return analysis;
    },
    pageOf: (id) => pages.get(id),
    screen: (settings, onEvent) => new Screen(python, settings, onEvent),
    write: (root, symbols) => startWorkshop(root, python, `${link.docs}../teach/class-write-a-player.html`, symbols),
    docs: "",
    // The text of the report stays in this browser, so any page may open it.
    fileRefused: () => "",
    // Recording a part takes some seconds here.
    inside: (name, ...settings) => {
      insideWorker ??= new PythonWorker(python);
      return /** @type {Promise<any>} */ (insideWorker.call(/** @type {`inside_${keyof InsideAnswers}`} */ (`inside_${name}`), ...settings));
    },
    pause: 0, // how long 1994 shows a move by default, in seconds: it is slow enough here
    onWarning: () => {},
    // Replays the recorded game; `onPly` gets each ply.
    record: async (reading, onPly) => { await callAlone(python, onPly, (one) => one.call("record", reading)).done; },
  };
  return link;
};
