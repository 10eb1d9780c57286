// The page that stands where there is no connection: it looks again by itself, and at once when the browser has one.

const EVERY = 20; // seconds
const seconds = document.querySelector("[data-seconds]");
let left = EVERY;

async function look() {
  left = EVERY;
  const answer = await fetch("/sw.js", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer) location.replace(location.href);
}

function tick() {
  if (--left <= 0) look();
  seconds.textContent = String(left);
}

document.querySelector("[data-look]").addEventListener("click", look);
addEventListener("online", look);
setInterval(tick, 1000);
