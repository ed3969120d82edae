// The choice of who plays a side: a player, its strength and its other options.

import { capitalised, element, field, newId } from "./dom.js";
import { sideName } from "./squares.js";
import { text, told } from "./texts.js";
import { HUMAN } from "./shown_state.js";

const LIMIT = "UCI_LimitStrength";
const ELO = "UCI_Elo";
const ELO_STEP = 50;
// The names of the levels, the weakest first, and of a year that is none.
const LEVELS = [
  "level.beginner", "level.learner", "level.casual", "level.hobbyist", "level.club", "level.league", "level.tournament", "level.expert",
  "level.master", "level.full",
];
/** @type {{ [year: string]: string }} */
const YEARS = { "historic-selective": "player.never_written" };

// Returns the name of an option for a reader: "Elo" for UCI_Elo.
/** @param {PlayerOption} option */
const optionText = (option) => told(option, "label").replace("UCI_", "").replace(/([a-z])([A-Z])/g, "$1 $2");

/** @type {(option: PlayerOption, id: string) => OptionInput} */
const checkBox = (option, id) => {
  const box = element("input", { type: "checkbox", id });
  /** @param {OptionValue} value */
  const write = (value) => { box.checked = String(value) === "true"; };
  const label = element("label", { for: id }, optionText(option));
  return { element: element("div", { class: "field check" }, box, label), value: () => String(box.checked), write };
};
/** @type {(option: PlayerOption, id: string) => HTMLInputElement | HTMLSelectElement} */
const inputOf = (option, id) => {
  if (option.type === "combo") {
    return element("select", { id }, ...option.choices.map((value, index) => element("option", { value }, told(option.labels[index]))));
  }
  return option.type === "spin" ? element("input", { type: "number", id, min: option.min, max: option.max })
    : element("input", { type: "text", id });
};
/** @type {(option: PlayerOption, id: string) => OptionInput} */
const labelled = (option, id) => {
  const input = inputOf(option, id);
  /** @param {OptionValue} value */
  const write = (value) => { input.value = /** @type {string} */ (value); };
  return { element: field(optionText(option), input), value: () => input.value, write };
};

// Returns a field for an option, as { name, element, read, write }; `read` returns its value, or null if it is the default.
/** @param {PlayerOption} option */
const optionField = (option) => {
  const made = (option.type === "check" ? checkBox : labelled)(option, newId("option"));
  made.write(option.default === "<empty>" ? "" : option.default);
  const before = made.value();
  return { ...made, name: option.name, read: () => (made.value() === before ? null : made.value()) };
};

// Returns the field for the strength of a player that can be weakened to an Elo, as { element, read, write }: a slider with
// full strength at its end. `levels` are the Elo numbers that have a name, [{ number, name, elo }].
/** @type {(elo: PlayerOption, levels: Level[]) => { element: HTMLElement, read: () => Options, write: (value: OptionValue) => void }} */
const strengthField = (elo, levels) => {
  const id = newId("strength");
  const lowest = Math.ceil(elo.min / ELO_STEP) * ELO_STEP;
  const full = Math.floor(elo.max / ELO_STEP) * ELO_STEP + ELO_STEP;
  const shown = element("output", { for: id });
  const slider = element("input", { type: "range", id, min: lowest, max: full, step: ELO_STEP, value: full });
  const show = () => {
    const level = levels.find((one) => one.elo === Number(slider.value));
    const named = level ? text("strength.level", { elo: slider.value, number: level.number, name: text(LEVELS[level.number - 1]) }) : text("strength.elo", { elo: slider.value });
    shown.textContent = Number(slider.value) === full ? text("strength.full") : named;
    slider.setAttribute("aria-valuetext", shown.textContent);
  };
  /** @param {OptionValue} value */
  const write = (value) => {
    slider.value = /** @type {string} */ (value);
    show();
  };
  slider.addEventListener("input", show);
  show();
  const read = () => (Number(slider.value) === full ? {} : { [LIMIT]: true, [ELO]: Number(slider.value) });
  const label = element("label", { for: id }, text("strength.name"));
  return { element: element("div", { class: "field strength" }, label, slider, shown), read, write };
};

// Returns { name, options } of a player's name with options: `modern[UCI_Elo=1500]`.
/** @type {(spec: string) => { name: string, options: Options }} */
export const parseSpec = (spec) => {
  const [, name, told] = /^([^[]*)(?:\[(.*)\])?$/s.exec(spec);
  const pairs = (told || "").split(",").filter(Boolean).map((option) => option.trim().split("="));
  return { name, options: Object.fromEntries(pairs) };
};

/** @param {PlayerInfo} player */
const titleOf = (player) => {
  const { name, called, year } = player;
  if (name === HUMAN) return text("player.you");
  const shown = told(player, "called");
  return year && !called.includes(year.slice(0, 4)) ? text("player.with_year", { name: shown, year: name in YEARS ? text(YEARS[name]) : year }) : shown;
};

// Returns the fields for one side, as { element, read, set, title }. `read` returns { name, options }, with `person` if a human
// gives a name, `set` takes the first two, and `title` returns the name of the player as it is shown.
/**
 * @param {Side} side
 * @param {PlayerInfo[]} players
 * @param {Seat} chosen
 */
export const playerChoice = (side, players, chosen) => {
  const select = element("select", { id: newId("player") },
    ...players.map((player) => element("option", { value: player.name }, titleOf(player))));
  const about = element("p", { class: "caption" });
  const fields = element("div", { class: "options" });
  const person = field(text("player.name_in_pgn"), element("input", { type: "text", id: newId("person"), maxlength: 60, autocomplete: "off" }));
  /** @type {ReturnType<typeof strengthField> | null} */
  let strength = null;
  /** @type {ReturnType<typeof optionField>[]} */
  let others = [];

  const rebuild = () => {
    const player = players.find(({ name: one }) => one === select.value), { name, options, levels } = player;
    const elo = options.find((option) => option.name === ELO);
    strength = elo ? strengthField(elo, levels) : null;
    others = options.filter((option) => !elo || (option.name !== ELO && option.name !== LIMIT)).map(optionField);
    about.textContent = name === HUMAN ? "" : `${capitalised(told(player, "title"))}.`;
    const details = element("details", { hidden: !others.length }, element("summary", {}, text("player.options")),
      ...others.map((option) => option.element));
    fields.replaceChildren(...(name === HUMAN ? [person] : []), ...(strength ? [strength.element] : []), details);
  };
  const read = () => {
    const set = others.map((option) => [option.name, option.read()]).filter(([, value]) => value !== null);
    const typed = person.querySelector("input").value.trim();
    const named = select.value === HUMAN && typed ? { person: typed } : {};
    return { name: select.value, options: { ...Object.fromEntries(set), ...strength?.read() }, ...named };
  };
  /** @param {Seat} seat */
  const set = ({ name, options = {} }) => {
    select.value = name;
    rebuild();
    if (strength && options[ELO]) strength.write(options[ELO]);
    for (const option of others) if (option.name in options) option.write(options[option.name]);
  };
  select.addEventListener("change", rebuild);
  set(chosen);
  const legend = element("legend", {},
    element("span", { class: "disc", "aria-hidden": "true", "data-side": side }), sideName(side));
  const label = element("label", { for: select.id, class: "visually-hidden" }, text(side === "white" ? "player.who_plays_white" : "player.who_plays_black"));
  return { element: element("fieldset", { class: "side" }, legend, label, select, about, fields), read, set, title: () => select.selectedOptions[0].textContent };
};
