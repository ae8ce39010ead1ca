/**
 * Keeps what depends on a whole commit: the folder views/ with one file per view, how such a file
 * is laid out, one digest for all that an index says, and which secrets were written over in a
 * view. `views/current` names the view of the last built commit.
 */

import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import type { BlobKey, RedactedCount, RedactedSecret, Shard } from '../base/types.ts';
import { CHUNKER_VERSION, FORMAT_VERSION, PACKAGE_NAME, READ_MIN_FORMAT } from '../base/version.ts';
import { readBounded, readTextBounded } from '../disk/boundedRead.ts';
import { areBytesWhole, replaceFile, sealBytes } from '../disk/replaceFile.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { readPlaced } from '../secrets/placed.ts';

/** A file of a view; sorted by path. */
export interface ViewPath {
  path: string;
  blob: string;
  language: string;
}

/**
 * Holds what depends on a whole commit, as views/<id>.view holds it: the paths and integer
 * statistics over their rows.
 */
export interface ViewRecord {
  commit: string;
  tree: string;
  repository: string;
  /** Only where `files` are one shard's. */
  shard?: Shard;
  /** Rows of the view; a blob with two paths counts once. */
  chunks: number;
  /** Sum of ChunkRow.tokens. */
  tokens: number;
  /** Sum of the words of ChunkRow.searchText. */
  words: number;
  /** Sorted 32-bit hashes of all terms, and in how many rows each occurs. */
  hashes: Uint32Array;
  counts: Uint32Array;
  /** Sum over rows of round(vector × 2^14), exact integers: [dimensions]. */
  vectorSum: Float64Array;
  /** Four lanes, modulo 2^32, of the sum of all row digests. */
  rowsDigest: Uint32Array;
  /**
   * Blobs of the view in which secrets were found, sorted: all others need no second look when they
   * are shown.
   */
  redacted: BlobKey[];
  files: ViewPath[];
  /** Files that the repository lacked the content of, sorted by path. Only where there are some. */
  missing?: ViewPath[];
}

const FOLDER = 'views';
const CURRENT = 'current';
const VIEW = /^([0-9a-f]+)\.view$/;
/** Statistics of a million files are smaller. */
const MOST_BYTES = 2 ** 30;
const MOST_NAME = 1000;
/** Matches what a killed writer leaves. */
const UNFINISHED = /\.tmp$/;

/**
 * Writes a view, if it has changed: that of a large repository is tens of megabytes, and readers
 * that stay read it anew when its time changes.
 */
export async function writeView(dir: string, id: string, view: ViewRecord): Promise<void> {
  const bytes = sealBytes(encodeView(view));
  const there = await readBounded(viewFile(dir, id), MOST_BYTES).catch(() => null);
  if (there?.equals(bytes) !== true) return replaceFile(viewFile(dir, id), bytes);
  const now = new Date();
  if ((await namedView(dir)) !== id) await utimes(viewFile(dir, id), now, now);
}

export async function writeCurrentView(dir: string, id: string): Promise<void> {
  await replaceFile(join(dir, FOLDER, CURRENT), id);
}

/**
 * @returns the id of the last built commit's view, null before the first build. Where that is not
 * named any more, the newest one
 */
export async function currentView(dir: string): Promise<string | null> {
  return (await namedView(dir)) ?? (await newestView(dir));
}

/** @returns what `views/current` says, null where it says nothing */
export async function namedView(dir: string): Promise<string | null> {
  const id = await readTextBounded(join(dir, FOLDER, CURRENT), MOST_NAME).catch(ifAbsent(null));
  return id === null || !/^[0-9a-f]+$/.test(id) ? null : id;
}

async function newestView(dir: string): Promise<string | null> {
  const [newest] = await newestFirst(
    dir,
    (await namesIn(dir)).filter((name) => VIEW.test(name)),
  );
  return newest === undefined ? null : idOf(newest);
}

/**
 * @returns null where there is no such view or a byte of it is not as it was written: it can always
 * be computed again
 */
export async function readView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readBounded(viewFile(dir, id), MOST_BYTES).catch(ifAbsent(null));
  return bytes === null || !areBytesWhole(bytes) ? null : decodeView(bytes);
}

