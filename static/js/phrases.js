// Shows a phrase at its speaker's seat for four seconds. It stays in the log.

const READ = 4000; // ms
const lines = () => [...document.querySelectorAll("#log > .said[id]")];
const known = new Set(lines().map((line) => line.id));

/** @param {any} line `said-2-1700000000000` */
function say(line) {
  const seat = document.getElementById(`seat-${line.id.split("-")[1]}`);
  // The viewer's own phrase appears above the button: at the viewer's seat it would cover the cards to play.
  const at = seat?.querySelector("h2") ?? document.querySelector(".say-menu");
  const box = at?.getBoundingClientRect();
  if (!box) return;
  const bubble = document.createElement("div");
  bubble.className = seat ? "bubble" : "bubble own";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = line.querySelector("q").textContent;
  document.body.append(bubble);
  // On a phone the button may lie behind the hand, which stays at the foot of the screen.
  const hand = document.querySelector(".handbox")?.getBoundingClientRect();
  const foot = hand && hand.left < box.right && hand.right > box.left ? Math.min(hand.top, box.top) : box.top;
  const top = seat ? box.bottom + 8 : foot - 8 - bubble.offsetHeight;
  bubble.style.translate = `${box.left + scrollX}px ${top + scrollY}px`;
  bubble.animate([], { duration: READ }).onfinish = () => bubble.remove();
}

document.addEventListener("board:changed", () => {
  for (const line of lines()) {
    if (!known.has(line.id)) say(line);
    known.add(line.id);
  }
});
