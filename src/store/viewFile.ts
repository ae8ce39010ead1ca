/**
 * The bytes of a view. A packed index has it in one piece. In a store it is a head that names its
 * parts: the first part holds all files and words, each later one only the differences to those
 * before, so that a commit writes only what it changes. Views share parts.
 */

import { join } from 'node:path';
import { isCount, parseOrNull, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { filesBetween, getOrMake, replacedAt } from '../base/lists.ts';
import { changedTerms, differentTerms, type SortedCounts } from '../base/termTable.ts';
import type { BlobKey, Shard } from '../base/types.ts';
import { FORMAT_VERSION, PACKAGE_NAME } from '../base/version.ts';
import { readBounded, TooLarge } from '../disk/boundedRead.ts';
import { areBytesWhole, replaceFile } from '../disk/replaceFile.ts';
import { nameByContent } from '../engine/searchFile.ts';

export const VIEWS = 'views';

/** A file of a view. Lists of them are sorted by path. */
export interface ViewPath {
  path: string;
  blob: string;
  language: string;
}

/** The files and words of a view. */
interface ViewBody extends SortedCounts {
  files: ViewPath[];
  /** Files whose content the repository lacked, sorted by path. Missing if there are none. */
  missing?: ViewPath[];
}

/**
 * Facts about a whole commit, the content of views/<id>.view: its paths, and sums over its rows.
 */
export interface ViewRecord extends ViewBody {
  commit: string;
  tree: string;
  repository: string;
  /** Only if `files` are those of one shard. */
  shard?: Shard;
  /** The number of rows in the view. A blob with two paths counts once. */
  chunks: number;
  /** The sum of ChunkRow.tokens. */
  tokens: number;
  /** The sum of the words in ChunkRow.searchText. */
  words: number;
  /** The sum over all rows of round(vector × 2^14), in exact integers, one for each dimension. */
  vectorSum: Float64Array;
  /** The sum of all rows' digests, as four numbers modulo 2^32. */
  rowsDigest: Uint32Array;
  /** Blobs in which secrets were found, sorted. The others need no check when they are shown. */
  redacted: BlobKey[];
  /**
   * The files that hold it, if it was read from a store: the complete one first, then the
   * differences.
   */
  parts?: readonly ViewPart[];
}

export interface ViewPart {
  /** The first 32 hex digits of the SHA-256 of its bytes. */
  name: string;
  bytes: number;
}

/** The differences of files and words to the parts before. A word that is gone has the count 0. */
export interface ViewChange extends ViewBody {
  /** Paths of removed files. */
  gone: string[];
}

// views/<id>.view
//
//   CORAVIEW <header length as decimal>\n
//   {"formatVersion":2,"commit":…,"tree":…,"repository":…,("shard":{"index":N,"count":N},)
//    "chunks":N,"tokens":N,"words":N,"terms":N,"dimensions":N,"files":N,("missing":N,)
//    "redacted":["BLOB:LANGUAGE",…],("parts":[{"name":…,"bytes":N},…])}
//   padding to 8 bytes, vectorSum float64[dimensions], rowsDigest uint32[4],
//   hashes uint32[terms], counts uint32[terms]
//   path NUL blob NUL language NUL …, of the files, then of those that are missing
//   checksum of all that (replaceFile.ts)
//
// With `parts` there are no terms and no files. views/<name>.part
//
//   CORAPART <header length as decimal>\n
//   {"terms":N,"files":N,"missing":N,"gone":N}
//   padding to 8 bytes, hashes uint32[terms], counts uint32[terms]
//   as above, then of each path that is gone: path NUL NUL NUL

const VIEW = 'CORAVIEW ';
const PART = 'CORAPART ';
/** The statistics of a million files are smaller. */
export const MOST_VIEW_BYTES = 2 ** 30;
/**
 * Each difference is less than half as large as the one before, so within the size limit there are
 * at most 23.
 */
const MOST_PARTS = 64;

/**
 * @param parts the files that hold its paths and words; without them the result holds these itself
 */
export function encodeView(view: ViewRecord, parts?: readonly ViewPart[]): Buffer {
  const { hashes, counts, files, missing }: ViewBody = parts === undefined ? view : NOTHING;
  const header = {
    formatVersion: FORMAT_VERSION,
    commit: view.commit,
    tree: view.tree,
    repository: view.repository,
    shard: view.shard,
    chunks: view.chunks,
    tokens: view.tokens,
    words: view.words,
    terms: hashes.length,
    dimensions: view.vectorSum.length,
    files: files.length,
    missing: missing?.length,
    redacted: view.redacted,
    parts,
  };
  const numbers = [view.vectorSum, view.rowsDigest, hashes, counts];
  return laidOut(VIEW, header, numbers, [...files, ...(missing ?? [])]);
}

const NOTHING: ViewBody = { hashes: new Uint32Array(0), counts: new Uint32Array(0), files: [] };

export function encodePart({ hashes, counts, files, missing = [], gone = [] }: ViewBody & Partial<ViewChange>): Buffer {
  const header = { terms: hashes.length, files: files.length, missing: missing.length, gone: gone.length };
  const names = gone.map((path) => ({ path, blob: '', language: '' }));
  return laidOut(PART, header, [hashes, counts], [...files, ...missing, ...names]);
}

function laidOut(
  magic: string,
  about: object,
  numbers: readonly (Float64Array | Uint32Array)[],
  files: readonly ViewPath[],
): Buffer {
  const header = Buffer.from(JSON.stringify(about));
  const lead = Buffer.concat([Buffer.from(`${magic}${header.length}\n`), header]);
  return Buffer.concat([
    lead,
    Buffer.alloc((8 - (lead.length % 8)) % 8),
    ...numbers.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    Buffer.from(files.map(({ path, blob, language }) => `${path}\0${blob}\0${language}\0`).join('')),
  ]);
}

/**
 * @param isInStore true if it may name parts and then lack files and words: only a store has the
 * parts
 * @returns null for bytes that are cut off or no view
 * @throws CoraError INCOMPATIBLE_INDEX for complete bytes of another format
 */
export function decodeView(bytes: Buffer, isInStore = false): ViewRecord | null {
  const lead = readLead(VIEW, bytes);
  if (lead === null) return null;
  const header = lead.header as Record<string, number> & Header;
  if (header['formatVersion'] !== FORMAT_VERSION) {
    if (!areBytesWhole(bytes)) return null;
    const message = `The index was written in format ${header['formatVersion']}; this Cora reads ${FORMAT_VERSION}.`;
    throw new CoraError('INCOMPATIBLE_INDEX', message, {
      hint: `update cora: npm install ${PACKAGE_NAME}@latest; or build the index again: cora index --full`,
    });
  }
  if (header['words'] === undefined || !Array.isArray(header.redacted)) return null;
  if (header.parts !== undefined && !(isInStore && areParts(header.parts))) return null;
  const { terms, dimensions, files, missing = 0 } = header;
  if (!isCount(dimensions)) return null;
  const numbers = lead.end + 8 * dimensions + 16;
  const body = readBody(bytes, numbers, { terms: terms!, files: files!, missing });
  if (body === null) return null;
  const { commit, tree, repository, shard, redacted, parts } = header;
  return {
    ...{ commit, tree, repository, shard },
    chunks: header['chunks']!,
    tokens: header['tokens']!,
    words: header['words'],
    vectorSum: new Float64Array(copied(bytes, lead.end, 8 * dimensions)),
    rowsDigest: new Uint32Array(copied(bytes, numbers - 16, 16)),
    redacted,
    hashes: body.hashes,
    counts: body.counts,
    files: body.files,
    ...(body.missing.length === 0 ? {} : { missing: body.missing }),
    ...(parts === undefined ? {} : { parts }),
  };
}

type Header = Pick<ViewRecord, 'commit' | 'tree' | 'repository' | 'shard' | 'redacted' | 'parts'>;

/** True for a list of parts that may be read: some, and no more than a view has. */
export function areParts(parts: unknown): parts is ViewPart[] {
  const isPart = (part: Partial<ViewPart> | null) => /^[0-9a-f]{32}$/.test(String(part?.name)) && isCount(part?.bytes);
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PARTS || !parts.every(isPart)) return false;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return bytes <= MOST_VIEW_BYTES && new Set(parts.map(({ name }) => name)).size === parts.length;
}

