// A board that is swapped, at a table or in a replay. Whoever shows something on it hears `board:changed`.

import { move, remember } from "./follow.js";
import { hurrying } from "./queue.js";

/**
 * Put HTML of the site's into the page. A morph keeps focus, selection and scroll.
 * @param {string} html @param {Element} target @param {"none" | "outerMorph"} how "none": only its fragments, by their ids
 */
export async function swap(html, target, how) {
  remember();
  await htmx.swap({ sourceElement: target, target, swap: how, text: html, transition: false });
  changed();
}

/** The board was swapped; what has just happened is told to screen readers. */
export function changed() {
  move(!hurrying());
  document.dispatchEvent(new Event("board:changed"));
  const newest = document.querySelector("#newest-line ~ li[id]");
  const spoken = document.getElementById("spoken");
  if (!spoken || !newest || spoken.dataset.of === newest.id) return;
  spoken.dataset.of = newest.id;
  spoken.textContent = newest.textContent;
}
