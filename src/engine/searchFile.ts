/**
 * The search file holds the rows of a store in the form that queries read. It is a folder of
 * segments, which never change, and a list that names the current ones with the blobs that were
 * removed from each. It is made from the table and can be made again at any time.
 */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCount, parseOrNull, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { MOST_STATE, READ_FLAGS, readAt, readTextBounded } from '../disk/boundedRead.ts';
import { isJsonWhole, stampOfFile } from '../disk/replaceFile.ts';
import { damaged, type PieceKeeper } from './bytes.ts';
import { SegmentReader } from './segment.ts';
import {
  type ByteRange,
  type ByteRanges,
  SECTIONS,
  type SectionBytes,
  type SectionName,
  sectionPieces,
} from './segmentFile.ts';
import { SegmentRows } from './segmentRows.ts';

/** Reads ranges of a file. */
export class FileRanges implements ByteRanges {
  readonly size: number;
  readonly isDirect = true;
  #descriptor: number | null;

  constructor(file: string) {
    const descriptor = openSync(file, READ_FLAGS);
    this.#descriptor = descriptor;
    const stats = fstatSync(descriptor);
    this.size = stats.size;
    if (stats.isFile()) return;
    this.close();
    throw damaged();
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    await this.readInto(offset, bytes);
    return bytes;
  }

