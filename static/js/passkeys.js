// Passkeys: the browser is asked for one, and what it answers goes with the form. Without a script, or in a browser that
// has none, such a form stays hidden: passwords and codes do without.
async function options(form) {
  if (!form.dataset.options) {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()).request_options;
  }
  const held = JSON.parse(document.getElementById(form.dataset.options).textContent);
  return held.creation_options || held.request_options;
}

async function asked(form) {
  const wanted = await options(form);
  if (form.dataset.passkey !== "add") return webauthnJSON.get(wanted);
  // One that signs in by itself: it knows whose it is, and asks for a finger, a face or a PIN.
  Object.assign(wanted.publicKey.authenticatorSelection, {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  });
  return webauthnJSON.create(wanted);
}

// A passkey belongs to a name: an address in numbers can have none.
const named = !/^[\d.]+$|:/.test(location.hostname);

if (named && webauthnJSON.supported()) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    const note = form.querySelector("[data-failed]");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      note.hidden = true;
      try {
        form.elements.credential.value = JSON.stringify(await asked(form));
      } catch {
        note.hidden = false;
        return;
      }
      form.submit();
    });
  }
} else {
  for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = false;
}
