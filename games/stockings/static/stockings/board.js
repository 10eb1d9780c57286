// The stocking race: keys, the countdown, the fuse of the waiting card, and the shaking and sounds of events.

import { now } from "../js/clock.js";
import { play } from "../js/sound.js";
import { note, write } from "../js/text.js";
import { keyOf, label, learn, nameKeys } from "./keyboard.js";

const root = document.documentElement;
const live = Boolean(document.getElementById("link"));

// --- Loading: the page reports that it is ready only when the drawings and fonts are loaded.

if (live) {
  root.toggleAttribute("data-loading", true);
  const sheet = document.querySelector("#board use")?.getAttribute("href").split("#")[0];
  Promise.all([sheet && fetch(sheet).then((answer) => answer.text()), document.fonts?.ready])
    .catch(() => null)
    .then(() => root.removeAttribute("data-loading"));
}

// --- The hand: a kind keeps its place and its key as long as it is held; a new kind takes the first free place

const KEYS = "1234567890qwert";
const ROW = 10;
/** The kind at each place, "" for a free one. @type {string[]} */
let places = [];
/** The flip on which the reader's own card was laid, and the place that became free. */
let left = { flip: "", place: -1 };

function keepPlaces() {
  const hand = document.getElementById("hand");
  /** @type {HTMLElement[]} */
  const kinds = [...(hand?.querySelectorAll(".kind") ?? [])];
  if (!hand || !kinds.length) return;
  const held = new Set(kinds.map(kindOf));
  const before = places;
  places = places.map((kind) => (held.delete(kind) ? kind : ""));
  noteLaid(before);
  for (const kind of held) places.splice(places.includes("") ? places.indexOf("") : places.length, 1, kind);
  while (places.at(-1) === "") places.pop();
  const byKind = new Map(kinds.map((each) => [kindOf(each), each]));
  const focused = document.activeElement;
  const count = Math.max(ROW, places.length);
  hand.replaceChildren(
    ...Array.from({ length: count }, (_none, place) => placed(byKind.get(places[place]), place)),
  );
  // An element that was taken out and put back has lost the focus.
  if (focused instanceof HTMLElement && hand.contains(focused)) focused.focus({ preventScroll: true });
}

/** Return the kind of a button, or of the element that replaces it after the match. @param {any} each */
const kindOf = (each) => each.value || each.dataset.kind;

/** Remember the place whose last card was laid: it shows that until the next flip. @param {string[]} before */
function noteLaid(before) {
  const flip = document.getElementById("flip");
  const number = flip?.dataset.flip ?? "";
  if (number === left.flip || !isMine(flip?.querySelector(".laid"))) return;
  const place = before.findIndex((kind, index) => kind && !places[index]);
  left = { flip: number, place };
}

/** Return true if the laid card is the reader's own. @param {HTMLElement | null | undefined} laid */
function isMine(laid) {
  const fate = document.getElementById("fate");
  return Boolean(laid && fate?.dataset.of === laid.dataset.of && !fate.classList.contains("bad"));
}

/** @param {HTMLElement | undefined} button @param {number} place */
function placed(button, place) {
  const key = KEYS[place];
  if (!button) return gap(place);
  if (!button.matches("button")) return button;
  button.dataset.key = key;
  button.setAttribute("aria-keyshortcuts", key);
  const shown = button.querySelector("kbd");
  if (shown) shown.textContent = label(key);
  return button;
}

/** @param {number} place */
function gap(place) {
  const free = document.createElement("span");
  free.className = "gap";
  if (place === left.place && document.getElementById("flip")?.dataset.flip === left.flip) {
    free.classList.add("emptied");
    free.append(document.getElementById("hand")?.dataset.laid ?? "");
  }
  const key = document.createElement("kbd");
  key.setAttribute("aria-hidden", "true");
  key.textContent = label(KEYS[place]);
  free.append(key);
  return free;
}

// --- The instructions are shown in full before a person's first three races

const begun = Number(localStorage.getItem("races") ?? 0);
document.body.classList.toggle("knows-races", begun >= 3);
document.addEventListener("click", (event) => {
  if (event.target.closest("#ready .btn.go")) localStorage.setItem("races", `${begun + 1}`);
});

// --- Keys

/** @param {string | undefined} key */
const keyed = (key) => key && document.querySelector(`:is(#hand, #acts, #ready) [data-key="${CSS.escape(key)}"]`);
if (live) {
  keepPlaces();
  nameKeys();
}

