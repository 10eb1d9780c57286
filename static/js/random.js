// Bytes as text, and random bytes that nobody can guess.

/** @param {ArrayBuffer | Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return 16 random bytes in hexadecimal digits. */
export function randomHex() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}
