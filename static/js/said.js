// A phrase appears at the seat that says it, for a moment; the log keeps it.

const READ = 4000; // ms
const lines = () => [...document.querySelectorAll("#log > .said[id]")];
const known = new Set(lines().map((line) => line.id));

/** @param {any} line `said-2-1700000000000` */
function say(line) {
  const panel = document.getElementById(`seat-${line.id.split("-")[1]}`) ?? document.getElementById("mine");
  const box = panel?.querySelector("h2")?.getBoundingClientRect();
  if (!box) return;
  const bubble = document.createElement("div");
  bubble.className = "bubble says-so";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = line.querySelector("q").textContent;
  bubble.style.translate = `${box.left + scrollX}px ${box.bottom + scrollY + 8}px`;
  document.body.append(bubble);
  bubble.animate([], { duration: READ }).onfinish = () => bubble.remove();
}

document.addEventListener("board:changed", () => {
  for (const line of lines()) {
    if (!known.has(line.id)) say(line);
    known.add(line.id);
  }
});
