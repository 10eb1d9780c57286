// Wonderland: asks for the fields that a chosen power needs before it is sent, and clears the answers of the last turn.

import { follow } from "../js/follow.js";
import { animate, begin, finish, hold, places, still, until } from "../js/motion.js";
import { write } from "../js/text.js";

const seen = () => document.querySelector("#hand input[name=seen]")?.value;
let asked = seen();

function require() {
  const chosen = document.querySelector("#hand input[name=power]:checked");
  const power = chosen?.className.slice(3);
  for (const input of document.querySelectorAll("#board input[data-for]")) {
    input.required = Boolean(power) && input.dataset.for.split(" ").includes(power);
  }
  differ(power === "queen");
  // The button says it, too, because on a phone the hand may cover the sentence below the ring.
  const button = document.querySelector("#hand button[value=power]");
  if (button && chosen?.dataset.asks) {
    if (button.textContent === button.dataset.asks) write(button, chosen.dataset.asks);
    button.dataset.asks = chosen.dataset.asks;
  }
  nameChoice();
}

/** Write the chosen pile and its chance of collapse on the button. */
function nameChoice() {
  const go = document.querySelector("#hand button[value=explore]");
  const pile = document.querySelector("#hand input[name=card]:checked") &&
    document.querySelector("#ring input:checked");
  if (!go?.dataset.word || !pile) return;
  const chance = document.querySelector(`#odds-${pile.value} .risk b`)?.textContent ?? "";
  write(
    go,
    go.dataset.there
      .replace("{word}", go.dataset.word).replace("{pile}", String(Number(pile.value) + 1)).replace("{chance}", chance),
  );
}

/** Refuse the same card twice: no card can cover itself. @param {boolean} asked */
function differ(asked) {
  const { value } = document.querySelector("#mine input[name=cover]:checked") ?? {};
  const words = document.querySelector("#hand [data-asks]")?.dataset.asks;
  for (const input of document.querySelectorAll("#mine input[name=with]")) {
    input.setCustomValidity(asked && input.checked && input.value === value ? words : "");
  }
}

/** Return the element with the next choice, after a field is filled in. @param {any} field */
function next(field) {
  const power = field.name === "power" && field.className.slice(3);
  if (power === "queen") return document.getElementById("mine");
  if (power === "hatter") return document.querySelector(".seat .give");
  return power || field.name === "seat" ? document.querySelector("#ring .ring") : null;
}

/** The scroll position before something was scrolled into view. @type {number | undefined} */
let stood;

function goBack() {
  if (stood !== undefined) scrollTo({ top: stood });
  stood = undefined;
}

/** Scroll the next choice into view: a phone doesn't show all that a power needs at once. @param {Event} event */
function bring(event) {
  const before = scrollY;
  next(event.target)?.scrollIntoView({ block: "nearest" });
  if (scrollY !== before) stood ??= before;
}

function start() {
  if (asked !== seen()) {
    asked = seen();
    goBack();
    // The morph would otherwise keep the choices of the last question.
    for (const input of document.querySelectorAll("#board input[form=move][type=radio]")) {
      input.checked = input.hasAttribute("checked");
    }
  }
  require();
}

start();
document.addEventListener("change", require);
document.addEventListener("change", bring);
const board = document.getElementById("link");
if (board) new MutationObserver(start).observe(board, { childList: true, subtree: true, attributeFilter: ["value"] });

// The name of a pile's top card is its pile and the number of cards there, `p3-6`. The card `p3-6` lies on `p3-5`.

/** @param {string} card @param {number} more */
function other(card, more) {
  const [pile, count] = card.split("-");
  return `${pile}-${Number(count) + more}`;
}

/** @param {string} card @returns {"played" | "there"} */
function came(card) {
  const first = card.endsWith("-1") && !places.has(other(card, 1));
  return first || places.has(other(card, -1)) ? "played" : "there";
}

/** @param {string} card */
const covered = (card) => Boolean(document.querySelector(`#ring [data-card="${other(card, 1)}"]`));

/**
 * Return the reason shown on taken cards: they lay beside the pile on which a card was laid.
 * @param {string} _card @param {string} played
 */
const why = (_card, played) => played ? document.getElementById("ring").dataset.why : "";

follow({ came, covered, why, after: scene, held: ".book-n" });

// --- A collapse is a scene over the whole ring, except at the viewer's turn, who needs the ring. Without animations
// the scene stands still and nothing waits for it.

const [LOOKED_AT, HELD] = [4000, 2000]; // ms
const TUMBLE = [{ transform: "translateY(-90px)", opacity: 0 }, { opacity: 1, offset: 0.6 }, {}];
/** @typedef {{chance: string, level: string, figures: string}} Chance `figures`: how many of how many unseen cards */
/** The chances shown after move `told`, by pile. @type {Map<string, Chance>} */
let chances = new Map();
let told = 0;
/** The chance taken at each collapse, undefined if the page doesn't know it. @type {Map<string, Chance | undefined>} */
const dared = new Map();

