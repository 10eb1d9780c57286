// Plays sounds for a turn, a card, taken cards and the end of a match. Off by default; the choice is remembered.

/** @typedef {[pitch: number, seconds: number]} Note in Hz */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  card: [[520, 0.06]],
  taken: [[520, 0.06], [390, 0.14]],
  turn: [[587, 0.1], [784, 0.16]],
  over: [[523, 0.14], [659, 0.14], [784, 0.34]],
};
/** @type {AudioContext | null} */
let audio = null;
const wanted = () => localStorage.getItem("sound") === "on";

function showButtons() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.textContent = wanted() ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(wanted()));
  }
}

// A browser keeps a page silent until its visitor has touched it, even if they turned sound on before.
function wake() {
  if (!wanted()) return;
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

/** Play notes one after another. @param {Note[]} notes */
export function play(...notes) {
  if (wanted() && audio?.state === "running") sound(notes);
}

/** Play the sound of a turn at another table. */
export function playTurn() {
  play(...SOUNDS.turn);
}

/** @param {Note[]} notes */
function sound(notes) {
  if (!audio) return;
  let at = audio.currentTime;
  for (const [pitch, seconds] of notes) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    tone.type = "triangle";
    loudness.gain.setValueAtTime(0.18, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at += seconds);
  }
}

// --- The sounds of every table; a real-time game plays the others itself

const state = () => ({
  over: Boolean(document.getElementById("result")),
  yours: Boolean(document.querySelector("#turn[data-yours]")),
  move: document.querySelector("form[data-live]") ? "" : document.querySelector("#log > [id^=m-]")?.id,
});
let was = state();

function hear() {
  showButtons();
  const is = state();
  if (is.over && !was.over) play(...SOUNDS.over);
  else if (is.move && is.move !== was.move) {
    const taken = document.querySelector(".ghost:not(.drawn)") ? SOUNDS.taken : SOUNDS.card;
    play(...taken, ...is.yours && !was.yours ? SOUNDS.turn : []);
  } else if (is.move !== "" && is.yours && !was.yours) play(...SOUNDS.turn);
  was = is;
}

document.addEventListener("board:changed", hear);
document.addEventListener("pointerdown", wake);
document.addEventListener("keydown", wake);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-sound]")) return;
  localStorage.setItem("sound", wanted() ? "off" : "on");
  showButtons();
  wake();
  if (wanted()) sound([[660, 0.1]]);
});
showButtons();
