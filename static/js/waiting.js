// The waiting room: somebody sat down or stood up, or the match has begun, so show the table as it is now.
// Whoever has just pressed a button is on the way already: a reload would lose the answer, and a new guest's cookie.
let leaving = false;
addEventListener("submit", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));

document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const said = await event.detail.message.json().catch(() => null);
  // A socket that connects after the match began is told a board at once, which only the table's page can show.
  const changed = said ? said.reload : document.getElementById("link");
  if (changed && !leaving) location.reload();
});
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4401 && !leaving) location.reload();
});
