/**
 * SHA-256 as FIPS 180-4 has it, for what has to be known at once: crypto.subtle only promises. It
 * takes the place of base/sha256.ts in the page of `cora pages`.
 */

const ROUNDS = 64;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function fractionsOf(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (Array.from({ length: candidate - 2 }, (_, at) => at + 2).some((divisor) => candidate % divisor === 0)) continue;
    found.push(((root(candidate) % 1) * 2 ** 32) >>> 0);
  }
  return Uint32Array.from(found);
}

const START = fractionsOf(8, Math.sqrt);
const CONSTANTS = fractionsOf(ROUNDS, Math.cbrt);

export function sha256(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  // A bit, zeros, and the length in bits as 64 of them.
  const message = new Uint8Array(BLOCK * Math.ceil((length + 9) / BLOCK));
  let at = 0;
  for (const piece of pieces) {
    message.set(piece, at);
    at += piece.length;
  }
  message[at] = 0x80;
  const words = new DataView(message.buffer);
  words.setUint32(message.length - 8, Math.floor(length / 2 ** 29));
  words.setUint32(message.length - 4, (length * 8) >>> 0);
  const state = START.slice();
  for (let block = 0; block < message.length; block += BLOCK) compress(state, words, block);
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  for (const [word, value] of state.entries()) view.setUint32(4 * word, value);
  return digest;
}

/** Returns 64 hex digits. */
export function sha256Hex(text: string): string {
  return Array.from(sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const schedule = new Uint32Array(ROUNDS);

function compress(state: Uint32Array, message: DataView, from: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = message.getUint32(from + 4 * at);
  for (let at = 16; at < ROUNDS; at++) {
    const [early, late] = [schedule[at - 15]!, schedule[at - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[at] = schedule[at - 16]! + low + schedule[at - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < ROUNDS; at++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + CONSTANTS[at]! + schedule[at]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = state[at]! + value;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
