// Answers the page's requests from what the browser has kept, so that the page works offline once it was loaded.
//
// The site puts a line before this one: const SITE = {...}, the contents of site.json. The page itself keeps the files
// (loading.js); they are in caches whose names begin with this worker's scope, since other pages of the same host may
// have caches too.

const PREFIX = `gosub ${self.registration.scope} `;
const FILES = `${PREFIX}files ${SITE.version}`;
const PYODIDE = `${PREFIX}pyodide ${SITE.pyodide.version}`;
const PAGE = `${PREFIX}page`;
const KEPT = [FILES, PYODIDE, PAGE];

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !KEPT.includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// These never change under their addresses.
const unchanging = async (request) => {
  try {
    for (const name of [FILES, PYODIDE]) {
      const kept = await (await caches.open(name)).match(request.url, { ignoreVary: true });
      if (kept) return kept;
    }
  } catch { /* the caches are closed to this site */ }
  return null;
};

const keep = async (address, response) => {
  try {
    await (await caches.open(PAGE)).put(address, response);
  } catch { /* there is no room */ }
};

// The page itself is asked for anew, and the kept one is shown when there is no network.
const newest = async (request) => {
  try {
    const response = await fetch(request);
    if (response.ok && request.mode === "navigate") await keep(request.url.replace(/[?#].*/, ""), response.clone());
    return response;
  } catch (failure) {
    const page = await caches.open(PAGE);
    const kept = await page.match(request.url, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
    throw failure;
  }
};

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(unchanging(event.request).then((kept) => kept || newest(event.request)));
});
