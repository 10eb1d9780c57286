// The race's keys: pressed by their place, shown as they are printed on the person's own keyboard.

/** A key by its place, called as on an English keyboard: so digits need no Shift on a French one, nor the number pad its
 * lock, and letters in a row stay in a row. @param {KeyboardEvent} event */
export const keyOf = ({ code, key }) =>
  /^(?:Digit|Numpad(?=\d)|Key)(\w)$/.exec(code)?.[1].toLowerCase() ?? key.toLowerCase();

/** What is printed on letters' keys where it is something else, by their places. @type {Map<string, string>} */
const printed = new Map();
const AZERTY = { q: "a", w: "z", a: "q", z: "w" };
if (/^fr(-FR|-BE)?$/.test(navigator.language)) {
  for (const [key, letter] of Object.entries(AZERTY)) printed.set(key, letter);
}

/** @param {string} key */
export const label = (key) => (printed.get(key) ?? key).toUpperCase();

/** Shows on each key what is printed there. */
export function nameKeys() {
  for (const each of document.querySelectorAll("#acts [data-key], #hand [data-key], [data-letter]")) {
    const key = each.dataset.key ?? each.dataset.letter;
    const shown = each.matches("kbd") ? each : each.querySelector("kbd");
    if (!shown || !/^[a-z]$/.test(key)) continue;
    shown.textContent = label(key);
    if (each.hasAttribute("aria-keyshortcuts")) each.setAttribute("aria-keyshortcuts", label(key).toLowerCase());
  }
}

/** A key that is pressed tells what is printed on it. @param {KeyboardEvent} event */
export function learn(event) {
  const [key, letter] = [keyOf(event), event.key.toLowerCase()];
  if (!/^Key[A-Z]$/.test(event.code) || !/^\p{L}$/u.test(letter) || (printed.get(key) ?? key) === letter) return;
  printed.set(key, letter);
  nameKeys();
}

// Some browsers know the keyboard.
/** @type {any} */
const keyboard = navigator;
keyboard.keyboard?.getLayoutMap?.().then((/** @type {Map<string, string>} */ layout) => {
  for (const [code, letter] of layout) if (/^Key[A-Z]$/.test(code)) printed.set(code[3].toLowerCase(), letter);
  nameKeys();
}).catch(() => null);
