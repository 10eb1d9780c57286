// The keys of the race. They are found by their place and shown with the letter that the person's keyboard has there.

/**
 * Return a key by its place, named as on an English keyboard. So digits need no Shift on a French keyboard, the number
 * pad needs no lock, and letters in a row stay in a row.
 * @param {KeyboardEvent} event
 */
export const keyOf = ({ code, key }) =>
  /^(?:Digit|Numpad(?=\d)|Key)(\w)$/.exec(code)?.[1].toLowerCase() ?? key.toLowerCase();

/** The letters on keys that differ from an English keyboard, by their places. @type {Map<string, string>} */
const printed = new Map();
const AZERTY = { q: "a", w: "z", a: "q", z: "w" };
if (/^fr(-FR|-BE)?$/.test(navigator.language)) {
  for (const [key, letter] of Object.entries(AZERTY)) printed.set(key, letter);
}

/** @param {string} key */
export const label = (key) => (printed.get(key) ?? key).toUpperCase();

/** Show on each element the letter that its key prints. */
export function nameKeys() {
  for (const each of document.querySelectorAll("#acts [data-key], #hand [data-key], [data-letter]")) {
    const key = each.dataset.key ?? each.dataset.letter;
    const shown = each.matches("kbd") ? each : each.querySelector("kbd");
    if (!shown || !/^[a-z]$/.test(key)) continue;
    shown.textContent = label(key);
    if (each.hasAttribute("aria-keyshortcuts")) each.setAttribute("aria-keyshortcuts", label(key).toLowerCase());
  }
}

/** Learn from a pressed key which letter is printed on it. @param {KeyboardEvent} event */
export function learn(event) {
  const [key, letter] = [keyOf(event), event.key.toLowerCase()];
  if (!/^Key[A-Z]$/.test(event.code) || !/^\p{L}$/u.test(letter) || (printed.get(key) ?? key) === letter) return;
  printed.set(key, letter);
  nameKeys();
}

// Some browsers report the keyboard's layout.
/** @type {any} */
const keyboard = navigator;
keyboard.keyboard?.getLayoutMap?.().then((/** @type {Map<string, string>} */ layout) => {
  for (const [code, letter] of layout) if (/^Key[A-Z]$/.test(code)) printed.set(code[3].toLowerCase(), letter);
  nameKeys();
}).catch(() => null);
