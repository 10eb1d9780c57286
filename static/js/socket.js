// Watches a table's socket and reopens it when it is dead. A socket that opens receives the current board.

import { lost } from "./reconnect.js";
import { reload } from "./reload.js";

const SILENT = 4500; // ms
const DEAD = 7000;
// Where there are no pings: when the page asks whether the server is there, and how often it looks.
const LONG_SILENT = 60_000;
const LOOK = 5000;
const STALE = 4000; // our own code: close it and open another
const SIGNED_OUT = 4401;

/** @type {WebSocket | null} */
let socket = null;
let heard = Date.now();
let pinged = false;
let asked = false;
let boards = 0;

/** Return the number of boards pushed to this page. An opened socket counts as the board that it begins with. */
export function pushed() {
  return boards;
}

export function isOpen() {
  return socket?.readyState === WebSocket.OPEN;
}

/** @param {object} message */
export function send(message) {
  socket?.send(JSON.stringify(message));
}

/** Open another socket, because this one may be dead while it looks open. */
export function reopen() {
  if (socket && isOpen()) end(socket);
}

/**
 * Close a socket and tell of its end at once: a browser waits a minute for the answer of a peer that is gone.
 * @param {WebSocket} old
 */
function end(old) {
  const once = { capture: true, once: true };
  old.close(STALE);
  old.dispatchEvent(new CloseEvent("close", { code: STALE }));
  old.addEventListener("close", (event) => event.stopImmediatePropagation(), once);
}

/**
 * Answer a ping at once: at a real-time game's table the server measures the round-trip time.
 * @param {{data: string, target: any}} event
 */
function arrive(event) {
  if (event.data.startsWith("<")) boards++;
  const ping = /^\{"ping": (\d+)\}$/.exec(event.data);
  if (!ping) return;
  if (!pinged) watch();
  const ready = document.readyState === "complete" && !document.documentElement.hasAttribute("data-loading");
  event.target.send(JSON.stringify({ pong: Number(ping[1]), ready }));
}

// The server pings every two seconds there, so a silent socket is noticed soon.
function watch() {
  pinged = true;
  setInterval(() => {
    const silence = Date.now() - heard;
    if (silence < SILENT) return;
    lost(true);
    if (silence <= DEAD) return;
    heard = Date.now();
    // One that can't be opened is given up, too.
    if (socket && socket.readyState <= WebSocket.OPEN) end(socket);
  }, 300);
}

/** @param {WebSocket | null} opened */
function use(opened) {
  socket = opened;
  socket?.addEventListener("message", arrive);
}

document.addEventListener("htmx:ws:before:connection", (event) => {
  const { connection } = event.detail;
  // The connection object gets its socket right after this event.
  queueMicrotask(() => use(connection.socket));
});
document.addEventListener("htmx:ws:after:connection", (event) => {
  heard = Date.now();
  asked = false;
  boards++;
  const { connection } = event.detail;
  use(connection.socket);
  // A board may have changed without a new version of the table, so a page that comes back names none and gets it.
  if (document.getElementById("board")) connection.url = connection.url.replace(/([?&])v=\d+&/, "$1");
});
document.addEventListener("htmx:ws:before:message:incoming", () => {
  heard = Date.now();
  asked = false;
  if (pinged) lost(false);
});
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === SIGNED_OUT) reload();
});
// The browser reports at once that it is offline. When it is online again, the board may be out of date.
addEventListener("offline", () => lost(true));
addEventListener("online", reopen);
// A line may be dead without a sign. Only a page that is looked at asks.
setInterval(() => {
  if (pinged || document.hidden || !isOpen() || Date.now() - heard < LONG_SILENT) return;
  if (asked) reopen();
  else send({ alive: true });
  asked = !asked;
}, LOOK);
// A device that has slept may have lost its line without a sign.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && Date.now() - heard > LONG_SILENT) reopen();
});
