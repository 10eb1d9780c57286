// Disables a button whose move would be refused. It shows its `data-asks` instead, until `data-needs` cards of its form
// are chosen and all required fields are filled in.

import { note, write } from "./text.js";

/** @param {any} button */
function isReady(button) {
  /** @type {any[]} */
  const fields = [...button.form.elements];
  const chosen = fields.filter((field) => field.checked && !field.closest("details")).length;
  return chosen >= Number(button.dataset.needs) && fields.every((field) => !field.validity || field.validity.valid);
}

function show() {
  for (const button of document.querySelectorAll("button[data-asks]")) {
    const { asks } = button.dataset;
    if (button.textContent !== asks) button.dataset.word ||= button.textContent;
    const ready = isReady(button);
    if (ready) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
    // The game's script may have written the choice on the button.
    if (!ready) write(button, asks);
    else if (button.textContent === asks) button.textContent = button.dataset.word ?? asks;
  }
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.submitter?.hasAttribute("data-asks") && event.submitter.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
// On the window, so after the scripts of the game, which set what a choice requires.
addEventListener("change", (event) => {
  // A new choice means that the reason for the last refusal was read.
  if (event.target.form?.id === "move") note("");
  show();
});
document.addEventListener("reset", () => setTimeout(show));
document.addEventListener("board:changed", () => setTimeout(show));
show();
