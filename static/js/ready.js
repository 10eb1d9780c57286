// A button that would be refused is disabled, and says what to choose instead: `data-asks`, until so many of its form's
// cards are chosen as `data-needs` says and nothing that is required is missing.

import { note } from "./note.js";

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
    // A game may have said there what is chosen.
    if (!ready) button.textContent = asks;
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
// After the scripts of the game, which say what a choice makes necessary.
addEventListener("change", (event) => {
  // Whoever chooses anew has read why the last choice was refused.
  if (event.target.form?.id === "move") note("");
  show();
});
document.addEventListener("reset", () => setTimeout(show));
document.addEventListener("board:changed", () => setTimeout(show));
setTimeout(show);
