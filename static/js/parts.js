// Explains a part of the board where the pointer rests, a finger stays or the focus is.

const REST = 700; // ms
const EDGE = 6; // px between the words and the part, and the edge of the window
const STEP = 8; // px between two places that are tried
// What the words should not hide.
const PLAYED = "#board :is(.card, button, label.pick)";
const words = document.getElementById("part");
const known = [...document.querySelectorAll("#parts [data-of]")];
let timer = 0;
/** The part that the pointer is on. @type {Element | undefined} */
let on;
let [left, top] = [-1, -1];
// Arrow keys move within a part, and the page moves a lost focus by itself.
let isTab = false;

/** @param {Element} element */
function find(element) {
  for (const each of known) {
    const part = element.closest(`#board :is(${each.dataset.of})`);
    if (part) return { part, text: each.textContent };
  }
  return null;
}

function hide() {
  clearTimeout(timer);
  if (words) words.hidden = true;
}

/** @param {any} event */
function soon(event) {
  hide();
  const found = words && event.target.closest?.("#board") && find(event.target);
  if (found) timer = setTimeout(() => show(found), REST);
}

/** @param {{part: Element, text: string}} found */
function show({ part, text }) {
  if (!part.isConnected) return;
  words.textContent = text;
  words.hidden = false;
  const { x, y } = place(part.getBoundingClientRect());
  words.style.translate = `${x}px ${y}px`;
}

/**
 * Return the place that hides the least of the part and of what is played, and of those the nearest to just above it.
 * @param {DOMRect} part
 */
function place(part) {
  const { width, height } = words.getBoundingClientRect();
  const shown = [part, ...[...document.querySelectorAll(PLAYED)].map((each) => each.getBoundingClientRect())];
  /** @param {number} x @param {number} y */
  const hides = (x, y) =>
    shown.reduce((sum, { left, right, top, bottom }) => {
      const wide = Math.min(x + width, right) - Math.max(x, left);
      const high = Math.min(y + height, bottom) - Math.max(y, top);
      return sum + Math.max(wide, 0) * Math.max(high, 0);
    }, 0);
  let best = { x: EDGE, y: EDGE, cost: Infinity };
  for (let y = EDGE; y <= innerHeight - height - EDGE; y += STEP) {
    for (let x = EDGE; x <= Math.max(EDGE, innerWidth - width - EDGE); x += STEP) {
      const far = Math.abs(x - part.left) + Math.abs(y + height + EDGE - part.top);
      const cost = far + hides(x, y);
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return best;
}

/** Explain the part, but not if the board has changed beneath a resting pointer. @param {any} event */
function over(event) {
  const part = event.target.closest?.("#board") && find(event.target)?.part;
  const moved = event.screenX !== left || event.screenY !== top;
  [left, top] = [event.screenX, event.screenY];
  if (part === on) return;
  on = part;
  if (moved) soon(event);
  else hide();
}

/** @param {any} event */
function down(event) {
  isTab = false;
  [left, top] = [event.screenX, event.screenY];
  if (event.pointerType === "touch") soon(event);
  else hide();
}

/** Explain the part that the Tab key has moved the focus into. @param {any} event */
function entered(event) {
  const part = event.target.closest?.("#board") && find(event.target)?.part;
  if (isTab && part && !part.contains(event.relatedTarget)) soon(event);
  else hide();
  isTab = false;
}

document.addEventListener("keydown", ({ key }) => isTab = key === "Tab", true);
document.addEventListener("pointerover", over);
document.addEventListener("pointermove", ({ screenX, screenY }) => [left, top] = [screenX, screenY]);
document.addEventListener("pointerdown", down);
// A tap is no stay.
document.addEventListener("pointerup", () => clearTimeout(timer));
document.addEventListener("focusin", entered);
for (const name of ["keydown", "scroll", "board:changed"]) document.addEventListener(name, hide);
