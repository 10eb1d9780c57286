// The coach's answer: the numbers of its moves stand on the board, too, for as long as it is shown.

const shown = () => document.querySelector("#hint .advice") !== null;

/** On the cards and places that the moves are about. */
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
  // The answer's table says the same to those who don't see it.
  found.ariaHidden = "true";
  for (const number of numbers) {
    const disc = document.createElement("b");
    disc.textContent = number;
    disc.classList.toggle("first", number === "1");
    found.append(disc);
  }
  return found;
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-log]")) return;
  document.getElementById("hint").replaceChildren();
  mark();
});
document.addEventListener("htmx:after:swap", mark);
// That a hint was asked stays said, as it will be when the page is loaded again.
document.addEventListener("htmx:after:swap", () => {
  if (shown()) document.getElementById("ask-coach").toggleAttribute("data-asked", true);
});
// Where the coach stands below the board its answer would not be seen.
document.addEventListener("htmx:after:swap", ({ target }) => {
  if (target.id === "ask-coach" && shown()) document.getElementById("coach").scrollIntoView({ block: "nearest" });
});
document.addEventListener("board:changed", mark);
mark();
