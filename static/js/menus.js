// Menus are details elements and open without a script. With this script, at most one is open. Escape closes it, and so
// does a press or a focus elsewhere.

/** @param {any} [inside] */
function closeOthers(inside) {
  const kept = inside?.closest?.(".menu");
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== kept) menu.open = false;
}

for (const name of ["pointerdown", "focusin"]) addEventListener(name, (event) => closeOthers(event.target));
addEventListener(
  "keydown",
  (event) => {
    const menu = event.key === "Escape" && document.querySelector(".menu[open]");
    if (!menu) return;
    // Escape must not close anything else.
    event.preventDefault();
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    closeOthers();
  },
  true,
);
