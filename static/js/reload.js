// The page anew, since it shows what is no longer so. What was typed is still there afterwards. Whoever has just pressed a
// button is on the way already: a reload would lose the answer, and a new guest's cookie. Without a connection there is
// nothing to load: the page stays until then.

const TYPED = "typed";
let leaving = false;
addEventListener("pageshow", () => (leaving = false));
// What a script sends leaves nothing.
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
