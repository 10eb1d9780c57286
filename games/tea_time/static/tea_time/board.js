// Tea Time: offers the cells that can still be added, and previews each take, which the server computed.

import { follow } from "../js/follow.js";
import { focused, hovered, restore } from "../js/hover.js";
import { places } from "../js/motion.js";
import { setAfter, setText, write } from "../js/text.js";

/** A column's cards, its points, and those with one card more. @typedef {[number, number, number | null]} Column */
/** @typedef {{words: string, gain: string, after: string, held: Record<string, Column>}} Take */
/** @typedef {Record<string, Take>} Takes */

/** @returns {HTMLInputElement[]} */
const cells = () => [...document.querySelectorAll("#grid input[name=cell]")];
/** Return the server's preview of each take, by its cells: `0-1 0-2`. @returns {Takes} */
function known() {
  /** @type {Record<string, [string, string, string, Record<string, Column>]>} */
  const told = JSON.parse(document.getElementById("takes")?.textContent || "{}");
  const takes = Object.entries(told).map((
    [cells, [words, gain, after, held]],
  ) => [cells, { words, gain, after, held }]);
  return Object.fromEntries(takes);
}
const chosen = () => cells().filter((input) => input.checked);

/**
 * Return the selection with one cell more. The first card of a round is taken alone, so there the cell replaces it.
 * @param {HTMLInputElement} input
 */
function withCell(input) {
  return cells().filter((each) => each === input || (each.checked && input.type === "checkbox"));
}

/** @param {HTMLInputElement[]} inputs */
function key(inputs) {
  return inputs.map((input) => input.value).join(" ");
}

/** `hatter`, `hatter-mirror` @param {ParentNode | null | undefined} within @returns {string} */
const drawing = (within) => within?.querySelector("use")?.getAttribute("href")?.split("#")[1] ?? "";
/** @param {string} card */
const character = (card) => card.replace("-mirror", "");

/**
 * Return the cards of a take that cancel: with one another, then with held ones. These are negative for mirror cards.
 * @template T
 * @param {[T, string][]} taken each with its drawing @param {(character: string) => number} held
 */
function cancelling(taken, held) {
  /** @type {Set<T>} */
  const pairs = new Set();
  for (const name of new Set(taken.map(([, card]) => character(card)))) {
    const normal = taken.filter(([, card]) => card === name);
    const mirror = taken.filter(([, card]) => card === `${name}-mirror`);
    const [fewer, more, sign] = normal.length < mirror.length ? [normal, mirror, -1] : [mirror, normal, 1];
    const against = Math.max(0, -sign * held(name));
    for (const [each] of [...fewer, ...more.slice(0, fewer.length + against)]) pairs.add(each);
  }
  return pairs;
}

/** @param {any} column its number of cards, negative for mirror cards @returns {number} */
const held = (column) =>
  (column?.dataset.held ? JSON.parse(column.dataset.held)[0] : Number(column?.querySelector(".top span").textContent)) *
  (column?.classList.contains("mir") ? -1 : 1);

/** @returns {Record<string, string>} the texts that a cell may show */
const said = () => document.querySelector("#grid [data-cancels]").dataset;
/** @param {HTMLInputElement} input */
const placeOf = (input) => input.value.split("-").map(Number);

/**
 * Return the rule that forbids the cell beside the chosen ones.
 * @param {HTMLInputElement} input @param {Takes} takes
 */
function forbids(input, takes) {
  const { far, off, enough } = said();
  const [picked, all] = [chosen(), Object.keys(takes).map((take) => take.split(" ").length)];
  if (picked.length >= Math.max(...all)) return enough;
  const [down, right] = placeOf(input);
  const aligned = picked.every((each) => {
    const [row, column] = placeOf(each);
    return row === down || column === right || Math.abs(row - down) === Math.abs(column - right);
  });
  return aligned ? far : off;
}

/**
 * Return the text on a card: what its take does to the score, unless one text says that for most cards.
 * @param {HTMLInputElement} input @param {Take | undefined} what @param {Set<unknown>} pairs
 */