document.addEventListener("keydown", (event) => {
  if (!live || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, summary, a")) return;
  if ([" ", "Enter"].includes(event.key) && event.target.closest("button")) return;
  learn(event);
  const button = keyed(keyOf(event));
  if (!button) return;
  event.preventDefault();
  button.click();
});
// A mouse lays a card when its button goes down, and the click that follows is ignored. A finger lays it on the click,
// because it may want to scroll.
let touched = 0;
document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.("#hand button.kind");
  if (!card || event.button || event.pointerType !== "mouse") return;
  event.preventDefault();
  touched = event.timeStamp;
  card.form.requestSubmit(card);
});
document.addEventListener(
  "click",
  (event) => {
    if (event.detail && event.target.closest?.("#hand button.kind") && event.timeStamp - touched < 1000) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);
/**
 * Ignore a press just after the end of the match: it was meant for a card, and must not take the last board away.
 * @param {any} event
 */
function meantForACard(event) {
  const pressed = event.key ? event.key.length === 1 || event.key === "Enter" : event.target.closest?.(".racer");
  if (!live || !pressed || document.getElementById("result")) return;
  if (!document.querySelector("#turn[data-ends]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, meantForACard, { capture: true });
/** Mark the buttons as early until the race begins. */
function waitForStart() {
  const begins = Number(document.getElementById("flip")?.dataset.begins ?? 0);
  const early = live && begins > now();
  for (const button of document.querySelectorAll("#hand button, #acts button[form=move]")) {
    if (early) button.setAttribute("data-early", "");
    else button.removeAttribute("data-early");
  }
}
document.addEventListener(
  "submit",
  (event) => {
    if (event.submitter?.hasAttribute("data-early")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.submitter?.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
      felt(document.getElementById("hand"));
    }
  },
  true,
);

// --- The countdown and the fuse

/** Show when the first card comes at the latest, while somebody isn't ready. */
function tellStart() {
  const ready = document.getElementById("ready");
  const words = ready?.querySelector(".starts");
  if (!words) return;
  const rest = Math.max(0, Math.ceil((Number(ready.dataset.begins) - now()) / 1000));
  write(words, words.dataset.words.replace("{count}", rest));
}

function burn() {
  tellStart();
  const flip = document.getElementById("flip");
  if (flip && live) {
    const count = flip.querySelector(".countdown");
    waitForStart();
    if (count) {
      const rest = Math.ceil((Number(flip.dataset.begins) - now()) / 1000);
      write(count, rest > 3 ? count.dataset.words : rest > 0 ? rest : "");
      count.hidden = rest <= 0;
      count.classList.toggle("soon", rest <= 3);
    }
    const fuse = flip.querySelector(".fuse i");
    if (fuse && flip.dataset.due) {
      const [since, due] = [Number(flip.dataset.since), Number(flip.dataset.due)];
      fuse.style.transform = `scaleX(${Math.min(1, Math.max(0, (due - now()) / (due - since)))})`;
    }
  }
  requestAnimationFrame(burn);
}
requestAnimationFrame(burn);

// --- Signs, shaking and sounds of events

/** @param {HTMLElement | null} element */
function felt(element) {
  if (!element) return;
  element.classList.remove("shaken");
  void element.offsetWidth;
  element.classList.add("shaken");
  // Chromium logs an error if nobody has touched the page yet.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(180);
}

/** Show a sign in the page's head for a moment. @param {string} call @param {string} words @param {string} [card] */
function shout(call, words, card) {
  document.querySelector(".shout")?.remove();
  const sign = document.createElement("div");
  sign.className = "shout";
  sign.setAttribute("aria-hidden", "true");
  if (card) sign.append(drawing(card));
  const who = document.createElement("small");
  who.textContent = words;
  sign.append(call, who);
  document.body.append(sign);
  sign.addEventListener("animationend", () => sign.remove());
}

/** @param {string} card */
function drawing(card) {
  const image = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  const sheet = document.querySelector("#flip use")?.getAttribute("href").split("#")[0];
  image.setAttribute("viewBox", "0 0 100 140");
  image.setAttribute("class", `card ${card === "elf" ? "green" : "red"}`);
  use.setAttribute("href", `${sheet}#${card}`);
  image.append(use);
  return image;
}

const state = () => ({
  flip: document.getElementById("flip")?.dataset.flip,
  fate: document.getElementById("fate")?.dataset.of,
  sign: document.getElementById("flip")?.dataset.of,
  calls: new Set([...document.querySelectorAll(".seat .hohoho")].map((each) => each.closest(".seat").id)),
  mine: Boolean(document.querySelector("#acts b.hohoho")),
});
let was = state();
document.addEventListener("board:changed", () => {
  if (live) {
    keepPlaces();
    nameKeys();
  }
  const is = state();
  const flip = document.getElementById("flip");
  if (is.flip !== was.flip) {
    // Why a move was refused was said of the card before
    note("");
    flip?.classList.remove("landed");
    void flip?.offsetWidth;
    flip?.classList.add("landed");
    play([440, 0.06]);
  }
  const fate = document.getElementById("fate");
  const laid = flip?.querySelector(".laid");
  laid?.classList.toggle("yours", isMine(laid));
  if (is.fate && is.fate !== was.fate) {
    const bad = fate.classList.contains("bad");
    if (bad) felt(document.querySelector(".racer"));
    play(bad ? [140, 0.3] : [880, 0.12]);
  }
  if (live && is.sign && is.sign !== was.sign) {
    shout("", flip.querySelector(".hint").textContent, flip.dataset.sign);
    play([392, 0.1], [523, 0.16]);
  }
  for (const seat of is.calls) {
    if (!was.calls.has(seat)) {
      shout(flip.dataset.call, document.querySelector(`#${seat} h2`).textContent);
      play([330, 0.14], [330, 0.14], [262, 0.3]);
    }
  }
  if (is.mine && !was.mine) {
    shout(flip.dataset.call, "");
    play([330, 0.14], [330, 0.14], [262, 0.3]);
  }
  was = is;
});
