// Explains a part of the board where the pointer rests, a finger stays or the focus is.

const REST = 700; // ms
const words = document.getElementById("part");
const known = [...document.querySelectorAll("#parts [data-of]")];
let timer = 0;
/** The part that the pointer is on. @type {Element | undefined} */
let on;
let [left, top] = [-1, -1];

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
  const [box, size] = [part.getBoundingClientRect(), words.getBoundingClientRect()];
  const above = box.top - size.height - 6;
  const y = above > 4 ? above : Math.min(box.bottom + 6, innerHeight - size.height - 4);
  const x = Math.min(Math.max(box.left, 6), innerWidth - size.width - 6);
  words.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
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
  [left, top] = [event.screenX, event.screenY];
  if (event.pointerType === "touch") soon(event);
  else hide();
}

document.addEventListener("pointerover", over);
document.addEventListener("pointermove", ({ screenX, screenY }) => [left, top] = [screenX, screenY]);
document.addEventListener("pointerdown", down);
// A tap is no stay.
document.addEventListener("pointerup", () => clearTimeout(timer));
document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") ? soon(event) : hide());
for (const name of ["keydown", "scroll", "board:changed"]) document.addEventListener(name, hide);
