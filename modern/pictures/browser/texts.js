// The texts that the reader sees, in the reader's language. A text has places for values: "{count} {count|move|moves}".
//
// Texts are asked for when they are shown, never while a module is loaded, since the language may change.

import { TEXTS } from "./all_texts.js";

// "{name}" is a value, and "{name|game|games}" the form that a number asks for: the first one for the first of CATEGORIES that
// the language has, and so on, and the last one for all others.
const PLACE = /\{(\w+)(?:\|([^{}]*))?\}/;
/** @type {Intl.LDMLPluralRule[]} */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

export const LANGUAGES = Object.keys(TEXTS);

const [ENGLISH] = LANGUAGES;

let language = ENGLISH;
/** @type {(() => void)[]} */
const listeners = [];

export const languageNow = () => language;

// Says all texts from now on in one of LANGUAGES.
/** @param {string} name */
export const useLanguage = (name) => {
  language = name;
  document.documentElement.lang = name;
  for (const listener of listeners) listener();
};

// Calls a function when the language has changed, to redraw what is shown.
/** @param {() => void} listener */
export const onLanguage = (listener) => listeners.push(listener);

/** @type {(number: number, forms: string[], name: string) => string} */
const formFor = (number, forms, name) => {
  const rules = new Intl.PluralRules(name);
  const categories = rules.resolvedOptions().pluralCategories;
  const category = CATEGORIES.filter((one) => categories.includes(one)).indexOf(rules.select(number));
  return forms[Math.min(category, forms.length - 1)];
};

// Returns the parts of a text in a language. Throws an Error for an unknown text.
/** @type {(name: string, key: string, values: { [place: string]: any }) => (string | Node)[]} */
const partsIn = (name, key, values) => {
  const found = TEXTS[name][key];
  if (found === undefined) throw new Error(`there is no text ${key}`);
  const parts = found.split(PLACE);
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return "";
    const forms = parts[index + 1];
    return forms === undefined ? values[part] : formFor(values[part], forms.split("|"), name);
  }).filter((part) => part !== "");
};

// Returns the parts of a text, for `append`: its own words, and values, which may be elements.
/** @type {(key: string, values?: { [place: string]: any }) => (string | Node)[]} */
export const textParts = (key, values = {}) => partsIn(language, key, values);

// Returns a text with its values.
/** @type {(key: string, values?: { [place: string]: any }) => string} */
export const text = (key, values) => textParts(key, values).join("");

// Returns a number as the language writes it.
/** @type {(number: number, options?: Intl.NumberFormatOptions) => string} */
export const numberText = (number, options = {}) => new Intl.NumberFormat(language, options).format(number);

// Facts: what Python reports, as { code, values }. The code is the key of a text; a value may be a fact, too, or a list
// (modern/facts.py).

/** @type {(name: string, said: any) => string} */
const wordsIn = (name, said) => {
  if (Array.isArray(said)) {
    const words = said.map((one) => wordsIn(name, one)), last = words.pop();
    return words.length ? partsIn(name, "list.last", { others: words.join(", "), last }).join("") : last;
  }
  if (!said?.code) return said;
  const values = Object.entries(said.values).map(([place, value]) => [place, wordsIn(name, value)]);
  return partsIn(name, said.code, Object.fromEntries(values)).join("");
};

// Returns a fact in words, which begin with a capital if the English words do.
/** @type {(fact: Fact) => string} */
export const said = (fact) => {
  const words = wordsIn(language, fact), [first] = wordsIn(ENGLISH, fact);
  return first === first.toUpperCase() ? words[0].toUpperCase() + words.slice(1) : words;
};

// Returns what an object of Python tells under a name: its fact in words, or else the words that it has.
/**
 * @template {string} [Name="text"]
 * @param {HasFacts & { [one in NoInfer<Name>]?: string }} object
 * @returns {string}
 */
export const told = (object, name = /** @type {Name} */ ("text")) => (object.facts?.[name] ? said(object.facts[name]) : object[name]);

// Returns the Error for an answer of Python that is none.
/** @type {(answer: CallAnswer) => Error & Failed} */
export const failed = ({ error, facts, status }) => Object.assign(new Error(error), { facts: { message: facts?.error }, status });

// Returns what an error tells, for an event or an answer of the page itself.
/**
 * @template {string} [Name="text"]
 * @param {Failed} error
 * @returns {{ [one in NoInfer<Name>]: string } & HasFacts}
 */
export const toldBy = (error, name = /** @type {Name} */ ("text")) => (
  /** @type {{ [one in Name]: string } & HasFacts} */ ({ [name]: error.message, facts: { [name]: error.facts?.message } }));
