/** Values on a stream of bytes: each is written as its length and what `v8.serialize` makes of it. */

import { deserialize, serialize } from 'node:v8';

export const HEADER = 4;

/** @param {unknown} value @returns {Buffer} */
export function framed(value) {
  const bytes = serialize(value);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(bytes.length);
  return Buffer.concat([header, bytes]);
}

/** @param {import('node:net').Socket} stream @param {(value: any) => void} take */
export function readFrames(stream, take) {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER && rest.length >= HEADER + rest.readUInt32LE()) {
      const end = HEADER + rest.readUInt32LE();
      const value = deserialize(rest.subarray(HEADER, end));
      rest = rest.subarray(end);
      take(value);
    }
  });
}
