// Wonderland: what a chosen power needs is asked for before it is sent, and a new question starts unanswered.

const seen = () => document.querySelector("#hand input[name=seen]")?.value;
let asked = seen();

function require() {
  const power = document.querySelector("#hand input[name=power]:checked")?.className.slice(3);
  for (const input of document.querySelectorAll("#board input[data-for]")) {
    input.required = Boolean(power) && input.dataset.for.split(" ").includes(power);
  }
}

function start() {
  if (asked !== seen()) {
    asked = seen();
    // A choice made for the last question would otherwise be kept by the morph.
    for (const input of document.querySelectorAll("#board input[form=move][type=radio]")) {
      input.checked = input.hasAttribute("checked");
    }
  }
  require();
}

start();
document.addEventListener("change", require);
const board = document.getElementById("link");
if (board) new MutationObserver(start).observe(board, { childList: true, subtree: true, attributeFilter: ["value"] });
