// Tells what somebody points at. `:hover` stays with a tapped element when the finger is gone, and `:focus-visible`
// matches what the page itself has focused, too.

let isFinger = false;
document.addEventListener("pointerover", (event) => isFinger = event.pointerType === "touch", true);
document.addEventListener("focusout", ({ target }) => {
  // A window that loses the focus keeps its focused element.
  if (target instanceof HTMLElement && target !== document.activeElement) delete target.dataset.restored;
}, true);

/**
 * Return the first match of a selector with `:hover`, null for a finger.
 * @param {Element} within @param {string} selector
 */
export const hovered = (within, selector) => isFinger ? null : within.querySelector(selector);

/**
 * Return the match of a selector that somebody has moved the focus to by keys.
 * @param {Element} within @param {string} selector
 */
export const focused = (within, selector) => within.querySelector(`${selector}:focus-visible:not([data-restored])`);

/**
 * Focus an element for somebody whose focus was lost, and mark it until the focus leaves it.
 * @param {HTMLElement | null | undefined} element
 */
export function restore(element) {
  if (element) element.dataset.restored = "";
  element?.focus({ preventScroll: true });
}
