// Tells a table's socket whether the page is shown or hidden: nothing is sent to somebody about a table before their eyes.
"use strict";

{
  let line = null;
  const tell = () => {
    if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify({ looking: document.visibilityState === "visible" }));
  };
  document.addEventListener("htmx:ws:after:connection", (event) => {
    line = event.detail.connection.socket;
    tell();
  });
  document.addEventListener("visibilitychange", tell);
}
