// When a socket that has closed is opened again. A restart sends its pages elsewhere, and they come at once, then every few
// seconds; whoever has too many pages open, or has sent too much, comes more and more seldom. The element data-link-state
// says how it stands.

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
let pause = 0;
let soon = 0;
let opened = 0;
let refused = false;

/** @param {boolean} is */
export function lost(is) {
  const state = document.querySelector("[data-link-state]");
  if (!state) return;
  for (const each of state.children) each.hidden = each.hasAttribute("data-refused") !== refused;
  state.hidden = !is;
}

/** @param {{config: any}} connection @param {number} code */
function plan({ config }, code) {
  refused = code === FLOODED;
  // One that is let in and refused at once was open, too.
  if (opened && Date.now() - opened > LASTING) pause = soon = 0;
  opened = 0;
  if (refused) pause = Math.min(pause * 2 || REFUSED, REFUSED_AT_MOST);
  else soon = Math.min(soon * 2 || SOON, SOON_AT_MOST);
  config.reconnectDelay = refused ? pause : soon;
  config.reconnectMaxDelay = refused ? pause : SOON_AT_MOST;
  lost(true);
}

// htmx asks the connection's configuration anew after each of these events.
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
