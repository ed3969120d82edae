// The language of the page: the address asks for it first, then what was chosen before, then the browser.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { languageNow, useLanguage } from "./texts.js";

let loads = 0;
// Loads the page, and returns the module and the language in which the page begins.
const begin = async ({ search = "", stored = null, languages = [] }) => {
  const kept = { language: stored };
  location.search = search;
  location.href = `http://localhost/${search}`;
  const storage = { getItem: () => kept.language, setItem: (_, language) => { kept.language = language; } };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
  useLanguage("en");
  const module = await import(`./language.js?${++loads}`);
  return { ...module, kept, language: languageNow() };
};
after(() => {
  location.search = "";
  for (const name of ["localStorage", "navigator"]) delete globalThis[name];
});

test("the address comes before what is kept, and that before the browser", async () => {
  for (const [given, language] of [
    [{}, "en"], [{ languages: ["fr-CA", "en"] }, "fr"], [{ languages: ["de", "FR"] }, "fr"], [{ languages: ["de"] }, "en"], [{ languages: undefined }, "en"],
    [{ stored: "fr", languages: ["en"] }, "fr"], [{ stored: "de", languages: ["fr"] }, "fr"],
    [{ search: "?lang=en", stored: "fr" }, "en"], [{ search: "?lang=fr", stored: "en", languages: ["en"] }, "fr"], [{ search: "?lang=de", stored: "fr" }, "fr"],
  ]) assert.equal((await begin(given)).language, language, JSON.stringify(given));
});

test("links ask for a language only if the address does", async () => {
  assert.equal((await begin({ search: "?start" })).languageQuery(), "");
  assert.equal((await begin({ search: "?lang=fr&start" })).languageQuery(), "?lang=fr");
});

test("a language that is chosen is kept, and asked for if the address asks for one", async () => {
  const addresses = [], { replaceState } = history;
  history.replaceState = (_, __, address) => addresses.push(String(address));
  try {
    for (const [search, expected] of [["", []], ["?lang=en&start", ["http://localhost/?lang=fr&start="]]]) {
      addresses.length = 0;
      const { keepLanguage, kept } = await begin({ search });
      keepLanguage("fr");
      assert.deepEqual([kept.language, addresses], ["fr", expected]);
    }
  } finally {
    history.replaceState = replaceState;
  }
});
