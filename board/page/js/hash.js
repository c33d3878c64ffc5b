/**
 * @file SHA-256 (FIPS 180-4). Browsers offer `crypto.subtle` only on encrypted pages and on the same machine.
 */

/** The first 32 bits of the fractional parts of a root of the first primes: the cube roots, and the square roots of eight. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0));
const fraction = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * Returns the hash of a text in hexadecimal digits.
 * @param {string} text
 * @returns {string}
 */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(BEGIN);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    compress(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words Its first 16 words are the block.
 */
function compress(state, words) {
  const turn = (/** @type {number} */ word, /** @type {number} */ bits) => (word >>> bits) | (word << (32 - bits));
  const word = (/** @type {number} */ i) => /** @type {number} */ (words[i]);
  for (let i = 16; i < 64; i++) {
    const [old, late] = [word(i - 15), word(i - 2)];
    words[i] = word(i - 16) + (turn(old, 7) ^ turn(old, 18) ^ (old >>> 3)) + word(i - 7) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + /** @type {number} */ (ROUNDS[i]) + word(i)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = /** @type {number} */ (state[i]) + value;
  });
}
