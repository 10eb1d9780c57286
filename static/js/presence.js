// Tells a table's socket whether somebody looks at the page, so that they aren't notified about what they see. A page
// counts as looked at only while it is visible and used.

const PRESENT = 3 * 60 * 1000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart", "scroll"];
/** @type {WebSocket | null} */
let socket = null;
let stirred = Date.now();
/** @type {boolean | null} */
let told = null;

function tell() {
  const still = Date.now() - stirred;
  const shown = document.visibilityState === "visible";
  const present = shown && still < PRESENT;
  if (present === told || socket?.readyState !== WebSocket.OPEN) return;
  // Seconds since the last sign of use: what came since then was not seen.
  const idle = shown && !present ? Math.round(still / 1000) : 0;
  socket.send(JSON.stringify({ present, idle }));
  told = present;
}

function stir() {
  stirred = Date.now();
  tell();
}

document.addEventListener("htmx:ws:after:connection", (event) => {
  socket = event.detail.connection.socket;
  told = null;
  tell();
});
document.addEventListener("visibilitychange", () => (document.hidden ? tell() : stir()));
for (const sign of SIGNS) document.addEventListener(sign, stir, { passive: true, capture: true });
setInterval(tell, 15000);
