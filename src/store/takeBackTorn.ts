/**
 * LanceDB takes a short write for a whole one: where a file meets a full disk or a limit on its size, it commits rows that end in the
 * middle. Such a commit, or one whose own list ends in the middle, is taken back, by the run that made it or by the next writer; the version before it is the newest one again.
 */

import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_STATE, readBounded } from '../boundedRead.ts';
import { CoraError, ifAbsent } from '../errors.ts';
import { knownFiles } from './fileSums.ts';
import { newestManifest } from './inspectSums.ts';

const HINT = '_versions/latest_version_hint.json';
const MANIFEST = /^\d{20}\.manifest$/;
/** `0-5-2440227010158993491.arrow`: of a fragment, the version that it was made from, and a number by chance. */
const DELETIONS = /^\d{1,20}-\d{1,20}-(\d{1,20})\.(?:arrow|bin)$/;

export interface TornOptions {
  /** Paths that were looked at before: files never change. */
  whole?: Set<string>;
  /** What a finished run has written, where its sums are not on disk just now. */
  known?: ReadonlySet<string>;
}

/**
 * To be used under the table's write lock.
 *
 * @param directory of the table; null for one in object storage, which takes no part of a file
 * @returns true where commits were taken back; those that a finished run knows are doctor's
 */
export async function takeBackTorn(
  directory: string | null,
  { whole = new Set(), known }: TornOptions = {},
): Promise<boolean> {
  if (directory === null) return false;
  const lists = await tornManifests(directory, whole);
  const torn = await tornParts(directory, whole);
  if (lists.length + torn.length === 0) return false;
  const kept = known ?? (await knownFiles(directory));
  const unknown = lists.filter((path) => !kept.has(path));
  for (const path of unknown) await removeVersion(directory, path);
  for (let isTaken = unknown.length > 0; ; isTaken = true) {
    const newest = await newestManifest(directory);
    if (newest === null || kept.has(newest) || torn.length === 0) return isTaken;
    const listed = await readBounded(join(directory, newest), MOST_STATE);
    if (!torn.some((part) => listed.includes(part))) return isTaken;
    await removeVersion(directory, newest);
    // The next commit takes its name.
    whole.delete(newest);
  }
}

/** As takeBackTorn, for the run that has written. @throws CoraError STORE where something was taken back */
export async function refuseTorn(directory: string | null, verb: string, options?: TornOptions): Promise<void> {
  if (!(await takeBackTorn(directory, options))) return;
  throw new CoraError('STORE', `the index failed to ${verb}: a file was not written to its end.`, {
    hint: 'free some space, or raise the limit on the size of files (ulimit -f); then: cora index',
  });
}

async function removeVersion(directory: string, path: string): Promise<void> {
  await rm(join(directory, HINT), { force: true });
  await rm(join(directory, path), { force: true });
}

/** Paths of manifests that end in the middle: nobody can open the table beside one. */
async function tornManifests(directory: string, whole: Set<string>): Promise<string[]> {
  const names = (await filesIn(directory, '_versions')).filter((name) => MANIFEST.test(name));
  return tornOf(
    directory,
    names.map((name) => `_versions/${name}`),
    whole,
  );
}

/** What a manifest holds of each torn file that it lists: the name of a file of rows, the number of deletions, the UUID of an index. */
async function tornParts(directory: string, whole: Set<string>): Promise<Buffer[]> {
  const torn: Buffer[] = [];
  const look = async (folder: string, names: RegExp, part: (path: string) => Buffer): Promise<void> => {
    const named = (await filesIn(directory, folder)).filter((name) => names.test(name));
    const paths = named.map((name) => `${folder}/${name}`);
    torn.push(...(await tornOf(directory, paths, whole)).map(part));
  };
  await look('data', /\.lance$/, (path) => Buffer.from(path.slice('data/'.length)));
  await look('_deletions', DELETIONS, (path) => idField(BigInt(DELETIONS.exec(path.slice('_deletions/'.length))![1]!)));
  for (const uuid of await namesIn(directory, '_indices', (entry) => entry.isDirectory()))
    await look(`_indices/${uuid}`, /\.lance$/, () => Buffer.from(uuid.replaceAll('-', ''), 'hex'));
  return torn;
}

/** The field `id` of Lance's DeletionFile: `uint64 id = 3`, a varint. */
function idField(id: bigint): Buffer {
  const bytes = [3 << 3];
  let rest = id;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

async function tornOf(directory: string, paths: readonly string[], whole: Set<string>): Promise<string[]> {
  const torn: string[] = [];
  for (const path of paths) {
    if (whole.has(path)) continue;
    if (await isWhole(join(directory, path))) whole.add(path);
    else torn.push(path);
  }
  return torn;
}

/** Regular files alone: a pipe would never end, and a link may lead anywhere. */
function filesIn(directory: string, folder: string): Promise<string[]> {
  return namesIn(directory, folder, (entry) => entry.isFile());
}

async function namesIn(directory: string, folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(ifAbsent([]));
  return entries.filter(isWanted).map(({ name }) => name);
}

async function isWhole(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (path.endsWith('.bin')) return size === (await sizeOfBitmap(file));
    const end = path.endsWith('.arrow') ? 'ARROW1' : 'LANC';
    return (await readAt(file, Math.max(0, size - end.length), end.length)).toString('latin1') === end;
  } finally {
    await file.close();
  }
}

/** Begins a bitmap without runs: LanceDB writes no other. */
const BITMAP = 12_346;
/** More values are kept as a bit each, of all that a container can have. */
const MOST_LISTED = 4096;
const BITS = 8192;

/**
 * The size that a Roaring bitmap says it has (its portable format): where the last of its containers begins, and how many it holds.
 *
 *     u32 12346, u32 containers | each: u16 key, u16 values - 1 | each: u32 where it begins | containers
 *
 * @returns null for what is no such bitmap, or too short to say it
 */
async function sizeOfBitmap(file: FileHandle): Promise<number | null> {
  const head = await readAt(file, 0, 8);
  if (head.length < 8 || head.readUInt32LE(0) !== BITMAP) return null;
  const count = head.readUInt32LE(4);
  if (count === 0) return 8;
  const last = await readAt(file, 8 + 4 * (count - 1), 4);
  const offset = await readAt(file, 8 + 4 * count + 4 * (count - 1), 4);
  if (last.length < 4 || offset.length < 4) return null;
  const values = last.readUInt16LE(2) + 1;
  return offset.readUInt32LE(0) + (values <= MOST_LISTED ? 2 * values : BITS);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
