/** Changes to a file of a table, by a number that always gives the same one. */

export interface Edits {
  file: string;
  edit(bytes: Buffer): Buffer;
}

/** Lengths, offsets and counts that readers trip over. */
const ODD_NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff] as const;
const TAIL = 400;

export function editsOf(seed: number, files: readonly string[]): Edits {
  const below = randomBelow(seed);
  const file = files[below(files.length)]!;
  const edit = (original: Buffer): Buffer => {
    let bytes: Buffer = Buffer.from(original);
    for (let left = 1 + below(4); left > 0 && bytes.length > 0; left--) bytes = changed(bytes, below);
    return bytes;
  };
  return { file, edit };
}

/** One change, of the bytes themselves where their number stays. */
export function changed(bytes: Buffer, below: (limit: number) => number): Buffer {
  // Footers and lengths lie at the end.
  const tail = Math.min(TAIL, bytes.length);
  const at = below(2) === 0 ? below(bytes.length) : bytes.length - 1 - below(tail);
  const number = ODD_NUMBERS[below(ODD_NUMBERS.length)]!;
  const end = Math.min(bytes.length, at + 1 + below(64));
  switch (below(8)) {
    case 0:
      bytes[at]! ^= 1 << below(8);
      return bytes;
    case 1:
      bytes[at] = below(256);
      return bytes;
    case 2:
      if (at + 4 <= bytes.length) bytes.writeUInt32LE(number, at);
      return bytes;
    case 3:
      if (at + 8 <= bytes.length) bytes.writeBigUInt64LE(BigInt(number) << BigInt(below(2) * 31), at);
      return bytes;
    case 4:
      return bytes.subarray(0, at);
    case 5:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    case 6:
      bytes.fill(below(2) * 0xff, at, end);
      return bytes;
    default:
      bytes[at] = (bytes[at]! + (below(2) === 0 ? 1 : 255)) & 0xff;
      return bytes;
  }
}

/** Mulberry32. */
export function randomBelow(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
