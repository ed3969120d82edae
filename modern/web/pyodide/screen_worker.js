// The screen of 1994 in a worker of its own. Where Python cannot wait for a key (a browser without JSPI), the program
// runs again from its start after each key: with the same keys it always does the same.

import { PythonWorker, WorkerEnded } from "./python_worker.js";

export class Screen {
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
