/**
 * LanceDB takes a short write for a whole one: where a file meets a full disk or a limit on its size, it commits rows that end in the
 * middle. Such a commit is taken back, by the run that made it or by the next writer; the version before it is the newest one again.
 */

import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_STATE, readBounded } from '../boundedRead.ts';
import { CoraError, ifAbsent } from '../errors.ts';
import { knownFiles } from './fileSums.ts';
import { newestManifest } from './inspectSums.ts';

/** Each file of rows, and of an index, ends with it. */
const END = 'LANC';
const HINT = '_versions/latest_version_hint.json';

/**
 * To be used under the table's write lock.
 *
 * @param directory of the table; null for one in object storage, which takes no part of a file
 * @param whole paths that were looked at before: files never change
 * @returns true where commits were taken back; those that a finished run knows are doctor's
 */
export async function takeBackTorn(directory: string | null, whole = new Set<string>()): Promise<boolean> {
  if (directory === null) return false;
  const torn = await tornParts(directory, whole);
  if (torn.length === 0) return false;
  const known = await knownFiles(directory);
  for (let isTaken = false; ; isTaken = true) {
    const newest = await newestManifest(directory);
    if (newest === null || known.has(newest)) return isTaken;
    const listed = await readBounded(join(directory, newest), MOST_STATE);
    if (!torn.some((part) => listed.includes(part))) return isTaken;
    await rm(join(directory, HINT), { force: true });
    await rm(join(directory, newest), { force: true });
  }
}

/** As takeBackTorn, for the run that has written. @throws CoraError STORE where something was taken back */
export async function refuseTorn(directory: string | null, verb: string, whole?: Set<string>): Promise<void> {
  if (!(await takeBackTorn(directory, whole))) return;
  throw new CoraError('STORE', `the index failed to ${verb}: a file was not written to its end.`, {
    hint: 'free some space, or raise the limit on the size of files (ulimit -f); then: cora index',
  });
}

/** @returns what a list of the table's files holds of each: the name of a file of rows, the bytes of an index's UUID */
async function tornParts(directory: string, whole: Set<string>): Promise<Buffer[]> {
  const torn: Buffer[] = [];
  const look = async (folder: string, part: (name: string) => Buffer): Promise<void> => {
    for (const name of await readdir(join(directory, folder)).catch(ifAbsent([]))) {
      const path = `${folder}/${name}`;
      if (!name.endsWith('.lance') || whole.has(path)) continue;
      if (await isWhole(join(directory, path))) whole.add(path);
      else torn.push(part(name));
    }
  };
  await look('data', (name) => Buffer.from(name));
  for (const uuid of await readdir(join(directory, '_indices')).catch(ifAbsent([])))
    await look(`_indices/${uuid}`, () => Buffer.from(uuid.replaceAll('-', ''), 'hex'));
  return torn;
}

async function isWhole(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(END.length);
    await file.read(end, 0, END.length, Math.max(0, size - END.length));
    return end.toString('latin1') === END;
  } finally {
    await file.close();
  }
}
