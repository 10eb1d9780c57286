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

/** Animate the move, fire `board:changed`, and tell screen readers what is new. Called after a swap. */
export function changed() {
  move(!hurrying());
  document.dispatchEvent(new Event("board:changed"));
  speak();
}

/**
 * Tell screen readers the new lines of the log and, after a move, that it is the reader's turn or the match is over. A
 * turn that lasts while others move is told once.
 */
function speak() {
  const spoken = document.getElementById("spoken");
  const lines = [...document.querySelectorAll("#newest-line ~ li[id]")];
  if (!spoken || !lines.length || spoken.dataset.of === lines[0].id) return;
  const known = lines.findIndex((line) => line.id === spoken.dataset.of);
  const news = lines.slice(0, Math.max(known, 1)).reverse();
  const words = news.map((line) => line.textContent?.trim()).join(" ");
  const turn = document.querySelector("#turn:is([data-yours], [data-ends]) h2")?.textContent?.trim() ?? "";
  const isNew = news.some((line) => line.id.startsWith("m-")) && !words.includes(turn) && turn !== spoken.dataset.turn;
  spoken.dataset.turn = turn;
  spoken.dataset.of = lines[0].id;
  spoken.textContent = isNew ? `${words} ${turn}` : words;
}
