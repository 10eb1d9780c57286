// What every board needs, live or in a replay: clocks, and cards that move.
// A game's own script shows its previews; it hears `board:changed` whenever the board was swapped.
"use strict";

function text(id, words) {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = words || "";
  element.hidden = !words;
}

// --- Clocks: the deadline is the server's, so only the difference between the two clocks is kept.

const link = document.querySelector("[data-now]");
const ahead = link ? Number(link.dataset.now) - Date.now() : 0;

function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  if (seconds >= 172800) {
    const [d, h] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
    return (link?.dataset.long || "{d} d {h} h").replace("{d}", d).replace("{h}", h);
  }
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

// Time stands still at weekends and on vacation: those spans, in order, don't count.
function remaining({ deadline, stops }, now) {
  let rest = Number(deadline) - now;
  for (const stop of (stops || "").split(" ").filter(Boolean)) {
    const [begin, end] = stop.split("-").map(Number);
    rest -= Math.max(0, Math.min(end, Number(deadline)) - Math.max(begin, now));
  }
  return rest;
}

function tick() {
  const now = Date.now() + ahead;
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const rest = remaining(clock.dataset, now);
    const words = left(rest);
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("low", rest < 10000);
  }
  for (const badge of document.querySelectorAll("[data-over]")) badge.hidden = Number(badge.dataset.over) <= now;
}
setInterval(tick, 500);
tick();

// --- Cards move from where they were to where they are. Nothing waits for it, and clicks go through.

const still = matchMedia("(prefers-reduced-motion: reduce)");
let places = new Map();

function remember() {
  places = new Map();
  for (const card of document.querySelectorAll("#board [data-card]")) {
    const box = card.getBoundingClientRect();
    if (box.width) places.set(card.dataset.card, box);
  }
}

function move() {
  for (const card of document.querySelectorAll("#board [data-card]")) {
    const was = places.get(card.dataset.card);
    const is = card.getBoundingClientRect();
    if (!was) {
      if (is.width) card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200 });
      continue;
    }
    const [x, y] = [was.left - is.left, was.top - is.top];
    if (still.matches || !is.width || (Math.abs(x) < 2 && Math.abs(y) < 2)) continue;
    const from = `translate(${x}px, ${y}px) scale(${was.width / is.width}, ${was.height / is.height})`;
    card.animate([{ transformOrigin: "0 0", transform: from }, { transformOrigin: "0 0", transform: "none" }], {
      duration: 260,
      easing: "ease-out",
    });
  }
}

function boardChanged() {
  move();
  document.dispatchEvent(new Event("board:changed"));
  tick();
  const newest = document.querySelector("#log li[id]");
  const spoken = document.getElementById("spoken");
  if (spoken && newest && spoken.dataset.of !== newest.id) {
    spoken.dataset.of = newest.id;
    spoken.textContent = newest.textContent;
  }
}
