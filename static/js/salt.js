// Each person's own part of a shuffle is drawn here, in the browser of the one who sits down, when the form that showed
// the commitment is sent.

import { keep } from "./shuffle_memory.js";
import { randomHex } from "./random.js";

/** Sent, and not come back to. @type {Set<HTMLFormElement>} */
const sent = new Set();

/** The table that an address is of. @param {string} address */
const tableOf = (address) => new URL(address, location.href).pathname.match(/^\/t\/([^/]+)\//)?.[1];

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const opens = action.endsWith("/rematch/") || action.endsWith("/play-now/");
  if (!form.hasAttribute("data-salted") || (form.id === "act" && !opens)) return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  const { salt } = form.elements;
  // Where one form serves several tables each button shows its own table's.
  const commitment = submitter?.name === "commitment" ? submitter : form.elements.commitment;
  salt.value ||= randomHex();
  const table = tableOf(action);
  keep({ commitment: commitment.value, salt: salt.value, ...(opens ? { except: table } : { table }) });
});

// After a step back the form's ticket is used: the page anew has another.
addEventListener("pageshow", (event) => {
  if (event.persisted && sent.size) location.reload();
});
