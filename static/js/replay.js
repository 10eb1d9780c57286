// The replay: every position is a link; here the arrow keys and the slider follow those links without a reload.
"use strict";

let asked = 0;

async function show(number) {
  const replay = document.getElementById("replay");
  const last = Number(replay.dataset.last);
  number = Math.min(last, Math.max(0, number));
  const query = new URLSearchParams(location.search);
  query.set("move", number);
  const eyes = document.getElementById("eyes");
  if (eyes) query.set("eyes", eyes.value);
  const address = `?${query}`;
  const mine = ++asked;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  const html = await answer.text();
  // Somebody who holds an arrow key down wants the newest position only.
  if (mine !== asked || !answer.ok) return;
  history.replaceState(null, "", address);
  remember();
  await htmx.swap({ sourceElement: replay, target: replay, swap: "outerMorph", text: html, transition: false });
  boardChanged();
}

// --- A live game as fast as it was played, or twice as fast: the position whose time has come is shown.

const times = JSON.parse(document.getElementById("times")?.textContent || "[]");
let running = null;

function showTempo() {
  for (const button of document.querySelectorAll("[data-tempo]")) {
    button.setAttribute("aria-pressed", String(running?.tempo === Number(button.dataset.tempo)));
  }
}

function halt() {
  clearTimeout(running?.timer);
  running = null;
  showTempo();
}

function run(tempo) {
  halt();
  const first = at() >= times.length - 1 ? 0 : at();
  running = { tempo, first, began: performance.now(), timer: 0 };
  showTempo();
  step(first);
}

async function step(number) {
  const mine = running;
  await show(number);
  if (running !== mine) return;
  showTempo();
  if (number >= times.length - 1) return halt();
  const due = (to) => (times[to] - times[mine.first]) / mine.tempo - (performance.now() - mine.began);
  let next = number + 1;
  // A slow line must not make the race slower: what is past by now is passed over.
  while (next < times.length - 1 && due(next + 1) <= 0) next++;
  mine.timer = setTimeout(() => step(next), Math.max(0, due(next)));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tempo]");
  if (!button) return;
  const tempo = Number(button.dataset.tempo);
  if (running?.tempo === tempo) halt();
  else run(tempo);
});

function at() {
  return Number(document.getElementById("replay").dataset.number);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const last = Number(document.getElementById("replay").dataset.last);
  const to = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  halt();
  show(to);
});
document.addEventListener("click", (event) => {
  const go = event.target.closest("[data-go]");
  if (!go || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  halt();
  show(Number(go.dataset.go));
});
document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  halt();
  show(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (event.target.id === "eyes") show(at());
});
