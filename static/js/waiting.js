// The waiting room and the lobby: somebody sat down or stood up, or the match has begun, so show the page as it is now.

import { reload } from "./reload.js";
import "./reconnect.js";
import "./shared.js";

document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const message = await event.detail.message.json().catch(() => null);
  // A socket that connects after the match began is told a board at once, which only the table's page can show.
  if (message ? message.reload : document.getElementById("link")) reload();
});
document.querySelector("[data-select]")?.select();
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4401) reload();
});