  /** Ranges are read one after the other: each takes microseconds. */
  async readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    // The rows of a blob are neighbours, so their ranges are read as one.
    for (let next = 0; next < ranges.length; ) {
      const first = next;
      const [start] = ranges[first]!;
      let end = start;
      while (ranges[next]?.[0] === end) end += ranges[next++]![1];
      const bytes = await this.read(start, end - start);
      for (const [offset, length] of ranges.slice(first, next))
        found.push(bytes.subarray(offset - start, offset - start + length));
    }
    return found;
  }

  /**
   * Reads synchronously: pages that the system has in memory take microseconds, less than waiting
   * for another thread.
   */
  async readInto(offset: number, target: Uint8Array): Promise<void> {
    if (readAt(this.descriptor, target, offset) < target.length) throw damaged();
  }

  /**
   * The descriptor of the open file, whatever its path names by now.
   * @throws CoraError STORE after `close`
   */
  get descriptor(): number {
    if (this.#descriptor === null) throw new CoraError('STORE', 'The search file was closed while it was read.');
    return this.#descriptor;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

/** Opens a segment's file. @throws CoraError; the file system's error if it is missing */
export async function openSegment(
  dir: string,
  { name, rows, blobs, bytes }: ListedSegment,
  dimensions: number,
): Promise<SegmentReader> {
  const ranges = new FileRanges(segmentFile(dir, name));
  try {
    const segment = await SegmentReader.open(ranges);
    const { header } = segment;
    if (header.rows !== rows || header.blobs !== blobs || header.dimensions !== dimensions) throw damaged();
    // The file's name is the checksum of its header, so this proves the whole header.
    const lead = await ranges.read(0, header.sections.blobs[0]);
    if (ranges.size !== bytes || nameByContent(lead) !== name) throw damaged();
    return segment;
  } catch (error) {
    ranges.close();
    throw error;
  }
}

/** Between reading the list and opening a segment, a writer may have joined segments. */
const ATTEMPTS = 3;

/**
 * Opens the search file of a store. Segments that an earlier reader has open are used again.
 * @throws CoraError BROKEN_INDEX if there is none, so that it has to be made first
 */
export async function openSearchFile(
  dir: string,
  dimensions: number,
  before: SegmentRows | null = null,
): Promise<SegmentRows> {
  for (let attempt = 1; ; attempt++) {
    const list = await readSegmentList(dir);
    if (list === null || list.dimensions !== dimensions) throw noSearchFile(dir);
    try {
      const segments = await Promise.all(
        list.segments.map(async (listed) => ({ name: await fileId(dir, listed), gone: listed.gone, listed })),
      );
      const openOne = ({ listed }: { listed: ListedSegment }) => openSegment(dir, listed, dimensions);
      return await SegmentRows.open({ segments, dimensions }, openOne, before);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (attempt >= ATTEMPTS) throw damaged();
    }
  }
}

/** Returns an id that changes when a damaged file was written again under its old name. */
async function fileId(dir: string, { name }: ListedSegment): Promise<string> {
  const { ino, mtimeMs } = await stat(segmentFile(dir, name));
  return `${name} ${ino} ${mtimeMs}`;
}

/** Opens the search file, runs `run` and closes it. @throws CoraError as openSearchFile */
export async function withSearchFile<T>(
  dir: string,
  dimensions: number,
  run: (rows: SegmentRows) => Promise<T>,
): Promise<T> {
  const rows = await openSearchFile(dir, dimensions);
  try {
    return await run(rows);
  } finally {
    rows.close();
  }
}

function noSearchFile(dir: string): CoraError {
  if (!existsSync(join(dir, 'repo_state.json')))
    return new CoraError('NO_INDEX', `there is no index in ${dir}`, { hint: 'run: cora index' });
  return new CoraError('BROKEN_INDEX', 'The index has no search file of this version.', {
    hint: 'cora index   makes it from the rows that are there, which takes seconds',
  });
}

/** @param bytes of the segment, those before its first section */
export function nameByContent(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Compares whole sections with their checksums. @throws CoraError BROKEN_INDEX if one differs */
export async function checkSections(segment: SegmentReader, names: readonly SectionName[] = SECTIONS): Promise<void> {
  for (const name of names) {
    const hash = createHash('sha256');
    for await (const piece of segment.pieces(name)) hash.update(piece);
    if (shortened(hash) !== segment.header.sections[name][2]) throw damaged();
  }
}

/** Compares all segments with their checksums. @throws CoraError BROKEN_INDEX if one differs */
export async function checkSearchFile(rows: SegmentRows): Promise<void> {
  for (const segment of rows.segments) await checkSections(segment);
}

/** Returns the first 16 hex digits of the SHA-256. */
export function digestOfSection(bytes: SectionBytes): string {
  if (!(bytes instanceof Uint8Array) && bytes.digest !== undefined) return bytes.digest;
  const hash = createHash('sha256');
  for (const piece of sectionPieces(bytes)) hash.update(piece);
  return shortened(hash);
}

function shortened(hash: Hash): string {
  return hash.digest('hex').slice(0, 16);
}

/** Keeps no bytes of a section, only what tells if it is the same as another one. */
export class DigestOfPieces implements PieceKeeper {
  readonly #hash = createHash('sha256');
  size = 0;

  keep(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.size += piece.length;
  }

  get digest(): string {
    return shortened(this.#hash.copy());
  }

  // biome-ignore lint/correctness/useYield: the bytes are gone
  *[Symbol.iterator](): Generator<Uint8Array> {
    throw new Error('the bytes were not kept');
  }
}

// The list of a search file: its current segments, and the blobs that were removed from each.

const FOLDER = 'search';
const LIST = 'segments.json';
/** The version of the list's format. */
export const LIST_FORMAT = 2;

/** A segment of the list. */
export interface ListedSegment {
  /**
   * The first 32 hex digits of the SHA-256 of its header, which holds the checksums of all
   * sections.
   */
  name: string;
  rows: number;
  blobs: number;
  bytes: number;
  /** The numbers of the removed blobs, ascending. */
  gone: number[];
  /** True if its rows are in no table yet: those of a pull, or of runs of a few files. */
  isPending?: true;
}

export interface SegmentList {
  format: number;
  /** The version of the table from which it was made; 0 if there was no table. */
  version: number;
  dimensions: number;
  segments: ListedSegment[];
}

export function searchFolder(dir: string): string {
  return join(dir, FOLDER);
}

export function listFile(dir: string): string {
  return join(dir, FOLDER, LIST);
}

export function segmentFile(dir: string, name: string): string {
  return join(dir, FOLDER, `${name}.segment`);
}

/** Changes when the list is replaced; '' if there is none. */
export function searchStamp(dir: string): string {
  return stampOfFile(listFile(dir));
}

/** @returns null if there is no list, or one of another format: it can always be made again */
export async function readSegmentList(dir: string): Promise<SegmentList | null> {
  const text = await readTextBounded(listFile(dir), MOST_STATE).catch(ifAbsent(null));
  const list = text === null ? null : (parseOrNull(text, STATE_JSON) as SegmentList | null);
  if (list === null || !isJsonWhole(text!) || !isList(list)) return null;
  const { format, version, dimensions, segments } = list;
  return { format, version, dimensions, segments };
}

function isList(list: SegmentList | null): boolean {
  if (typeof list !== 'object' || list === null || list.format !== LIST_FORMAT) return false;
  if (![list.version, list.dimensions].every(isCount) || !Array.isArray(list.segments)) return false;
  return list.segments.every(
    ({ name, rows, blobs, bytes, gone, isPending }) =>
      (isPending === undefined || isPending === true) &&
      /^[0-9a-f]{32}$/.test(String(name)) &&
      [rows, blobs, bytes].every(isCount) &&
      Array.isArray(gone) &&
      gone.every((blob) => isCount(blob) && blob < blobs),
  );
}
