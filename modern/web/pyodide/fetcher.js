// The worker that fetches the files of the page and checks them, for loading.js.

// A file of which nothing arrives for so long is given up.
const STALL_MS = 15000;
// A page without a secure connection cannot compute a digest. The browser then checks the file itself, but without saying why it
// refuses one, and without showing it before it is complete.
const canCheck = Boolean(globalThis.crypto?.subtle);

/** @param {Blob} blob */
const integrityOf = async (blob) => {
  const digest = await crypto.subtle.digest("SHA-384", await blob.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
};

/** @type {(file: FetchedFile, onBytes: (bytes: number) => void) => Promise<Blob>} */
const fetchBlob = async ({ url, integrity, type, mode }, onBytes) => {
  const abort = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), STALL_MS);
  };
  // Says in a fact what is wrong with the file.
  /** @param {string} code */
  const fail = (code, values = {}) => { throw Object.assign(new Error(code), { fact: { code, values: { address: url, ...values } } }); };
  if (canCheck) wait();
  try {
    const response = await fetch(url, { cache: mode, signal: abort.signal, ...(canCheck ? {} : { integrity }) });
    if (!response.ok) fail("loading.answered", { status: response.status });
    const chunks = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (canCheck) wait();
      onBytes(value.length);
      chunks.push(value);
    }
    const blob = new Blob(chunks, { type });
    if (canCheck && (await integrityOf(blob)) !== integrity) fail("loading.changed");
    return blob;
  } catch (error) {
    if (abort.signal.aborted) fail("loading.stalled", { seconds: STALL_MS / 1000 });
    if (error instanceof TypeError) fail("loading.unreadable");
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

self.onmessage = async (/** @type {MessageEvent<ToFetcher>} */ { data: { id, wasm, ...file } }) => {
  try {
    const result = wasm ? await WebAssembly.compile(await wasm.arrayBuffer())
      : await fetchBlob(file, (bytes) => { if (file.isCounted) postMessage({ event: bytes }); });
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, error: error.message, facts: { error: error.fact } });
  }
};
