// What every board needs, live or in a replay: the preview of a choice, clocks, and cards that move.
"use strict";

// --- The preview: what the server said each card would do, shown on the board itself.

function chosenInput() {
  const hand = document.getElementById("hand");
  if (!hand) return null;
  return (
    hand.querySelector("label.pick:hover input[data-takes]") ||
    hand.querySelector("input[data-takes]:focus-visible") ||
    hand.querySelector("input[data-takes]:checked")
  );
}

function text(id, words) {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = words || "";
  element.hidden = !words;
}

function showPreview() {
  const input = chosenInput();
  const walk = document.querySelector("#parade .walk");
  if (!walk) return;
  // The place at the end is always there, so that showing the ghost moves nothing under the pointer.
  const ghost = walk.querySelector(".join");
  ghost.classList.toggle("new", Boolean(input));
  document.querySelectorAll("#mine .come").forEach((slip) => slip.remove());
  const takes = new Set(input ? input.dataset.takes.split(" ").filter(Boolean) : []);
  const reach = input ? Number(input.dataset.reach) : -1;
  walk.querySelectorAll("li[id]").forEach((item, place) => {
    item.classList.toggle("take", takes.has(item.id.slice(2)));
    item.classList.toggle("in", reach >= 0 && place < reach);
    item.classList.toggle("safe", reach >= 0 && place >= reach);
  });
  text("plaque", input && `${input.dataset.words}, ${input.dataset.gain}`);
  text("within", input && input.dataset.within);
  text("safe", input && input.dataset.safe);
  const after = document.querySelector("#mine [data-after]");
  if (after) after.textContent = input && takes.size ? ` → ${input.dataset.after}` : "";
  ghost.firstElementChild.replaceChildren();
  if (input) {
    const card = input.closest("label").querySelector(".card");
    ghost.firstElementChild.setAttribute("class", card.getAttribute("class"));
    ghost.firstElementChild.append(card.firstElementChild.cloneNode());
    takes.forEach(come);
  }
  const play = document.querySelector("#hand [data-play]");
  if (play) {
    play.dataset.word ||= play.textContent;
    const checked = document.querySelector("#hand input[name=card]:checked");
    play.textContent = checked ? `${play.dataset.word} ${checked.dataset.name}` : play.dataset.word;
  }
}

function come(card) {
  const [colour, value] = card.split("-");
  const slip = document.createElement("span");
  slip.className = "come";
  slip.textContent = `+${value}`;
  document.querySelector(`#mine [data-colour=${colour}] .slips`)?.append(slip);
}

function showPair() {
  const button = document.querySelector("#hand [data-pairs]");
  if (!button) return;
  const checked = [...document.querySelectorAll("#hand input[name=card]:checked")];
  // A third card replaces the first that was chosen.
  if (checked.length > 2) checked.find((input) => input !== document.activeElement).checked = false;
  const pair = [...document.querySelectorAll("#hand input[name=card]:checked")].map((input) => input.value);
  const pairs = JSON.parse(button.dataset.pairs);
  button.dataset.word ||= button.textContent;
  const gain = pairs[pair.join("+")];
  button.textContent = gain === undefined ? button.dataset.word : `${button.dataset.word} (${gain})`;
}

for (const kind of ["pointerover", "pointerout", "focusin", "focusout", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.("#hand")) {
      showPreview();
      if (kind === "change") showPair();
    }
  });
}
document.addEventListener("DOMContentLoaded", showPreview);

// --- Clocks: the deadline is the server's, so only the difference between the two clocks is kept.

const link = document.querySelector("[data-now]");
const ahead = link ? Number(link.dataset.now) - Date.now() : 0;

function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  if (seconds >= 172800) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const rest = Number(clock.dataset.deadline) - Date.now() - ahead;
    clock.textContent = left(rest);
    clock.classList.toggle("low", rest < 10000);
  }
}
setInterval(tick, 500);
tick();

// --- The tab says when it is your turn.

const pageTitle = document.title;
const icon = document.querySelector("link[rel=icon]");
const calm = icon && icon.getAttribute("href");

function announceTurn() {
  const turn = document.getElementById("turn");
  const yours = Boolean(turn && turn.hasAttribute("data-yours"));
  document.title = yours ? `● ${turn.dataset.title} · ${pageTitle}` : pageTitle;
  if (icon) icon.setAttribute("href", yours ? icon.dataset.turn : calm);
}
announceTurn();

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
  showPreview();
  showPair();
  tick();
  announceTurn();
  const newest = document.querySelector("#log li[id]");
  const spoken = document.getElementById("spoken");
  if (spoken && newest && spoken.dataset.of !== newest.id) {
    spoken.dataset.of = newest.id;
    spoken.textContent = newest.textContent;
  }
}
