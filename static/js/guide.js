// A guided match: the step that belongs to the board as it stands, beside what it is about. The board stays playable.

const guide = document.getElementById("guide");
const shade = document.getElementById("guide-shade");
const offer = document.getElementById("guide-offer");
/** @type {HTMLElement[]} */
const steps = guide ? [...guide.querySelectorAll(".guide-step")] : [];
const GAP = 14; // px between the words and what they are about
const PAD = 7; // px of light round it
let shown = -1;
let away = false;

/** The number of the board on which the reader may move now; none while others do. */
function number() {
  /** @type {any} */
  const field = document.querySelector("input[form=move][name=seen]");
  if (field) return field.value;
  if (!document.querySelector("form[data-live]")) return null;
  // In a race everybody may always move: the newest line of the log is the newest move's.
  return document.querySelector("#log > [id^=m-]")?.id.slice(2) ?? "0";
}

/** @param {number} index */
function at(index) {
  return steps[index]?.dataset.at;
}

/** @param {HTMLElement} step @returns {Element[]} */
function targets(step) {
  return step.dataset.points ? [...document.querySelectorAll(step.dataset.points)] : [];
}

/** The step of this board: the one that was shown on it, else the first. */
function choose() {
  const now = number();
  const next = now === null ? -1 : at(shown) === now ? shown : steps.findIndex((step) => step.dataset.at === now);
  show(away ? -1 : next);
}

/** @param {number} index */
function show(index) {
  const fresh = index >= 0 && index !== shown;
  if (index >= 0) shown = index;
  steps.forEach((step, place) => step.hidden = place !== index);
  shade.hidden = index < 0;
  if (index < 0) return;
  const step = steps[index];
  step.querySelector("[data-guide='-1']").hidden = at(index - 1) !== at(index);
  if (fresh) say(step);
  place();
}

/** @param {HTMLElement} step */
function say(step) {
  const [first] = targets(step);
  const box = first?.getBoundingClientRect();
  // What stays at the foot of the screen is seen already; to scroll there would hide the board.
  if (box && (box.top < 0 || box.bottom > innerHeight)) first.scrollIntoView({ block: "nearest" });
  document.getElementById("guide-spoken").textContent = step.querySelector(".guide-words").textContent;
}

/** @param {DOMRect} box @param {number} pad */
function hole(box, pad) {
  const [left, top, right, bottom] = [box.left - pad, box.top - pad, box.right + pad, box.bottom + pad];
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

/** @param {number} x @param {number} y @param {DOMRect} size @param {DOMRect} box */
function overlap(x, y, size, box) {
  const wide = Math.min(x + size.width, box.right + GAP) - Math.max(x, box.left - GAP);
  const high = Math.min(y + size.height, box.bottom + GAP) - Math.max(y, box.top - GAP);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** @param {Iterable<Element>} elements */
function seen(elements) {
  return [...elements].map((each) => each.getBoundingClientRect()).filter((box) => box.width);
}

/** Where the words hide least of what they are about and of what is pressed, and are nearest to it. */
function place() {
  const step = steps[shown];
  if (!step || step.hidden) return;
  const boxes = seen(targets(step));
  const pressed = seen(document.querySelectorAll("#hand, .handbox .act, #acts .btn"));
  const cards = seen(document.querySelectorAll("#board .card"));
  const lit = "does" in step.dataset ? [...boxes, ...seen(document.querySelectorAll(".handbox .act > *"))] : boxes;
  const { innerWidth: width, innerHeight: height } = globalThis;
  shade.style.clipPath = `path(evenodd, "M0 0H${width}V${height}H0Z${lit.map((box) => hole(box, PAD)).join("")}")`;
  const size = step.getBoundingClientRect();
  const [main = size] = boxes;
  /** @param {number} x @param {number} y @param {DOMRect[]} all */
  const hidden = (x, y, all) => all.reduce((sum, box) => sum + overlap(x, y, size, box), 0);
  /** @param {number} x @param {number} y */
  const far = (x, y) =>
    Math.abs(y + size.height / 2 - main.y - main.height / 2) +
    Math.abs(x + size.width / 2 - main.x - main.width / 2) / 4;
  let best = { cost: Infinity, x: 0, y: 0 };
  for (let y = 6; y <= height - size.height - 6; y += 6) {
    for (const x of [(width - size.width) / 2, GAP, width - size.width - GAP]) {
      const cost = hidden(x, y, boxes) * 3 + hidden(x, y, pressed) * 2 + hidden(x, y, cards) / 4 + far(x, y);
      if (cost < best.cost) best = { cost, x, y };
    }
  }
  step.style.translate = `${Math.round(best.x)}px ${Math.round(best.y)}px`;
}

/** Next or back. @param {Event & {target: any}} event */
function walk(event) {
  const way = Number(event.target.closest("[data-guide]")?.dataset.guide);
  if (!way) return;
  show(shown + way);
  // Where the next choice is: the words, else the first thing that can be chosen.
  const step = steps[shown];
  const field = targets(step)[0]?.querySelector("input, button");
  (step.querySelector("[data-guide='1']") ?? field ?? step.querySelector("h2")).focus({ preventScroll: true });
}

if (guide) {
  guide.classList.add("led");
  guide.addEventListener("click", walk);
  document.addEventListener("board:changed", choose);
  document.addEventListener("board:settled", place);
  document.addEventListener("change", () => setTimeout(place));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    away = true;
    choose();
  });
  addEventListener("resize", place);
  addEventListener("scroll", place, { passive: true });
  document.fonts.ready.then(place);
  choose();
}

const no = offer?.querySelector("[data-no-guide]");
if (no) {
  no.hidden = false;
  no.addEventListener("click", () => offer.remove());
  document.addEventListener("board:changed", () => offer.remove(), { once: true });
}
