/**
 * The file of a segment: a header that says where its sections lie, then the sections. It is read
 * by ranges of bytes, from a file, from memory, or from anywhere else that has them.
 * docs/search-file.md describes every section.
 *
 *     CORASEG1 <u32: bytes of the header> <header: JSON> <sections, each at a multiple of 8>
 */

import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { damaged } from './bytes.ts';

/** The number of the form that is written, and of the oldest that is read. */
const SEGMENT_FORMAT = 2;
const READ_MIN = 2;

const MAGIC = 'CORASEG1';
const LEAD = MAGIC.length + 4;
const ALIGNMENT = 8;

export const SECTIONS = [
  ...(['blobs', 'ids', 'numbers', 'vectors', 'exceptions', 'termIndex', 'terms', 'postings'] as const),
  ...(['wordsAt', 'words', 'records', 'textsAt', 'texts'] as const),
];
export type SectionName = (typeof SECTIONS)[number];
/** The sections that tell blobs and rows apart. */
export const NAMES: readonly SectionName[] = ['blobs', 'ids'];

/** The header of a segment, without its places. */
export interface SegmentFacts {
  rows: number;
  blobs: number;
  /** Bytes of a blob's name: 20 or 32. */
  blobBytes: number;
  dimensions: number;
  /** The number of distinct words. */
  terms: number;
  /** The names that records and blobs give by number. */
  languages: string[];
  kinds: string[];
  nodeTypes: string[];
  /** The length of the longest vector, as its bytes stand for it. */
  longest: number;
  /**
   * Names the parts that are left out, see `Omission`. In a store only a segment that was pulled as
   * it is lacks any.
   */
  omits: Omission[];
}

/**
 * Parts that a segment which is packed may leave out: chunk ids, which follow from the blob and the
 * range; the words of each row and the hash of its content, which follow from its text; the words
 * of all rows with their postings, which can be made again; texts.
 */
export const OMISSIONS = ['ids', 'words', 'contentHash', 'terms', 'texts'] as const;
export type Omission = (typeof OMISSIONS)[number];

/**
 * A section's place from the start of the file, its length in bytes, and the first 16 hex digits of
 * its SHA-256.
 */
export type SectionPlace = [offset: number, length: number, digest: string];

export interface SegmentHeader extends SegmentFacts {
  format: number;
  sections: Record<SectionName, SectionPlace>;
}

export type ByteRange = readonly [offset: number, length: number];

/** Brings ranges of bytes of one segment. */
export interface ByteRanges {
  readonly size: number;
  /** @returns a buffer of its own: `length` bytes */
  read(offset: number, length: number): Promise<Uint8Array>;
  /**
   * Brings several ranges at once, in the order asked for. Over a network they come in few
   * requests.
   */
  readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]>;
  /** Fills the target. */
  readInto(offset: number, target: Uint8Array): Promise<void>;
  /** Only of bytes that lie far away. */
  readonly far?: FarRanges | undefined;
  close(): void;
}

/** Bytes that lie far away: each request for some of them is a wait. */
export interface FarRanges {
  /** Returns how many have to come before a range can be read. */
  missing(offset: number, length: number): number;
  /** Fetches a range, and reads nothing of it. */
  bring(offset: number, length: number): Promise<void>;
}

/** The bytes of a section, which may come in several pieces. */
export type SectionBytes = Uint8Array | readonly Uint8Array[];

/** @param digestOf gives the first 16 hex digits of the SHA-256 of a section */
export function encodeSegment(
  facts: SegmentFacts,
  sections: Readonly<Record<SectionName, SectionBytes>>,
  digestOf: (bytes: SectionBytes) => string,
): Uint8Array[] {
  const pieces = (name: SectionName): readonly Uint8Array[] => [sections[name]].flat();
  const lengthOf = (name: SectionName): number => pieces(name).reduce((sum, { length }) => sum + length, 0);
  const digests = SECTIONS.map((name) => digestOf(sections[name]));
  // The header's length depends on the digits of the places: there is room for the longest.
  const header = (from: number): string => {
    let offset = from;
    const places = SECTIONS.map((name, at): [SectionName, SectionPlace] => {
      const place: SectionPlace = [offset, lengthOf(name), digests[at]!];
      offset = aligned(offset + lengthOf(name));
      return [name, place];
    });
    return JSON.stringify({ format: SEGMENT_FORMAT, ...facts, sections: Object.fromEntries(places) });
  };
  const encoder = new TextEncoder();
  const begin = aligned(LEAD + encoder.encode(header(FAR)).length);
  const json = encoder.encode(header(begin));
  const lead = new Uint8Array(begin).fill(SPACE);
  lead.set(encoder.encode(MAGIC));
  new DataView(lead.buffer).setUint32(MAGIC.length, begin - LEAD, true);
  lead.set(json, LEAD);
  return [lead, ...SECTIONS.flatMap((name) => [...pieces(name), new Uint8Array(padding(lengthOf(name)))])];
}

const SPACE = 32;
/** Further than any section lies. */
const FAR = 2 ** 40;

function aligned(offset: number): number {
  return offset + padding(offset);
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}

/** Headers are a few kB: what is read first has most of them whole. */
const FIRST_READ = 8192;
const MOST_HEADER = 2 ** 22;

