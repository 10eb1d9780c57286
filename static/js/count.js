// Animates the count of a match that has just ended: seat by seat, points are added and cards turned over; then the
// seats move to their places.

import { animate, begin, still, travel, until } from "./motion.js";

const COLUMN = 700; // ms of all seats together
const RANKED = { duration: 400, delay: 0 }; // ms
const TURN = [{ transform: "rotateY(180deg)" }, { transform: "none" }];
const result = () => document.getElementById("result");
/** @type {Map<HTMLElement, string>} */
let totals = new Map();
let counted = Boolean(result());
/** The rows of the count and of the ranking, each in the order of the places. @type {HTMLElement[][]} */
let ranked = [];

/** @param {any} cell */
function points(cell) {
  const words = cell.querySelector(".n").cloneNode(true);
  for (const small of words.querySelectorAll("small")) small.remove();
  return Number(words.textContent.match(/\d+/)?.[0] ?? 0);
}

/** @param {any} row @param {number} from ms @param {number} step ms */
function countRow(row, from, step) {
  const both = [...document.querySelectorAll(`.over [data-seat="${row.dataset.seat}"] .tot`)];
  for (const total of both) {
    totals.set(total, total.textContent);
    total.textContent = "…";
  }
  let sum = 0;
  for (const [place, cell] of row.querySelectorAll(".cell:has(.n)").entries()) {
    const after = sum += points(cell);
    const delay = from + place * step;
    for (const each of cell.children) {
      animate(each, [{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay }).onfinish = () => {
        // A count that was skipped shows its totals already.
        for (const total of both) if (totals.has(total)) total.textContent = String(after);
      };
    }
    for (const [at, card] of cell.querySelectorAll(".flip > .card").entries()) {
      animate(card, TURN, { duration: 240, delay: delay + 60 * at });
    }
  }
}

/** Sort the rows by seat and hide who has won. @param {HTMLElement[]} rows */
function bySeats(rows) {
  const seated = [...rows].sort((one, other) => Number(one.dataset.seat) - Number(other.dataset.seat));
  ranked.push(rows);
  rows[0]?.parentElement?.classList.add("counts");
  rows[0]?.parentElement?.append(...seated);
  return seated;
}

/** Move the rows to their places. */
function byRanks() {
  for (const rows of ranked) {
    const before = rows.map((row) => row.getBoundingClientRect());
    rows[0]?.parentElement?.append(...rows);
    rows[0]?.parentElement?.classList.remove("counts");
    rows.forEach((row, place) => travel(row, before[place], row.getBoundingClientRect(), RANKED));
  }
  ranked = [];
}

document.addEventListener("board:changed", () => {
  if (counted || !result()) return;
  counted = true;
  // A board that was scrolled down would show the end of the result.
  scrollTo(0, 0);
  const rows = [...result().querySelectorAll("tbody tr:has(.cell .n)")];
  if (still() || !rows.length) return;
  begin(null);
  document.getElementById("turn")?.classList.add("counts");
  const columns = rows[0].querySelectorAll(".cell").length;
  const step = COLUMN / rows.length;
  bySeats([...document.querySelectorAll("#ranking li")]);
  bySeats(rows).forEach((row, place) => countRow(row, place * columns * step, step));
  until(COLUMN * columns + 200);
});
document.addEventListener("board:settled", () => {
  document.querySelector("#turn.counts")?.classList.remove("counts");
  for (const [total, words] of totals) total.textContent = words;
  totals = new Map();
  byRanks();
});