/** Changes when the file is replaced; '' where there is none. */
export async function viewStamp(dir: string, id: string): Promise<string> {
  const found = await stat(viewFile(dir, id)).catch(ifAbsent(null));
  return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/**
 * Keeps the newest `keep` views and those named; what a killed writer left goes. To be used under
 * the write lock.
 */
export async function pruneViews(dir: string, keep: number, always: ReadonlySet<string>): Promise<void> {
  const names = await namesIn(dir);
  const aged = await newestFirst(
    dir,
    names.filter((name) => VIEW.test(name) && !always.has(idOf(name))),
  );
  const surplus = [...aged.slice(keep), ...names.filter((name) => UNFINISHED.test(name))];
  await Promise.all(surplus.map((name) => rm(join(dir, FOLDER, name), { force: true })));
}

/**
 * Removes views of which a blob loses its rows: nothing is to be answered from them. To be used
 * under the write lock, before the rows go.
 */
export async function removeViewsOf(dir: string, blobs: ReadonlySet<BlobKey>): Promise<void> {
  for (const name of (await namesIn(dir)).filter((one) => VIEW.test(one))) {
    const view = await readView(dir, idOf(name));
    if (view?.files.some((file) => blobs.has(blobKeyOf(file))) === true)
      await rm(join(dir, FOLDER, name), { force: true });
  }
}

/** Names of views by the time of their files, then by name. */
async function newestFirst(dir: string, names: readonly string[]): Promise<string[]> {
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(dir, FOLDER, name)).catch(ifAbsent(null)))?.mtimeMs ?? 0,
    })),
  );
  return aged.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

function namesIn(dir: string): Promise<string[]> {
  return readdir(join(dir, FOLDER)).catch(ifAbsent([]));
}

function idOf(name: string): string {
  return name.replace(VIEW, '$1');
}

function viewFile(dir: string, id: string): string {
  return join(dir, FOLDER, `${id}.view`);
}

// views/<id>.view: what depends on a whole commit, in one file that a query reads in about a
// millisecond.
//
//   CORAVIEW <header length as decimal>\n
//   {"formatVersion":1,"commit":…,"tree":…,"repository":…,("shard":{"index":N,"count":N},)
//    "chunks":N,"tokens":N,"words":N,"terms":N,"dimensions":N,"files":N,("missing":N,)
//    "redacted":["BLOB:LANGUAGE",…]}
//   padding to 8 bytes, vectorSum float64[dimensions], rowsDigest uint32[4],
//   hashes uint32[terms], counts uint32[terms]
//   path NUL blob NUL language NUL …, of the files, then of those that are missing
//   checksum of all that (seal.ts)

const MAGIC = 'CORAVIEW ';

export function encodeView(view: ViewRecord): Buffer {
  const header = Buffer.from(
    JSON.stringify({
      formatVersion: FORMAT_VERSION,
      commit: view.commit,
      tree: view.tree,
      repository: view.repository,
      shard: view.shard,
      chunks: view.chunks,
      tokens: view.tokens,
      words: view.words,
      terms: view.hashes.length,
      dimensions: view.vectorSum.length,
      files: view.files.length,
      missing: view.missing?.length,
      redacted: view.redacted,
    }),
  );
  const lead = Buffer.concat([Buffer.from(`${MAGIC}${header.length}\n`), header]);
  const paths = [...view.files, ...(view.missing ?? [])];
  const files = Buffer.from(paths.map(({ path, blob, language }) => `${path}\0${blob}\0${language}\0`).join(''));
  const padding = Buffer.alloc((8 - (lead.length % 8)) % 8);
  return Buffer.concat([
    lead,
    padding,
    bytesOfNumbers(view.vectorSum),
    bytesOfNumbers(view.rowsDigest),
    bytesOfNumbers(view.hashes),
    bytesOfNumbers(view.counts),
    files,
  ]);
}

/**
 * @returns null for bytes that are cut off or no view
 * @throws CoraError INCOMPATIBLE_INDEX for whole bytes of another format
 */
