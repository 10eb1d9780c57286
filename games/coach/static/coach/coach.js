// Shows the numbers of the coach's moves on the board, for as long as its answer is shown.

import { note } from "../js/text.js";

const shown = () => document.querySelector("#hint .advice") !== null;

/** Put the numbers on the cards and places of the moves. */
function mark() {
  for (const old of document.querySelectorAll("#board .advised")) old.remove();
  /** @type {Map<string, string[]>} */
  const numbers = new Map();
  for (const row of document.querySelectorAll("#hint [data-places]")) {
    for (const id of row.dataset.places.split(" ").filter(Boolean)) {
      numbers.set(id, [...(numbers.get(id) ?? []), row.dataset.number]);
    }
  }
  for (const [id, told] of numbers) document.getElementById(id)?.append(sign(told));
  for (const tab of document.querySelectorAll("#coach .two-tabs button")) {
    tab.setAttribute("aria-pressed", String(tab.hasAttribute("data-log") !== shown()));
  }
}

/** @param {string[]} numbers */
function sign(numbers) {
  const found = document.createElement("span");
  found.className = "advised";
  // Hidden from screen readers: the answer's table says the same.
  found.ariaHidden = "true";
  for (const number of numbers) {
    const disc = document.createElement("b");
    disc.textContent = number;
    disc.className = number === "1" ? "disc first" : "disc";
    found.append(disc);
  }
  return found;
}

// The link in the head leads to the panel, which says what a hint costs. Once that is paid, the link asks at once.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".to-coach") || !document.querySelector("#ask-coach[data-asked]")) return;
  /** @type {HTMLButtonElement | null} */
  const ask = document.querySelector("#coach [name=seen]:enabled");
  if (!ask || shown()) return;
  event.preventDefault();
  ask.click();
});
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-log]")) return;
  document.getElementById("hint").replaceChildren();
  mark();
});
/** Say that no answer came. A refusal has a text of its own. @param {any} event */
function unanswered({ target, detail }) {
  const { response, text } = detail.ctx ?? {};
  if (target.id !== "ask-coach" || (response?.status < 500 && text)) return;
  document.getElementById("hint").replaceChildren();
  note(target.dataset.unanswered);
}

document.addEventListener("htmx:error", unanswered);
document.addEventListener("htmx:response:error", unanswered);
document.addEventListener("htmx:before:request", ({ target }) => {
  if (target.id === "ask-coach") note("");
});
document.addEventListener("htmx:after:swap", mark);
// Mark that a hint was asked, as the reloaded page will.
document.addEventListener("htmx:after:swap", () => {
  if (shown()) document.getElementById("ask-coach").toggleAttribute("data-asked", true);
});
// If the coach is below the board, its answer would otherwise be out of sight.
document.addEventListener("htmx:after:swap", ({ target }) => {
  if (target.id === "ask-coach" && shown()) document.getElementById("coach").scrollIntoView({ block: "nearest" });
});
document.addEventListener("board:changed", mark);
mark();
