/**
 * Reads a block of Snappy, the form in which GitHub stores bundles. It is hostile input: the size
 * is known before anything is allocated, and no copy reaches outside of what was written.
 * https://github.com/google/snappy/blob/main/format_description.txt
 */

/** @throws Error for what is no such block, or one of more than `most` bytes */
export function unpackSnappy(packed: Uint8Array, most: number): Buffer {
  let at = 0;
  const byte = (): number => {
    const value = packed[at++];
    if (value === undefined) throw new Error('the block ends too early');
    return value;
  };
  /** Little-endian, of so many bytes. */
  const number = (bytes: number): number => {
    let value = 0;
    for (let place = 0; place < bytes; place++) value += byte() * 2 ** (8 * place);
    return value;
  };
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const next = byte();
    size += (next & 0x7f) * 2 ** shift;
    if (next < 0x80) break;
    if (shift > 28) throw new Error('its size is no number');
  }
  if (size > most) throw new Error(`it unpacks to more than ${most} bytes`);
  const out = Buffer.alloc(size);
  let end = 0;
  while (at < packed.length) {
    const tag = byte();
    const kind = tag & 3;
    if (kind === 0) {
      // Literal bytes: short ones have their length in the tag, others in one to four bytes.
      const short = tag >>> 2;
      const length = (short < 60 ? short : number(short - 59)) + 1;
      if (length > packed.length - at || length > size - end) throw new Error('a literal is longer than the block');
      out.set(packed.subarray(at, at + length), end);
      at += length;
      end += length;
      continue;
    }
    const length = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back = kind === 1 ? ((tag >>> 5) << 8) | byte() : number(kind === 2 ? 2 : 4);
    if (back === 0 || back > end || length > size - end) throw new Error('a copy reaches outside of the block');
    // Byte by byte: a copy may overlap what it writes.
    for (const stop = end + length; end < stop; end++) out[end] = out[end - back]!;
  }
  if (end !== size) throw new Error('the block is shorter than its size');
  return out;
}
