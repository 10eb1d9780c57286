// Boards that come while a move is being shown wait for its end, in their order. Nothing is held back from whoever may
// act: when it becomes the viewer's turn, or the viewer acts or looks away, all that has come is shown at once. Only what
// must be seen, a collapse, is seen for its two seconds before.

import { isOlder, remember } from "./follow.js";
import { finish, held, over, still } from "./motion.js";
import { reload } from "./reload.js";

const YOURS = / data-yours[ >]/;
let arrived = 0;
let begun = 0;
let hurried = 0;

/** Whether what has just been swapped in is followed at once by what has come already. */
export function hurrying() {
  return begun < hurried;
}

/** All that has come is shown at once. */
export function hurry() {
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
  // An answer to what was done is no board.
  const data = String(detail.message.data);
  if (!data.startsWith("<")) return;
  if (begun > hurried) await (YOURS.test(data) ? held() : over());
  // A board never goes back: which of the two holds, the page anew says.
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
// What a choice would do is shown where the cards are.
document.addEventListener("pointermove", (event) => {
  if ((event.movementX || event.movementY) && event.target.closest?.("label.pick")) finish();
});
