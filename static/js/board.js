// Swaps the board, at a table or in a replay, and fires `board:changed` afterwards.

import { move, remember } from "./follow.js";
import { hurrying } from "./queue.js";

/**
 * Put HTML of the site into the page. A morph keeps focus, selection and scroll.
 * @param {string} html @param {Element} target
 * @param {"none" | "outerMorph"} how "none": only the fragments in the HTML are swapped, by their ids
 */
export async function swap(html, target, how) {
  remember();
  await htmx.swap({ sourceElement: target, target, swap: how, text: html, transition: false });
  changed();
}

/** Animate the move, fire `board:changed`, and tell screen readers the newest move. Called after a swap. */
export function changed() {
  move(!hurrying());
  document.dispatchEvent(new Event("board:changed"));
  const newest = document.querySelector("#newest-line ~ li[id]");
  const spoken = document.getElementById("spoken");
  if (!spoken || !newest || spoken.dataset.of === newest.id) return;
  spoken.dataset.of = newest.id;
  spoken.textContent = newest.textContent;
}
