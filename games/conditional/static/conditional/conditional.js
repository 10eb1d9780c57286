// Conditional moves: fetches the form into the page. Without this script the link leads to a page with the same form.

const place = () => document.getElementById("conditional-place");
const link = () => document.querySelector("a[data-conditional]");

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-not-now]")) return notNow();
  const opener = event.target.closest?.("a[data-conditional]");
  if (!opener || !place() || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (place().firstElementChild) return fill("");
  const answer = await fetch(opener.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok && !answer.redirected ? await answer.text() : "";
  if (html) show(html);
  else location.assign(opener.href);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && place()?.contains(document.activeElement)) notNow();
});

/** @param {string} html */
function fill(html) {
  if (!place() || (!html && !place().firstElementChild)) return;
  place().innerHTML = html;
  document.dispatchEvent(new Event("conditional:changed"));
}

/** @param {string} html */
function show(html) {
  fill(html);
  place().querySelector("input:not([type=hidden])")?.focus({ preventScroll: true });
  // On a phone the form covers the foot of the screen, so scroll the cards of the choice above it.
  const fixed = getComputedStyle(place().firstElementChild).position === "fixed";
  const beside = fixed && document.querySelector(place().querySelector("[data-beside]")?.dataset.beside);
  if (beside) beside.scrollIntoView({ block: "start" });
  else place().scrollIntoView({ block: "nearest" });
}

function notNow() {
  fill("");
  link()?.focus();
}

// Remove the form when a conditional move was given, or can't be given any more.
document.addEventListener("board:changed", () => {
  if (!link()) fill("");
});
document.addEventListener("conditional:given", () => {
  fill("");
  document.getElementById("conditional")?.scrollIntoView({ block: "nearest" });
});
