// The day ends while the page is open: offer the new one, and leave the rest as it is.

const day = document.getElementById("new-day");
const ends = performance.now() + Number(day.dataset.in);

function look() {
  const left = ends - performance.now();
  // A timer holds no more than 24 days, and none while the computer sleeps.
  if (left > 0) setTimeout(look, Math.min(left, 60_000));
  else day.querySelector("a").hidden = false;
}
look();
