// Wonderland: what a chosen power needs is asked for before it is sent, and a new question starts unanswered.

import { follow } from "../js/follow.js";
import { animate, begin, finish, hold, places, still, until } from "../js/motion.js";

const seen = () => document.querySelector("#hand input[name=seen]")?.value;
let asked = seen();

function require() {
  const chosen = document.querySelector("#hand input[name=power]:checked");
  const power = chosen?.className.slice(3);
  for (const input of document.querySelectorAll("#board input[data-for]")) {
    input.required = Boolean(power) && input.dataset.for.split(" ").includes(power);
  }
  differ(power === "queen");
  // What it needs is said on the button, too: on a telephone the hand may lie over the sentence below the ring.
  const button = document.querySelector("#hand button[value=power]");
  if (button && chosen?.dataset.asks) button.dataset.asks = chosen.dataset.asks;
}

/** No card goes over itself. @param {boolean} asked */
function differ(asked) {
  const { value } = document.querySelector("#mine input[name=cover]:checked") ?? {};
  const words = document.querySelector("#hand [data-asks]")?.dataset.asks;
  for (const input of document.querySelectorAll("#mine input[name=with]")) {
    input.setCustomValidity(asked && input.checked && input.value === value ? words : "");
  }
}

/** On what is picked next, once that field is filled in. @param {any} field */
function next(field) {
  const power = field.name === "power" && field.className.slice(3);
  if (power === "queen") return document.getElementById("mine");
  if (power === "hatter") return document.querySelector(".seat .give");
  return power || field.name === "seat" ? document.querySelector("#ring .ring") : null;
}

/** Where the page stood before something was brought into sight. @type {number | undefined} */
let stood;

function goBack() {
  if (stood !== undefined) scrollTo({ top: stood });
  stood = undefined;
}

/** On a telephone not all that a power needs is seen at once. @param {Event} event */
function bring(event) {
  const before = scrollY;
  next(event.target)?.scrollIntoView({ block: "nearest" });
  if (scrollY !== before) stood ??= before;
}

function start() {
  if (asked !== seen()) {
    asked = seen();
    goBack();
    // A choice made for the last question would otherwise be kept by the morph.
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

// A pile's top card is called after its pile and how many cards lie there, `p3-6`: of two with one number more or less
// the one lies under the other.

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

/** Cards are taken from beside the pile on which one was laid. @param {string} _card @param {string} played */
const why = (_card, played) => played ? document.getElementById("ring").dataset.why : "";

follow({ came, covered, why, after: scene, held: ".book-n" });

// --- A collapse is a scene over the whole ring, unless it is the viewer's turn, who needs the ring. For those for whom
// nothing moves it just stands there, and holds nobody up.

const [LOOKED_AT, HELD] = [4000, 2000]; // ms
const TUMBLE = [{ transform: "translateY(-90px)", opacity: 0 }, { opacity: 1, offset: 0.6 }, {}];
/** @typedef {{chance: string, level: string, figures: string}} Chance `figures`: how many of how many unseen cards */
/** By pile, the chances that stood there after move `told`. @type {Map<string, Chance>} */
let chances = new Map();
let told = 0;
/** Of each collapse the chance that was taken, as long as the page knows it. @type {Map<string, Chance | undefined>} */
const dared = new Map();

/** What stood at the pile that has just been explored: it has one card more. A page that missed a move can't say. */
/** @param {Element} fallen */
function explored(fallen) {
  if (fallen.id !== `fallen-${told + 1}-${fallen.id.split("-")[2]}`) return;
  const card = [...places.keys()].find((each) => document.querySelector(`#ring [data-card="${other(each, 1)}"]`));
  return card ? chances.get(card.split("-")[0]) : undefined;
}

/** @param {any} words where it is said @param {Chance | undefined} taken */
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

/** On a telephone it may be above what is seen. Where it stands the page stays, and it goes back to where it was. */
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

/** The one that stands there without moving: other moves may come meanwhile. */
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

// While it stands on the board it can be seen again; any key or tap ends it.
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
