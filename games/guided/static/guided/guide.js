// A guided match: shows the step of the current board beside the cards that it explains. The board stays playable.

const guide = document.getElementById("guide");
const shade = document.getElementById("guide-shade");
const offer = document.getElementById("guide-offer");
/** @type {HTMLElement[]} */
const steps = guide ? [...guide.querySelectorAll(".guide-step")] : [];
const GAP = 14; // px between the words and what they explain
const PAD = 7; // px of light around it
const EDGE = 10; // px between the words and the edge of the screen
// px: one line is easiest to read, and a column fits beside the board. A phone has one width.
const WIDTHS = innerWidth > 700 ? [830, 560, 276] : [680];
// Stores the step that was read last in this match, so that a reloaded page continues there.
const KEPT = `guide ${location.pathname}`;
let shown = Number(sessionStorage.getItem(KEPT) ?? -1);
// A button whose text changes and a tunnel that gets cards change what is lit.
const sizes = new ResizeObserver(() => place());
let begun = false;
let away = false;

/** Return the number of the board on which the reader may move now; null while others move. */
function number() {
  /** @type {any} */
  const field = document.querySelector("input[form=move][name=seen]");
  if (field) return field.value;
  // In a race everybody may always move: the log's first line is the newest move's. A result has no log.
  if (!document.querySelector("form[data-live]") || !document.getElementById("log")) return null;
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

/** Show the step of this board: the one shown on it before, else its first. */
function choose() {
  const now = number();
  const next = now === null ? -1 : at(shown) === now ? shown : steps.findIndex((step) => step.dataset.at === now);
  show(away ? -1 : next);
}

/** @param {number} index */
function show(index) {
  const fresh = index >= 0 && (index !== shown || !begun);
  if (index >= 0) {
    begun = true;
    shown = index;
    sessionStorage.setItem(KEPT, String(index));
  }
  steps.forEach((step, place) => step.hidden = place !== index);
  shade.hidden = index < 0;
  if (index < 0) {
    document.getElementById("guide-spoken").textContent = "";
    return;
  }
  const step = steps[index];
  step.querySelector("[data-guide='-1']").hidden = at(index - 1) !== at(index);
  if (fresh) {
    say(step);
    lead(step);
  }
  place();
}

/** Focus *Next*, unless the reader has put the focus elsewhere. @param {HTMLElement} step */
function lead(step) {
  /** @type {HTMLElement | null} */
  const next = step.querySelector("[data-guide='1'], .go[form=leave-guide]");
  const at = document.activeElement;
  const free = !at || at === document.body || at.closest("#guide, #hand, .handbox, #acts, #turn");
  if (next && free) next.focus({ preventScroll: true });
}

/** @param {HTMLElement} step */
function say(step) {
  // The hand at the foot of the screen is in sight already; scrolling to it would hide the board.
  const foot = document.querySelector(".handbox")?.getBoundingClientRect().top ?? innerHeight;
  for (const each of targets(step).filter((each) => !each.closest(".handbox"))) {
    const { top, bottom } = each.getBoundingClientRect();
    if (top < 0 || bottom > foot) each.scrollIntoView({ block: "nearest" });
  }
  document.getElementById("guide-spoken").textContent = step.querySelector(".guide-words").textContent;
}

/** Return the screen without the boxes, as the strips of a path, also where boxes overlap. @param {DOMRect[]} boxes */
function outside(boxes) {
  const { innerWidth: width, innerHeight: height } = globalThis;
  const holes = boxes.map((box) => ({
    left: Math.round(box.left - PAD),
    right: Math.round(box.right + PAD),
    top: Math.max(0, Math.round(box.top - PAD)),
    bottom: Math.min(height, Math.round(box.bottom + PAD)),
  })).sort((one, other) => one.left - other.left);
  const rows = [0, height, ...holes.flatMap(({ top, bottom }) => [top, bottom])].sort((one, other) => one - other);
  let path = "";
  rows.slice(1).forEach((bottom, index) => {
    const top = rows[index];
    let left = 0;
    for (const hole of holes.filter((each) => each.top < bottom && each.bottom > top)) {
      if (hole.left > left) path += `M${left} ${top}H${hole.left}V${bottom}H${left}Z`;
      left = Math.max(left, hole.right);
    }
    if (left < width) path += `M${left} ${top}H${width}V${bottom}H${left}Z`;
  });
  return path;
}

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Size
 * @param {Size} size @param {DOMRect} box @param {number} gap
 */
function overlap({ x, y, width, height }, box, gap) {
  const wide = Math.min(x + width, box.right + gap) - Math.max(x, box.left - gap);
  const high = Math.min(y + height, box.bottom + gap) - Math.max(y, box.top - gap);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** @param {Iterable<Element>} elements */
function seen(elements) {
  return [...elements].map((each) => each.getBoundingClientRect()).filter((box) => box.width);
}

/**
 * Return a function for the cost of a place: how much it hides of the targets, the buttons and the board's texts, or is
 * hidden by the message about a refused move. The turn's band costs nothing, because the step says the same.
 */
function hides() {
  const about = seen(targets(steps[shown]));
  const pressed = seen(document.querySelectorAll("#hand, .handbox .act, #acts .btn, #note"));
  const said = seen(
    document.querySelectorAll("#board :is(.card, h2, p, .plaque, .reach, .pts):not(.margin *, #turn *)"),
  );
  /** @param {Size} size @param {DOMRect[]} boxes @param {number} gap */
  const sum = (size, boxes, gap) => boxes.reduce((all, box) => all + overlap(size, box, gap), 0);
  /** @param {Size} size */
  return (size) => sum(size, about, GAP) * 8 + sum(size, pressed, GAP) * 4 + sum(size, said, 2);
}

/** Yield positions from the edge up to `most`, which is always the last. @param {number} most @param {number} step */
function* along(most, step) {
  for (let at = EDGE; at < most; at += step) yield at;
  yield most;
}

/** Put the words where they hide least and are nearest to what they explain. */
function place() {
  const step = steps[shown];
  if (!step || step.hidden) return;
  const about = targets(step);
  const boxes = seen(about);
  const buttons = "does" in step.dataset ? [...document.querySelectorAll(".handbox .act > *")] : [];
  for (const each of [...about, ...buttons, document.getElementById("note")]) sizes.observe(each);
  shade.style.clipPath = `path("${outside([...boxes, ...seen(buttons)])}")`;
  const { innerWidth, innerHeight } = globalThis;
  const hidden = hides();
  let best = { cost: Infinity, x: 0, y: 0, width: 0 };
  for (const width of new Set(WIDTHS.map((each) => Math.min(each, innerWidth - 2 * EDGE)))) {
    step.style.width = `${width}px`;
    const height = step.offsetHeight;
    const [main = step.getBoundingClientRect()] = boxes;
    for (const y of along(innerHeight - height - EDGE, 8)) {
      for (const x of along(innerWidth - width - EDGE, 60)) {
        const far = Math.abs(y + height / 2 - main.y - main.height / 2) +
          Math.abs(x + width / 2 - main.x - main.width / 2) / 4;
        const cost = hidden({ x, y, width, height }) + far;
        if (cost < best.cost) best = { cost, x, y, width };
      }
    }
  }
  step.style.width = `${best.width}px`;
  step.style.translate = `${Math.round(best.x)}px ${Math.round(best.y)}px`;
}

/** Go to the next step, or back. @param {Event & {target: any}} event */
function walk(event) {
  const way = Number(event.target.closest("[data-guide]")?.dataset.guide);
  if (!way) return;
  show(shown + way);
  // Focus the next choice: the button *Next*, else the first field of the targets, else the heading.
  const step = steps[shown];
  const field = targets(step)[0]?.querySelector("input, button");
  (step.querySelector("[data-guide='1']") ?? field ?? step.querySelector("h2")).focus({ preventScroll: true });
}

if (guide) {
  guide.classList.add("led");
  guide.addEventListener("click", walk);
  document.addEventListener("board:changed", () => {
    choose();
    // The texts of the buttons, and so their places, change on the same event.
    requestAnimationFrame(place);
  });
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
  // Not when somebody else moves: on a phone the board would jump up by the offer's height.
  document.addEventListener("submit", (event) => {
    if (event.target instanceof Node && !offer.contains(event.target)) offer.remove();
  });
}
