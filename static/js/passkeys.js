// Passkeys: asks the browser for one and puts its answer into the form. Without a script, or in a browser without
// passkeys, such a form stays hidden; passwords and codes still work.

/** @param {HTMLFormElement} form */
async function options(form) {
  if (!form.dataset.options) {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()).request_options;
  }
  const held = JSON.parse(document.getElementById(form.dataset.options).textContent);
  return held.creation_options || held.request_options;
}

/** @param {HTMLFormElement} form */
async function asked(form) {
  const wanted = await options(form);
  if (form.dataset.passkey !== "add") return webauthnJSON.get(wanted);
  // A passkey that signs in without a user name: it stores the account, and asks for a finger, a face or a PIN.
  Object.assign(wanted.publicKey.authenticatorSelection, {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  });
  return webauthnJSON.create(wanted);
}

// A passkey belongs to a host name: a site at an IP address can't have one.
const named = !/^[\d.]+$|:/.test(location.hostname);

/** @param {HTMLFormElement & {elements: any}} form */
function offer(form) {
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

// By then allauth's script has run, wherever the page loads it.
document.addEventListener("DOMContentLoaded", () => {
  if (named && webauthnJSON.supported()) document.querySelectorAll("form[data-passkey]").forEach(offer);
  else for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = false;
});
