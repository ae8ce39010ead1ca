/**
 * A segment's file has a header, which says where its sections are, and then the sections. It is
 * read by ranges of bytes, which may come from a file, from memory or from a server.
 * docs/search-file.md describes every section.
 *
 *     CORASEG1 <u32: bytes of the header> <header: JSON> <sections, each at a multiple of 8>
 */

import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { damaged, type Pieces } from './bytes.ts';

/** The version of the format that is written and read. */
const SEGMENT_FORMAT = 2;

const MAGIC = 'CORASEG1';
const LEAD = MAGIC.length + 4;
const ALIGNMENT = 8;

export const SECTIONS = [
  ...(['blobs', 'ids', 'numbers', 'vectors', 'exceptions', 'termIndex', 'terms', 'postings'] as const),
  ...(['wordsAt', 'words', 'records', 'textsAt', 'texts'] as const),
];
export type SectionName = (typeof SECTIONS)[number];
/** The sections that name blobs and rows. */
export const NAMES: readonly SectionName[] = ['blobs', 'ids'];

/** The header of a segment without the places of sections. */
export interface SegmentFacts {
  rows: number;
  blobs: number;
  /** The bytes of a blob's name: 20 or 32. */
  blobBytes: number;
  dimensions: number;
  /** The number of distinct words. */
  terms: number;
  /** Records and blobs refer to these languages by number. */
  languages: string[];
  kinds: string[];
  nodeTypes: string[];
  /** The length of the longest vector after rounding to bytes. */
  longest: number;
  /**
   * The parts that are left out, see `Omission`. In a store, only a segment that came with a pull
   * lacks any.
   */
  omits: Omission[];
}

/**
 * Parts that a packed segment may leave out. Chunk ids can be made from the blob and the range, the
 * words of a row and the hash of its content from its text, the dictionary with its postings from
 * the words of all rows. Texts can be left out too.
 */
export const OMISSIONS = ['ids', 'words', 'contentHash', 'terms', 'texts'] as const;
export type Omission = (typeof OMISSIONS)[number];

/**
 * A section's offset in the file, its length in bytes, and the first 16 hex digits of its SHA-256.
 */
export type SectionPlace = [offset: number, length: number, digest: string];

export interface SegmentHeader extends SegmentFacts {
  format: number;
  sections: Record<SectionName, SectionPlace>;
}

export type ByteRange = readonly [offset: number, length: number];

/** Reads ranges of bytes of one segment. */
export interface ByteRanges {
  readonly size: number;
  /** @returns exactly `length` bytes, in a buffer of their own */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Reads several ranges, in the given order. Over a network they take few requests. */
  readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]>;
  /** Reads as many bytes as the target holds. */
  readInto(offset: number, target: Uint8Array): Promise<void>;
  /** Only for bytes that are far away. */
  readonly far?: FarRanges | undefined;
  /** True if a few bytes are read without unpacking or fetching more. */
  readonly isDirect?: boolean;
  close(): void;
}

/** Bytes that are far away: each request for them takes time. */
export interface FarRanges {
  /** Returns how many bytes must be fetched before a range can be read. */
  missing(offset: number, length: number): number;
  /** Fetches a range without reading it. */
  bring(offset: number, length: number): Promise<void>;
}

/** The bytes of a section. */
export type SectionBytes = Uint8Array | Pieces;

export function sectionSize(bytes: SectionBytes): number {
  return bytes instanceof Uint8Array ? bytes.length : bytes.size;
}

export function sectionPieces(bytes: SectionBytes): Iterable<Uint8Array> {
  return bytes instanceof Uint8Array ? [bytes] : bytes;
}

/** @param digestOf returns the first 16 hex digits of a section's SHA-256 */
export function encodeSegment(
  facts: SegmentFacts,
  sections: Readonly<Record<SectionName, SectionBytes>>,
  digestOf: (bytes: SectionBytes) => string,
): Pieces {
  const lengthOf = (name: SectionName): number => sectionSize(sections[name]);
  const digests = SECTIONS.map((name) => digestOf(sections[name]));
  // The header's length depends on how many digits the places have, so there is room for the
  // largest ones.
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
  return {
    size: SECTIONS.reduce((end, name) => aligned(end + lengthOf(name)), begin),
    *[Symbol.iterator]() {
      yield lead;
      for (const name of SECTIONS) {
        yield* sectionPieces(sections[name]);
        yield new Uint8Array(padding(lengthOf(name)));
      }
    },
  };
}

const SPACE = 32;
/** Larger than any offset of a section. */
const FAR = 2 ** 40;

function aligned(offset: number): number {
  return offset + padding(offset);
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}

/** Headers have a few kB, so the first read mostly holds the whole header. */
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
  if (header.format !== SEGMENT_FORMAT) {
    const message = `The search file has format ${header.format}; this Cora reads ${SEGMENT_FORMAT}.`;
    throw new CoraError('INCOMPATIBLE_INDEX', message, { hint: 'cora index   writes it again from the rows' });
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

/**
 * True if the numbers and places fit each other and the file. Nothing is allocated before this
 * check.
 */
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
    // Sections follow each other without gaps: no byte may belong to none.
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

/** The number of words for each entry in the index of words. */
export const TERMS_IN_BLOCK = 16;

/**
 * The most characters of a row's search text. Those of Cora's own chunks have at most a hundredth
 * of it.
 */
export const MOST_CHARACTERS = 2 ** 24;

/** The kinds of references by number. */
export const REFERENCE_KINDS = ['import', 'call', 'inherit', 'type', 'link'] as const;

/** Returns the bytes that a vector takes: its dimensions, padded for the kernel. */
export function vectorWidth(dimensions: number): number {
  return LANES * Math.ceil(dimensions / LANES);
}

/** So many bytes of a segment are copied at once. */
const PIECE = 2 ** 23;

/**
 * Yields the bytes from `from` to `to` in pieces. Each piece is valid until the next one comes,
 * which is read while the caller uses this one.
 */
export async function* piecesBetween(ranges: ByteRanges, from: number, to: number): AsyncGenerator<Uint8Array> {
  const room = Math.min(PIECE, to - from);
  let [own, other] = [new Uint8Array(room), new Uint8Array(room)];
  const bring = (at: number): Promise<void> => {
    const reading = ranges.readInto(at, own.subarray(0, Math.min(PIECE, to - at)));
    // It is awaited below, unless the caller stops early; then a failure must not count as
    // unhandled.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = bring(from);
  for (let at = from; at < to; at += PIECE) {
    await reading;
    [own, other] = [other, own];
    if (at + PIECE < to) reading = bring(at + PIECE);
    yield other.subarray(0, Math.min(PIECE, to - at));
  }
}

/** A segment in memory. */
export class MemoryRanges implements ByteRanges {
  readonly size: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    // Slices of a Buffer would not be copies.
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
    // Nothing to close: the memory is freed with its last user.
  }
}