export function decodeView(bytes: Buffer): ViewRecord | null {
  const lineEnd = bytes.indexOf(10);
  const lead = bytes.subarray(0, Math.max(0, lineEnd)).toString('latin1');
  if (!lead.startsWith(MAGIC)) return null;
  const headerEnd = lineEnd + 1 + Number(lead.slice(MAGIC.length));
  const header = parseHeader(bytes.subarray(lineEnd + 1, headerEnd).toString());
  if (header === null) return null;
  if (header['formatVersion']! > FORMAT_VERSION || header['formatVersion']! < READ_MIN_FORMAT) {
    if (!areBytesWhole(bytes)) return null;
    const message = `The index was written in format ${header['formatVersion']}; this Cora reads ${READ_MIN_FORMAT} to ${FORMAT_VERSION}.`;
    throw new CoraError('INCOMPATIBLE_INDEX', message, {
      hint: `update cora: npm install ${PACKAGE_NAME}@latest; or build the index again: cora index --full`,
    });
  }
  // Views of the first builds lack these: like torn ones they are counted again.
  if (header['words'] === undefined || header.redacted === undefined) return null;
  let at = headerEnd + ((8 - (headerEnd % 8)) % 8);
  const take = (length: number): ArrayBuffer => {
    const part = new Uint8Array(length);
    part.set(bytes.subarray(at, at + length));
    at += length;
    return part.buffer;
  };
  const [dimensions, terms] = [header['dimensions']!, header['terms']!];
  if (![dimensions, terms].every((size) => Number.isSafeInteger(size) && size >= 0)) return null;
  if (bytes.length < at + 8 * dimensions + 16 + 8 * terms) return null;
  const paths = decodeFiles(bytes.subarray(at + 8 * dimensions + 16 + 8 * terms).toString());
  const missing = header['missing'] ?? 0;
  if (paths.length !== header['files']! + missing) return null;
  return {
    commit: header.commit,
    tree: header.tree,
    repository: header.repository,
    shard: header.shard,
    chunks: header['chunks']!,
    tokens: header['tokens']!,
    words: header['words'],
    vectorSum: new Float64Array(take(8 * dimensions)),
    rowsDigest: new Uint32Array(take(16)),
    redacted: header.redacted,
    hashes: new Uint32Array(take(4 * terms)),
    counts: new Uint32Array(take(4 * terms)),
    files: missing === 0 ? paths : paths.slice(0, -missing),
    ...(missing === 0 ? {} : { missing: paths.slice(-missing) }),
  };
}

type Header = Record<string, number> & {
  commit: string;
  tree: string;
  repository: string;
  shard?: Shard;
  redacted?: BlobKey[];
};

/** @returns null for a header that was cut off */
function parseHeader(text: string): Header | null {
  try {
    return parseBounded(text, STATE_JSON) as Header;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function decodeFiles(text: string): ViewPath[] {
  const parts = text.split('\0');
  const files: ViewPath[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3)
    files.push({ path: parts[at]!, blob: parts[at + 1]!, language: parts[at + 2]! });
  return files;
}

function bytesOfNumbers(array: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

// One digest for what an index says: rows, vectors and the view, and nothing of when, where or by
// which version it was built.

/**
 * @returns 64 hex digits; equal for equal views, however their rows came into the table. Not a
 * signature.
 */
export function logicalDigest(
  view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>,
  embedderFingerprint: string,
): string {
  const hash = createHash('sha256').update(
    `${CHUNKER_VERSION} ${embedderFingerprint} ${view.chunks} ${[...view.rowsDigest].join(' ')}\n`,
  );
  for (const { path, blob, language } of view.files) hash.update(`${path}\0${blob}\0${language}\0`);
  return hash.digest('hex');
}

// Lists what was redacted in a view: from its rows, so that it is the same however these came to be
// there.

/** @returns by path, in the order of the files, then line */
export async function listRedacted(
  store: Pick<RowReader, 'redactedRows'>,
  files: readonly ViewPath[],
): Promise<RedactedSecret[]> {
  const byKey = new Map<BlobKey, Omit<RedactedSecret, 'path'>[]>();
  for (const row of await store.redactedRows())
    for (const secret of readPlaced(row.redacted)) addTo(byKey, rowKeyOf(row), secret);
  for (const secrets of byKey.values()) secrets.sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  return files.flatMap((file) => (byKey.get(blobKeyOf(file)) ?? []).map((secret) => ({ path: file.path, ...secret })));
}

/** @returns how many there are, and the blobs that hold them, sorted */
export async function countRedacted(
  store: Pick<RowReader, 'redactedRows'>,
  files: readonly ViewPath[],
): Promise<{ count: RedactedCount; blobs: BlobKey[] }> {
  const secrets = await listRedacted(store, files);
  const paths = new Set(secrets.map(({ path }) => path));
  const blobs = new Set(files.filter(({ path }) => paths.has(path)).map(blobKeyOf));
  return { count: { secrets: secrets.length, files: paths.size }, blobs: [...blobs].sort() };
}
