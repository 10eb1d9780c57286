// The page anew, since it shows what is no longer so. Whoever has just pressed a button is on the way already: a reload
// would lose the answer, and a new guest's cookie.

let leaving = false;
addEventListener("pageshow", () => (leaving = false));
// What a script sends leaves nothing.
addEventListener("submit", (event) => (leaving ||= !event.defaultPrevented));

export function reload() {
  if (!leaving) location.reload();
}
