// The service worker, which shows a page of the site's own where there is no connection, in the language of this page.

async function start() {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "all" });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ language: document.documentElement.lang });
}

// What is to be seen comes first.
if ("serviceWorker" in navigator) addEventListener("load", () => start().catch(() => {}));
