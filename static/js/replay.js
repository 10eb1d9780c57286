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

function at() {
  return Number(document.getElementById("replay").dataset.number);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const last = Number(document.getElementById("replay").dataset.last);
  const to = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to);
});
document.addEventListener("click", (event) => {
  const go = event.target.closest("[data-go]");
  if (!go || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(Number(go.dataset.go));
});
document.addEventListener("input", (event) => {
  if (event.target.id === "slider") show(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (event.target.id === "eyes") show(at());
});
