// Conditional moves: the form is fetched into the page. Without this script the link leads to a page with the same form.

const ask = () => document.getElementById("ask");
const link = () => document.querySelector("a[data-ahead]");

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-not-ahead]")) return notNow();
  const asked = event.target.closest?.("a[data-ahead]");
  if (!asked || !ask() || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (ask().firstElementChild) return fill("");
  const answer = await fetch(asked.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok && !answer.redirected ? await answer.text() : "";
  if (html) show(html);
  else location.assign(asked.href);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && ask()?.contains(document.activeElement)) notNow();
});

/** @param {string} html */
function fill(html) {
  if (!ask() || (!html && !ask().firstElementChild)) return;
  ask().innerHTML = html;
  document.dispatchEvent(new Event("ahead:changed"));
}

/** @param {string} html */
function show(html) {
  fill(html);
  ask().querySelector("input:not([type=hidden])")?.focus({ preventScroll: true });
  // On a telephone the form stands at the foot of the screen: what is looked at besides comes above it.
  const fixed = getComputedStyle(ask().firstElementChild).position === "fixed";
  const beside = fixed && document.querySelector(ask().querySelector("[data-beside]")?.dataset.beside);
  if (beside) beside.scrollIntoView({ block: "start" });
  else ask().scrollIntoView({ block: "nearest" });
}

function notNow() {
  fill("");
  link()?.focus();
}

// Once nothing can be said ahead any more, or it has been said, the form goes.
document.addEventListener("board:changed", () => {
  if (!link()) fill("");
});
document.addEventListener("order:given", () => {
  fill("");
  document.getElementById("conditional")?.scrollIntoView({ block: "nearest" });
});
