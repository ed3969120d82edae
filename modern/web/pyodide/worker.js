// The worker in which Python runs: starts Pyodide with the archives of code, and calls functions when the page asks.

// Resolves to the module calls.py, when everything is loaded.
/** @type {Promise<PythonModule> | null} */
let loaded = null;
// What the page has sent and Python has not read yet, and how to wake Python when it waits for more.
/** @type {string[]} */
const told = [];
/** @type {(value?: void) => void} */
let wake = () => {};

// Starts Pyodide with the files that the page has loaded; nothing is asked of a server. `wasm` is its compiled module.
/** @type {(python: Partial<Python>) => Promise<Pyodide>} */
const startPyodide = async ({ files, wasm }) => {
  /** @param {string} name */
  const importFile = (name) => import(URL.createObjectURL(files[name]));
  const { loadPyodide } = await importFile("pyodide.mjs");
  const { default: createPyodideModule } = await importFile("pyodide.asm.mjs");
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  // Pyodide waits for ever if its WebAssembly cannot be started, as without memory.
  const failed = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = async (_response, imports) => {
      try {
        return { module: wasm, instance: /** @type {any} */ (await WebAssembly.instantiate(wasm, imports)) };
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
  self.fetch = async (address) => new Response(files[new URL(String(address)).pathname.split("/").at(-1)]);
  try {
    const lockFileContents = await files["pyodide-lock.json"].text();
    const indexURL = new URL("./", self.location.href).href;
    return await Promise.race([loadPyodide({ indexURL, createPyodideModule, lockFileContents }), failed]);
  } finally {
    Object.assign(self, { fetch });
    Object.assign(WebAssembly, { instantiateStreaming });
  }
};

/** @param {Partial<Python>} python */
const start = async ({ files, wasm, archives }) => {
  const python = await startPyodide({ files, wasm });
  for (const archive of archives) python.unpackArchive(await files[archive].arrayBuffer(), "zip");
  python.registerJsModule("gosub_page", {
    post: (/** @type {string} */ event) => postMessage({ event: JSON.parse(event) }),
    read: () => told.shift() ?? "",
    // Resolves after some milliseconds, or as soon as the page has sent something.
    wait: (/** @type {number} */ milliseconds) => /** @type {Promise<void>} */ (new Promise((resolve) => {
      if (told.length) resolve();
      wake = resolve;
      if (Number.isFinite(milliseconds)) setTimeout(resolve, milliseconds);
    })),
  });
  return python.pyimport("modern.web.pyodide.calls");
};

self.onmessage = async (/** @type {MessageEvent<ToPython>} */ { data: { told: key, id, name, args, ...python } }) => {
  if (key !== undefined) {
    told.push(key);
    wake();
    return;
  }
  try {
    if (!name) loaded = start(python);
    const { call } = await loaded;
    // The promise of a call can be awaited inside Python where the browser has JSPI.
    const answer = name ? await ("Suspending" in WebAssembly ? call.callPromising(name, args) : call(name, args)) : "{}";
    postMessage({ id, ...JSON.parse(answer) });
  } catch (error) {
    // Of a traceback, the last line says what happened.
    postMessage({ id, error: error.message.trim().split("\n").at(-1) });
  }
};