function badge(input, what, pairs) {
  if (input.checked) return pairs.has(input) ? said().cancels : said().joins;
  if (chosen().length && input.type === "checkbox") return what ? `→ ${what.after}` : "";
  return input.hasAttribute("data-quiet") ? "" : what?.gain ?? "";
}

/** @param {Takes} takes */
function offer(takes) {
  const pairs = cancelling(
    chosen().map((input) => [input, drawing(input.parentElement)]),
    (name) => held(document.querySelector(`#mine [data-of="${name}"]`)),
  );
  for (const input of cells()) {
    const what = input.checked ? takes[input.value] : takes[key(withCell(input))];
    const why = what || input.checked ? "" : forbids(input, takes);
    if (what) input.removeAttribute("aria-disabled");
    else input.setAttribute("aria-disabled", "true");
    const gain = /** @type {HTMLElement} */ (input.parentElement).querySelector(".gain");
    write(gain, badge(input, what, pairs));
    const words = what && !input.checked ? `${what.words}, ${what.gain}` : why;
    input.setAttribute("aria-label", words ? `${input.dataset.name}: ${words}` : input.dataset.name ?? "");
  }
}

/** Say once for all dimmed cards why they are dimmed. @param {Takes} takes */
function dim(takes) {
  const [note, picked] = [document.getElementById("dimmed"), chosen()];
  const dimmed = cells().filter((input) => input.getAttribute("aria-disabled") === "true");
  if (!note) return;
  const { one, more, full } = note.dataset;
  const open = Object.keys(takes).some((take) => take.split(" ").length > picked.length);
  setText("dimmed", dimmed.length ? (open ? picked.length > 1 ? more : one : full) : "");
}

/** Write on the plate what a take does, and how it changes the score. @param {string} [words] @param {string} [gain] */
function plate(words, gain) {
  const plaque = document.getElementById("plaque");
  if (plaque) plaque.hidden = !words;
  setText("effect", words);
  setText("change", gain);
}

/**
 * Show the viewer's columns as a take would change them; without a take, as they are.
 * @param {Take | undefined} what
 */
function fill(what) {
  const words = document.getElementById("mine")?.dataset.then ?? "";
  for (const column of document.querySelectorAll("#mine [data-held]")) {
    /** @type {Column} */
    const now = JSON.parse(column.dataset.held);
    const then = what?.held[column.dataset.of];
    const [count, points, next] = then ?? now;
    write(column.querySelector(".was"), then ? `${now[0]} → ` : "");
    write(column.querySelector(".was + span"), count);
    const [slip, more] = [column.querySelector(".to"), column.querySelector(".nx")];
    write(slip, then ? `${now[1]} → ${points}` : "");
    slip.hidden = !then;
    write(more, next === null ? "" : words.replace("0", String(next)));
  }
}

/** Return the cells of the take that is previewed. */
function shown() {
  const open = "input:not([aria-disabled=true])";
  const grid = document.getElementById("grid");
  const at = grid && (hovered(grid, `label.pick:hover ${open}`) || focused(grid, open));
  return key(at ? withCell(at) : chosen());
}

function show() {
  const takes = known();
  offer(takes);
  dim(takes);
  const what = takes[shown()];
  plate(what?.words, what?.gain);
  setAfter(what?.after);
  fill(what);
  const button = document.querySelector("#take [data-labels]");
  const count = chosen().length;
  // Not `disabled`, which would take the focus from a reader who has just pressed it.
  document.querySelector("#take [type=reset]")?.setAttribute("aria-disabled", String(count === 0));
  if (button) write(button, count ? JSON.parse(button.dataset.labels)[count] : button.dataset.asks);
}

/**
 * Unselect the other cards, too, if they are no take without the one in the middle.
 * @param {HTMLInputElement} last
 */
