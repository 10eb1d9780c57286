// Each seat's own part of the shuffle is drawn here, in the browser of the one who sits down.
for (const form of document.querySelectorAll("form[data-salted]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  form.elements.salt.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
