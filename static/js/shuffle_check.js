// Checks the shuffle of a finished match in the browsers of those who contributed salt.

import { kept } from "./shuffle_memory.js";

const here = document.getElementById("kept");
let done = false;

async function check() {
  if (done || !document.getElementById("result") || !here || !kept(here.dataset.table)) return;
  done = true;
  const { checks } = await import("./proof.js");
  const answer = await fetch(here.dataset.proof).catch(() => null);
  const results = answer?.ok ? await checks(await answer.json()) : {};
  // A spectator's browser has stored nothing, and the proof of an old match may be incomplete.
  if (Object.values(results).includes(false)) document.querySelector("[data-say=wrong]").hidden = false;
  else if (results.salt && results.deck) document.querySelector("[data-say=right]").hidden = false;
}

document.addEventListener("board:changed", check);
check();
