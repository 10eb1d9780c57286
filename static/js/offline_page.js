// The page that is shown while there is no connection. It lists the pages that the service worker has stored
// (templates/sw.js). It looks for a connection every 20 seconds, and as soon as the browser reports one.

import { cachesOf, countAnswers, sendAnswers } from "./answers.js";
import { moment } from "./text.js";

/** @typedef {{url: string, response: Response}} Page */

const EVERY = 20; // seconds
const seconds = document.querySelector("[data-seconds]");
let left = EVERY;

async function look() {
  left = EVERY;
  const answer = await fetch("/sw.js", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer) return;
  await sendAnswers();
  location.replace(location.href);
}

function tick() {
  if (--left <= 0) look();
  seconds.textContent = String(left);
}

/** Return the stored pages of a kind, last seen first. @param {string} kind @returns {Promise<Page[]>} */
async function pagesOf(kind) {
  /** @type {Page[]} */
  const pages = [];
  for (const name of await cachesOf(new RegExp(`^kept \\d+ ${kind}$`))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request, { ignoreVary: true });
      if (response) pages.push({ url: request.url, response });
    }
  }
  return pages.reverse();
}

async function list() {
  const [tables, puzzles, answers] = await Promise.all([pagesOf("tables"), pagesOf("puzzles"), countAnswers()]);
  for (const table of tables) await showTable(table);
  if (puzzles.length) showPuzzles(puzzles);
  document.querySelector("[data-answers]").hidden = !answers;
}

/** @param {string} kind */
function row(kind) {
  const template = document.querySelector(`template[data-row=${kind}]`);
  document.querySelector("[data-pages]").append(template.content.cloneNode(true));
  return document.querySelector("[data-pages]").lastElementChild;
}

/** @param {Page} page */
async function showTable({ url, response }) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const line = row("tables");
  line.querySelector("a").href = url;
  const about = page.querySelector("[data-kept]").dataset;
  line.querySelector("b").textContent = about.name;
  const at = new Date(Number(about.now));
  line.querySelector("time").textContent = moment(at, { weekday: "short", hour: "2-digit", minute: "2-digit" });
}

/** @param {Page[]} puzzles */
function showPuzzles(puzzles) {
  const line = row("puzzles");
  line.querySelector("a").href = puzzles[0].url;
  line.querySelector("[data-count]").textContent = String(puzzles.length);
}

document.querySelector("[data-look]").addEventListener("click", look);
addEventListener("online", look);
setInterval(tick, 1000);
list();
