// Words that come and go.

/** An element without words is hidden. @param {string} id @param {string | null | undefined} words */
export function setText(id, words) {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = words || "";
  element.hidden = !words;
}

const plurals = new Intl.PluralRules(document.documentElement.lang);

/**
 * What a choice would make of somebody's points, in the unit of that number.
 * @param {string | undefined} after @param {any} place the viewer's own, if none is given
 */
export function setAfter(after, place = document.querySelector("#mine [data-after]")) {
  if (!place) return;
  place.textContent = after ? ` → ${after}` : "";
  const { nextElementSibling: unit, previousSibling: now } = place;
  unit.textContent = unit.dataset[plurals.select(Number(after || now.textContent))];
}
