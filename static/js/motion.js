// Animates a board and ends its animations. The new board is in place already: clicks go through, and only the next
// board waits for the end.

/** @typedef {{box: DOMRect, where: string, look: any}} Place `where`: on the table, in the hand, before a seat */
/** @typedef {{card: string, element: any, box: DOMRect, where: string, was: Place | undefined}} Lying */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
const ALONE = { duration: 260, delay: 0 }; // ms
/** The place of each card before the swap. @type {Map<string, Place>} */
export let places = new Map();
/** @type {Animation[]} */
let running = [];
/** @typedef {{promise: Promise<void>, end: () => void}} Until */
/**
 * `held` ends when the animation may be cut short.
 * @type {{layer: HTMLElement, moved: any, over: Until, held?: Until} | null}
 */
let scene = null;

/** Return true if nothing is animated: the reader asked for that, or the page is hidden. */
export function still() {
  return reduced.matches || document.hidden || root.dataset.speed === "none";
}

/** @param {any} element */
function where(element) {
  if (element.closest("#hand")) return "hand";
  return element.closest(".seat, #mine") ? "seat" : "table";
}

/** Return all cards on the board, also those of folded seats. @returns {Lying[]} */
export function lying() {
  return [...document.querySelectorAll("#board [data-card]")].map((element) => ({
    card: element.dataset.card,
    element,
    box: element.getBoundingClientRect(),
    where: where(element),
    was: places.get(element.dataset.card),
  }));
}

/** Remember the place of each card. Called before the board is swapped. */
export function remember() {
  finish();
  const seen = lying().filter(({ box }) => box.width);
  places = new Map(seen.map((each) => [each.card, { ...each, look: each.element.cloneNode(true) }]));
}

/** Slide all cards at once from their old places to their new ones. @param {Lying[]} cards */
export function slide(cards) {
  for (const { element, box, was } of cards) {
    if (was) travel(element, was.box, box, ALONE);
    else if (box.width) animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: 200 });
  }
}

/** @param {Element} element @param {Keyframe[]} keyframes @param {{duration: number, delay?: number}} timing in ms */
export function animate(element, keyframes, { duration, delay = 0 }) {
  const by = root.dataset.speed === "quick" ? 0.5 : 1;
  const eased = keyframes.map((each) => ({ easing: "ease-out", ...each }));
  const animation = element.animate(eased, { duration: duration * by, delay: delay * by, fill: "backwards" });
  running.push(animation);
  return animation;
}

/** Return the keyframe that shows an element that lies at `at` at `from`. @param {DOMRect} from @param {DOMRect} at */
export function seenAt(from, at) {
  const [x, y] = [from.left - at.left, from.top - at.top];
  const transform = `translate(${x}px, ${y}px) scale(${from.width / at.width}, ${from.height / at.height})`;
  return { transformOrigin: "0 0", transform };
}

/**
 * Move an element from its old place to its new one, unless it stays within 2 px.
 * @param {Element} element @param {DOMRect} was @param {DOMRect} is @param {{duration: number, delay: number}} timing
 */
export function travel(element, was, is, timing) {
  if (!is.width || (Math.abs(was.left - is.left) < 2 && Math.abs(was.top - is.top) < 2)) return;
  animate(element, [seenAt(was, is), { transformOrigin: "0 0", transform: "none" }], timing);
}

/** Begin to show a move. @param {any} moved the panel of the seat that moved */
export function begin(moved) {
  const layer = document.createElement("div");
  layer.className = "ghosts";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  moved?.setAttribute("data-moved", "");
  scene = { layer, moved, over: pending() };
  return layer;
}

/** @returns {Until} */
function pending() {
  let end = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((resolve) => end = resolve);
  return { promise, end };
}

/** Keep the animation on screen for at least `duration` ms; a key or tap still ends it. @param {number} duration */
export function hold(duration) {
  const held = pending();
  if (!scene) return;
  scene.held = held;
  animate(scene.layer, [], { duration }).onfinish = () => {
    if (scene?.held === held) delete scene.held;
    held.end();
  };
}

/** Return a promise that resolves when `hold` ends; undefined if nothing is held. */
export function held() {
  return scene?.held?.promise;
}

/** End the animation after `duration` ms. @param {number} duration */
export function until(duration) {
  if (scene) animate(scene.layer, [], { duration }).onfinish = finish;
}

/** Return a promise that resolves when the move has been shown; undefined if none is being shown. */
export function over() {
  return scene?.over.promise;
}

/** End all animations at once. */
export function finish() {
  for (const each of running) each.cancel();
  running = [];
  if (!scene) return;
  const { layer, moved, over, held } = scene;
  scene = null;
  layer.remove();
  moved?.removeAttribute("data-moved");
  document.dispatchEvent(new Event("board:settled"));
  held?.end();
  over.end();
}
