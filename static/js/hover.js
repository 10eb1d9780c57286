// Tells what somebody points at. `:hover` stays with a tapped element when the finger is gone, and `:focus-visible`
// matches what the page itself has focused, too.

let isFinger = false;
/** What the page has focused, until the focus leaves it. @type {Element | null} */
let restored = null;
document.addEventListener("pointerover", (event) => isFinger = event.pointerType === "touch", true);
document.addEventListener("focusout", ({ target }) => restored = target === restored ? null : restored, true);

/**
 * Return the first match of a selector with `:hover`, null for a finger.
 * @param {Element} within @param {string} selector
 */
export const hovered = (within, selector) => isFinger ? null : within.querySelector(selector);

/**
 * Return the match of a selector that somebody has moved the focus to by keys.
 * @param {Element} within @param {string} selector
 */
export function focused(within, selector) {
  const found = within.querySelector(`${selector}:focus-visible`);
  return found === restored ? null : found;
}

/** Focus an element for somebody whose focus was lost. @param {HTMLElement | null | undefined} element */
export function restore(element) {
  restored = element ?? null;
  element?.focus({ preventScroll: true });
}
