// A box to tick that shows the passwords of its form. Without a script it stays hidden.

for (const box of document.querySelectorAll("[data-shows-password]")) {
  const fields = box.form.querySelectorAll("input[type=password]");
  const show = () => {
    for (const field of fields) field.type = box.checked ? "text" : "password";
  };
  box.closest("label").hidden = false;
  box.addEventListener("change", show);
  // A browser stores what is sent as a text, and offers it in other forms.
  box.form.addEventListener("submit", () => {
    box.checked = false;
    show();
  });
}
