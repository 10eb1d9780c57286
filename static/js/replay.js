// The replay: every position is a link. Keys, buttons and the slider follow these links without a reload.

import { swap } from "./board.js";

const replay = () => document.getElementById("replay");
const at = () => Number(replay().dataset.number);
let asked = 0;

/** @param {number} number */
async function show(number) {
  const query = new URLSearchParams(location.search);
  query.set("move", String(Math.min(Number(replay().dataset.last), Math.max(0, number))));
  const eyes = document.getElementById("eyes");
  if (eyes) query.set("eyes", eyes.value);
  const mine = ++asked;
  const answer = await fetch(`?${query}`, { headers: { "HX-Request": "true" } });
  const html = await answer.text();
  // While an arrow key is held down, only the newest position is shown.
  if (mine !== asked || !answer.ok) return;
  history.replaceState(null, "", `?${query}`);
  await swap(html, replay(), "outerMorph");
}

// --- Automatic play until paused: a live game at its own speed or twice that, any other game move by move.

const STEP = 2000; // ms, enough to follow a move
/** The time at which each position of a live game was reached, in ms. @type {number[]} */
const times = JSON.parse(document.getElementById("times")?.textContent || "[]");
const last = () => Number(replay().dataset.last);
/** @param {number} number */
const reached = (number) => times[number] ?? number * STEP;
/** @type {{tempo: number, first: number, began: number, timer: number} | null} */
let running = null;

function showTempo() {
  for (const button of document.querySelectorAll("[data-tempo]")) {
    const plays = running?.tempo === Number(button.dataset.tempo);
    button.dataset.play ??= button.textContent.trim();
    button.textContent = (plays ? button.dataset.pause : button.dataset.play) ?? "";
    button.classList.toggle("plays", plays);
  }
}

function halt() {
  clearTimeout(running?.timer);
  running = null;
  showTempo();
}

/** @param {number} tempo */
function run(tempo) {
  halt();
  const first = at() >= last() ? 0 : at();
  running = { tempo, first, began: performance.now(), timer: 0 };
  showTempo();
  step(first);
}

/** @param {number} number */
async function step(number) {
  const mine = running;
  await show(number);
  if (!mine || running !== mine) return;
  showTempo();
  if (number >= last()) return halt();
  /** @param {number} to */
  const due = (to) => (reached(to) - reached(mine.first)) / mine.tempo - (performance.now() - mine.began);
  let next = number + 1;
  // A slow connection must not slow the replay down: positions that are past by now are skipped.
  while (next < last() && due(next + 1) <= 0) next++;
  mine.timer = setTimeout(() => step(next), Math.max(0, due(next)));
}

// --- Input

/** @param {number} number */
function go(number) {
  halt();
  show(number);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, number>} */
  const keys = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: last() };
  if (!(event.key in keys)) return;
  event.preventDefault();
  go(keys[event.key]);
});
document.addEventListener("click", (event) => {
  const tempo = Number(event.target.closest("[data-tempo]")?.dataset.tempo || 0);
  if (tempo && running?.tempo === tempo) halt();
  else if (tempo) run(tempo);
  const link = event.target.closest("[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(link.dataset.go));
});
document.addEventListener("input", (event) => {
  if (event.target.id === "slider") go(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (event.target.id === "eyes") show(at());
});
