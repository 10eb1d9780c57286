// Reloads a page that is out of date and keeps what was typed. Doesn't reload after a button was pressed, because the
// answer or a new guest's cookie would be lost, nor while offline.

const TYPED = "typed";
let leaving = false;
addEventListener("pageshow", () => (leaving = false));
// A form that a script sends doesn't leave the page.
addEventListener("submit", (event) => (leaving ||= !event.defaultPrevented));

export function reload() {
  if (leaving) return;
  if (!navigator.onLine) return addEventListener("online", reload, { once: true });
  keep();
  location.reload();
}

function keep() {
  const texts = [...document.querySelectorAll("input[type=text][id]")];
  const typed = texts.filter((field) => field.value !== field.defaultValue).map(({ id, value }) => [id, value]);
  sessionStorage.setItem(TYPED, JSON.stringify({ typed, focus: document.activeElement?.id }));
}

function restore() {
  const { typed, focus } = JSON.parse(sessionStorage.getItem(TYPED) ?? '{"typed": []}');
  sessionStorage.removeItem(TYPED);
  for (const [id, value] of typed) {
    /** @type {any} */
    const field = document.getElementById(id);
    if (!field) continue;
    field.value = value;
    if (id === focus) field.focus();
  }
}

restore();
