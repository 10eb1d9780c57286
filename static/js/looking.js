// Tells a table's socket whether somebody looks at the page: nothing is sent to people about a table before their eyes.
// A page that is shown to an empty chair, or on a locked screen, is looked at by nobody.
"use strict";

{
  const PRESENT = 3 * 60 * 1000;
  let line = null;
  let stirred = Date.now();
  let told = null;

  const tell = () => {
    const still = Date.now() - stirred;
    const shown = document.visibilityState === "visible";
    const looking = shown && still < PRESENT;
    if (looking === told || line?.readyState !== WebSocket.OPEN) return;
    // Seconds for which nobody has: what came meanwhile was not seen.
    const idle = shown && !looking ? Math.round(still / 1000) : 0;
    line.send(JSON.stringify({ looking, idle }));
    told = looking;
  };
  const stir = () => {
    stirred = Date.now();
    tell();
  };

  document.addEventListener("htmx:ws:after:connection", (event) => {
    line = event.detail.connection.socket;
    told = null;
    tell();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? tell() : stir()));
  for (const sign of ["pointermove", "pointerdown", "keydown", "wheel", "touchstart", "scroll"]) {
    document.addEventListener(sign, stir, { passive: true, capture: true });
  }
  setInterval(tell, 15000);
}
