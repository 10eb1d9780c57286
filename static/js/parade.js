// Parade: what the server said each card would do, shown on the board itself.
"use strict";

function chosenInput() {
  const hand = document.getElementById("hand");
  if (!hand) return null;
  return (
    hand.querySelector("label.pick:hover input[data-takes]") ||
    hand.querySelector("input[data-takes]:focus-visible") ||
    hand.querySelector("input[data-takes]:checked")
  );
}

function showPreview() {
  const input = chosenInput();
  const walk = document.querySelector("#parade .walk");
  if (!walk) return;
  // The place at the end is always there, so that showing the ghost moves nothing under the pointer.
  const ghost = walk.querySelector(".join");
  ghost.classList.toggle("new", Boolean(input));
  document.querySelectorAll("#mine .come").forEach((slip) => slip.remove());
  const takes = new Set(input ? input.dataset.takes.split(" ").filter(Boolean) : []);
  const reach = input ? Number(input.dataset.reach) : -1;
  walk.querySelectorAll("li[id]").forEach((item, place) => {
    item.classList.toggle("take", takes.has(item.id.slice(2)));
    item.classList.toggle("in", reach >= 0 && place < reach);
    item.classList.toggle("safe", reach >= 0 && place >= reach);
  });
  text("plaque", input && `${input.dataset.words}, ${input.dataset.gain}`);
  text("within", input && input.dataset.within);
  text("safe", input && input.dataset.safe);
  const after = document.querySelector("#mine [data-after]");
  if (after) after.textContent = input && takes.size ? ` → ${input.dataset.after}` : "";
  ghost.firstElementChild.replaceChildren();
  if (input) {
    const card = input.closest("label").querySelector(".card");
    ghost.firstElementChild.setAttribute("class", card.getAttribute("class"));
    ghost.firstElementChild.append(card.firstElementChild.cloneNode());
    takes.forEach(come);
  }
  const play = document.querySelector("#hand [data-play]");
  if (play) {
    play.dataset.word ||= play.textContent;
    const checked = document.querySelector("#hand input[name=card]:checked");
    play.textContent = checked ? `${play.dataset.word} ${checked.dataset.name}` : play.dataset.word;
  }
}

function come(card) {
  const [colour, value] = card.split("-");
  const slip = document.createElement("span");
  slip.className = "come";
  slip.textContent = `+${value}`;
  document.querySelector(`#mine [data-colour=${colour}] .slips`)?.append(slip);
}

function showPair() {
  const button = document.querySelector("#hand [data-pairs]");
  if (!button) return;
  const checked = [...document.querySelectorAll("#hand input[name=card]:checked")];
  // A third card replaces the first that was chosen.
  if (checked.length > 2) checked.find((input) => input !== document.activeElement).checked = false;
  const pair = [...document.querySelectorAll("#hand input[name=card]:checked")].map((input) => input.value);
  const pairs = JSON.parse(button.dataset.pairs);
  button.dataset.word ||= button.textContent;
  const gain = pairs[pair.join("+")];
  button.textContent = gain === undefined ? button.dataset.word : `${button.dataset.word} (${gain})`;
}

for (const kind of ["pointerover", "pointerout", "focusin", "focusout", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.("#hand")) {
      showPreview();
      if (kind === "change") showPair();
    }
  });
}
document.addEventListener("DOMContentLoaded", showPreview);
document.addEventListener("board:changed", () => {
  showPreview();
  showPair();
});
