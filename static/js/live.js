// Shows a live turn at another table in a band on every page. The band doesn't appear or disappear while a finger is
// down or a field is being filled in. Sound and title change at once.

import { now, tick } from "./clock.js";
import { playTurn } from "./sound.js";

/**
 * @typedef {{turn: string, address: string, title: string, with: string, cloth: string, cover: string,
 *   left: number | null}} Live
 */

const REFUSED = "live:not-now";
const FIELD = "input:not([type=radio], [type=checkbox], [type=hidden], [readonly]), textarea, select";
const band = document.getElementById("live");
const chip = document.getElementById("turns");
/** @type {Live | null} */
let live = null;
let shown = "";
let pressed = false;

/** @param {string} name */
const part = (name) => band.querySelector(`[data-live=${name}]`);
const isFree = () => !pressed && !document.activeElement?.matches(FIELD);

function update() {
  if (!isFree()) return;
  const turn = live && sessionStorage.getItem(REFUSED) !== live.turn ? live.turn : "";
  if (turn === shown) return;
  shown = turn;
  if (live && turn) fill(live);
  band.hidden = !turn;
}

/** @param {Live} live */
function fill(live) {
  part("title").textContent = live.title;
  part("with").textContent = live.with;
  part("go").href = live.address;
  part("picture").className = `mini bound cloth-${live.cloth}`;
  part("picture").querySelector("use").setAttribute("href", live.cover);
  document.getElementById("live-said").textContent = live.title;
}

/** @param {Live | null} told */
function change(told) {
  const isNew = told !== null && told.turn !== live?.turn && sessionStorage.getItem(REFUSED) !== told.turn;
  live = told;
  chip.dataset.live = told?.title ?? "";
  const left = told?.left ?? null;
  part("clock").parentElement.hidden = left === null;
  if (left !== null) part("clock").dataset.deadline = String(now() + left);
  tick();
  if (isNew) playTurn();
  document.dispatchEvent(new Event("live:changed"));
  update();
}

function refuse() {
  sessionStorage.setItem(REFUSED, live?.turn ?? "");
  update();
}

/** @param {boolean} is */
function press(is) {
  pressed = is;
  // The press takes effect first.
  if (!is) setTimeout(update);
}

if (band) {
  document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
    const message = await event.detail.message.json().catch(() => null);
    if (message && "live" in message) change(message.live);
  });
  addEventListener("pointerdown", () => press(true), true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => press(false), true);
  addEventListener("focusout", () => setTimeout(update));
  part("not-now").addEventListener("click", refuse);
  addEventListener("keydown", (event) => {
    const other = event.ctrlKey || event.metaKey || event.altKey || document.getElementById("board");
    if (event.key.toLowerCase() === "g" && shown && isFree() && !other) part("go").click();
  });
}
