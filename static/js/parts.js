// What a part of the board is: where the pointer rests, where a finger stays, and where the focus is.

const REST = 700; // ms
const words = document.getElementById("part");
const known = [...document.querySelectorAll("#parts [data-of]")];
let timer = 0;

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

document.addEventListener("pointerover", soon);
document.addEventListener("pointerdown", (event) => event.pointerType === "touch" ? soon(event) : hide());
document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") ? soon(event) : hide());
for (const name of ["keydown", "scroll", "board:changed"]) document.addEventListener(name, hide);
