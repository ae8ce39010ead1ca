/**
 * SHA-256 as FIPS 180-4 has it, for what has to be known at once: crypto.subtle only promises. It
 * takes the place of base/types.ts in the page of `cora pages`. An index of a hundred thousand
 * chunks asks for as many digests of some hundred bytes.
 */

const ROUNDS = 64;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function fractionsOf(count: number, root: (prime: number) => number): Int32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let divisor = 2;
    while (candidate % divisor !== 0) divisor++;
    if (divisor === candidate) found.push((root(candidate) % 1) * 2 ** 32);
  }
  return Int32Array.from(found, (fraction) => fraction | 0);
}

const START = fractionsOf(8, Math.sqrt);
const CONSTANTS = fractionsOf(ROUNDS, Math.cbrt);

const encoder = new TextEncoder();

/** Returns 64 hex digits. */
export function sha256Hex(...parts: readonly (string | Uint8Array)[]): string {
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  // A bit, zeros, and the length in bits as 64 of them.
  const message = new Uint8Array(BLOCK * Math.ceil((length + 9) / BLOCK));
  let end = 0;
  for (const piece of pieces) {
    message.set(piece, end);
    end += piece.length;
  }
  message[end] = 0x80;
  const words = new DataView(message.buffer);
  words.setUint32(message.length - 8, Math.floor(length / 2 ** 29));
  words.setUint32(message.length - 4, (length * 8) >>> 0);
  const state = START.slice();
  for (let block = 0; block < message.length; block += BLOCK) compress(state, words, block);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const schedule = new Int32Array(ROUNDS);

function compress(state: Int32Array, message: DataView, from: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = message.getInt32(from + 4 * at);
  for (let at = 16; at < ROUNDS; at++) {
    const early = schedule[at - 15]!;
    const late = schedule[at - 2]!;
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16]! + low + schedule[at - 7]! + high) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let at = 0; at < ROUNDS; at++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + CONSTANTS[at]! + schedule[at]!) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
  state[5] = (state[5]! + f) | 0;
  state[6] = (state[6]! + g) | 0;
  state[7] = (state[7]! + h) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
