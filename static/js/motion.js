// What moves on a board, and its end. The board is already there: clicks go through, nothing waits but the next board.

/** @typedef {{box: DOMRect, where: string, look: any}} Place `where`: on the table, in the hand, before a seat */
/** @typedef {{card: string, element: any, box: DOMRect, where: string, was: Place | undefined}} Lying */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
const ALONE = { duration: 260, delay: 0 }; // ms
/** Where each card lay before the swap. @type {Map<string, Place>} */
export let places = new Map();
/** @type {Animation[]} */
let running = [];
/** @typedef {{promise: Promise<void>, end: () => void}} Until */
/** `held` is until when it must be seen. @type {{layer: HTMLElement, moved: any, over: Until, held?: Until} | null} */
let scene = null;

/** Nothing moves for those who asked for that, and where nobody looks. */
export function still() {
  return reduced.matches || document.hidden || root.dataset.speed === "none";
}

/** @param {any} element */
function where(element) {
  if (element.closest("#hand")) return "hand";
  return element.closest(".seat, #mine") ? "seat" : "table";
}

/** The cards that are seen, or would be if their seat were unfolded. @returns {Lying[]} */
export function lying() {
  return [...document.querySelectorAll("#board [data-card]")].map((element) => ({
    card: element.dataset.card,
    element,
    box: element.getBoundingClientRect(),
    where: where(element),
    was: places.get(element.dataset.card),
  }));
}

/** Keep where each card lies, before the board is swapped. */
export function remember() {
  finish();
  const seen = lying().filter(({ box }) => box.width);
  places = new Map(seen.map((each) => [each.card, { ...each, look: each.element.cloneNode(true) }]));
}

/** Each card from where it was to where it is, all at once. @param {Lying[]} cards */
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

/** As it is when it is seen at `from`, of what lies at `at`. @param {DOMRect} from @param {DOMRect} at */
export function seenAt(from, at) {
  const [x, y] = [from.left - at.left, from.top - at.top];
  const transform = `translate(${x}px, ${y}px) scale(${from.width / at.width}, ${from.height / at.height})`;
  return { transformOrigin: "0 0", transform };
}

/** @param {Element} element @param {DOMRect} was @param {DOMRect} is @param {{duration: number, delay: number}} timing */
export function travel(element, was, is, timing) {
  if (!is.width || (Math.abs(was.left - is.left) < 2 && Math.abs(was.top - is.top) < 2)) return;
  animate(element, [seenAt(was, is), { transformOrigin: "0 0", transform: "none" }], timing);
}

/** A move is shown. @param {any} moved the seat whose move it is */
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

/** What is shown is seen for so many ms, whatever comes; a key or a tap ends it all the same. @param {number} duration */
export function hold(duration) {
  const held = pending();
  if (!scene) return;
  scene.held = held;
  animate(scene.layer, [], { duration }).onfinish = () => {
    if (scene?.held === held) delete scene.held;
    held.end();
  };
}

/** When what must be seen has been seen. */
export function held() {
  return scene?.held?.promise;
}

/** For so many ms. @param {number} duration */
export function until(duration) {
  if (scene) animate(scene.layer, [], { duration }).onfinish = finish;
}

/** When the move that is being shown has been shown. */
export function over() {
  return scene?.over.promise;
}

/** Everything is where it belongs, at once. */
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
