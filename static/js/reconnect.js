// Decides when a closed socket is opened again. After a restart of the site that is at once, then every few seconds.
// A browser that has too many pages open or has sent too much waits longer each time. The element data-link-state shows
// the state of the connection.

import { moment } from "./text.js";

const STALE = 4000; // our own code, of socket.js
const COME_BACK = 4012;
const FLOODED = 4429;
const CODES = [1000, 1001, 1005, 1006, 1011, 1012, 1013, 1014, STALE, COME_BACK, FLOODED];
// ms
const SOON = 500;
const SOON_AT_MOST = 3000;
const REFUSED = 30_000;
const REFUSED_AT_MOST = 15 * 60_000;
const LASTING = 60_000;
// A restart of the site takes less than that.
const CALM = 3000;
let pause = 0;
let soon = 0;
let opened = 0;
let refused = false;
/** The time at which the connection was lost; 0 while there is one. */
let since = 0;
/** The time of the loss before. */
let before = 0;
let doubted = "";
/** @type {number | undefined} */
let timer;

/** Show the only status line: why nothing new arrives, or what is not known. */
function show() {
  const state = document.querySelector("[data-link-state]");
  if (!state) return;
  const said = refused ? "refused" : doubted ? "doubt" : "offline";
  for (const each of state.children) each.hidden = each.dataset.say !== said;
  state.querySelector("[data-say=doubt]").textContent = doubted;
  state.querySelector("time").textContent = moment(new Date(since), { hour: "2-digit", minute: "2-digit" });
  state.hidden = !(since || doubted);
}

/** @param {boolean} is @param {number} pause ms between the loss of the connection and the message */
export function lost(is, pause = 0) {
  if (!is && !since && !doubted) return;
  clearTimeout(timer);
  // A socket that opens receives the current board.
  if (!is) doubted = "";
  if (!is) before = since || before;
  since = is ? since || Date.now() : 0;
  const left = is ? since + pause - Date.now() : 0;
  if (left > 0) timer = setTimeout(show, left);
  else show();
}

/** @param {string} words why it is unknown whether a move was stored; "" once it is known */
export function doubt(words) {
  doubted = words;
  show();
}

/** @param {{config: any}} connection @param {number} code */
function plan({ config }, code) {
  refused = code === FLOODED;
  // A socket that is closed soon after it opened doesn't count as a connection.
  const isBrief = before > 0 && opened > 0 && Date.now() - opened < CALM;
  if (isBrief) since = before;
  // Only a socket that stayed open resets the pauses: a refused one was open for a moment, too.
  if (opened && Date.now() - opened > LASTING) pause = soon = 0;
  opened = 0;
  if (refused) pause = Math.min(pause * 2 || REFUSED, REFUSED_AT_MOST);
  else soon = Math.min(soon * 2 || SOON, SOON_AT_MOST);
  config.reconnectDelay = refused ? pause : soon;
  config.reconnectMaxDelay = refused ? pause : SOON_AT_MOST;
  lost(true, refused ? 0 : CALM);
}

// htmx reads the connection's configuration again after each of these events.
document.addEventListener("htmx:ws:before:connection", (event) => {
  Object.assign(event.detail.connection.config, { reconnectCodes: CODES, pauseOnBackground: false });
});
document.addEventListener("htmx:ws:after:connection", () => {
  opened = Date.now();
  lost(false);
});
document.addEventListener("htmx:ws:close", (event) => {
  const { connection, code } = event.detail;
  if (CODES.includes(code)) plan(connection, code);
});
