/** Changes to the bytes of a segment, by a number that always gives the same ones. */

import { deflateRawSync } from 'node:zlib';
import { SECTIONS, type SegmentHeader } from '../../../../src/engine/segmentFile.ts';
import { changed, randomBelow } from '../../store/children/mutations.ts';

type Below = (limit: number) => number;

const LEAD = 12;
const ODD_VALUES: readonly unknown[] = [
  0,
  1,
  -1,
  1.5,
  3,
  7,
  255,
  65_536,
  2 ** 31,
  2 ** 32,
  2 ** 40,
  2 ** 53,
  1e308,
  null,
  '',
  'x',
  [],
  {},
  [null],
  true,
];

/** @returns a segment of which some bytes are others: the given ones stay as they are */
export function mutated(bytes: Buffer, seed: number): Buffer {
  const below = randomBelow(seed);
  let next: Buffer = Buffer.from(bytes);
  const header = JSON.parse(bytes.toString('utf8', LEAD, LEAD + bytes.readUInt32LE(8))) as SegmentHeader;
  for (let left = 1 + below(3); left > 0; left--) next = change(next, header, below);
  return next;
}

function change(bytes: Buffer, header: SegmentHeader, below: Below): Buffer {
  switch (below(8)) {
    case 0:
      return withHeader(bytes, header, below);
    case 1:
      return changed(bytes, below);
    case 2:
      return withText(bytes, header, below);
    default:
      return inSection(bytes, header, below);
  }
}

/** Each section as often as any other: most are small. */
function inSection(bytes: Buffer, { sections }: SegmentHeader, below: Below): Buffer {
  const name = SECTIONS[below(SECTIONS.length)]!;
  const [offset, length] = sections[name];
  if (length === 0 || offset + length > bytes.length) return bytes;
  const at = offset + below(length);
  const isTable = /At$|Index$|^(?:blobs|ids|lengths|exceptions)$/.test(name);
  const aligned = offset + 4 * below(Math.ceil(length / 4));
  switch (below(isTable ? 4 : 7)) {
    case 0:
      if (aligned + 4 <= bytes.length) bytes.writeUInt32LE(oddNumber(below, length), aligned);
      return bytes;
    case 1:
      if (aligned + 8 <= bytes.length)
        bytes.copyWithin(aligned, offset + 4 * below(Math.ceil(length / 4)), aligned + 8);
      return bytes;
    case 2:
      bytes[at]! ^= 1 << below(8);
      return bytes;
    case 3:
      bytes[at] = below(256);
      return bytes;
    case 4:
      // A number that goes on, and one that is as large as may be.
      bytes[at]! |= 0x80;
      return bytes;
    case 5:
      bytes.fill(0xff, at, Math.min(offset + length, at + 1 + below(8)));
      return bytes;
    default:
      bytes.fill(0, at, Math.min(offset + length, at + 1 + below(32)));
      return bytes;
  }
}

function oddNumber(below: Below, length: number): number {
  const odd = [0, 1, below(64), length, length - 1, length + 1, below(length + 1), 0x7fffffff, 0x80000000, 0xffffffff];
  return odd[below(odd.length)]! >>> 0;
}

/** Some value of the header is another one. */
function withHeader(bytes: Buffer, header: SegmentHeader, below: Below): Buffer {
  // An earlier change may have made it longer than the file.
  const room = bytes.length < LEAD ? bytes.length : bytes.readUInt32LE(8);
  if (LEAD + room > bytes.length) return bytes;
  const next = structuredClone(header) as unknown as Record<string, unknown>;
  let holder: Record<string, unknown> = next;
  let key = pick(Object.keys(next), below);
  while (
    typeof holder[key] === 'object' &&
    holder[key] !== null &&
    Object.keys(holder[key] as object).length > 0 &&
    below(5) > 0
  ) {
    holder = holder[key] as Record<string, unknown>;
    key = pick(Object.keys(holder), below);
  }
  const known = holder[key];
  const near = typeof known === 'number' ? [known + 1, known - 1, known + 8, known - 8, 2 * known] : [];
  holder[key] = pick([...ODD_VALUES, ...near, ...near], below);
  if (below(20) === 0) delete holder[key];
  const json = Buffer.from(JSON.stringify(next));
  const lead = Buffer.alloc(Math.max(room, json.length), ' ');
  lead.set(json);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(lead.length);
  return Buffer.concat([bytes.subarray(0, 8), length, lead, bytes.subarray(LEAD + room)]);
}

function pick<T>(some: readonly T[], below: Below): T {
  return some[below(some.length)]!;
}

/** Another packed text in the place of the first one, which may unpack to more than it says, or to other rows. */
function withText(bytes: Buffer, { sections }: SegmentHeader, below: Below): Buffer {
  const [tableAt, tableLength] = sections.textsAt;
  const [offset, length] = sections.texts;
  if (tableLength === 0 || offset + length > bytes.length || tableAt + tableLength > bytes.length) return bytes;
  const unpacked = Buffer.alloc(below(4) === 0 ? 500 * length : below(2000), pick([0, 1, 0x7f, 0xff], below));
  const packed = deflateRawSync(unpacked);
  if (packed.length > length) return bytes;
  packed.copy(bytes, offset);
  bytes.writeUInt32LE(packed.length, tableAt + 4);
  bytes.writeUInt32LE(pick([unpacked.length, 2 ** 30, 0xffffffff, 0, unpacked.length - 1], below) >>> 0, tableAt + 8);
  return bytes;
}
