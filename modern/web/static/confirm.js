// Asks a question that needs a yes, in a dialog that holds the focus; Escape means no.

import { button, element, newId } from "./dom.js";

// Returns a promise of true or false. The focus starts on the answer that changes nothing.
export const ask = (question, yes, no = "Cancel") => new Promise((answer) => {
  const id = newId("question");
  const dialog = element("dialog", { class: "question", "aria-labelledby": id });
  const refuse = button(no, () => dialog.close(""), { autofocus: true });
  const agree = button(yes, () => dialog.close("yes"), { class: "strong" });
  dialog.append(element("p", { id }, question), element("div", { class: "buttons" }, refuse, agree));
  dialog.addEventListener("close", () => {
    dialog.remove();
    answer(dialog.returnValue === "yes");
  });
  document.body.append(dialog);
  dialog.showModal();
});
