// Offers the new day's deal when the day ends while the page is open. The rest of the page stays as it is.

const day = document.getElementById("new-day");
const ends = performance.now() + Number(day.dataset.in);

function look() {
  const left = ends - performance.now();
  // A timer can't run for more than 24 days, and stops while the computer sleeps.
  if (left > 0) setTimeout(look, Math.min(left, 60_000));
  else day.querySelector("a").hidden = false;
}
look();
