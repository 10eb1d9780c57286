// Conditional moves: the form is fetched into the page. Without this script the link leads to a page with the same form.

const ask = () => document.getElementById("ask");

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-ahead]");
  if (!link || !ask() || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (ask().firstElementChild) return ask().replaceChildren();
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok && !answer.redirected ? await answer.text() : "";
  if (html) show(html);
  else location.assign(link.href);
});

/** @param {string} html */
function show(html) {
  ask().innerHTML = html;
  ask().querySelector("input:not([type=hidden])")?.focus();
  ask().scrollIntoView({ block: "nearest" });
}

// Once nothing can be said ahead any more, or it has been said, the form goes.
document.addEventListener("board:changed", () => {
  if (ask() && !document.querySelector("a[data-ahead]")) ask().replaceChildren();
});
document.addEventListener("order:given", () => {
  ask()?.replaceChildren();
  document.getElementById("conditional")?.scrollIntoView({ block: "nearest" });
});
