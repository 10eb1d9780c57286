// The page anew, since it shows what is no longer so. Whoever has just pressed a button is on the way already: a reload
// would lose the answer, and a new guest's cookie. Without a connection there is nothing to load: the page stays until then.

let leaving = false;
addEventListener("pageshow", () => (leaving = false));
// What a script sends leaves nothing.
addEventListener("submit", (event) => (leaving ||= !event.defaultPrevented));

export function reload() {
  if (leaving) return;
  if (navigator.onLine) location.reload();
  else addEventListener("online", reload, { once: true });
}
