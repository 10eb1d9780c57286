// Draws a person's salt in their browser when they send the form that showed the commitment.

import { keep } from "./shuffle_memory.js";
import { randomHex } from "./random.js";

/** The forms that were sent since the page was opened. @type {Set<HTMLFormElement>} */
const sent = new Set();

/** Return the id of the table in an address. @param {string} address */
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

// After a step back the form's ticket is used up. The reloaded page has another.
addEventListener("pageshow", (event) => {
  if (event.persisted && sent.size) location.reload();
});
