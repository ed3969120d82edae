// A worker that is asked things: each message has a number, and a promise that its answer settles.

import { failed, text } from "./texts.js";

// The worker was ended while it worked.
export class WorkerEnded extends Error {}

export class AskedWorker {
  // `onEvent` gets what the worker sends beside its answers.
  /**
   * @param {URL} script
   * @param {string} name
   * @param {(event: any) => void} onEvent
   */
  constructor(script, name, onEvent) {
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.asked = new Map();
    this.number = 0;
    this.onEvent = onEvent;
    this.worker = new Worker(script, { type: "module", name });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.end(new Error(event.message || text("worker.not_started", { script })));
    /** @type {Error | undefined} */
    this.ended = undefined;
  }

  // Sends a message. Rejects with the Error that the worker tells, with a `status` if it has one.
  /** @type {(message: object) => Promise<any>} */
  ask(message) {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  /** @param {FromWorker} message */
  receive({ id, event, ...answer }) {
    if (event !== undefined) {
      this.onEvent(event);
      return;
    }
    const { resolve, reject } = this.asked.get(id);
    this.asked.delete(id);
    if (answer.error === undefined) resolve(answer.result);
    else reject(failed(answer));
  }

  // Ends the worker at once, whatever it does.
  /** @param {Error} why */
  end(why = new WorkerEnded("The worker was ended.")) {
    this.ended = why;
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(why);
    this.asked.clear();
  }
}

// Python in a worker of its own.
export class PythonWorker extends AskedWorker {
  // `python` is what Loading has loaded: the address of worker.js, and what the worker starts with.
  /**
   * @param {PythonStart} python
   * @param {OnEvent} onEvent
   */
  constructor({ script, ...python }, onEvent = () => {}) {
    super(script, "python", onEvent);
    this.ask(python).catch(() => {}); // each call fails with the same error
  }

  // Returns what the function of modern.web.pyodide.calls returns. The worker need not be ready yet.
  /**
   * @template {keyof PythonCalls} Name
   * @param {Name} name
   * @param {Parameters<PythonCalls[Name]>} args
   * @returns {Promise<ReturnType<PythonCalls[Name]>>}
   */
  call(name, ...args) {
    return this.ask({ name, args: JSON.stringify(args) });
  }

  // Sends something that is not answered: a key.
  /** @param {string} message */
  tell(message) {
    this.worker.postMessage({ told: message });
  }
}
