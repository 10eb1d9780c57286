// Texts that change while the page is open.

/**
 * Write a text into an element that has no other children. A node that comes or goes makes the browser check the styles
 * and the layout of the whole page, so a text node is kept.
 * @param {any} element @param {string | number} words
 */
export function write(element, words) {
  if (element.textContent === String(words)) return;
  if (element.firstChild && words) element.firstChild.data = words;
  else element.textContent = words;
}

/**
 * Set an element's text. Hide the element if there is none.
 * @param {string} id @param {string | null | undefined} words
 */
export function setText(id, words) {
  const element = document.getElementById(id);
  if (!element) return;
  write(element, words || "");
  element.hidden = !words;
}

/** A day and an hour where the reader is. @param {Date} date @param {Intl.DateTimeFormatOptions} shape */
export function moment(date, shape) {
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  const words = new Intl.DateTimeFormat(language, shape).format(date);
  if (language !== "fr") return words;
  // No shape has the hours and the first days that French texts have: 8 h 05, 1er décembre
  return words.replace(/0?(\d+):(\d\d)/, "$1\u00a0h\u00a0$2").replace(/\b1(?= \p{L})/u, "1er");
}

const plurals = new Intl.PluralRules(document.documentElement.lang);

/**
 * Show the points that somebody would have after a choice, with the unit in the right number.
 * @param {string | undefined} after @param {any} place by default the viewer's own points
 */
export function setAfter(after, place = document.querySelector("#mine [data-after]")) {
  if (!place) return;
  place.parentElement.classList.toggle("previewed", Boolean(after));
  write(place, after ? ` → ${after}` : "");
  const { nextElementSibling: unit, previousSibling: now } = place;
  write(unit, unit.dataset[plurals.select(Number(after || now.textContent))]);
}

/** Show above the board why the last move was refused. @param {string} words "" hides it */
export function note(words) {
  const element = document.getElementById("note");
  if (!element) return;
  element.className = "note error";
  element.setAttribute("role", "alert");
  element.textContent = words;
  element.hidden = !words;
}