function mend(last) {
  const left = chosen();
  if (left.length && !known()[key(left)]) {
    for (const input of left) if (input !== last) input.checked = false;
  }
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {KeyboardEvent & {target: any}} event */
function walk(event) {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  // Also at the edge, where the arrow keys of a radio button would choose another card.
  event.preventDefault();
  if (step[1]) {
    // Go along the row and on to the next one, so that every card can be reached.
    const all = cells();
    all[all.indexOf(event.target) + step[1]]?.focus();
    return;
  }
  const from = event.target.value.split("-").map(Number);
  let best = Infinity;
  /** @type {HTMLInputElement | null} */
  let nearest = null;
  for (const input of cells()) {
    const [down, right] = input.value.split("-").map((at, axis) => Number(at) - from[axis]);
    const along = down * step[0];
    // Prefer the card straight ahead, over gaps; else the next card on that side.
    if (along > 0 && 100 * Math.abs(right) + along < best) [best, nearest] = [100 * Math.abs(right) + along, input];
  }
  nearest?.focus();
}

// A cell may hold another card at the viewer's next turn, so a choice ends with its turn.
const turn = () => document.querySelector("#take input[name=seen]")?.value;
let asked = turn();

function putBack() {
  if (asked !== turn()) { for (const input of chosen()) input.checked = false; }
  asked = turn();
}

// The cells come and go with the turns. The focus returns to the cell where it was.
/** @type {string | null} */
let place = null;

function comeBack() {
  if (place === null || !document.activeElement?.matches("body, #turn")) return;
  restore(document.querySelector(`#c-${place} input`) || cells()[0]);
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("#grid input")) place = event.target.value;
  else if (!event.target.closest("#take, #turn")) place = null;
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("#grid input[name=cell]")) walk(event);
});
document.addEventListener("click", (event) => {
  const input = event.target.closest?.("#grid input[aria-disabled=true]");
  if (!input) return;
  event.preventDefault();
  // The plate shows which rule forbids it, after the browser has undone the click.
  setTimeout(() => input.checked || plate(forbids(input, known())));
});
document.addEventListener("reset", () => setTimeout(show));
for (const kind of ["pointerover", "pointerout", "focusin", "focusout", "change"]) {
  document.addEventListener(kind, (event) => {
    if (!event.target.closest?.("#grid")) return;
    if (kind === "change") mend(event.target);
    show();
  });
}
show();
document.addEventListener("board:changed", () => {
  putBack();
  comeBack();
  show();
  count();
});

// --- Animation: a taken card goes to its character's column, and may cancel a card there.

/** The number of cards in each column before the newest move. @type {Map<string, number>} */
let counts = new Map();

function count() {
  counts = new Map([...document.querySelectorAll("#board .col[id]")].map((column) => [column.id, held(column)]));
}

/** @param {string} name @param {Element} panel @returns {HTMLElement | null} */
const column = (name, panel) => panel.querySelector(`[data-of="${name}"]`);

/** @param {string} card */
const drawn = (card) => drawing(places.get(card)?.look);

/** @param {string} card @param {string} _played @param {Element} panel */
function why(card, _played, panel) {
  const gone = [...places].filter(([each, was]) =>
    was.where === "table" && !document.querySelector(`#grid [data-card="${each}"]`)
  );
  const pairs = cancelling(
    gone.map(([each]) => [each, drawn(each)]),
    (name) => counts.get(column(name, panel)?.id ?? "") ?? 0,
  );
  return pairs.has(card) ? said().cancels : said().joins;
}

count();
follow({ came: () => "dealt", why, goal: (card, panel) => column(character(drawn(card)), panel) });

// --- The form of a conditional move: previews the chosen cards on the present grid.

document.addEventListener("change", (event) => {
  const grid = event.target.closest?.("[data-conditional-takes]");
  if (!grid) return;
  const takes = JSON.parse(grid.dataset.conditionalTakes);
  const checked = [...grid.querySelectorAll("input:checked")].map((input) => input.value);
  grid.querySelector("[data-conditional-effect]").textContent = takes[checked.join(" ")] || "";
});