/** @returns null for bytes that are cut off or no part */
export function decodePart(bytes: Buffer): Required<ViewChange> | null {
  const lead = readLead(PART, bytes);
  return lead === null ? null : readBody(bytes, lead.end, lead.header as Sizes);
}

/** @returns null if the bytes begin otherwise, or end before the header does */
function readLead(magic: string, bytes: Buffer): { header: object; end: number } | null {
  const lineEnd = bytes.indexOf(10);
  const line = bytes.subarray(0, Math.max(0, lineEnd)).toString('latin1');
  const length = line.slice(magic.length);
  if (!line.startsWith(magic) || !/^\d{1,10}$/.test(length)) return null;
  const end = lineEnd + 1 + Number(length);
  const header = parseOrNull(bytes.subarray(lineEnd + 1, end).toString(), STATE_JSON);
  return typeof header === 'object' && header !== null ? { header, end: end + ((8 - (end % 8)) % 8) } : null;
}

interface Sizes {
  terms: number;
  files: number;
  missing: number;
  gone?: number;
}

/** @returns null if the bytes do not have the sizes of the header */
function readBody(bytes: Buffer, at: number, { terms, files, missing, gone = 0 }: Sizes): Required<ViewChange> | null {
  if (![terms, files, missing, gone].every(isCount) || bytes.length < at + 8 * terms) return null;
  const paths = decodeFiles(bytes.subarray(at + 8 * terms).toString());
  if (paths.length !== files + missing + gone) return null;
  return {
    hashes: new Uint32Array(copied(bytes, at, 4 * terms)),
    counts: new Uint32Array(copied(bytes, at + 4 * terms, 4 * terms)),
    files: paths.slice(0, files),
    missing: paths.slice(files, files + missing),
    gone: paths.slice(files + missing).map(({ path }) => path),
  };
}

