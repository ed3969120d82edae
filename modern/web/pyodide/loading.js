// Loads what the page needs, tells how far it is, and keeps it in the browser's caches for the next time and offline.

const CHECK_MS = 3000;

// Returns the names of the caches; they are those of service_worker.js.
const cacheNames = (site, scope) => ({
  files: `gosub ${scope} files ${site.version}`,
  pyodide: `gosub ${scope} pyodide ${site.pyodide.version}`,
  page: `gosub ${scope} page`,
});

export class Loading {
  // `folder` is the address of the page's own files, a folder in that of the page.
  constructor(site, folder) {
    this.site = site;
    this.scope = new URL("../", folder).href;
    this.description = new URL("site.json", folder).href;
    this.names = cacheNames(site, this.scope);
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

  async kept(file) {
    // Without a secure connection a browser has no caches.
    if (!globalThis.caches) return false;
    return Boolean(await (await caches.open(file.cache)).match(file.url, { ignoreVary: true }));
  }

  // Registers the service worker, and waits until it answers. Without one the page works, but not offline.
  async serve() {
    if (!navigator.serviceWorker) return false;
    try {
      await navigator.serviceWorker.register(new URL("service_worker.js", this.scope));
    } catch {
      return false;
    }
    const late = new Promise((resolve) => { setTimeout(resolve, CHECK_MS, false); });
    return Promise.race([navigator.serviceWorker.ready.then(() => true), late]);
  }

  // Loads what is missing, and calls `onProgress` with a fraction from 0 to 1.
  async load(onProgress) {
    const { bytes } = await this.missing();
    let arrived = 0;
    const count = (more) => {
      arrived += more;
      onProgress(Math.min(1, arrived / bytes));
    };
    await Promise.all(this.files.map((file) => this.loadFile(file, count)));
    await this.keepPage();
  }

  async loadFile(file, count) {
    if (await this.kept(file)) return;
    // A file of Pyodide that is not the tested one is refused.
    const response = await fetch(file.url, file.integrity ? { integrity: file.integrity } : {});
    if (!response.ok) throw new Error(`${file.url} answered ${response.status}`);
    const counted = response.body.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    }));
    const copy = new Response(counted, { headers: { "content-type": response.headers.get("content-type") || "" } });
    try {
      if (globalThis.caches) return await (await caches.open(file.cache)).put(file.url, copy);
    } catch (error) {
      // The browser may have no room. What has been loaded is then taken from its ordinary cache.
      if (error.name !== "QuotaExceededError") throw error;
    }
    return copy.bodyUsed ? undefined : copy.arrayBuffer();
  }

  // Keeps the page itself, and the description of its files.
  async keepPage() {
    if (!globalThis.caches) return;
    await (await caches.open(this.names.page)).add(location.href.replace(/[?#].*/, ""));
    await (await caches.open(this.names.files)).add(this.description);
  }
}
