// The choice of who plays a side: a player, its strength and its other options.

import { capitalised, checkField, element, field, inputField, newId } from "./dom.js";
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

// Returns the field for an option, as { element, input }.
/** @param {PlayerOption} option */
const inputOf = (option) => {
  const { type, choices, labels, min, max } = option, name = optionText(option);
  if (type === "check") return checkField(name);
  if (type !== "combo") return inputField(name, type === "spin" ? "number" : "text", type === "spin" ? { min, max } : {});
  const input = element("select", { id: newId("option") }, ...choices.map((value, index) => element("option", { value }, told(labels[index]))));
  return { element: field(name, input), input };
};

// Returns a field for an option, as { name, element, read, write }; `read` returns its value, or null if it is the default.
/** @param {PlayerOption} option */
const optionField = (option) => {
  const { element: line, input } = inputOf(option);
  const box = option.type === "check" ? /** @type {HTMLInputElement} */ (input) : null;
  const value = () => (box ? String(box.checked) : input.value);
  /** @param {OptionValue} given */
  const write = (given) => {
    if (box) box.checked = String(given) === "true";
    else input.value = String(given);
  };
  write(option.default === "<empty>" ? "" : option.default);
  const before = value();
  return { element: line, name: option.name, write, read: () => (value() === before ? null : value()) };
};

// Returns the field for the strength of a player that can be weakened to an Elo, as { element, read, write }: a slider with
// full strength at its end. `levels` are the Elo numbers that have a name, [{ number, name, elo }].
/** @type {(elo: PlayerOption, levels: Level[]) => { element: HTMLElement, read: () => Options, write: (value: OptionValue) => void }} */
const strengthField = (elo, levels) => {
  const lowest = Math.ceil(elo.min / ELO_STEP) * ELO_STEP;
  const full = Math.floor(elo.max / ELO_STEP) * ELO_STEP + ELO_STEP;
  const { element: line, input: slider } = inputField(text("strength.name"), "range", { min: lowest, max: full, step: ELO_STEP, value: full });
  const shown = element("output", { for: slider.id });
  line.classList.add("strength");
  line.append(shown);
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
  return { element: line, read, write };
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
  const person = inputField(text("player.name_in_pgn"), "text", { maxlength: 60, autocomplete: "off" });
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
    fields.replaceChildren(...(name === HUMAN ? [person.element] : []), ...(strength ? [strength.element] : []), details);
  };
  const read = () => {
    const set = others.map((option) => [option.name, option.read()]).filter(([, value]) => value !== null);
    const typed = person.input.value.trim();
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
