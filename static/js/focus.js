// Moves the keyboard focus to the next choice, also after other people's turns. After the match it moves to the result,
// so that a key meant for a card doesn't begin another match.

const CHOICE = "#board :is(input, button)[form=move]";
const NEXT = "#board input[form=move]:not([type=hidden], :disabled)";
const END = ".verdict";
let chose = false;
let keys = false;

document.addEventListener("keydown", () => keys = true, true);
document.addEventListener("pointerdown", () => keys = false, true);
document.addEventListener("focusin", (event) => chose = event.target.matches(CHOICE));

function comeBack() {
  if (!keys || document.activeElement !== document.body) return;
  // A race is played with keys alone, and no choice has the focus
  const places = chose ? [`${NEXT}:checked`, NEXT, END] : [END];
  const next = places.map((which) => document.querySelector(which)).find((each) => each);
  next?.focus({ preventScroll: true });
}

// The game's own scripts go first: they may focus a better place.
document.addEventListener("board:changed", () => setTimeout(comeBack));
