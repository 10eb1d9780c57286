// An exercise: of many moves only those stay in the list that have to do with the drawn cards that are pressed.

/** @type {HTMLButtonElement[]} */
const moves = [...document.querySelectorAll(".choices [data-places]")];
/** @type {HTMLElement | null} */
const line = document.querySelector(".by-card");
/** @type {HTMLButtonElement[]} */
const cards = [];

/** @param {HTMLElement} move @param {string[]} places */
function has(move, places) {
  const own = (move.dataset.places ?? "").split(" ");
  return places.every((place) => own.includes(place));
}

const pressed = () => cards.filter((card) => card.getAttribute("aria-pressed") === "true");
/** @param {HTMLButtonElement[]} chosen */
const placesOf = (chosen) => chosen.map((card) => card.value);

function show() {
  const chosen = placesOf(pressed());
  for (const move of moves) move.hidden = !has(move, chosen);
  for (const card of cards) card.classList.toggle("far", !moves.some((move) => has(move, [...chosen, card.value])));
  if (line) line.querySelector("button").hidden = !chosen.length;
}

/** @param {HTMLButtonElement} card */
function press(card) {
  const on = card.getAttribute("aria-pressed") !== "true";
  // A card that goes with none of those begins another choice.
  const beside = moves.some((move) => has(move, [...placesOf(pressed()), card.value]));
  if (on && !beside) { for (const each of pressed()) each.setAttribute("aria-pressed", "false"); }
  card.setAttribute("aria-pressed", String(on));
  show();
}

for (const item of document.querySelectorAll(".position [data-place]")) {
  const place = item.dataset.place;
  const face = item.querySelector("svg");
  if (!face || !moves.some((move) => has(move, [place]))) continue;
  const card = document.createElement("button");
  card.type = "button";
  card.className = "press";
  card.value = place;
  card.setAttribute("aria-pressed", "false");
  item.prepend(card);
  card.append(face);
  card.addEventListener("click", () => press(card));
  cards.push(card);
}
if (line && cards.length) line.hidden = false;
line?.querySelector("button").addEventListener("click", () => {
  for (const card of pressed()) card.setAttribute("aria-pressed", "false");
  show();
});
