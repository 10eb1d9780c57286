// Tells a mouse that rests from a finger that taps: `:hover` stays with a tapped element when the finger is gone.

let isFinger = false;
document.addEventListener("pointerover", (event) => isFinger = event.pointerType === "touch", true);

/**
 * Return the first match of a selector with `:hover`, null for a finger.
 * @param {Element} within @param {string} selector
 */
export const hovered = (within, selector) => isFinger ? null : within.querySelector(selector);
