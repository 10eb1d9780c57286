// Tells a table's socket whether somebody looks at the page: nothing is sent to people about a table before their eyes.
// A page that is shown to an empty chair, or on a locked screen, is looked at by nobody.

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
  // Seconds for which nobody has: what came meanwhile was not seen.
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
