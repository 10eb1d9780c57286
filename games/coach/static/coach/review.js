// Arrow keys lead through the costliest moves of a review, one by one.

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(event.key in STEPS)) return;
  /** @type {HTMLAnchorElement[]} */
  const links = [...document.querySelectorAll(".one-by-one a")];
  const chosen = links.findIndex((link) => link.ariaCurrent === "true");
  links[chosen + STEPS[event.key]]?.click();
});
