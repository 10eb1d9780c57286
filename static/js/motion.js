// Cards move from where they were to where they are. Nothing waits for it, and clicks go through.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const cards = "#board [data-card]";
/** @type {Map<string, DOMRect>} */
let places = new Map();

/** Keep where each card lies, before the board is swapped. */
export function remember() {
  places = new Map();
  for (const card of document.querySelectorAll(cards)) {
    const box = card.getBoundingClientRect();
    if (box.width) places.set(card.dataset.card, box);
  }
}

/** After the board was swapped: from there to here. */
export function move() {
  for (const card of document.querySelectorAll(cards)) {
    const was = places.get(card.dataset.card);
    const is = card.getBoundingClientRect();
    if (was) travel(card, was, is);
    else if (is.width && !still.matches) card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200 });
  }
}

/** @param {HTMLElement} card @param {DOMRect} was @param {DOMRect} is */
function travel(card, was, is) {
  const [x, y] = [was.left - is.left, was.top - is.top];
  if (still.matches || !is.width || (Math.abs(x) < 2 && Math.abs(y) < 2)) return;
  const transform = `translate(${x}px, ${y}px) scale(${was.width / is.width}, ${was.height / is.height})`;
  const keyframes = [{ transformOrigin: "0 0", transform }, { transformOrigin: "0 0", transform: "none" }];
  card.animate(keyframes, { duration: 260, easing: "ease-out" });
}
