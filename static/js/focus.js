// Moves the keyboard focus to the next choice. While others move it waits at the headline, because on no element at all
// screen readers lose their place. After the match it moves to the result, so that a key meant for a card doesn't begin
// another match.

import { restore } from "./hover.js";

const CHOICE = "#board :is(input, button)[form=move]";
const NEXT = "#board input[form=move]:not([type=hidden], :disabled)";
const END = ".verdict";
const WAITS = "#turn";
let chose = false;
let keys = false;

document.addEventListener("keydown", () => keys = true, true);
document.addEventListener("pointerdown", () => keys = false, true);
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(WAITS)) chose = target.matches(CHOICE);
});

function comeBack() {
  const at = document.activeElement;
  if (!keys || (at !== document.body && !at?.matches(WAITS))) return;
  // A race is played with keys alone, and no choice has the focus
  const places = chose ? [`${NEXT}:checked`, NEXT, WAITS] : [END];
  const next = places.map((which) => document.querySelector(which)).find((each) => each);
  restore(next);
}

// The game's own scripts go first: they may focus a better place.
document.addEventListener("board:changed", () => setTimeout(comeBack));
