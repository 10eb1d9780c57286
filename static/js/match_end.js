// Reloads the parts of an open page that wait for the end of its match.

document.addEventListener("board:changed", () => {
  if (!document.getElementById("result")) return;
  for (const place of document.querySelectorAll("[data-due]")) {
    place.removeAttribute("data-due");
    place.dispatchEvent(new Event("over"));
  }
});