/**
 * Return the chance at the pile that was just explored, which has one card more now. A page that missed a move doesn't
 * know it.
 * @param {Element} fallen
 */
function explored(fallen) {
  if (fallen.id !== `fallen-${told + 1}-${fallen.id.split("-")[2]}`) return;
  const card = [...places.keys()].find((each) => document.querySelector(`#ring [data-card="${other(each, 1)}"]`));
  return card ? chances.get(card.split("-")[0]) : undefined;
}

/** @param {any} words element for the text @param {Chance | undefined} taken */
function tellChance(words, taken) {
  words.hidden = !taken;
  if (!taken) return;
  const [count, every] = taken.figures.split(" ");
  const text = every ? words.dataset.counted : words.dataset.words;
  words.className = `dared ${taken.level}`;
  words.querySelector("rect").setAttribute("width", Number.parseInt(taken.chance));
  words.querySelector("p").textContent = text
    .replace("{chance}", taken.chance).replace("{count}", count).replace("{every}", every);
}

/** @param {any} pile @returns {[string, Chance]} */
function chanceAt(pile) {
  const place = pile.id.slice(5);
  const level = ["high", "some", "calm"].find((each) => pile.querySelector(`.risk.${each}`)) ?? "";
  const figures = document.querySelector(`#would-${place} [data-figures]`)?.dataset.figures ?? "";
  return [`p${place}`, { chance: pile.querySelector(".risk b").textContent, level, figures }];
}

function tellChances() {
  for (const each of document.querySelectorAll("#ring .fallen")) {
    if (!dared.has(each.id)) dared.set(each.id, each.dataset.explored ? explored(each) : undefined);
    tellChance(each.querySelector(".dared"), dared.get(each.id));
  }
  chances = new Map([...document.querySelectorAll("#ring .pile:has(.risk b)")].map(chanceAt));
  told = Number(document.querySelector("#log > [id^=m-]")?.id.slice(2) ?? 0);
}

const newest = () => [...document.querySelectorAll("#ring .fallen")].filter((each) => !dared.has(each.id)).at(-1);
const yours = () => document.querySelector("#turn[data-yours]");

/** @param {number} at */
function scene(at) {
  const fallen = newest();
  if (!fallen) return 0;
  if (!yours()) fallen.setAttribute("data-scene", "");
  if (fallen.querySelector("dl")) lookAtRing();
  tumble(fallen, at);
  hold(at + HELD);
  return LOOKED_AT;
}

/** Scroll to the ring if it is out of sight, as it may be on a phone. The page scrolls back afterwards. */
function lookAtRing() {
  const { top } = document.getElementById("ring").getBoundingClientRect();
  if (top >= 0 && top < innerHeight / 2) return;
  stood ??= scrollY;
  scrollBy({ top });
}

/** @param {Element} fallen @param {number} at */
function tumble(fallen, at) {
  animate(fallen, [{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: at });
  for (const [place, card] of fallen.querySelectorAll(".rubble span").entries()) {
    animate(card, TUMBLE, { duration: 500, delay: at + 300 + 90 * place });
  }
}

/** The collapse that is shown without animation. Other moves may arrive meanwhile. */
let standing = "";
/** @type {number | undefined} */
let timer;

/** @param {Element} fallen */
function stand(fallen) {
  standing = fallen.id;
  fallen.setAttribute("data-scene", "");
  if (fallen.querySelector("dl")) lookAtRing();
  clearTimeout(timer);
  timer = setTimeout(close, LOOKED_AT);
}

function close() {
  standing = "";
  const fallen = document.querySelector("#ring .fallen[data-scene]");
  if (!fallen) return;
  fallen.removeAttribute("data-scene");
  goBack();
}

function changed() {
  const fallen = still() && !document.hidden ? newest() : null;
  tellChances();
  if (yours()) {
    if (standing) close();
  } else if (fallen) stand(fallen);
  else if (standing) document.getElementById(standing)?.setAttribute("data-scene", "");
}

// As long as a collapse is on the board, a click shows it again. Any key or tap ends it.
document.addEventListener("click", (event) => {
  const fallen = event.target.closest?.("[data-collapse]")?.closest(".fallen");
  if (!fallen) return;
  finish();
  if (still()) return stand(fallen);
  begin(null);
  fallen.setAttribute("data-scene", "");
  tumble(fallen, 0);
  until(LOOKED_AT);
});
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => standing && close(), { capture: true });
}

tellChances();
document.addEventListener("board:changed", changed);
document.addEventListener("board:settled", close);
