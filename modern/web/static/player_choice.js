// The choice of who plays a side: a player, its strength and its other options.

import { capitalised, element, newId } from "./dom.js";
import { HUMAN, optionText } from "./names.js";

const LIMIT = "UCI_LimitStrength";
const ELO = "UCI_Elo";
const ELO_STEP = 50;

// Returns a labelled field for one option, as { element, read }; `read` returns its value, or null if it is the default.
const optionField = (option) => {
  const id = newId("option");
  const label = element("label", { for: id }, optionText(option.name));
  if (option.type === "check") {
    const box = element("input", { type: "checkbox", id });
    box.checked = option.default === "true" || option.default === true;
    const before = box.checked;
    return { element: element("div", { class: "field check" }, box, label), read: () => (box.checked === before ? null : box.checked) };
  }
  const read = () => (String(input.value) === String(option.default) ? null : input.value);
  let input;
  if (option.type === "combo") {
    input = element("select", { id }, ...option.choices.map((choice) =>
      element("option", { value: choice, selected: choice === option.default }, choice)));
  } else if (option.type === "spin") {
    input = element("input", { type: "number", id, min: option.min, max: option.max, value: option.default });
  } else {
    input = element("input", { type: "text", id, value: option.default === "<empty>" ? "" : option.default });
  }
  return { element: element("div", { class: "field" }, label, input), read };
};

// Returns the field for the strength of a player that can be weakened to an Elo: a slider, and full strength at its end.
const strengthField = (elo) => {
  const id = newId("strength");
  const lowest = Math.ceil(elo.min / ELO_STEP) * ELO_STEP;
  const full = Math.floor(elo.max / ELO_STEP) * ELO_STEP + ELO_STEP;
  const shown = element("output", { for: id });
  const slider = element("input", { type: "range", id, min: lowest, max: full, step: ELO_STEP, value: full });
  const show = () => {
    shown.textContent = Number(slider.value) === full ? "full" : `Elo ${slider.value}`;
    slider.setAttribute("aria-valuetext", shown.textContent);
  };
  slider.addEventListener("input", show);
  show();
  const read = () => (Number(slider.value) === full ? {} : { [LIMIT]: true, [ELO]: Number(slider.value) });
  const set = (value) => {
    slider.value = value;
    show();
  };
  return { element: element("div", { class: "field strength" }, element("label", { for: id }, "Strength"), slider, shown), read, set };
};

// Returns the fields for one side, as { element, read, set }. `read` returns { name, options }; `set(name, elo)` chooses.
export const playerChoice = (side, players, chosen) => {
  const id = newId("player");
  const select = element("select", { id }, ...players.map((player) => element("option", { value: player.name },
    player.name === HUMAN ? "You, at this board" : `${player.name}${player.year && player.year !== "-" ? `, ${player.year}` : ""}`)));
  const about = element("p", { class: "caption" });
  const fields = element("div", { class: "options" });
  let strength = null;
  let options = [];

  const rebuild = () => {
    const player = players.find(({ name }) => name === select.value);
    const elo = player.options.find(({ name }) => name === ELO);
    const others = player.options.filter(({ name }) => !elo || (name !== ELO && name !== LIMIT));
    strength = elo ? strengthField(elo) : null;
    options = others.map((option) => ({ name: option.name, ...optionField(option) }));
    about.textContent = player.name === HUMAN ? "" : `${capitalised(player.title)}.`;
    const more = options.length ? element("details", {}, element("summary", {}, "Options"), ...options.map((one) => one.element)) : null;
    fields.replaceChildren(...[strength?.element, more].filter(Boolean));
  };
  const read = () => {
    const set = options.map(({ name, read: value }) => [name, value()]).filter(([, value]) => value !== null);
    return { name: select.value, options: { ...Object.fromEntries(set), ...(strength ? strength.read() : {}) } };
  };
  const set = (name, elo) => {
    select.value = name;
    rebuild();
    if (elo && strength) strength.set(elo);
  };
  select.addEventListener("change", rebuild);
  set(chosen);
  const legend = element("legend", {}, element("span", { class: "disc", "aria-hidden": "true", "data-side": side }), capitalised(side));
  return {
    element: element("fieldset", { class: "side", "data-side": side }, legend,
      element("label", { for: id, class: "visually-hidden" }, `Who plays ${capitalised(side)}`), select, about, fields),
    read, set,
  };
};
