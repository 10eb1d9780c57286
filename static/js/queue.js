// Boards that arrive while a move is animated wait, in order. If the viewer may act, acts or looks away, all of them
// are shown at once; only a collapse is still shown for two seconds.

import { isOlder, remember } from "./follow.js";
import { finish, held, over, still } from "./motion.js";
import { reload } from "./reload.js";

const YOURS = / data-yours[ >]/;
let arrived = 0;
let begun = 0;
let hurried = 0;

/** Return true if a board that has arrived already follows at once. */
export function hurrying() {
  return begun < hurried;
}

/** Show all boards that have arrived at once. */
function hurry() {
  hurried = Math.max(arrived, begun);
  finish();
}

/** @param {{data: unknown}} event */
function arrive({ data }) {
  arrived++;
  const yours = YOURS.test(String(data));
  if (yours && held()) held()?.then(hurry);
  else if (arrived > begun && (still() || yours)) hurry();
}

/** @param {any} detail */
async function turn(detail) {
  begun++;
  // JSON is an answer to a message, not a board.
  const data = String(detail.message.data);
  if (!data.startsWith("<")) return;
  if (begun > hurried) await (YOURS.test(data) ? held() : over());
  // A board never goes back. The reloaded page shows which of the two boards is valid.
  detail.cancelled = isOlder(data);
  if (detail.cancelled) return reload();
  remember();
}

document.addEventListener("htmx:ws:after:connection", (event) => {
  arrived = hurried = begun;
  event.detail.connection.socket.addEventListener("message", arrive);
});
document.addEventListener("htmx:ws:before:message:incoming", (event) => event.detail.waitUntil(turn(event.detail)));
document.addEventListener("submit", hurry);
document.addEventListener("visibilitychange", () => document.hidden && hurry());
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, finish, { capture: true });
addEventListener("resize", finish);
// The preview of a choice needs the cards at their final places.
document.addEventListener("pointermove", (event) => {
  if ((event.movementX || event.movementY) && event.target.closest?.("label.pick")) finish();
});
