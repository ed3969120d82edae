// The field for moves and commands, and what it answers.

import { COMMANDS, parseCommand } from "./commands.js";
import { button, element, newId } from "./dom.js";
import { parseTyped } from "./moves.js";

const YES = /^(y|yes)$/i;
const NO = /^(n|no)$/i;
const NO_MOVE = "No move can be made on this board now. Type end to see the game as it is, or help.";

// Returns the field. `actions` maps the names of commands to functions of their argument; each may return a text, or a
// question { question, yes } whose function is called when the answer is yes. `play(uci)` makes a move,
// `attempt(text)` asks for what is not understood here, to hear why it is no move; `legal()` returns the legal moves, and
// `alert(text)` says what went wrong.
export const typedField = ({ actions, legal, play, attempt, alert, say }) => {
  const id = newId("typed");
  const input = element("input", {
    id, type: "text", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "go",
    placeholder: "e4, Nf3, g1f3, help",
  });
  const answer = element("p", { class: "answer" });
  const commands = element("dl", {});
  const help = element("div", { class: "help scroll", tabindex: "0", role: "region", "aria-label": "Commands", hidden: true }, commands);
  let pending = null;

  const reply = (text) => {
    answer.textContent = text;
    if (text) say(text);
  };
  const showHelp = (isShown) => {
    help.hidden = !isShown;
    helpButton.setAttribute("aria-expanded", String(isShown));
  };
  const carryOut = async ({ name, argument }) => {
    if (name === "help") {
      showHelp(true);
      reply(`Type a move as Nf3, g1f3, O-O or e8=Q. Commands: ${COMMANDS.map(([usage]) => usage).join("; ")}.`);
      return;
    }
    const result = await actions[name](argument);
    if (result && result.question) {
      pending = result;
      reply(`${result.question} Type yes or no.`);
    } else reply(result || "");
  };
  const agree = async (yes) => reply((await yes()) || "");
  const enter = (text) => {
    const asked = pending;
    pending = null;
    if (asked && YES.test(text)) return agree(asked.yes);
    if (asked && NO.test(text)) return reply("Nothing was done.");
    const command = parseCommand(text);
    if (command) return carryOut(command);
    reply("");
    if (!legal().length) return alert(NO_MOVE);
    const move = parseTyped(text, legal());
    return typeof move === "string" ? play(move) : attempt(text);
  };
  const submit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    if (text) enter(text);
  };
  const helpButton = button("Help", () => showHelp(help.hidden), { class: "quiet", "aria-expanded": "false" });
  commands.append(...COMMANDS.flatMap(([usage, effect]) => [element("dt", {}, usage), element("dd", {}, effect)]));
  const form = element("form", { class: "typed", submit },
    element("label", { for: id }, "Move or command"), input, helpButton);
  return { element: element("div", { class: "typing" }, form, answer, help) };
};
