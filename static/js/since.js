// The panel “since you were here”: folded away by default and remembered for the position. While it is open, its
// numbers stand on the board, and a line in the log marks where the reader left.

/** @type {HTMLDialogElement} */
const panel = document.querySelector("#since");
const DAYS = 30 * 24 * 60 * 60; // s

function mark() {
  for (const old of document.querySelectorAll("#board .joined")) old.remove();
  for (const old of document.querySelectorAll("#board .fresh")) old.classList.remove("fresh");
  line();
  if (!panel.open) return;
  for (const [at, move] of [...panel.querySelectorAll("li")].entries()) {
    const { joined, fresh } = move.dataset;
    if (joined) document.querySelector(joined)?.append(disc(at + 1));
    if (fresh) { for (const each of document.querySelectorAll(fresh)) each.classList.add("fresh"); }
  }
}

/** @param {number} number */
function disc(number) {
  const found = document.createElement("b");
  found.className = "disc joined";
  found.textContent = String(number);
  // The panel says the same to those who don't see it.
  found.ariaHidden = "true";
  return found;
}

/** Mark in the log where the reader left, with a button that opens the panel again. */
function line() {
  const first = document.getElementById(`m-${Number(panel.dataset.before) + 1}`);
  if (!first) return;
  const here = document.querySelector("#log > .here") ?? document.createElement("li");
  here.className = "here";
  here.textContent = panel.dataset.here;
  if (!panel.open) {
    const again = document.createElement("button");
    [again.type, again.className, again.textContent] = ["button", "link", panel.dataset.again ?? ""];
    again.addEventListener("click", open);
    here.append(" ", again);
  }
  first.after(here);
}

/** @param {string} before number of the reader's last position, "" to forget it @param {number} seconds */
const keep = (before, seconds) => {
  document.cookie = `since=${before}; path=${location.pathname}; max-age=${seconds}; samesite=lax`;
};

function open() {
  panel.show();
  keep("", 0);
  mark();
  panel.scrollIntoView({ block: "nearest" });
}

panel.addEventListener("close", () => {
  keep(panel.dataset.before ?? "", DAYS);
  mark();
  scrollTo(0, 0);
  document.querySelector("#hand input:not([type=hidden])")?.focus({ preventScroll: true });
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && panel.open && !document.querySelector("dialog:modal")) {
    panel.close();
  }
});
// A move closes the panel: its sender has read it.
document.addEventListener("submit", ({ target }) => {
  if (target.id === "move") panel.close();
});
document.addEventListener("board:changed", mark);
mark();
