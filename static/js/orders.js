// Standing orders: the form is fetched into the page, and Tea Time's grid says what the chosen cards would do now.
// Without this script the link leads to a page with the same form.
"use strict";

{
  const ask = () => document.getElementById("ask");

  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-ahead]");
    if (!link || !ask() || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (ask().firstElementChild) return ask().replaceChildren();
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
    const html = answer && answer.ok && !answer.redirected ? await answer.text() : "";
    if (!html) return location.assign(link.href);
    ask().innerHTML = html;
    ask().querySelector("input:not([type=hidden])")?.focus();
    ask().scrollIntoView({ block: "nearest" });
  });

  // Once nothing can be said ahead any more, or it has been said, the form goes.
  document.addEventListener("board:changed", () => {
    if (ask() && !document.querySelector("a[data-ahead]")) ask().replaceChildren();
  });
  document.addEventListener("order:given", () => {
    ask()?.replaceChildren();
    document.getElementById("order")?.scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("change", (event) => {
    const grid = event.target.closest?.("[data-order-takes]");
    if (!grid) return;
    const takes = JSON.parse(grid.dataset.orderTakes);
    const cells = [...grid.querySelectorAll("input:checked")].map((input) => input.value);
    grid.querySelector("[data-order-says]").textContent = takes[cells.join(" ")] || "";
  });
}
