// Buttons that copy a text (`data-copy`, the id of its field or paragraph) or an address (`data-link`). Without a
// script the text can be copied by hand, and its button is hidden.

/**
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} field holds the text; used where this page can't use the clipboard
 */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

/** Copy a text that no field holds, with a temporary field. @param {string} text */
async function copyAlone(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  await copy(text, field);
  field.remove();
}

for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-copy], button[data-link]");
  if (!button) return;
  const shown = document.getElementById(button.dataset.copy);
  if (shown instanceof HTMLInputElement) await copy(shown.value, shown);
  else await copyAlone(shown ? shown.innerText : new URL(button.dataset.link, location.href).href);
  button.textContent = button.dataset.done;
});
