// The waiting room and the lobby: reloads the page when somebody sits down or stands up. Before a match of invited
// people begins, the waiting room counts down.

import { reload } from "./reload.js";
import "./reconnect.js";
import "./shared.js";

const COUNT = 3; // seconds
let counts = false;

/** Count down in the band. A press ends the countdown. @param {any} band @param {string[]} names by seat */
function count(band, names) {
  counts = true;
  // Everybody is there: what the page says to those who wait no longer holds.
  const room = band.closest(".room");
  room.classList.add("begins");
  room.querySelector("h1").textContent = band.dataset.all;
  const chairs = [...room.querySelectorAll(".chair")];
  // A match that begins with fewer seats has numbered them anew.
  const named = names.length === chairs.length ? names : [];
  for (const [seat, chair] of chairs.entries()) {
    const free = chair.querySelector(":scope.free i");
    if (free) free.textContent = named[seat] || free.dataset.name || band.dataset.taken;
    chair.classList.remove("free");
  }
  addEventListener("pointerdown", reload);
  for (let left = COUNT; left > 0; left--) {
    setTimeout(() => (band.textContent = band.dataset.begins.replace("{seconds}", left)), (COUNT - left) * 1000);
  }
  setTimeout(reload, COUNT * 1000);
}

document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const message = await event.detail.message.json().catch(() => null);
  const band = document.querySelector("[data-begins]");
  // A socket that connects after the match began receives a board at once, which only the table's page can show.
  const begun = message ? message.begins : document.getElementById("link");
  if (counts) return;
  if (begun && band && !document.hidden) count(band, message?.begins ?? []);
  else if (begun || message?.reload) reload();
});
/** A suggested name is selected, so that typing replaces it. A typed name is not. @type {any} */
const name = document.querySelector("[data-select]");
if (name?.value === name?.defaultValue) name?.select();
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4401) reload();
});
