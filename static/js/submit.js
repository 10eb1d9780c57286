// What is done at a table: sent over the socket if that is open, else by fetch with the same key. The board is pushed.

import { swap } from "./board.js";
import { isOlder } from "./follow.js";
import { note } from "./note.js";
import { randomHex } from "./random.js";
import { doubt } from "./reconnect.js";
import { isOpen, pushed, reopen, send } from "./socket.js";

const LONGEST = 4000; // ms until an answer
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms before it is sent again
/** Timers of what was sent over the socket and has no answer yet. @type {Map<number, number>} */
const waiting = new Map();
let count = 0;
let unsure = false;
const ended = () => Boolean(document.querySelector("#turn[data-ends]"));
let over = ended();

// What was pressed when a match had just ended was refused for that alone: the board says that it has, and why.
document.addEventListener("board:changed", () => {
  if (!over && ended()) note("");
  over = ended();
});

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
function isOurs(form, button) {
  if (button?.hasAttribute("formaction")) return false;
  return form.id === "move" || form.id === "conditional_move" || button?.hasAttribute("data-quiet");
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!isOurs(form, submitter)) return;
  event.preventDefault();
  submitter?.closest("details")?.removeAttribute("open");
  note("");
  doubt("");
  unsure = false;
  const data = new FormData(form, submitter);
  const token = String(data.get("csrfmiddlewaretoken"));
  data.delete("csrfmiddlewaretoken");
  if (form.hasAttribute("data-live")) {
    // Several actions may be taken on one board: each has a key of its own, and names what it is meant for.
    data.set("key", randomHex());
    data.set("seen", "0");
  }
  // @ts-ignore: a form without files is text
  const body = new URLSearchParams(data).toString();
  if (form.id === "move" && isOpen()) bySocket(form, token, body);
  else byFetch(form, token, body);
});

/** @param {HTMLFormElement} form @param {string} token @param {string} body */
function bySocket(form, token, body) {
  const n = ++count;
  // An open socket may be dead all the same: without an answer the same move goes by fetch, with the same key.
  const timer = setTimeout(() => {
    if (waiting.delete(n)) byFetch(form, token, body);
  }, LONGEST);
  waiting.set(n, timer);
  send({ n, form: body });
}

/** @param {HTMLFormElement} form @param {string} token @param {string} body @param {number} tries */
async function byFetch(form, token, body, tries = 0) {
  const before = pushed();
  const headers = { "X-CSRFToken": token, "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await fetch(form.action, { method: "POST", headers, body }).catch(() => null);
  const keyed = form.id === "move" || form.id === "conditional_move";
  if (!answer) beUnsure(false, tries);
  // A proxy says so while the site restarts: nobody knows how far it came.
  else if (answer.status >= 500) beUnsure(keyed, tries, () => byFetch(form, token, body, tries + 1));
  else if (keyed && !answer.redirected) {
    sure();
    const html = await answer.text();
    // Whoever has been pushed a board meanwhile is pushed what comes of this, too: the one in the answer may be older.
    const isNews = pushed() === before && !isOlder(html);
    // What was pushed last is older now, and what comes next would be pushed to whoever shows that.
    if (isNews && form.id === "move") reopen();
    const news = isNews ? html : noteOf(html);
    if (news) await swap(news, document.body, "none");
    if (form.id === "conditional_move" && answer.ok) document.dispatchEvent(new Event("conditional:given"));
  }
}

/** @param {string} html */
function noteOf(html) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  return answer.content.querySelector("#note")?.outerHTML ?? "";
}

// With its key it is stored once, however often it is sent; a board that comes meanwhile says what became of it. Whoever
// has no connection decides anew when it is back.
/** @param {boolean} keyed @param {number} tries @param {() => void} [again] */
function beUnsure(keyed, tries, again) {
  const { lost, again: trying } = document.querySelector("[data-link-state]").dataset;
  const goesOn = keyed && tries < AGAIN.length;
  doubt(goesOn ? trying : lost);
  unsure = true;
  if (goesOn) setTimeout(() => unsure && again?.(), AGAIN[tries]);
}

/** What the socket answered. @param {{n: number, refused?: string}} message */
export function answered({ n, refused }) {
  clearTimeout(waiting.get(n) ?? 0);
  waiting.delete(n);
  if (refused && !ended()) note(refused);
}

/** The board as it stands says what became of a move without an answer. */
export function sure() {
  doubt("");
  unsure = false;
}
