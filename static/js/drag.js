// Besides choosing and then pressing the button: a double click, or a card dragged to where it is played. A finger drags
// only if it begins sideways: a swipe that may be meant to scroll never plays a card.

const FAR = 8; // px
const SIDEWAYS = 2.5; // times as far across as up or down
/** @type {{label: any, x: number, y: number, ghost: any} | null} */
let held = null;

/** Whether that can be chosen. @param {any} label */
function choose(label) {
  const input = label?.querySelector("input:not(:disabled, [aria-disabled=true])");
  if (!input) return false;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

/** If nothing else is to be chosen. */
function go() {
  document.querySelector("#board button[form=move][data-asks]:not([aria-disabled])")?.click();
}

document.addEventListener("dblclick", (event) => {
  const label = event.target.closest?.("#board label.pick");
  if (label && choose(label)) go();
});

document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest?.(":is(#hand, [data-drag]) label.pick");
  held = label && event.isPrimary && !event.button ? { label, x: event.clientX, y: event.clientY, ghost: null } : null;
});

/** What follows the pointer, if that can be chosen; else nothing is held any more. @param {any} label */
function lift(label) {
  if (!label.querySelector("input:checked") && !choose(label)) return held = null;
  const card = label.querySelector(".card");
  const ghost = document.createElement("div");
  ghost.className = "dragged";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${card.getBoundingClientRect().width}px`;
  ghost.append(card.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [across, down] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)];
  if (!held.ghost && Math.hypot(across, down) < FAR) return;
  if (!held.ghost && event.pointerType === "touch" && across < SIDEWAYS * down) held = null;
  else held.ghost ??= lift(held.label);
  if (held) held.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
});

/** @param {any} event */
function drop({ type, clientX, clientY }) {
  const ghost = held?.ghost;
  held = null;
  if (!ghost) return;
  ghost.remove();
  const place = type === "pointerup" && document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");
  if (!place) return;
  choose(place);
  go();
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
// A drawing is not dragged out of the page.
document.addEventListener(
  "dragstart",
  (event) => event.target.closest?.("#hand, [data-drag]") && event.preventDefault(),
);
