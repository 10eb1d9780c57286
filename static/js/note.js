// Shows above the board why the last move was refused.

/** @param {string} words "" hides the note */
export function note(words) {
  const element = document.getElementById("note");
  if (!element) return;
  element.className = "note error";
  element.setAttribute("role", "alert");
  element.textContent = words;
  element.hidden = !words;
}
