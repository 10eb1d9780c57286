// Two more ways to play a card: double-click it, or drag it to where it is played. A finger drags only if it begins
// sideways, so that a swipe meant to scroll never plays a card.

const FAR = 8; // px
const SIDEWAYS = 2.5; // least ratio of the distance across to the distance up or down
/** @type {{label: any, x: number, y: number, ghost: any} | null} */
let held = null;

/** Choose the label's card. Return false if it can't be chosen. @param {any} label */
function choose(label) {
  const input = label?.querySelector("input:not(:disabled, [aria-disabled=true])");
  if (!input) return false;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

/** Press the move button, if nothing else must be chosen. */
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

/** Let the card follow the pointer, if it can be chosen. @param {any} label */
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
// The browser must not drag the drawing out of the page.
document.addEventListener(
  "dragstart",
  (event) => event.target.closest?.("#hand, [data-drag]") && event.preventDefault(),
);
