// Parade: what the server said each card would do, shown on the board itself.

import { follow } from "../js/follow.js";
import { setAfter, setText } from "../js/text.js";

// The hand; while a turn is decided ahead, the same in its form.
const choices = () => document.querySelector("[data-choices]") || document.getElementById("hand");

function chosenInput() {
  const hand = choices();
  if (!hand) return null;
  return (
    hand.querySelector("label.pick:hover input[data-takes]") ||
    hand.querySelector("input[data-takes]:focus-visible") ||
    hand.querySelector("input[data-takes]:checked")
  );
}

function showPreview() {
  if (!document.querySelector("#parade .walk")) return;
  const input = chosenInput();
  const takes = new Set(input?.dataset.takes.split(" ").filter(Boolean));
  mark(takes, input ? Number(input.dataset.reach) : -1, input?.value ?? "");
  join(input?.closest("label").querySelector(".card"));
  document.querySelectorAll("#mine .come").forEach((slip) => slip.remove());
  takes.forEach(come);
  setAfter(takes.size ? input.dataset.after : "");
  // What it is called is the card's name, and what it would do.
  setText("plaque", input?.getAttribute("aria-label").slice(input.dataset.name.length + 2));
  setText("within", input?.dataset.within);
  setText("safe", input?.dataset.safe);
  nameChoice();
}

/**
 * What would be taken and why, and how far the card reaches; -1: there is none.
 * @param {Set<string>} takes @param {number} reach @param {string} played
 */
function mark(takes, reach, played) {
  document.querySelectorAll("#parade .walk li[id^=p-]").forEach((item, place) => {
    const card = item.id.slice(2);
    item.classList.toggle("take", takes.has(card));
    item.dataset.why = why(card, played);
    item.classList.toggle("in", reach >= 0 && place < reach);
    item.classList.toggle("safe", reach >= 0 && place >= reach);
  });
}

/** @param {string} card that is taken @param {string} played */
function why(card, played) {
  const { colour, value } = document.querySelector("#parade .walk").dataset;
  const [own, most] = played.split("-");
  return card.startsWith(`${own}-`) ? colour : value.replace("{value}", most);
}

/** The place at the end is always there, so that showing the ghost moves nothing under the pointer. @param {any} card */
function join(card) {
  const ghost = document.querySelector("#parade .walk .join");
  ghost.classList.toggle("new", Boolean(card));
  ghost.firstElementChild.replaceChildren();
  if (!card) return;
  ghost.firstElementChild.setAttribute("class", card.getAttribute("class"));
  ghost.firstElementChild.append(card.firstElementChild.cloneNode());
}

function nameChoice() {
  const play = document.querySelector("#hand [data-play]");
  if (!play) return;
  play.dataset.word ||= play.textContent.trim();
  const checked = document.querySelector("#hand input[name=card]:checked");
  play.textContent = checked ? `${play.dataset.word} ${checked.dataset.name}` : play.dataset.asks;
}

/** @param {string} card */
function come(card) {
  const [colour, value] = card.split("-");
  const slip = document.createElement("span");
  slip.className = "come";
  // The card, not points: under a crown each counts one.
  slip.textContent = value;
  document.querySelector(`#mine [data-colour=${colour}] .slips`)?.append(slip);
}

function showPair() {
  const button = document.querySelector("#hand [data-pairs]");
  if (!button) return;
  const checked = [...document.querySelectorAll("#hand input[name=card]:checked")];
  // A third card replaces the first that was chosen.
  if (checked.length > 2) checked.find((input) => input !== document.activeElement).checked = false;
  const pair = [...document.querySelectorAll("#hand input[name=card]:checked")].map((input) => input.value);
  const pairs = JSON.parse(button.dataset.pairs);
  button.dataset.word ||= button.textContent.trim();
  const gain = pairs[pair.join("+")];
  button.textContent = gain === undefined ? button.dataset.asks : `${button.dataset.word} (${gain})`;
}

for (const kind of ["pointerover", "pointerout", "focusin", "focusout", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.("#hand, [data-choices]")) {
      showPreview();
      if (kind === "change") showPair();
    }
  });
}
// The form has come or gone.
document.addEventListener("ahead:changed", showPreview);
follow({ came: () => "played", why, joins: "#join", pile: "#parade .box", held: ".hand-n" });
showPreview();
document.addEventListener("board:changed", () => {
  showPreview();
  showPair();
});
