// Animates a move step by step: the card comes and joins, the taken cards are marked with the reasons and go to their
// owner, then cards are drawn. A game describes its cards by calling `follow`; without that, cards only slide.

import {
  animate,
  begin,
  lying,
  over,
  places,
  remember as keep,
  seenAt,
  slide,
  still,
  travel,
  until,
} from "./motion.js";

/** @typedef {import("./motion.js").Lying} Lying */
/** @typedef {import("./motion.js").Place} Place */
/**
 * @typedef {object} Table
 * @property {(card: string) => "played" | "dealt" | "there"} came how a card that is new on the table got there
 * @property {(card: string) => boolean} [covered] true if a card that is gone was covered, not taken
 * @property {(card: string, played: string, panel: Element) => string} [why] why the card was taken
 * @property {(card: string, panel: Element) => Element | null} [goal] the element to which a taken card goes, if its
 * owner's cards don't show it
 * @property {string} [joins] selector of the place to which a played card comes first
 * @property {string} [pile] selector of the pile that cards are drawn from
 * @property {(at: number) => number} [after] show the move's consequence from `at` on; returns its duration (both ms)
 * @property {string} [held] selector of the part of a seat's panel that stands for its hand
 */

const [COME, STAY, GO, DRAW, REST, LAST] = [280, 560, 300, 220, 120, 2800]; // ms
/** @type {Table | null} */
let table = null;
/** @type {DOMRect | null} */
let end = null;
/** @type {Map<string, string>} */
let scores = new Map();
let newest = 0;
let left = "";

/** @param {Table} game */
export function follow(game) {
  table = game;
}

const line = () => document.querySelector("#log > [id^=m-]");
const number = () => Number(line()?.id.slice(2) ?? 0);
const points = () => [...document.querySelectorAll("#board .pts")];
/** @param {any} each */
const score = (each) => each.firstChild?.textContent.trim();
/** @param {string | undefined} selector @param {ParentNode} within */
const box = (selector, within) => selector ? seen(within.querySelector(selector)) : null;

/** Return the box of a card in the middle of `room`, as large as fits. @param {DOMRect} room @param {DOMRect} card */
function within({ left, top, width, height }, card) {
  const by = Math.min(width / card.width, height / card.height);
  const [across, down] = [card.width * by, card.height * by];
  return new DOMRect(left + (width - across) / 2, top + (height - down) / 2, across, down);
}

const stock = () => (table?.pile && document.querySelector(table.pile)?.textContent) || "";

/**
 * Return the element's box; for a folded element, the box of what it is folded into.
 * @param {any} element @returns {DOMRect | null}
 */
function seen(element) {
  const box = element?.getBoundingClientRect();
  return !box || box.width ? box ?? null : seen(element.parentElement);
}

/** Return true if this move has ended the match: its result comes next. */
const ended = () => Boolean(document.querySelector("#turn[data-ends]"));

/** Return true if the HTML is a whole board older than the move shown last. @param {string} html */
export function isOlder(html) {
  const moves = [...html.matchAll(/ id="m-(\d+)"/g)].map(([, move]) => Number(move));
  return html.includes(' id="board"') && Math.max(...moves) < number() && moves.length > 0;
}

/** Remember the state of the board. Called before it is swapped. */
export function remember() {
  keep();
  end = box(table?.joins, document);
  scores = new Map(points().map((each) => [each.id, score(each)]));
  newest = number();
  left = stock();
}

/** Animate the swap. @param {boolean} told true: show the move step by step; false: only slide the cards */
export function move(told) {
  if (still()) return;
  if (told && table && places.size && number() === newest + 1) show(table, line().dataset.seat);
  else slide(lying());
  // The reader sees on the board who won and why before the result comes.
  if (ended() && !document.getElementById("result") && !over()) {
    begin(null);
    until(LAST);
  }
}

document.addEventListener("board:settled", () => {
  for (const each of document.querySelectorAll("[data-was]")) each.removeAttribute("data-was");
});

