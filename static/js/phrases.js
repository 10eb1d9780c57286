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
  // On a phone the newest move stands below the seats.
  const beside = seat && innerWidth <= 700;
  bubble.className = beside ? "bubble beside" : seat ? "bubble" : "bubble own";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = line.querySelector("q").textContent;
  document.body.append(bubble);
  const [left, top] = beside ? [box.right + 12, box.top - 4] : [box.left, seat ? box.bottom + 8 : above(bubble, box)];
  bubble.style.translate = `${left + scrollX}px ${top + scrollY}px`;
  bubble.animate([], { duration: READ }).onfinish = () => bubble.remove();
}

/**
 * Return the top of a bubble above the button and the one that decides the next turn. On a phone they may lie behind
 * the hand, which stays at the foot of the screen, or below the screen.
 *
 * @param {HTMLElement} bubble
 * @param {DOMRect} box the button's
 */
function above(bubble, { left, top }) {
  const [next, hand] = ["#next_turn .btn", ".handbox"].map((part) =>
    document.querySelector(part)?.getBoundingClientRect()
  );
  const bottom = Math.min(next?.top ?? top, innerHeight) - 8;
  const isBehind = hand && hand.left < left + bubble.offsetWidth && hand.right > left &&
    hand.top < bottom && hand.bottom > bottom - bubble.offsetHeight;
  return (isBehind ? hand.top - 8 : bottom) - bubble.offsetHeight;
}

document.addEventListener("board:changed", () => {
  for (const line of lines()) {
    if (!known.has(line.id)) say(line);
    known.add(line.id);
  }
});
