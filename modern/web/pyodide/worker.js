// The worker in which Python runs: loads Pyodide and the archives of code, and calls functions when the page asks.

// Resolves to the module calls.py, when everything is loaded.
let loaded = null;
// What the page has sent and Python has not read yet, and how to wake Python when it waits for more.
const told = [];
let wake = () => {};

const start = async ({ pyodide, archives }) => {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide });
  for (const archive of archives) {
    const response = await fetch(archive);
    if (!response.ok) throw new Error(`${archive} answered ${response.status}`);
    python.unpackArchive(await response.arrayBuffer(), "zip");
  }
  python.registerJsModule("gosub_page", {
    post: (event) => postMessage({ event }),
    read: () => told.shift() ?? "",
    // Resolves after some milliseconds, or as soon as the page has sent something.
    wait: (milliseconds) => new Promise((resolve) => {
      if (told.length) resolve();
      wake = resolve;
      if (Number.isFinite(milliseconds)) setTimeout(resolve, milliseconds);
    }),
  });
  return python.pyimport("modern.web.pyodide.calls");
};

const call = async ({ name, args }) => {
  const calls = await loaded;
  // The promise of a call can be awaited inside Python where the browser has JSPI.
  const answer = "Suspending" in WebAssembly ? await calls.call.callPromising(name, args) : calls.call(name, args);
  const { result, error } = JSON.parse(answer);
  if (error !== undefined) throw new Error(error);
  return JSON.stringify(result);
};

self.onmessage = async ({ data }) => {
  if (data.told !== undefined) {
    told.push(data.told);
    wake();
    return;
  }
  try {
    if (data.name) {
      postMessage({ id: data.id, result: await call(data) });
    } else {
      loaded = start(data);
      await loaded;
      postMessage({ id: data.id });
    }
  } catch (error) {
    // Of a traceback, the last line says what happened.
    postMessage({ id: data.id, error: error.message.trim().split("\n").at(-1) });
  }
};
