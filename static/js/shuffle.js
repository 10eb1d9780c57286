// The proof of a shuffle, done again in the browser: see docs/shuffle.md.
"use strict";

const proof = JSON.parse(document.getElementById("proof")?.textContent || "null");
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function stream(seed, salts) {
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const encoder = new TextEncoder();
  let words = 0;
  let block = null;
  async function word() {
    if (words % 8 === 0) {
      const message = encoder.encode(`${salts.join("\0")}\0${words / 8}`);
      block = new DataView(await crypto.subtle.sign("HMAC", key, message));
    }
    return block.getUint32(4 * (words++ % 8));
  }
  return async function below(n) {
    const fair = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const drawn = await word();
      if (drawn < fair) return drawn % n;
    }
  };
}

function say(of, right) {
  const list = document.querySelector(".checks");
  const item = list.querySelector(`[data-of=${of}]`);
  item.hidden = false;
  item.querySelector("b").textContent = right ? list.dataset.right : list.dataset.wrong;
}

async function check() {
  say("commitment", hex(await crypto.subtle.digest("SHA-256", bytes(proof.seed))) === proof.commitment);
  const below = await stream(proof.seed, proof.salts);
  const deck = [...proof.cards];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  say("deck", deck.join() === proof.deck.join());
  say("first", (await below(proof.seats)) === proof.first);
}

if (proof && proof.seed && crypto.subtle) {
  const button = document.querySelector("[data-check]");
  button.hidden = false;
  button.addEventListener("click", check);
}
