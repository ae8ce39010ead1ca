/**
 * views/<id>.view: what depends on a whole commit, in one file that a query reads in about a millisecond.
 *
 *   CORAVIEW <header length as decimal>\n
 *   {"formatVersion":1,"commit":…,"tree":…,"repository":…,("shard":{"index":N,"count":N},)"chunks":N,"tokens":N,"words":N,"terms":N,"dimensions":N,"files":N,"redacted":["BLOB:LANGUAGE",…]}
 *   padding to 8 bytes, vectorSum float64[dimensions], rowsDigest uint32[4], hashes uint32[terms], counts uint32[terms]
 *   path NUL blob NUL language NUL …
 *   checksum of all that (seal.ts)
 *
 * `views/current` names the view of the last built commit.
 */

import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../errors.ts';
import type { ViewPath, ViewRecord } from '../storePort.ts';
import type { BlobKey, Shard } from '../types.ts';
import { FORMAT_VERSION, READ_MIN_FORMAT } from '../version.ts';
import { areBytesWhole, sealBytes } from './seal.ts';

const MAGIC = 'CORAVIEW ';

/** Of a large repository it is tens of megabytes, and readers that stay read it anew when its time changes: so not for nothing. */
export async function writeView(dir: string, id: string, view: ViewRecord): Promise<void> {
  await mkdir(join(dir, 'views'), { recursive: true });
  const bytes = sealBytes(encodeView(view));
  const there = await readFile(viewFile(dir, id)).catch(() => null);
  if (there?.equals(bytes) !== true) return replaceFile(viewFile(dir, id), bytes);
  const now = new Date();
  if ((await namedView(dir)) !== id) await utimes(viewFile(dir, id), now, now);
}

export async function writeCurrentView(dir: string, id: string): Promise<void> {
  await replaceFile(join(dir, 'views', 'current'), Buffer.from(id));
}

/** @returns the id of the last built commit's view, null before the first build. Where that is not named any more, the newest one */
export async function currentView(dir: string): Promise<string | null> {
  return (await namedView(dir)) ?? (await newestView(dir));
}

/** @returns what `views/current` says, null where it says nothing */
export async function namedView(dir: string): Promise<string | null> {
  const id = await readFile(join(dir, 'views', 'current'), 'utf8').catch(absent);
  return id === null || !/^[0-9a-f]+$/.test(id) ? null : id;
}

async function newestView(dir: string): Promise<string | null> {
  const names = (await readdir(join(dir, 'views')).catch(() => [])).filter((name) => /^[0-9a-f]+\.view$/.test(name));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(dir, 'views', name)).catch(absent))?.mtimeMs ?? 0 })),
  );
  const [newest] = aged.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
  return newest === undefined ? null : newest.name.replace(/\.view$/, '');
}

/** @returns null where there is no such view or it is torn: it can always be computed again */
export async function readView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readFile(viewFile(dir, id)).catch(absent);
  return bytes === null ? null : decodeView(bytes);
}

/** As readView, and null where a byte is not as it was written: for those who go on from it, and for doctor. */
export async function readWholeView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readFile(viewFile(dir, id)).catch(absent);
  return bytes === null || !areBytesWhole(bytes) ? null : decodeView(bytes);
}

/** Changes when the file is replaced; '' where there is none. */
export async function viewStamp(dir: string, id: string): Promise<string> {
  const found = await stat(viewFile(dir, id)).catch(absent);
  return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** Keeps the newest `keep` views and those named. */
export async function pruneViews(dir: string, keep: number, always: ReadonlySet<string>): Promise<void> {
  const names = await readdir(join(dir, 'views')).catch(() => []);
  const aged = await Promise.all(
    names
      .filter((name) => !always.has(name.replace(/\.view$/, '')) && name !== 'current')
      .map(async (name) => ({ name, at: (await stat(join(dir, 'views', name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  aged.sort((a, b) => b.at - a.at);
  await Promise.all(aged.slice(keep).map(({ name }) => rm(join(dir, 'views', name), { force: true })));
}

function viewFile(dir: string, id: string): string {
  return join(dir, 'views', `${id}.view`);
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

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
      redacted: view.redacted,
    }),
  );
  const lead = Buffer.concat([Buffer.from(`${MAGIC}${header.length}\n`), header]);
  const files = Buffer.from(view.files.map(({ path, blob, language }) => `${path}\0${blob}\0${language}\0`).join(''));
  const padding = Buffer.alloc((8 - (lead.length % 8)) % 8);
  return Buffer.concat([
    lead,
    padding,
    bytesOf(view.vectorSum),
    bytesOf(view.rowsDigest),
    bytesOf(view.hashes),
    bytesOf(view.counts),
    files,
  ]);
}

export function decodeView(bytes: Buffer): ViewRecord | null {
  const lineEnd = bytes.indexOf(10);
  const lead = bytes.subarray(0, Math.max(0, lineEnd)).toString('latin1');
  if (!lead.startsWith(MAGIC)) return null;
  const headerEnd = lineEnd + 1 + Number(lead.slice(MAGIC.length));
  const header = parseHeader(bytes.subarray(lineEnd + 1, headerEnd).toString());
  if (header === null) return null;
  if (header['formatVersion']! > FORMAT_VERSION || header['formatVersion']! < READ_MIN_FORMAT) {
    if (!areBytesWhole(bytes)) return null;
    throw new CoraError(
      'INCOMPATIBLE_INDEX',
      `The index was written in format ${header['formatVersion']}; this Cora reads ${READ_MIN_FORMAT} to ${FORMAT_VERSION}.`,
      {
        hint: 'update cora: npm install cora-query@latest; or build the index again: cora index --full',
      },
    );
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
  if (bytes.length < at + 8 * dimensions + 16 + 8 * terms) return null;
  const files = decodeFiles(bytes.subarray(at + 8 * dimensions + 16 + 8 * terms).toString());
  if (files.length !== header['files']) return null;
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
    files,
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
    return JSON.parse(text) as Header;
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

function bytesOf(array: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
