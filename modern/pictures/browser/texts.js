// The texts that the reader sees, in the reader's language. A text has places for values: "{count} {count|move|moves}".
//
// Texts are asked for when they are shown, never while a module is loaded, since the language may change.

import { TEXTS } from "./all_texts.js";

// "{name}" is a value, and "{name|game|games}" the form that a number asks for: the first one for the first of CATEGORIES that
// the language has, and so on, and the last one for all others.
const PLACE = /\{(\w+)(?:\|([^{}]*))?\}/;
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

export const LANGUAGES = Object.keys(TEXTS);

let language = LANGUAGES[0];
const listeners = [];

export const languageNow = () => language;

// Says all texts from now on in one of LANGUAGES.
export const useLanguage = (name) => {
  language = name;
  document.documentElement.lang = name;
  for (const listener of listeners) listener();
};

// Calls a function when the language has changed, to show again what is shown.
export const onLanguage = (listener) => listeners.push(listener);

const formFor = (number, forms) => {
  const rules = new Intl.PluralRules(language);
  const categories = rules.resolvedOptions().pluralCategories;
  const category = CATEGORIES.filter((name) => categories.includes(name)).indexOf(rules.select(number));
  return forms[Math.min(category, forms.length - 1)];
};

// Returns the parts of a text, for `append`: its own words, and values, which may be elements. Throws an Error for a text that
// there is not.
export const textParts = (key, values = {}) => {
  const found = TEXTS[language][key];
  if (found === undefined) throw new Error(`there is no text ${key}`);
  const parts = found.split(PLACE);
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return "";
    const forms = parts[index + 1];
    return forms === undefined ? values[part] : formFor(values[part], forms.split("|"));
  }).filter((part) => part !== "");
};

// Returns a text with its values.
export const text = (key, values) => textParts(key, values).join("");

// Returns a number as the language writes it.
export const numberText = (number, options = {}) => new Intl.NumberFormat(language, options).format(number);

// Python writes English: what it refuses, how a game ended, what a variable means. Each of its texts is here under a key that
// begins with PYTHON, and is found by its English words, with its values.
const PYTHON = "python.";
const ENGLISH = "en";
// Values without a blank.
const ONE_WORD = ["from", "to", "square", "last"];

let pythonTexts = null;

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Returns what a text of Python looks like, and the names of its values.
const patternOf = (english) => {
  const names = [];
  const source = english.split(PLACE).map((part, index, parts) => {
    if (index % 3 === 0) return escaped(part);
    if (index % 3 === 2) return "";
    if (parts[index + 1] !== undefined) return `(?:${parts[index + 1].split("|").map(escaped).join("|")})`;
    names.push(part);
    return ONE_WORD.includes(part) ? "(\\S+)" : "(.+?)";
  }).join("");
  return { pattern: new RegExp(`^${source}$`, "s"), names };
};

const findPythonTexts = () => {
  const texts = Object.entries(TEXTS[ENGLISH]).filter(([key]) => key.startsWith(PYTHON));
  const whole = new Map(texts.filter(([, english]) => !PLACE.test(english)).map(([key, english]) => [english, key]));
  // The one with the most words of its own comes first: another one may be a part of it.
  const own = (english) => english.replace(new RegExp(PLACE, "g"), "").length;
  const patterns = texts.filter(([, english]) => PLACE.test(english)).sort(([, one], [, other]) => own(other) - own(one))
    .map(([key, english]) => ({ key, ...patternOf(english) }));
  return { whole, patterns };
};

// Returns a text of Python, or a list of them, in the language of the page; null for other words. Of the texts that it may be, it
// is the first one whose values are texts, too, as far as they have several words.
const findTold = (english) => {
  const key = pythonTexts.whole.get(english);
  if (key) return text(key);
  let likely = null;
  for (const { key: one, pattern, names } of pythonTexts.patterns) {
    const match = pattern.exec(english);
    if (!match) continue;
    const given = match.slice(1), found = given.map(findTold);
    const said = text(one, Object.fromEntries(names.map((name, index) => [name, found[index] ?? given[index]])));
    if (given.every((value, index) => found[index] !== null || !value.includes(" "))) return said;
    likely ??= said;
  }
  const parts = english.split(", ");
  const list = parts.length > 1 ? parts.map(findTold) : [null];
  return list.includes(null) ? likely : list.join(", ");
};

// Returns a text of Python in the language of the page: its values too, where they are such texts. Other words stay as they are.
// It begins with a capital if the English does.
export const told = (english) => {
  if (language === ENGLISH || !english) return english;
  pythonTexts ??= findPythonTexts();
  const found = findTold(english) ?? english, [first] = english;
  return first === first.toUpperCase() ? found[0].toUpperCase() + found.slice(1) : found;
};
