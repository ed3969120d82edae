// Lets programs think, one thought at a time, in a worker that is ended when its thought is no longer wanted.

import { PythonWorker, WorkerEnded } from "./python_worker.js";

// A thought that is no longer wanted may end by itself in this time; then its worker stays.
const GRACE_MS = 1000;

/** @type {(milliseconds: number) => Promise<void>} */
const delay = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export class Thinker {
  // `python` is what a PythonWorker starts with. `onEvent(id, event)` gets what a thought sends, `onResult(id, result)` what
  // it found.
  /**
   * @param {PythonStart} python
   * @param {{ onEvent: (id: string, event: PageEvent) => void, onResult: (id: string, result: Thought) => void }} actions
   */
  constructor(python, { onEvent, onResult }) {
    this.python = python;
    this.onEvent = onEvent;
    this.onResult = onResult;
    /** @type {WantedThought | null} */
    this.thought = null; // the wanted one: { id, task, report }
    /** @type {WantedThought | null} */
    this.running = null; // the one that the worker has; it may be no longer wanted
    this.startWorker();
  }

  startWorker() {
    this.worker = new PythonWorker(this.python, (event) => this.receive(event));
    this.running = null;
  }

  /** @param {PageEvent} event */
  receive(event) {
    if (!this.thought || this.thought !== this.running) return;
    if (event.type === "report") this.thought.report = event;
    this.onEvent(this.thought.id, event);
  }

  /** @type {(id: string, task: Task) => boolean} */
  isAt(id, task) {
    return this.thought?.id === id && this.thought.task.number === task.number;
  }

  // Thinks about a task of a game. Whatever it thought about before is no longer wanted.
  /** @type {(id: string, task: Task) => Promise<void>} */
  async think(id, task) {
    /** @type {WantedThought} */
    const thought = { id, task, report: null };
    this.thought = thought;
    await this.free();
    if (this.thought !== thought) return;
    this.running = thought;
    try {
      const result = await this.worker.call("think", task);
      if (this.thought !== thought) return;
      this.thought = null;
      this.onResult(id, result);
    } catch (error) {
      if (this.thought === thought && !(error instanceof WorkerEnded)) this.fail(thought, error);
    } finally {
      if (this.running === thought) this.running = null;
    }
  }

  /** @type {(thought: WantedThought, error: Failed) => void} */
  fail({ id, task }, error) {
    this.thought = null;
    this.replaceWorker();
    this.onResult(id, { number: task.number, kind: task.kind, error: error.facts?.message ?? error.message });
  }

  // Resolves when the worker has no thought any more; if it goes on with its thought, another worker takes its place.
  async free() {
    const { running } = this;
    if (!(await this.isSettled(running)) && this.running === running) this.replaceWorker();
  }

  // Waits for the end of a thought, but not for long. Returns true if it has ended.
  /** @param {WantedThought | null} running */
  async isSettled(running) {
    for (let waited = 0; running && this.running === running && waited < GRACE_MS; waited += 50) await delay(50);
    return !running || this.running !== running;
  }

  replaceWorker() {
    this.worker.end();
    this.startWorker();
  }

  // Forgets the thought about a game, if there is one.
  /** @param {string} id */
  leave(id) {
    if (this.thought?.id !== id) return;
    this.thought = null;
    this.free();
  }

  // Ends the thought about a game with the best move so far. Returns false if none has been found yet.
  /** @param {string} id */
  async moveNow(id) {
    const { thought } = this;
    if (thought?.id !== id || (await this.isSettled(thought)) || this.thought !== thought) return true;
    const { report, task } = thought;
    if (!report) return false;
    this.thought = null;
    this.replaceWorker();
    this.onResult(id, {
      number: task.number, kind: task.kind, move: report.uci, score: report.mover_score, depth: report.depth,
      seconds: report.seconds, line: report.pv, notes: [], memory: task.memory, considered: null,
      by_arbiter: false,
    });
    return true;
  }
}
