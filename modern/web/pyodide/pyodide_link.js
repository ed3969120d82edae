// Games in this browser: what the link in served.js is for the games of `gosub serve`.
//
// One worker has the games, and answers at once; a Thinker has another, in which programs think. What is kept of a game
// is written after each change, so that nothing is lost when the page is closed.

import { PythonWorker, WorkerEnded } from "./python_worker.js";
import { Thinker } from "./thinker.js";

const PREFIX = "gosub-game ";
const newId = () => crypto.randomUUID().slice(0, 8);

// Returns the words by which a game is found: its players, its result and its date.
const textOf = ({ white, black, result, date }) => {
  const you = [white, black].includes("Human") ? "you" : "";
  return [white, black, you, result, date, (date || "").replaceAll(".", "-")].join(" ").toLowerCase();
};

// The games of this browser, kept in its local storage after every change.
class KeptGames {
  // `onChanged(id, kept)` is called when another page of this site has changed a game, or deleted it: `kept` is then null.
  constructor(onChanged) {
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key?.startsWith(PREFIX)) onChanged(key.slice(PREFIX.length), newValue && JSON.parse(newValue).kept);
    });
  }

  // Returns a game as it was kept, or null.
  read(id) {
    const text = localStorage.getItem(PREFIX + id);
    return text && JSON.parse(text).kept;
  }

  // Keeps a game. Throws an Error if the browser has no room, or keeps nothing for this site.
  write(id, kept, summary) {
    try {
      localStorage.setItem(PREFIX + id, JSON.stringify({ kept, summary, changed: Date.now() / 1000 }));
    } catch {
      throw new Error("This browser does not keep the game: its storage is full, or closed to this page. Copy the PGN.");
    }
  }

  remove(id) {
    localStorage.removeItem(PREFIX + id);
  }

  // Returns what the list shows of each game, the one changed last first.
  summaries() {
    const games = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
      .map((key) => JSON.parse(localStorage.getItem(key))).map(({ summary, changed }) => ({ ...summary, changed }));
    return games.sort((one, other) => other.changed - one.changed);
  }
}

// The screen of 1994 in a worker of its own. Where Python cannot wait for a key (a browser without JSPI), the program
// runs again from its start after each key: with the same keys it always does the same.
class Screen {
  constructor(site, folder, settings, onEvent) {
    Object.assign(this, { settings, onEvent });
    this.keys = [];
    this.last = Promise.resolve();
    this.worker = new PythonWorker(site, folder, onEvent);
    this.started = this.start();
  }

  async start() {
    try {
      await this.worker.ready;
      this.canWait = await this.worker.call("can_wait");
      if (this.canWait) await this.worker.call("screen", this.settings);
      else await this.runAgain();
    } catch (error) {
      if (!(error instanceof WorkerEnded)) this.onEvent({ type: "ended", text: error.message });
    }
  }

  async runAgain() {
    for (const event of await this.worker.call("screen_after", this.settings, this.keys)) this.onEvent(event);
  }

  // Presses a key: a character, or Enter, Backspace, Delete or Escape.
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
  // `site` is the contents of site.json, `folder` the address of the page's own files.
  constructor(site, folder) {
    Object.assign(this, { site, folder });
    this.pause = 0; // how long 1994 shows a move by default, in seconds: it is slow enough here
    this.watchers = new Map(); // the open games: id to { onEvent, timer }
    this.removed = new Set(); // the ids of deleted games: an answer that is still under way must not bring one back
    this.kept = new KeptGames((id, kept) => (kept ? this.refresh(id, kept) : this.forget(id)));
    this.worker = new PythonWorker(site, folder);
    this.ready = this.worker.ready;
    this.ready.then(() => {
      this.thinker = new Thinker(site, folder, {
        onEvent: (id, event) => this.watchers.get(id)?.onEvent(event),
        onResult: (id, result) => this.finish(id, result),
      });
    });
  }

  players() {
    return this.worker.call("players");
  }

  // Asks for what the page "Inside 1994" shows, in a worker of its own: recording a part takes some seconds here.
  inside(name, ...settings) {
    this.insideWorker ??= new PythonWorker(this.site, this.folder);
    return this.insideWorker.ready.then(() => this.insideWorker.call(`inside_${name}`, ...settings));
  }

  // The text of the report stays in this browser, so any page may open it.
  fileRefused() {
    return "";
  }

