// The waiting room: somebody sat down or stood up, or the match has begun, so show the table as it is now.
document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const said = await event.detail.message.json().catch(() => null);
  if (said && said.reload) location.reload();
});
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4401) location.reload();
});