function copied(bytes: Buffer, at: number, length: number): ArrayBuffer {
  return new Uint8Array(bytes.subarray(at, at + length)).buffer;
}

function decodeFiles(text: string): ViewPath[] {
  const parts = text.split('\0');
  const files: ViewPath[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3)
    files.push({ path: parts[at]!, blob: parts[at + 1]!, language: parts[at + 2]! });
  return files;
}

/** Returns the change that turns `from` into `to`. */
function changeBetween(from: ViewBody, to: ViewBody): Required<ViewChange> {
  const files = filesBetween(from.files, to.files);
  const missing = filesBetween(from.missing ?? [], to.missing ?? []);
  const goneFrom = ({ gone, came }: typeof files): string[] => {
    const now = new Set(came.map(({ path }) => path));
    return gone.flatMap(({ path }) => (now.has(path) ? [] : [path]));
  };
  return {
    ...differentTerms(from, to),
    files: files.came,
    missing: missing.came,
    gone: [...goneFrom(files), ...goneFrom(missing)],
  };
}

/** Joins two changes, where `then` comes after `first`. */
function changesTogether(first: Required<ViewChange>, then: Required<ViewChange>): Required<ViewChange> {
  return {
    ...changedTerms(first, then, (_, after) => after),
    ...changedFiles(first, then),
    gone: [...new Set([...first.gone, ...then.gone])],
  };
}

/** Returns files and words after a change. */
export function withChange(body: Required<ViewChange>, change: Required<ViewChange>): Required<ViewBody> {
  return {
    ...changedTerms(body, change, (_, after) => after || null),
    ...changedFiles(body, change),
  };
}

