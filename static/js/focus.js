// Whoever plays by keyboard finds the focus where the next choice is, also after the turns of others.

const CHOICE = "#board :is(input, button)[form=move]";
const NEXT = "#board input[form=move]:not([type=hidden], :disabled)";
let chose = false;
let keys = false;

document.addEventListener("keydown", () => keys = true, true);
document.addEventListener("pointerdown", () => keys = false, true);
document.addEventListener("focusin", (event) => chose = event.target.matches(CHOICE));

function comeBack() {
  if (!chose || !keys || document.activeElement !== document.body) return;
  const next = document.querySelector(`${NEXT}:checked`) ?? document.querySelector(NEXT);
  next?.focus({ preventScroll: true });
}

// A game may know a better place.
document.addEventListener("board:changed", () => setTimeout(comeBack));
