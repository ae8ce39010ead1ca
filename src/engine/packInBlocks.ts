/** Writes a packed file: see packedRanges.ts. */

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { PACKED_LEAD, PACKED_MAGIC, PACKINGS, type Packing } from './packedRanges.ts';

/**
 * Plain bytes of a block. A reader wants some of the deflated ones: smaller ones would pack worse,
 * larger ones would bring more than is asked for.
 */
const BLOCK: Readonly<Record<Packing, number>> = { deflate: 1 << 17, brotli: 1 << 23 };

/** Blocks that are packed at once, in threads of the system. */
const AT_ONCE = 16;

const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

/** @returns the file, piece after piece; equal for equal bytes, however they are cut into pieces */
export async function packInBlocks(pieces: readonly Uint8Array[], packing: Packing): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  let waiting: Uint8Array[] = [];
  const pack = async (): Promise<void> => {
    blocks.push(...(await Promise.all(waiting.map((plain) => packed(plain, packing)))));
    waiting = [];
  };
  for (const plain of blocksOf(pieces, BLOCK[packing])) {
    waiting.push(plain);
    if (waiting.length === AT_ONCE) await pack();
  }
  await pack();
  const lead = new Uint8Array(PACKED_LEAD + 4 * blocks.length);
  const view = new DataView(lead.buffer);
  lead.set(new TextEncoder().encode(PACKED_MAGIC));
  view.setUint32(8, BLOCK[packing], true);
  view.setUint32(12, blocks.length, true);
  view.setFloat64(16, size, true);
  view.setUint32(24, PACKINGS.indexOf(packing), true);
  for (const [at, { length }] of blocks.entries()) view.setUint32(PACKED_LEAD + 4 * at, length, true);
  return [lead, ...blocks];
}

async function packed(plain: Uint8Array, packing: Packing): Promise<Uint8Array> {
  const small = packing === 'deflate' ? await deflate(plain, { level: 9, memLevel: 9 }) : await brotli(plain, BROTLI);
  return small.length < plain.length ? small : plain;
}

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;
const BROTLI: zlib.BrotliOptions = { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 22 } };

function* blocksOf(pieces: readonly Uint8Array[], size: number): Generator<Uint8Array> {
  let open = new Uint8Array(size);
  let there = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - there);
      open.set(part, there);
      there += part.length;
      at += part.length;
      if (there < size) continue;
      yield open;
      open = new Uint8Array(size);
      there = 0;
    }
  }
  if (there > 0) yield open.subarray(0, there);
}
