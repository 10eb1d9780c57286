// Shows a phrase at its speaker's seat for four seconds. It stays in the log.

const READ = 4000; // ms
const lines = () => [...document.querySelectorAll("#log > .said[id]")];
const known = new Set(lines().map((line) => line.id));

/** @param {any} line `said-2-1700000000000` */
function say(line) {
  const seat = document.getElementById(`seat-${line.id.split("-")[1]}`);
  // The viewer's own phrase appears at the button: at the viewer's seat it would cover the cards to play.
  const at = seat?.querySelector("h2") ?? document.querySelector(".say-menu");
  const box = at?.getBoundingClientRect();
  if (!box) return;
  const bubble = document.createElement("div");
  // On a phone the newest move stands below the seats.
  const beside = seat && innerWidth <= 700;
  bubble.className = beside ? "bubble beside" : seat ? "bubble" : "bubble own";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = line.querySelector("q").textContent;
  document.body.append(bubble);
  // On a phone the button may lie behind the hand, which stays at the foot of the screen.
  const hand = document.querySelector(".handbox")?.getBoundingClientRect();
  const isBehind = hand && hand.left < box.right && hand.right > box.left &&
    hand.top < box.bottom && hand.bottom > box.top;
  const own = (isBehind ? hand.top - 8 : box.bottom) - bubble.offsetHeight;
  const [left, top] = beside ? [box.right + 12, box.top - 4] : [box.left, seat ? box.bottom + 8 : own];
  bubble.style.translate = `${left + scrollX}px ${top + scrollY}px`;
  bubble.animate([], { duration: READ }).onfinish = () => bubble.remove();
}

document.addEventListener("board:changed", () => {
  for (const line of lines()) {
    if (!known.has(line.id)) say(line);
    known.add(line.id);
  }
});
