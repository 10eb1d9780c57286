// Shows how many tables wait for you: in the masthead, the title, the tab's icon and the badge of the installed app.
// The number comes with the page, over its socket, and when the page is shown again.

import { write } from "./text.js";

const MINUTE = 60000;
const plain = document.title.replace(/^\(\d+\) /, "");
const icon = document.querySelector("link[rel=icon]");
const calm = icon?.getAttribute("href");
const chip = document.getElementById("turns");
/** @type {number | null} */
let shown = null;
let asked = Date.now();

function show() {
  const others = Number(chip.dataset.count) || 0;
  const turn = document.querySelector("#turn[data-yours]");
  // At a table against bots nobody waits, so the viewer's turn doesn't count.
  const count = others + (turn && !chip.hasAttribute("data-unhurried") ? 1 : 0);
  const news = turn?.querySelector("h2")?.textContent || chip.dataset.live;
  // A puzzle's page has its question as its title already.
  const told = news && !plain.startsWith(news) ? `${news} · ${plain}` : plain;
  const title = news ? `● ${told}` : plain;
  document.title = count ? `(${count}) ${title}` : title;
  chip.hidden = !others;
  write(chip.querySelector("b"), others);
  if (count === shown) return;
  shown = count;
  icon?.setAttribute("href", count ? picture(count) : calm);
  badge(count);
}

/** Draw the cup of static/img/favicon.svg in yellow, with the number in a corner. @param {number} count */
function picture(count) {
  const number = count > 9 ? "9+" : String(count);
  const size = number.length > 1 ? 12 : 15;
  return "data:image/svg+xml," + encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
      '<rect x="1.5" y="1.5" width="29" height="29" rx="6" fill="#ffcb1f" stroke="#1b1a2e" stroke-width="3"/>' +
      '<path d="M8 12v6.5a6 6 0 0 0 12 0V12" fill="none" stroke="#1b1a2e" stroke-width="5"/>' +
      '<circle cx="22" cy="10" r="9.5" fill="#b3162b" stroke="#fffaec" stroke-width="1.5"/>' +
      '<text x="22" y="15" text-anchor="middle" font-family="Georgia,serif" font-weight="bold" fill="#fffaec"' +
      ` font-size="${size}">${number}</text></svg>`,
  );
}

/** @param {number} count */
function badge(count) {
  if (!navigator.setAppBadge) return;
  // A browser that has not installed the site may refuse.
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

/** @param {number} others */
function change(others) {
  chip.dataset.count = String(others);
  show();
}

// A page without a socket asks when it is shown again, at most once a minute.
async function ask() {
  if (document.hidden || !chip.dataset.ask || Date.now() - asked < MINUTE) return;
  asked = Date.now();
  try {
    const answer = await fetch(chip.dataset.ask, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    /** @type {{tables: {table: string}[]}} */
    const { tables } = await answer.json();
    change(tables.filter((each) => each.table !== chip.dataset.at).length);
  } catch {
    // No connection: the number stays as it was.
  }
}

if (chip) {
  show();
  document.addEventListener("board:changed", show);
  document.addEventListener("live:changed", show);
  document.addEventListener("visibilitychange", ask);
  // The pages of tables and the lobby get the number pushed.
  document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
    const message = await event.detail.message.json().catch(() => null);
    if (typeof message?.turns === "number") change(message.turns);
  });
}
