/**
 * The search file: the rows of a store as queries read them. It is a folder of segments, which
 * never change, and a list of those that belong together; beside each the blobs whose rows have
 * gone. It is derived from the rows of the table, and made of them again at any time.
 */

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCount, parseOrNull, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { isJsonWhole, stampOfFile } from '../disk/replaceFile.ts';
import { damaged } from './bytes.ts';
import { SegmentReader } from './segment.ts';
import { type ByteRange, type ByteRanges, SECTIONS, type SectionBytes, type SectionName } from './segmentFile.ts';
import { SegmentRows } from './segmentRows.ts';

/** Not blocking: a FIFO may never have a byte. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file. */
export class FileRanges implements ByteRanges {
  readonly size: number;
  #descriptor: number | null;

  constructor(file: string) {
    const descriptor = openSync(file, FLAGS);
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

  /** One after the other: each comes in microseconds. */
  async readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    // The rows of a blob stand behind each other, and come in one read.
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
   * Pages that the system has in memory come in microseconds: waiting for another thread takes
   * longer.
   */
  async readInto(offset: number, target: Uint8Array): Promise<void> {
    const { descriptor } = this;
    for (let done = 0; done < target.length; ) {
      const read = readSync(descriptor, target, done, target.length - done, offset + done);
      if (read === 0) throw damaged();
      done += read;
    }
  }

  /**
   * Names the open file, whatever its path leads to by now.
   * @throws CoraError STORE when it is closed
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

/** Opens a segment's file. @throws CoraError; an error of the file system where it is not there */
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
    // Whatever the header says is as it was written: the name is its checksum.
    const lead = await ranges.read(0, header.sections.blobs[0]);
    if (ranges.size !== bytes || nameByContent(lead) !== name) throw damaged();
    return segment;
  } catch (error) {
    ranges.close();
    throw error;
  }
}

/** A writer may have joined segments between the list and a look at them. */
const ATTEMPTS = 3;

/**
 * Opens the search file of a store; what an earlier reader of it has open is taken over.
 * @throws CoraError BROKEN_INDEX where it has to be made first
 */
export async function openSearchFile(
  dir: string,
  dimensions: number,
  before: SegmentRows | null = null,
): Promise<SegmentRows> {
  for (let attempt = 1; ; attempt++) {
    const list = await readSegmentList(dir);
    if (list === null || list.dimensions !== dimensions) throw await noSearchFile(dir);
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

/** Returns another id for a file that was written again because the first was damaged. */
async function fileId(dir: string, { name }: ListedSegment): Promise<string> {
  const { ino, mtimeMs } = await stat(segmentFile(dir, name));
  return `${name} ${ino} ${mtimeMs}`;
}

/** Closes the search file when `run` has ended. @throws CoraError as of openSearchFile */
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

async function noSearchFile(dir: string): Promise<CoraError> {
  const isThere = await stat(join(dir, 'repo_state.json')).then(
    () => true,
    () => false,
  );
  if (!isThere) return new CoraError('NO_INDEX', `there is no index in ${dir}`, { hint: 'run: cora index' });
  return new CoraError('BROKEN_INDEX', 'The index has no search file of this version.', {
    hint: 'cora index   makes it from the rows that are there, which takes seconds',
  });
}

/** @param bytes of a segment those before its first section */
export function nameByContent(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Reads sections whole. @throws CoraError BROKEN_INDEX where one is not as it was written */
export async function checkSections(segment: SegmentReader, names: readonly SectionName[] = SECTIONS): Promise<void> {
  for (const name of names) {
    const [, , digest] = segment.header.sections[name];
    if (digestOfSection(await segment.read(name)) !== digest) throw damaged();
  }
}

/** Reads all segments whole. @throws CoraError BROKEN_INDEX where one is not as it was written */
export async function checkSearchFile(rows: SegmentRows): Promise<void> {
  for (const segment of rows.segments) await checkSections(segment);
}

/** Returns the first 16 hex digits of the SHA-256. */
export function digestOfSection(bytes: SectionBytes): string {
  const hash = createHash('sha256');
  for (const piece of [bytes].flat()) hash.update(piece);
  return hash.digest('hex').slice(0, 16);
}

// The folder of a search file: which segments belong together, and beside each the blobs whose
// rows have gone.

const FOLDER = 'search';
const LIST = 'segments.json';
/** The number of the list's form. */
export const LIST_FORMAT = 2;

/** A segment of the list. */
export interface ListedSegment {
  /** The SHA-256 of its header, of which 32 hex digits; the header holds those of the sections. */
  name: string;
  rows: number;
  blobs: number;
  bytes: number;
  /** The numbers of the blobs whose rows have gone, ascending. */
  gone: number[];
  /** Its rows are in no table yet: those of a pull, or of runs of a few files. */
  isPending?: true;
}

interface SegmentList {
  format: number;
  /** The table's version that it was made of; 0 where there was no table. */
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

/** Changes when another list is in its place; '' where there is none. */
export function searchStamp(dir: string): string {
  return stampOfFile(listFile(dir));
}

/** @returns null where there is none, or one of another form: it can always be made again */
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
