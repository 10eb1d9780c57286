// Registers the service worker, which shows pages without a connection. Tells it the language, the next puzzle and the
// page to store, and sends the answers to puzzles that waited for a connection.

import { sendAnswers } from "./answers.js";

/** True if the board has changed since the worker stored the page. */
let changed = !navigator.serviceWorker?.controller;

async function start() {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "all" });
  const { active } = await navigator.serviceWorker.ready;
  const another = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-another]"));
  active?.postMessage({ language: document.documentElement.lang, puzzle: another?.href });
  keepAnew(active);
  document.addEventListener("visibilitychange", () => keepAnew(active));
  await sendAnswers();
}

/** Store the page as it was last seen, when its reader leaves it. @param {ServiceWorker | null} worker */
function keepAnew(worker) {
  const isLeft = document.hidden || !navigator.serviceWorker.controller;
  if (!changed || !isLeft || !document.querySelector("[data-kept]")) return;
  changed = false;
  worker?.postMessage({ page: location.href });
}

// The page is shown first, so the worker starts after it has loaded.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => start().catch(() => {}));
  document.addEventListener("board:changed", () => changed = true);
}