  // Returns a part of the list of games, as modern/web/store.py does: { games, total }.
  async games({ search = "", start = 0, limit = 100, ids = null }) {
    const words = search.replaceAll("–", "-").replaceAll("½", "1/2").toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.kept.summaries().filter((game) => (ids ? ids.includes(game.id) : words.every((word) => textOf(game).includes(word))));
    return { games: found.slice(start, start + limit), total: found.length };
  }

  async create(settings) {
    const id = newId();
    this.accept(id, await this.worker.call("create", id, settings));
    return id;
  }

  async remove(ids) {
    for (const id of ids) {
      this.forget(id);
      this.kept.remove(id);
    }
  }

  // Leaves a game that was deleted, here or in another page.
  forget(id) {
    const watcher = this.watchers.get(id);
    clearTimeout(watcher?.timer);
    this.removed.add(id);
    this.watchers.delete(id);
    this.thinker?.leave(id);
    watcher?.onEvent({ type: "deleted" });
  }

  pgn(id) {
    return this.worker.call("pgn", id);
  }

  // Opens a game: `onEvent` gets its state now and after each change.
  open(id, onEvent) {
    const watcher = { onEvent, timer: 0 };
    this.watchers.set(id, watcher);
    const kept = this.kept.read(id);
    if (kept) this.refresh(id, kept);
    else setTimeout(() => onEvent({ type: "gone", text: "This browser has no such game." }));
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
  async send(id, command) {
    try {
      const answer = await this.worker.call("command", id, command);
      if (answer.question) return answer;
      this.accept(id, answer);
      if (command.command === "stop" && !(await this.thinker.moveNow(id))) {
        return { refused: "The program has not found a move yet." };
      }
      return { ok: true };
    } catch (error) {
      return { refused: error.message };
    }
  }

  // The screen of 1994, in a worker of its own. Returns { key(name), close() }.
  screen(settings, onEvent) {
    return new Screen(this.site, this.folder, settings, onEvent);
  }

  // Analyses a game in a worker of its own, which `close` ends. Returns { close }.
  analyse(id, onEvent) {
    const worker = new PythonWorker(this.site, this.folder, onEvent);
    const run = async () => {
      try {
        await worker.ready;
        await worker.call("analyse", await this.pgn(id));
      } catch (error) {
        if (!(error instanceof WorkerEnded)) onEvent({ type: "failed", text: error.message });
      } finally {
        worker.end();
      }
    };
    run();
    return { close: () => worker.end() };
  }

  // Replays the recorded game; `onPly` gets each ply. Returns a promise.
  async record(reading, onPly) {
    const worker = new PythonWorker(this.site, this.folder, onPly);
    try {
      await worker.ready;
      await worker.call("record", reading);
    } finally {
      worker.end();
    }
  }

  // Shows a game as it was kept, if it is open.
  async refresh(id, kept) {
    const watcher = this.watchers.get(id);
    if (!watcher) return;
    try {
      this.accept(id, await this.worker.call("open", id, kept), false);
    } catch (error) {
      watcher.onEvent({ type: "gone", text: error.message });
    }
  }

  async finish(id, result) {
    this.accept(id, await this.worker.call("finish", id, result));
  }

  // Keeps a game, shows it, and lets its program think.
  accept(id, { state, kept, summary, task, events, flag }, isChanged = true) {
    if (this.removed.has(id)) return;
    const watcher = this.watchers.get(id);
    try {
      if (isChanged) this.kept.write(id, kept, summary);
    } catch (error) {
      watcher?.onEvent({ type: "refused", text: error.message });
    }
    if (!watcher) return;
    for (const event of [{ type: "state", state }, ...events]) watcher.onEvent(event);
    clearTimeout(watcher.timer);
    if (flag !== null) watcher.timer = setTimeout(() => this.flag(id), 1000 * flag + 10);
    if (!task) this.thinker.leave(id);
    else if (!this.thinker.isAt(id, task)) this.think(id, task);
  }

  async think(id, task) {
    this.thinker.think(id, task);
    if (!task.limits.white) return;
    await this.thinker.worker.ready;
    const { state } = await this.worker.call("began", id, task.number);
    this.watchers.get(id)?.onEvent({ type: "state", state });
  }

  async flag(id) {
    this.accept(id, await this.worker.call("flag", id));
  }
}