/** @param {Table} game @param {string} seat whose move it was */
function show(game, seat) {
  const cards = lying();
  const played = cards.find((each) => each.where === "table" && isPlayed(game, each));
  const taken = [...places].filter(([card, was]) => was.where === "table" && isTaken(game, cards, card));
  const go = (played ? COME : 0) + (taken.length ? STAY : REST);
  const panel = document.getElementById(`seat-${seat}`) ?? document.getElementById("mine");
  const held = game.held ? panel?.querySelector(game.held) : null;
  const from = panel && box(held?.checkVisibility() ? game.held : "h2", panel);
  const layer = begin(panel);
  for (const each of points()) {
    const was = scores.get(each.id);
    if (was && was !== score(each)) each.dataset.was = was;
  }
  if (played) join(played, from, go);
  for (const [card, was] of taken) {
    const now = cards.find((each) => each.card === card);
    const goal = now?.element ?? game.goal?.(card, panel) ?? panel;
    take(layer, was, game.why?.(card, played?.card ?? "", panel) ?? "", seen(goal), go);
    if (now) animate(now.element, [{ opacity: 0.35 }, { opacity: 0.35 }], { duration: go + GO - 40 });
  }
  const rest = cards.filter((each) => each !== played && !(each.was?.where === "table" && each.where !== "table"));
  for (const each of rest) settle(game, each, go);
  if (panel && panel.id !== "mine" && from && stock() !== left) draw(layer, game, from, go);
  until(go + GO + Math.max(ended() ? LAST : DRAW + REST, game.after?.(go + GO) ?? 0));
}

/** @param {Table} game @param {Lying} each */
function isPlayed(game, { card, was, box }) {
  return Boolean(box.width) && (was ? was.where === "hand" : game.came(card) === "played");
}

/** @param {Table} game @param {Lying[]} cards @param {string} card */
function isTaken(game, cards, card) {
  const now = cards.find((each) => each.card === card);
  return now ? now.where !== "table" : !game.covered?.(card);
}

/**
 * Move the played card from its hand or seat to the place where it joins. It waits there for the cards that it takes.
 * @param {Lying} played @param {DOMRect | null} from @param {number} go
 */
function join({ element, box: is, was }, from, go) {
  const first = was?.box ?? (from ? within(from, is) : is);
  const place = end ? within(end, is) : is;
  const frames = [
    { ...seenAt(first, is), opacity: was ? 1 : 0.2 },
    { ...seenAt(place, is), opacity: 1, offset: COME / (go + GO) },
    { ...seenAt(place, is), opacity: 1, offset: go / (go + GO) },
    { ...seenAt(is, is), opacity: 1 },
  ];
  animate(element, frames, { duration: go + GO });
}

/**
 * Mark a taken card where it lay, then move it to its owner.
 * @param {HTMLElement} layer @param {Place} was @param {string} why @param {DOMRect | null} to @param {number} go
 */
function take(layer, was, why, to, go) {
  const ghost = document.createElement("div");
  const reason = document.createElement("span");
  ghost.className = "ghost";
  reason.textContent = why;
  reason.hidden = !why;
  ghost.append(was.look, reason);
  put(ghost, was.box);
  layer.append(ghost);
  const { left, top, width, height } = was.box;
  const lifted = new DOMRect(left, top - height / 10, width, height);
  const up = seenAt(lifted, was.box);
  const frames = [
    { ...seenAt(was.box, was.box), opacity: 1 },
    { ...up, opacity: 1, offset: COME / (go + GO) },
    { ...up, opacity: 1, offset: go / (go + GO) },
    { ...seenAt(to ? within(to, was.box) : lifted, was.box), opacity: 0.3 },
  ];
  animate(ghost, frames, { duration: go + GO });
}

/**
 * Move a card back from the pile to the seat of somebody else, who draws.
 * @param {HTMLElement} layer @param {Table} game @param {DOMRect} to @param {number} go
 */
function draw(layer, game, to, go) {
  const back = document.querySelector(`${game.pile} .card`);
  if (!back) return;
  const is = back.getBoundingClientRect();
  const ghost = layer.appendChild(document.createElement("div"));
  ghost.className = "ghost drawn";
  ghost.append(back.cloneNode(true));
  put(ghost, is);
  animate(ghost, [{ ...seenAt(is, is), opacity: 1 }, { ...seenAt(within(to, is), is), opacity: 0.3 }], {
    duration: DRAW,
    delay: go + GO,
  });
}

/** @param {HTMLElement} ghost @param {DOMRect} box */
function put(ghost, { left, top, width, height }) {
  const [x, y] = [left + scrollX, top + scrollY];
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

/**
 * Move a card that was there already to its new place, and let a new card appear last: drawn or dealt.
 * @param {Table} game @param {Lying} each @param {number} go
 */
function settle(game, { card, element, box: is, where, was }, go) {
  if (was) return travel(element, was.box, is, { duration: GO, delay: was.where === "table" ? go : 0 });
  if (!is.width || where === "seat" || (where === "table" && game.came(card) === "there")) return;
  const from = where === "hand" && box(game.pile, document);
  const timing = { duration: DRAW, delay: go + GO };
  if (from) animate(element, [{ ...seenAt(from, is), opacity: 0 }, { ...seenAt(is, is), opacity: 1 }], timing);
  else animate(element, [{ opacity: 0 }, { opacity: 1 }], timing);
}
