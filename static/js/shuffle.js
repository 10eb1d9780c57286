// The page of a shuffle: runs all possible checks as soon as it is open.

import { kept } from "./shuffle_memory.js";
import { checks } from "./proof.js";

/** @type {import("./proof.js").Proof | null} */
const proof = JSON.parse(document.getElementById("proof")?.textContent || "null");

/** @param {string} of */
const show = (of) => (document.querySelector(`[data-say=${of}]`).hidden = false);

/** @param {Record<string, boolean>} found */
function say(found) {
  const list = document.querySelector(".checks");
  for (const [of, right] of Object.entries(found)) {
    const item = list.querySelector(`[data-of=${of}]`);
    item.hidden = false;
    item.classList.toggle("error", !right);
    item.querySelector("b").textContent = right ? list.dataset.right : list.dataset.wrong;
  }
  if (Object.values(found).includes(false)) show("wrong");
}

if (proof) {
  say(await checks(proof));
  if (proof.seat !== null && !kept(proof.table)) show("nothing");
  if (proof.seed && !crypto.subtle) show("unable");
}
