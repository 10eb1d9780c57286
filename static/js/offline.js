// The service worker, which shows pages without a connection: what this page is about, what it is to keep, and the answers
// to puzzles that waited for the connection.

import { sendAnswers } from "./answers.js";

/** Whether the board has changed since the worker kept the page. */
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

// A table is kept as it was last seen.
/** @param {ServiceWorker | null} worker */
function keepAnew(worker) {
  const isLeft = document.hidden || !navigator.serviceWorker.controller;
  if (!changed || !isLeft || !document.querySelector("[data-kept]")) return;
  changed = false;
  worker?.postMessage({ page: location.href });
}

// What is to be seen comes first.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => start().catch(() => {}));
  document.addEventListener("board:changed", () => changed = true);
}
