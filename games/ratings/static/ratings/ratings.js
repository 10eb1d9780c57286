// A match that ends while its page is open: what it did to ratings is asked for, until it is known.

document.addEventListener("board:changed", () => {
  const place = document.getElementById("rated");
  if (!place?.hasAttribute("data-due") || !document.getElementById("result")) return;
  place.removeAttribute("data-due");
  place.dispatchEvent(new Event("over"));
});
