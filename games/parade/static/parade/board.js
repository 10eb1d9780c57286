// Parade: previews a card's effect, which the server computed, on the board itself.

import { follow } from "../js/follow.js";
import { focused, hovered } from "../js/hover.js";
import { setAfter, setText, write } from "../js/text.js";

const ROWS = 2;

// The hand in the form of a conditional move if it is open, else the viewer's hand.
const choices = () => document.querySelector("[data-choices]") || document.getElementById("hand");
const rows = () => document.querySelector("#parade .rows");

function chosenInput() {
  const hand = choices();
  if (!hand) return null;
  return (
    hovered(hand, "label.pick:hover input[data-takes]") ||
    focused(hand, "input[data-takes]") ||
    hand.querySelector("input[data-takes]:checked")
  );
}

function showPreview() {
  if (!rows()) return;
  const input = chosenInput();
  mark(input?.dataset.takes.split(" ").filter(Boolean) ?? [], input?.value ?? "");
  walk(input ? Number(input.dataset.reach) : -1);
  join(input?.closest("label").querySelector(".card"));
  count(input);
  tell(input);
  nameChoice();
}

/** Mark the cards that would be taken, with the reasons. @param {string[]} takes @param {string} played */
function mark(takes, played) {
  document.querySelectorAll("#parade .walk li[id^=p-]").forEach((item) => {
    const card = item.id.slice(2);
    item.classList.toggle("take", takes.includes(card));
    item.querySelector(".why")?.remove();
    if (takes.includes(card)) item.append(reason(card, played));
  });
  document.querySelectorAll("#mine .come").forEach((each) => each.classList.remove("come"));
  document.querySelectorAll("#mine .comes").forEach((slip) => slip.remove());
  takes.forEach(come);
}

/** @param {string} card @param {string} played */
const isAlike = (card, played) => card.split("-")[0] === played.split("-")[0];

/**
 * Return the reason as a chip: the mark of the suit, or the highest number that is taken.
 * @param {string} card @param {string} played
 */
function reason(card, played) {
  const chip = document.createElement("span");
  chip.className = "why";
  if (isAlike(card, played)) chip.append(suit(card));
  else chip.textContent = `≤ ${played.split("-")[1]}`;
  return chip;
}

/** @param {string} card */
const suit = (card) => document.querySelector(`#mine [data-colour=${card.split("-")[0]}] .mk`)?.cloneNode(true) ?? "";

/** Show how far the card reaches. @param {number} reach -1: no card is chosen */
function walk(reach) {
  const cards = [...document.querySelectorAll("#parade .walk li[id^=p-]")];
  cards.forEach((item, place) => {
    item.classList.toggle("in", reach >= 0 && place < reach);
    item.classList.toggle("safe", reach >= 0 && place >= reach);
  });
  const { reach: some, none, safe } = rows().dataset;
  setText("within", reach < 0 || !cards.length ? "" : reach ? some.replace("{count}", String(reach)) : none);
  // It stands under the first safe card of the last row. If only the first row has safe cards, the dots alone show it.
  const first = Math.ceil((cards.length + 1) / ROWS);
  const isSaid = reach >= 0 && reach < cards.length && first < cards.length;
  setText("safe", isSaid ? safe.replace("{count}", String(cards.length - reach)) : "");
  const { style } = document.getElementById("safe");
  style.setProperty("--place", String(Math.max(reach - first, 0)));
  style.setProperty("--reach", String(reach));
}

/** Show the card at the end. The place is always there, so that nothing moves under the pointer. @param {any} card */
function join(card) {
  const ghost = document.querySelector("#parade .walk .join");
  ghost.classList.toggle("new", Boolean(card));
  ghost.firstElementChild.replaceChildren();
  if (!card) return;
  ghost.firstElementChild.setAttribute("class", card.getAttribute("class"));
  ghost.firstElementChild.append(card.firstElementChild.cloneNode());
}

/** Show what the viewer's colours would count, and everybody's points. @param {any} input */
function count(input) {
  /** @type {string[]} */
  const counts = input?.dataset.counts?.split(" ") ?? [];
  const then = new Map(counts.map((each) => [each.split(":")[0], each.split(":").slice(1)]));
  document.querySelectorAll("#mine [data-held]").forEach((column) => {
    const [size, crowned, worth] = then.get(column.dataset.colour) ?? column.dataset.held.split(":");
    column.classList.toggle("maj", crowned === "1");
    column.classList.toggle("none", size === "0");
    write(column.querySelector(".top > span"), size === "0" ? "" : size);
    write(column.querySelector(".worth"), worth);
  });
  /** @type {string[]} */
  const points = input?.dataset.scores?.split(" ") ?? [];
  const scores = new Map(points.map((each) => [each.split(":")[0], each.split(":")[1]]));
  document.querySelectorAll("#board .pts > [data-after]").forEach((place) => {
    setAfter(scores.get(place.parentElement.id.split("-")[1]), place);
  });
}

