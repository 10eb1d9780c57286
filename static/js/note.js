// Why the last move was refused, above the board.

/** @param {string} words "" for nothing */
export function note(words) {
  const element = document.getElementById("note");
  if (!element) return;
  element.className = "note error";
  element.setAttribute("role", "alert");
  element.textContent = words;
  element.hidden = !words;
}
