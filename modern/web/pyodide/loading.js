// Loads what the page needs, tells how far it is, and keeps it in the browser's caches for the next time and offline.
//
// What it loads is checked against site.json, and handed to the workers as Blobs. So it matters neither with which
// Content-Type a server sends it, nor whether the browser keeps anything for this page.

import { AskedWorker } from "./asked_worker.js";

const CHECK_MS = 3000;

// Returns the names of the caches; they are those of service_worker.js.
/** @type {(site: Site, scope: string) => { files: string, pyodide: string, page: string }} */
const cacheNames = (site, scope) => ({
  files: `gosub ${scope} files ${site.version}`,
  pyodide: `gosub ${scope} pyodide ${site.pyodide.version}`,
  page: `gosub ${scope} page`,
});

// Returns one of the browser's caches, or null: it has none without a secure connection, or none for this page.
/** @param {string} name */
const cacheNamed = async (name) => {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
};

export class Loading {
  // `folder` is the address of the page's own files, a folder in that of the page.
  /**
   * @param {Site} site
   * @param {string} folder
   */
  constructor(site, folder) {
    this.site = site;
    this.folder = folder;
    this.scope = new URL("../", folder).href;
    this.description = new URL("site.json", folder).href;
    this.names = cacheNames(site, this.scope);
    /** @type {Map<string, Blob>} */
    this.blobs = new Map(); // what is there already, by its address
    const pyodide = new URL(site.pyodide.address, folder);
    /** @type {CachedFile[]} */
    this.files = [
      ...site.pyodide.files.map((file) => ({ ...file, url: new URL(file.name, pyodide).href, cache: this.names.pyodide })),
      ...site.files.map((file) => ({ ...file, url: new URL(file.name, folder).href, cache: this.names.files })),
    ];
  }

  // Returns the size of what is not kept yet: { bytes, compressed }.
  async missing() {
    const missing = { bytes: 0, compressed: 0 };
    for (const file of this.files) {
      if (await this.kept(file)) continue;
      missing.bytes += file.bytes;
      missing.compressed += file.compressed;
    }
    return missing;
  }

  // Returns a Blob with a file that the browser has kept whole, or undefined.
  /** @param {CachedFile} file */
  async kept(file) {
    try {
      const response = this.blobs.has(file.url) ? null : await (await cacheNamed(file.cache))?.match(file.url, { ignoreVary: true });
      const blob = await response?.blob();
      if (blob?.size === file.bytes) this.blobs.set(file.url, blob);
    } catch { /* it is loaded again */ }
    return this.blobs.get(file.url);
  }

  // Registers the service worker, and waits until it answers. Without one the page works, but not offline.
  async serve() {
    try {
      await navigator.serviceWorker.register(new URL("service_worker.js", this.scope));
      const late = new Promise((resolve) => { setTimeout(resolve, CHECK_MS, false); });
      return await Promise.race([navigator.serviceWorker.ready.then(() => true), late]);
    } catch {
      return false;
    }
  }

  // Loads what is missing, and calls `onProgress` with a fraction from 0 to 1. Returns what a PythonWorker starts with.
  /** @type {(onProgress: (fraction: number) => void) => Promise<PythonStart>} */
  async load(onProgress) {
    const { bytes } = await this.missing();
    let arrived = 0;
    /** @param {number} more */
    const count = (more) => {
      arrived += more;
      onProgress(Math.min(1, arrived / bytes));
    };
    /** @type {{ [name: string]: Blob }} */
    const found = {};
    // A worker's memory is free again at its end; a page would keep what it has read until the browser collects its garbage.
    const fetcher = new AskedWorker(new URL("fetcher.js", this.folder), "fetcher", count);
    /** @type {WebAssembly.Module} */
    let wasm;
    try {
      await Promise.all(this.files.map(async (file) => { found[file.name] = (await this.kept(file)) || (await this.loadFile(fetcher, file)); }));
      wasm = await fetcher.ask({ wasm: found["pyodide.asm.wasm"] }); // compiled once, for all workers
    } finally {
      fetcher.end();
    }
    await this.keepPage();
    const names = [...this.site.pyodide.files.map(({ name }) => name), ...this.site.archives];
    const files = Object.fromEntries(names.map((name) => [name, found[name]]));
    return { script: new URL("worker.js", this.folder), wasm, files, archives: this.site.archives };
  }

  // Returns a Blob with a file of site.json. Throws an Error that names the file and says what is wrong with it.
  /** @type {(fetcher: AskedWorker, file: CachedFile) => Promise<Blob>} */
  async loadFile(fetcher, file) {
    const asked = { url: file.url, integrity: file.integrity, type: file.type };
    /** @type {Blob} */
    let blob;
    try {
      blob = await fetcher.ask({ ...asked, mode: "default", isCounted: true });
    } catch (error) {
      if (error.facts?.message?.code !== "loading.changed") throw error;
      blob = await fetcher.ask({ ...asked, mode: "reload" }); // it may be an old copy of the browser's
    }
    this.blobs.set(file.url, blob);
    try {
      await (await cacheNamed(file.cache))?.put(file.url, new Response(blob)); // with the type of the Blob
    } catch { /* the browser has no room: it loads the file again the next time */ }
    return blob;
  }

  // Keeps a page of HTML. Returns its address: one that the service worker answers, or where there is none, that of a file to
  // be downloaded. (A page at such an address could not run its own script: it would get the policy of this page.)
  /** @type {(name: string, text: string) => Promise<string>} */
  async keepText(name, text) {
    const page = new Blob([text], { type: "text/html" });
    const address = new URL(name, this.folder).href;
    try {
      if (!navigator.serviceWorker.controller) throw new Error("nothing answers there");
      const answer = new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
      await (await caches.open(this.names.files)).put(address, answer);
      return address;
    } catch {
      return URL.createObjectURL(page);
    }
  }

  // Keeps the page itself, and the description of its files.
  async keepPage() {
    try {
      await (await cacheNamed(this.names.page))?.add(location.href.replace(/[?#].*/, ""));
      await (await cacheNamed(this.names.files))?.add(this.description);
    } catch { /* the page works, but not offline */ }
  }
}
