// When a match is over, its shuffle is checked by the browsers of those who brought something to it.

import { kept } from "./shuffle_memory.js";

const here = document.getElementById("kept");
let done = false;

async function check() {
  if (done || !document.getElementById("result") || !here || !kept(here.dataset.table)) return;
  done = true;
  const { checks } = await import("./proof.js");
  const answer = await fetch(here.dataset.proof).catch(() => null);
  const found = answer?.ok ? await checks(await answer.json()) : {};
  // Whoever watches another's match kept nothing of it, and an old one may say less.
  if (Object.values(found).includes(false)) document.querySelector("[data-say=wrong]").hidden = false;
  else if (found.salt && found.deck) document.querySelector("[data-say=right]").hidden = false;
}

document.addEventListener("board:changed", check);
check();
