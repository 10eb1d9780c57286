// An answered puzzle: each move of the table is a button that shows it on the board. At first the best one is shown.
// A hint loads the page again, and what was chosen is chosen again.

/** A board that shows what a choice does shows it; on others the places are marked. @param {HTMLElement} row */
function show(row) {
  const places = (row.dataset.places ?? "").split(" ").filter(Boolean).map((id) => document.getElementById(id));
  const inputs = places.map((place) => place?.querySelector("input")).filter(Boolean);
  document.querySelectorAll("[data-best-move]").forEach((each) => each.removeAttribute("data-best-move"));
  document.querySelectorAll("#board input:checked").forEach((each) => each.checked = false);
  for (const input of inputs) input.checked = true;
  inputs[0]?.dispatchEvent(new Event("change", { bubbles: true }));
  if (!inputs.length) places.forEach((place) => place?.setAttribute("data-best-move", ""));
  for (const each of rows) each.querySelector("button")?.setAttribute("aria-pressed", String(each === row));
}

/** @type {HTMLElement[]} */
const rows = [...document.querySelectorAll(".told-why tr[data-places]")];
for (const row of rows) {
  const move = row.querySelector(".move");
  const button = document.createElement("button");
  button.type = "button";
  button.className = move.className;
  button.append(...move.childNodes);
  button.addEventListener("click", () => show(row));
  move.replaceWith(button);
}
if (rows.length) show(rows[0]);

const CHOSEN = "chosen";

/** The fields of the move, each with its name on this page. @returns {[any, string][]} */
function fields() {
  /** @type {any[]} */
  const inputs = [...document.querySelectorAll("#board input[form=move]")];
  return inputs.map((input) => [input, `${location.pathname} ${input.name} ${input.value}`]);
}

document.getElementById("act")?.addEventListener("submit", () => {
  // On an answered puzzle the button below the answer has this form. What is shown there is nobody's choice.
  if (!document.getElementById("move")) return;
  const chosen = fields().filter(([input]) => input.checked).map(([, name]) => name);
  sessionStorage.setItem(CHOSEN, JSON.stringify(chosen));
});
// Then the scripts of the game listen, too.
document.addEventListener("DOMContentLoaded", () => {
  const chosen = JSON.parse(sessionStorage.getItem(CHOSEN) ?? "[]");
  sessionStorage.removeItem(CHOSEN);
  const inputs = fields().filter(([, name]) => chosen.includes(name)).map(([input]) => input);
  for (const input of inputs) input.checked = true;
  for (const input of inputs) input.dispatchEvent(new Event("change", { bubbles: true }));
});
