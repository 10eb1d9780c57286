// A match that ends while its page is open: the parts of the page that wait for its end are told, and ask for more.

document.addEventListener("board:changed", () => {
  if (!document.getElementById("result")) return;
  for (const place of document.querySelectorAll("[data-due]")) {
    place.removeAttribute("data-due");
    place.dispatchEvent(new Event("over"));
  }
});
