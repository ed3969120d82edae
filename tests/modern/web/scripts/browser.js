// What the modules of the page need of a browser when they are loaded.

globalThis.window = { matchMedia: () => ({ matches: false }) };
globalThis.document = { documentElement: {} };
