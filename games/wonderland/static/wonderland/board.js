// Wonderland: what a chosen power needs is asked for before it is sent, and a new question starts unanswered.

import { follow } from "../js/follow.js";
import { places } from "../js/motion.js";

const seen = () => document.querySelector("#hand input[name=seen]")?.value;
let asked = seen();

function require() {
  const power = document.querySelector("#hand input[name=power]:checked")?.className.slice(3);
  for (const input of document.querySelectorAll("#board input[data-for]")) {
    input.required = Boolean(power) && input.dataset.for.split(" ").includes(power);
  }
}

function start() {
  if (asked !== seen()) {
    asked = seen();
    // A choice made for the last question would otherwise be kept by the morph.
    for (const input of document.querySelectorAll("#board input[form=move][type=radio]")) {
      input.checked = input.hasAttribute("checked");
    }
  }
  require();
}

start();
document.addEventListener("change", require);
const board = document.getElementById("link");
if (board) new MutationObserver(start).observe(board, { childList: true, subtree: true, attributeFilter: ["value"] });

// A pile's top card is called after its pile and how many cards lie there, `p3-6`: of two with one number more or less
// the one lies under the other.

/** @param {string} card @param {number} more */
function other(card, more) {
  const [pile, count] = card.split("-");
  return `${pile}-${Number(count) + more}`;
}

/** @param {string} card @returns {"played" | "there"} */
function came(card) {
  const first = card.endsWith("-1") && !places.has(other(card, 1));
  return first || places.has(other(card, -1)) ? "played" : "there";
}

/** @param {string} card */
const covered = (card) => Boolean(document.querySelector(`#ring [data-card="${other(card, 1)}"]`));

follow({ came, covered, held: ".book-n" });
