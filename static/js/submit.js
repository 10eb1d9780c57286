// Sends the forms of a table over the socket if it is open, else by fetch with the same key. The board is pushed.

import { swap } from "./board.js";
import { isOlder } from "./follow.js";
import { note } from "./text.js";
import { randomHex } from "./random.js";
import { doubt } from "./reconnect.js";
import { reload } from "./reload.js";
import { isOpen, pushed, reopen, send } from "./socket.js";

const LONGEST = 4000; // ms until an answer
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms before each further try
/** The timers of messages that were sent over the socket and have no answer yet. @type {Map<number, number>} */
const waiting = new Map();
let count = 0;
let unsure = false;
const ended = () => Boolean(document.querySelector("#turn[data-ends]"));
let over = ended();

// A move pressed just as the match ended was refused only for that: show why.
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
  close(submitter?.closest("details"));
  note("");
  doubt("");
  unsure = false;
  const data = new FormData(form, submitter);
  const token = String(data.get("csrfmiddlewaretoken"));
  data.delete("csrfmiddlewaretoken");
  if (form.hasAttribute("data-live")) {
    // Several actions may be taken on one board, so each gets a key of its own. The form names the target.
    data.set("key", randomHex());
    data.set("seen", "0");
  }
  // @ts-ignore: a form without files is text
  const body = new URLSearchParams(data).toString();
  if (form.id === "move" && isOpen()) bySocket(form, token, body);
  else byFetch(form, token, body);
});

/** Close the menu of a pressed button. The focus returns to what opened it. @param {Element | null | undefined} menu */
function close(menu) {
  if (menu?.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  menu?.removeAttribute("open");
}

/** @param {HTMLFormElement} form @param {string} token @param {string} body */
function bySocket(form, token, body) {
  const n = ++count;
  // An open socket may be dead. Without an answer, the same move is sent by fetch, with the same key.
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
  // A proxy answers 5xx while the site restarts: the request may or may not have arrived. With 429 it did nothing.
  else if (answer.status >= 500 || answer.status === 429) {
    beUnsure(keyed, tries, () => byFetch(form, token, body, tries + 1));
  } else if (keyed) {
    sure();
    const html = await answer.text();
    // Neither a board nor a refusal, as when the session has ended: the page itself shows what it is.
    if (answer.redirected || !(answer.ok || noteOf(html))) return reload();
    // If a board was pushed meanwhile, the answer's may be older.
    const isNews = pushed() === before && !isOlder(html);
    // The next push would be a difference to the last one, which this page no longer shows.
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

/**
 * Show that it is unknown whether a move was stored, and send it again if it has a key. The key makes the server store
 * it only once, however often it is sent. Without a connection nothing is sent again: the player decides anew.
 * @param {boolean} keyed @param {number} tries @param {() => void} [again]
 */
function beUnsure(keyed, tries, again) {
  const { lost, again: trying } = document.querySelector("[data-link-state]").dataset;
  const goesOn = keyed && tries < AGAIN.length;
  doubt(goesOn ? trying : lost);
  unsure = true;
  if (goesOn) setTimeout(() => unsure && again?.(), AGAIN[tries]);
}

/** Handle an answer of the socket. @param {{n: number, refused?: string}} message */
export function answered({ n, refused }) {
  clearTimeout(waiting.get(n) ?? 0);
  waiting.delete(n);
  if (refused && !ended()) note(refused);
}

/** End the doubt: a new board shows whether a move without an answer was stored. */
export function sure() {
  doubt("");
  unsure = false;
}
