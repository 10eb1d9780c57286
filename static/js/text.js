// Words that come and go.

/** An element without words is hidden. @param {string} id @param {string | null | undefined} words */
export function setText(id, words) {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = words || "";
  element.hidden = !words;
}
