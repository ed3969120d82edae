// Python in a worker of its own: calls of Python functions, answered by promises, and events meanwhile.

import { text } from "./texts.js";

// The worker was ended while it worked.
export class WorkerEnded extends Error {}

export class PythonWorker {
  // `python` is what Loading has loaded: the address of worker.js, and what the worker starts with.
  /**
   * @param {PythonStart} python
   * @param {OnEvent} onEvent
   */
  constructor({ script, ...python }, onEvent = () => {}) {
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.calls = new Map();
    this.number = 0;
    this.onEvent = onEvent;
    this.worker = new Worker(script, { type: "module", name: "python" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.end(new Error(event.message || text("worker.not_started", { script })));
    /** @type {Error | undefined} */
    this.ended = undefined;
    this.ready = this.post(python);
    this.ready.catch(() => {});
  }

  // Returns what the function of modern.web.pyodide.calls returns. Rejects with an Error for a refusal, with its `status`, whose
  // `facts.message` is what Python tells. The worker need not be ready yet.
  /**
   * @template {keyof PythonCalls} Name
   * @param {Name} name
   * @param {Parameters<PythonCalls[Name]>} args
   * @returns {Promise<ReturnType<PythonCalls[Name]>>}
   */
  call(name, ...args) {
    return this.post({ name, args: JSON.stringify(args) });
  }

  // Sends something that is not answered: a key.
  /** @param {string} message */
  tell(message) {
    this.worker.postMessage({ told: message });
  }

  /** @type {(message: object) => Promise<any>} */
  post(message) {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  /** @param {FromPython} message */
  receive({ id, answer, event }) {
    if (event) {
      this.onEvent(JSON.parse(event));
      return;
    }
    const { resolve, reject } = this.calls.get(id);
    /** @type {CallAnswer} */
    const { result, error, facts, status } = JSON.parse(answer);
    this.calls.delete(id);
    if (error === undefined) resolve(result);
    else reject(Object.assign(new Error(error), { facts: { message: facts?.error }, status }));
  }

  // Ends the worker at once, whatever it does.
  /** @param {Error} why */
  end(why = new WorkerEnded("The worker was ended.")) {
    this.ended = why;
    this.worker.terminate();
    for (const { reject } of this.calls.values()) reject(why);
    this.calls.clear();
  }
}
