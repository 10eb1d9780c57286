// Whoever plays by keyboard finds the focus where the next choice is, also after the turns of others; when the match is over,
// on how it ended: a key that was meant for a card begins no other match.

const CHOICE = "#board :is(input, button)[form=move]";
const NEXT = "#board input[form=move]:not([type=hidden], :disabled)";
const END = ".verdict";
let chose = false;
let keys = false;

document.addEventListener("keydown", () => keys = true, true);
document.addEventListener("pointerdown", () => keys = false, true);
document.addEventListener("focusin", (event) => chose = event.target.matches(CHOICE));

function comeBack() {
  if (!chose || !keys || document.activeElement !== document.body) return;
  const choices = [`${NEXT}:checked`, NEXT, END].map((which) => document.querySelector(which));
  const next = choices.find((each) => each);
  next?.focus({ preventScroll: true });
}

// A game may know a better place.
document.addEventListener("board:changed", () => setTimeout(comeBack));