function changedFiles(
  body: Required<ViewBody>,
  { gone, files, missing }: Required<ViewChange>,
): Pick<Required<ViewBody>, 'files' | 'missing'> {
  const paths = [...new Set([...gone, ...[...files, ...missing].map(({ path }) => path)])].sort();
  return { files: replacedAt(body.files, paths, files), missing: replacedAt(body.missing, paths, missing) };
}

// The files of parts. A view names its parts, and repo_state.json those with the files left out.

/** Parts with differences take at most this share of the first part. */
const MOST_CHANGED = 0.25;

/** Returns a list of files as the body of parts. */
export function bodyOfFiles(files: ViewPath[]): ViewBody {
  return { ...NOTHING, files };
}

/**
 * Writes what differs from `from`, or everything. Each difference is less than half as large as the
 * one before, so there are few and they are rarely copied.
 */
export async function writeParts(
  dir: string,
  body: ViewBody,
  from: (ViewBody & Pick<ViewRecord, 'parts'>) | null,
): Promise<ViewPart[]> {
  const [whole, ...changes] = from?.parts ?? [];
  if (from === null || whole === undefined || hasTwice(from.files) || hasTwice(body.files))
    return [await writePart(dir, encodePart(body))];
  let change = changeBetween(from, body);
  if (isEmpty(change)) return [whole, ...changes];
  let bytes = encodePart(change);
  while (changes.length > 0 && changes.at(-1)!.bytes <= 2 * bytes.length) {
    // If the last part cannot be read, for any reason, everything is written.
    const last = await readPart(dir, changes.pop()!).catch(() => null);
    if (last === null) return [await writePart(dir, encodePart(body))];
    change = changesTogether(last, change);
    bytes = encodePart(change);
  }
  const size = changes.reduce((sum, part) => sum + part.bytes, bytes.length);
  if (size > MOST_CHANGED * whole.bytes) return [await writePart(dir, encodePart(body))];
  return [whole, ...changes, await writePart(dir, bytes)];
}

/** True if a path stands twice, as in a malformed tree: a difference names paths once. */
function hasTwice(files: readonly ViewPath[]): boolean {
  return files.some(({ path }, at) => path === files[at - 1]?.path);
}

function isEmpty({ hashes, files, missing, gone }: Required<ViewChange>): boolean {
  return hashes.length + files.length + missing.length + gone.length === 0;
}

async function writePart(dir: string, bytes: Buffer): Promise<ViewPart> {
  const name = nameByContent(bytes);
  await replaceFile(partFile(dir, name), bytes);
  return { name, bytes: bytes.length };
}

export type ReadPart = Required<ViewChange> | null | undefined;

interface JoinedParts {
  /** Views share this object if they share the part. */
  whole: Required<ViewChange>;
  /** All later parts together. */
  change: Required<ViewChange> | null;
}

/**
 * @param known parts that were read before, by name
 * @returns null if a part is not as it was written, undefined if one is gone
 */
export async function readParts(
  dir: string,
  parts: readonly ViewPart[],
  known = new Map<string, Promise<ReadPart>>(),
): Promise<JoinedParts | null | undefined> {
  const read = (part: ViewPart) => getOrMake(known, part.name, () => readPart(dir, part).catch(ifAbsent(undefined)));
  const found = await Promise.all(parts.map(read));
  if (found.includes(null)) return null;
  if (found.includes(undefined)) return undefined;
  const [whole, ...changes] = found as Required<ViewChange>[];
  return { whole: whole!, change: changes.length === 0 ? null : changes.reduce(changesTogether) };
}

/** @returns null if it is not as it was written */
async function readPart(dir: string, { name, bytes }: ViewPart): Promise<Required<ViewChange> | null> {
  const found = await readBounded(partFile(dir, name), bytes).catch((error: unknown) => {
    if (error instanceof TooLarge) return null;
    throw error;
  });
  return found !== null && nameByContent(found) === name ? decodePart(found) : null;
}

function partFile(dir: string, name: string): string {
  return join(dir, VIEWS, `${name}.part`);
}