/** @param {any} input */
function tell(input) {
  const plate = document.getElementById("says");
  if (!plate) return;
  plate.hidden = !input && !plate.dataset.asks;
  say(input?.dataset.says ?? plate.dataset.asks, input?.dataset.gain);
  /** @type {string[]} */
  const takes = input?.dataset.takes.split(" ").filter(Boolean) ?? [];
  const played = input?.value ?? "";
  const groups = [true, false].map((alike) => takes.filter((card) => isAlike(card, played) === alike));
  document.getElementById("reasons").replaceChildren(
    ...(input ? [] : [plate.dataset.counting ?? ""]),
    ...groups.filter((cards) => cards.length).map((cards) => because(cards, played)),
  );
}

/** @param {string} words @param {string | undefined} gain */
function say(words, gain) {
  const [sentence, points] = document.getElementById("plaque").children;
  write(sentence, words);
  write(points, gain ?? "");
}

/** `its colour: 6, 7`. @param {string[]} cards taken for one reason @param {string} played */
function because(cards, played) {
  const group = document.createElement("span");
  const words = document.createElement("span");
  words.textContent = rows().dataset.because.replace("{reason}", why(cards[0], played));
  const named = cards.map((card) => {
    const each = document.createElement("span");
    each.append(isAlike(card, played) ? "" : suit(card), card.split("-")[1]);
    return each;
  });
  group.append(reason(cards[0], played), words, ...named);
  return group;
}

/** @param {string} card that is taken @param {string} played */
function why(card, played) {
  const { colour, value } = rows().dataset;
  return isAlike(card, played) ? colour : value.replace("{value}", played.split("-")[1]);
}

function nameChoice() {
  const play = document.querySelector("#hand [data-play]");
  if (!play) return;
  play.dataset.word ||= play.textContent.trim();
  const checked = document.querySelector("#hand input[name=card]:checked");
  write(play, checked ? `${play.dataset.word} ${checked.dataset.name}` : play.dataset.asks);
}

/** @param {string} card */
function come(card) {
  const [colour, value] = card.split("-");
  const column = document.querySelector(`#mine [data-colour=${colour}]`);
  const slip = document.createElement("span");
  slip.className = "comes";
  // The slip shows the card's number, not points: under a crown each card counts one.
  slip.textContent = value;
  column?.classList.add("come");
  column?.querySelector(".slips").append(slip);
}

function showPair() {
  const button = document.querySelector("#hand [data-pairs]");
  if (!button) return;
  const inputs = [...document.querySelectorAll("#hand input[name=card]")];
  const checked = inputs.filter((input) => input.checked);
  // A third card replaces the first that was chosen.
  if (checked.length > 2) checked.find((input) => input !== document.activeElement).checked = false;
  const pair = inputs.filter((input) => input.checked);
  const gain = JSON.parse(button.dataset.pairs)[pair.map((input) => input.value).join("+")];
  button.dataset.word ||= button.textContent.trim();
  write(button, gain === undefined ? button.dataset.asks : button.dataset.word);
  const { asks, keeps } = document.getElementById("says").dataset;
  const kept = inputs.filter((input) => !input.checked).map((input) => input.dataset.name).join(", ");
  say(gain === undefined ? asks : keeps.replace("{cards}", kept), gain);
  if (gain !== undefined) document.getElementById("reasons").replaceChildren();
}

for (const kind of ["pointerover", "pointerout", "focusin", "focusout", "change"]) {
  document.addEventListener(kind, (event) => {
    if (!event.target.closest?.("#hand, [data-choices]")) return;
    if (kind === "change") fold();
    show();
  });
}

// The others' cards take the room of the plate, so they are folded when a card is chosen or a turn comes or goes.
const turn = () => document.querySelector("#hand input[name=seen]")?.value;
let asked = turn();

function fold() {
  const open = document.querySelector(".seats .fold :checked");
  if (open) open.checked = false;
  asked = turn();
}

function show() {
  showPreview();
  showPair();
}

// The form of a conditional move was opened or closed.
document.addEventListener("conditional:changed", show);
follow({ came: () => "played", why, joins: "#join", pile: "#parade .box", held: ".hand-n" });
show();
document.addEventListener("board:changed", () => {
  if (asked !== turn()) fold();
  show();
});
