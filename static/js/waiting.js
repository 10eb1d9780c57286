// The waiting room: somebody sat down or stood up, or the match has begun, so show the table as it is now.
// A socket that connects after the match began is told a board at once, which only the table's page can show.
document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const said = await event.detail.message.json().catch(() => null);
  if (said ? said.reload : document.getElementById("link")) location.reload();
});
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4401) location.reload();
});
