// Loads what the page needs, tells how far it is, and keeps it in the browser's caches for the next time and offline.
//
// What it loads is checked against site.json, and handed to the workers as Blobs. So it matters neither with which
// Content-Type a server sends it, nor whether the browser keeps anything for this page.

import { text } from "./texts.js";

const CHECK_MS = 3000;
// A file of which nothing arrives for so long is given up.
const STALL_MS = 15000;

const TYPES = {
  css: "text/css", js: "text/javascript", json: "application/json", mjs: "text/javascript", svg: "image/svg+xml",
  wasm: "application/wasm", zip: "application/zip",
};
const typeOf = (name) => TYPES[name.split(".").at(-1)] || "application/octet-stream";

// Returns the names of the caches; they are those of service_worker.js.
const cacheNames = (site, scope) => ({
  files: `gosub ${scope} files ${site.version}`,
  pyodide: `gosub ${scope} pyodide ${site.pyodide.version}`,
  page: `gosub ${scope} page`,
});

// Returns one of the browser's caches, or null: it has none without a secure connection, or none for this page.
const cacheNamed = async (name) => {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
};

const integrityOf = async (blob) => {
  const digest = await crypto.subtle.digest("SHA-384", await blob.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
};

// A file arrived that is not the one of site.json.
class Changed extends Error {}

// Returns a Blob with a file of site.json, and calls `onBytes` as they arrive. `mode` is a mode of the browser's own cache.
// Throws an Error that names the file and says what is wrong with it.
const fetchBlob = async (file, onBytes, mode) => {
  const abort = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), STALL_MS);
  };
  const fail = (key, values = {}) => { throw new Error(text(key, { address: file.url, ...values })); };
  // A page without a secure connection cannot compute a digest. The browser then checks the file itself, but without
  // saying why it refuses one, and without showing it before it is complete.
  const canCheck = Boolean(globalThis.crypto?.subtle);
  if (canCheck) wait();
  try {
    const response = await fetch(file.url, { cache: mode, signal: abort.signal, ...(canCheck ? {} : { integrity: file.integrity }) });
    if (!response.ok) fail("loading.answered", { status: response.status });
    const chunks = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (canCheck) wait();
      onBytes(value.length);
      chunks.push(value);
    }
    const blob = new Blob(chunks, { type: typeOf(file.name) });
    if (canCheck && (await integrityOf(blob)) !== file.integrity) throw new Changed(text("loading.changed", { address: file.url }));
    return blob;
  } catch (error) {
    if (abort.signal.aborted) fail("loading.stalled", { seconds: STALL_MS / 1000 });
    if (error instanceof TypeError) fail("loading.unreadable");
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

export class Loading {
  // `folder` is the address of the page's own files, a folder in that of the page.
  constructor(site, folder) {
    this.site = site;
    this.folder = folder;
    this.scope = new URL("../", folder).href;
    this.description = new URL("site.json", folder).href;
    this.names = cacheNames(site, this.scope);
    this.blobs = new Map(); // what is there already, by its address
    const pyodide = new URL(site.pyodide.address, folder);
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
  async load(onProgress) {
    const { bytes } = await this.missing();
    let arrived = 0;
    const count = (more) => {
      arrived += more;
      onProgress(Math.min(1, arrived / bytes));
    };
    const found = {};
    await Promise.all(this.files.map(async (file) => { found[file.name] = (await this.kept(file)) || (await this.loadFile(file, count)); }));
    await this.keepPage();
    // Compiled once, for all workers.
    const wasm = await WebAssembly.compile(await found["pyodide.asm.wasm"].arrayBuffer());
    const names = [...this.site.pyodide.files.map(({ name }) => name), ...this.site.archives];
    const files = Object.fromEntries(names.map((name) => [name, found[name]]));
    return { script: new URL("worker.js", this.folder), wasm, files, archives: this.site.archives };
  }

  async loadFile(file, count) {
    let blob;
    try {
      blob = await fetchBlob(file, count, "default");
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      blob = await fetchBlob(file, () => {}, "reload"); // it may be an old copy of the browser's
    }
    this.blobs.set(file.url, blob);
    try {
      const answer = new Response(blob, { headers: { "content-type": typeOf(file.name) } });
      await (await cacheNamed(file.cache))?.put(file.url, answer);
    } catch { /* the browser has no room: it loads the file again the next time */ }
    return blob;
  }

  // Keeps a page of HTML. Returns its address: one that the service worker answers, or where there is none, that of a file to
  // be downloaded. (A page at such an address could not run its own script: it would get the policy of this page.)
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
