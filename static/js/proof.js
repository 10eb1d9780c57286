// Repeats the proof of a shuffle in the browser: see docs/shuffle.md.

import { kept } from "./shuffle_memory.js";
import { hex } from "./random.js";

/**
 * Salts and bots are known from the deal on, the properties below them only after the match.
 * @typedef {object} Proof
 * @property {string} table
 * @property {number | null} seat the reader's
 * @property {string} commitment
 * @property {string[]} salts
 * @property {number[]} bots
 * @property {string} seed
 * @property {string[]} deck
 * @property {string[]} cards the deck before it was shuffled
 * @property {number} first
 */

/** @param {string} text */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {string} seed @param {string[]} salts */
async function stream(seed, salts) {
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const encoder = new TextEncoder();
  let words = 0;
  let block = new DataView(new ArrayBuffer(0));
  async function word() {
    if (words % 8 === 0) {
      const message = encoder.encode(`${salts.join("\0")}\0${words / 8}`);
      block = new DataView(await crypto.subtle.sign("HMAC", key, message));
    }
    return block.getUint32(4 * (words++ % 8));
  }
  /** @param {number} n */
  return async function below(n) {
    const fair = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const drawn = await word();
      if (drawn < fair) return drawn % n;
    }
  };
}

/**
 * Compare what this browser remembers with what was used. Returns no result for what it doesn't remember.
 * @param {Proof} proof @returns {Record<string, boolean>}
 */
function keptChecks({ table, seat, commitment, salts, bots }) {
  const mine = kept(table);
  /** @type {Record<string, boolean>} */
  const found = {};
  if (salts) found.bots = bots.every((each) => salts[each] === "");
  if (mine) found.shown = mine.commitment === commitment;
  if (mine && salts && seat !== null) found.salt = mine.salts.includes(salts[seat]);
  return found;
}

/**
 * Check that the shuffle follows from the seed and the salts. Needs HTTPS or localhost.
 * @param {Proof} proof @returns {Promise<Record<string, boolean>>}
 */
async function dealChecks({ seed, commitment, salts, cards, deck, first }) {
  const same = hex(await crypto.subtle.digest("SHA-256", bytes(seed))) === commitment;
  const below = await stream(seed, salts);
  const shuffled = [...cards];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return { commitment: same, deck: shuffled.join() === deck.join(), first: (await below(salts.length)) === first };
}

/** Run all checks that are possible in this browser at this time. @param {Proof} proof */
export async function checks(proof) {
  const able = proof.seed && crypto.subtle;
  return { ...keptChecks(proof), ...(able ? await dealChecks(proof) : {}) };
}
