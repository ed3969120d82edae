// The language of the page: what the address asks for (?lang=fr), or what was chosen before, or what the browser prefers.

import { keep, kept } from "./kept.js";
import { LANGUAGES, languageNow, useLanguage } from "./texts.js";

const KEY = "gosub-language";
const PARAMETER = "lang";

// Returns the first of these languages that there is; "fr-CA" asks for "fr".
/** @param {readonly string[]} names */
const first = (names) => names.map((name) => (name || "").toLowerCase().split("-")[0]).find((name) => LANGUAGES.includes(name)) || LANGUAGES[0];

const asked = () => new URLSearchParams(location.search).get(PARAMETER);
const usual = first([asked(), kept(KEY), ...(navigator.languages || [])]);
useLanguage(usual);

// Returns the part of an address that asks for the same language as the address does, or "".
export const languageQuery = () => (asked() === null ? "" : `?${new URLSearchParams({ [PARAMETER]: asked() })}`);

// Keeps a language for the next time. An address that has asked for one asks for this one now.
/** @param {string} language */
export const keepLanguage = (language) => {
  keep(KEY, language);
  if (asked() === null) return;
  const address = new URL(location.href);
  address.searchParams.set(PARAMETER, language);
  history.replaceState(null, "", address);
};

// Goes back to the language with which the page began. Returns whether that is another one.
export const resetLanguage = () => {
  if (languageNow() === usual) return false;
  useLanguage(usual);
  return true;
};