/** @throws CoraError BROKEN_INDEX, INCOMPATIBLE_INDEX */
export async function readHeader(ranges: ByteRanges): Promise<SegmentHeader> {
  if (ranges.size < LEAD) throw damaged();
  const first = await ranges.read(0, Math.min(FIRST_READ, ranges.size));
  const decoder = new TextDecoder();
  if (decoder.decode(first.subarray(0, MAGIC.length)) !== MAGIC) throw damaged();
  const length = new DataView(first.buffer, first.byteOffset).getUint32(MAGIC.length, true);
  if (length > MOST_HEADER || LEAD + length > ranges.size) throw damaged();
  const bytes = LEAD + length <= first.length ? first.subarray(LEAD, LEAD + length) : await ranges.read(LEAD, length);
  const header = parseHeader(decoder.decode(bytes));
  if (header === null) throw damaged();
  if (header.format > SEGMENT_FORMAT || header.format < READ_MIN) {
    throw new CoraError(
      'INCOMPATIBLE_INDEX',
      `The search file has format ${header.format}; this Cora reads ${READ_MIN} to ${SEGMENT_FORMAT}.`,
      {
        hint: 'cora index   writes it again from the rows',
      },
    );
  }
  if (!isSound(header, ranges.size)) throw damaged();
  return header;
}

function parseHeader(text: string): SegmentHeader | null {
  const value = parseOrNull(text, SMALL_JSON) as SegmentHeader | null;
  return Number.isSafeInteger(value?.format) ? value : null;
}

const MOST_ROWS = 2 ** 31;
const MOST_DIMENSIONS = 2 ** 16;
export const LANES = 16;

/** True if numbers and places fit each other and the file: nothing is allocated for others. */
function isSound(header: SegmentHeader, size: number): boolean {
  const { rows, blobs, blobBytes, dimensions, terms, sections, longest, omits } = header;
  const isCount = (value: unknown, most: number): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;
  if (!isCount(rows, MOST_ROWS) || !isCount(blobs, rows) || !isCount(terms, MOST_ROWS)) return false;
  if (!isCount(dimensions, MOST_DIMENSIONS) || (blobBytes !== 20 && blobBytes !== 32)) return false;
  if (!Number.isFinite(longest) || longest < 0 || typeof sections !== 'object' || sections === null) return false;
  for (const list of [header.languages, header.kinds, header.nodeTypes]) {
    if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return false;
  }
  if (!Array.isArray(omits) || !omits.every((one) => OMISSIONS.includes(one))) return false;
  let end: number | null = null;
  for (const name of SECTIONS) {
    const place = sections[name];
    if (!Array.isArray(place) || !isCount(place[0], size) || !isCount(place[1], size)) return false;
    if (place[0] % ALIGNMENT !== 0 || place[0] + place[1] > size || typeof place[2] !== 'string') return false;
    // One behind the other: bytes between them would belong to nothing.
    if (end !== null && place[0] !== end) return false;
    end = place[0] + place[1] + padding(place[1]);
  }
  const length = (name: SectionName): number => sections[name][1];
  return (
    length('blobs') === blobs * (4 + 4 + 2 + blobBytes) + 4 &&
    length('ids') === (omits.includes('ids') ? 0 : rows * (8 + 4)) &&
    length('vectors') === rows * vectorWidth(dimensions) &&
    length('exceptions') % (12 + 4 * dimensions) === 0 &&
    length('termIndex') === 8 * (Math.ceil(terms / TERMS_IN_BLOCK) + 1) &&
    length('wordsAt') === (omits.includes('words') ? 0 : 4 * (rows + 1)) &&
    (length('words') === 0 || !omits.includes('words')) &&
    (terms === 0 || !omits.includes('terms')) &&
    length('textsAt') % 12 === 0 &&
    (length('textsAt') === 0 || !omits.includes('texts'))
  );
}

/** Words that share one entry of the index of words. */
export const TERMS_IN_BLOCK = 16;

/** The most characters of a row's search text: those of Cora's chunks have a hundredth of it. */
export const MOST_CHARACTERS = 2 ** 24;

/** The kinds of references by number. */
export const REFERENCE_KINDS = ['import', 'call', 'inherit', 'type', 'link'] as const;

/** Returns the bytes of a vector: its dimensions, filled up for the kernel that reads them. */
export function vectorWidth(dimensions: number): number {
  return LANES * Math.ceil(dimensions / LANES);
}

/** Bytes of a segment that are copied at once. */
const PIECE = 2 ** 23;

/**
 * Brings all bytes, piece after piece; each is good until the next one comes. The next one is read
 * while the caller writes this one.
 */
export async function* piecesOfFile(ranges: ByteRanges): AsyncGenerator<Uint8Array> {
  const { size } = ranges;
  let [own, other] = [new Uint8Array(PIECE), new Uint8Array(PIECE)];
  const bring = (at: number): Promise<void> => {
    const reading = ranges.readInto(at, own.subarray(0, Math.min(PIECE, size - at)));
    // It is awaited below, unless the caller wants no more.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = bring(0);
  for (let at = 0; at < size; at += PIECE) {
    await reading;
    [own, other] = [other, own];
    if (at + PIECE < size) reading = bring(at + PIECE);
    yield other.subarray(0, Math.min(PIECE, size - at));
  }
}

/** A segment that lies in memory. */
export class MemoryRanges implements ByteRanges {
  readonly size: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    // A Buffer's slices are no copies.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.size = bytes.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    return this.#bytes.slice(offset, offset + length);
  }

  readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]> {
    return Promise.all(ranges.map(([offset, length]) => this.read(offset, length)));
  }

  async readInto(offset: number, target: Uint8Array): Promise<void> {
    target.set(this.#bytes.subarray(offset, offset + target.length));
  }

  close(): void {
    // The memory goes with whoever holds it.
  }
}
