/** Files of a table that are not as they were written, by what that means. */

import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MOST_STATE, readBounded } from '../disk/boundedRead.ts';
import { damagedFiles } from './fileSums.ts';

export interface Damage {
  /** Of indexes, which are made of the rows. */
  indexes: string[];
  /** Of the newest version: rows, or the list of them. */
  rows: string[];
  /** Of earlier versions only: they can go. */
  old: string[];
  /** Lists of rows that are newer than the newest one there is: the table is what it was before the last run. */
  newer: string[];
}

/** @param directory of the table; paths are relative to it */
export async function inspectSums(directory: string): Promise<Damage> {
  const damage: Damage = { indexes: [], rows: [], old: [], newer: [] };
  const damaged = await damagedFiles(directory);
  if (damaged.length === 0) return damage;
  const newest = await newestManifest(directory);
  const listed = newest === null ? null : await readBounded(join(directory, newest), MOST_STATE).catch(() => null);
  for (const path of damaged) {
    const isCurrent = listed === null || path === newest || listed.includes(basename(path));
    if (path.startsWith('_indices/')) damage.indexes.push(path);
    else if (newest !== null && path.startsWith('_versions/') && path < newest) damage.newer.push(path);
    else if (isCurrent) damage.rows.push(path);
    else damage.old.push(path);
  }
  return damage;
}

/** They could not be read by anybody, and LanceDB's own cleaning stumbles over them. */
export async function removeOldFiles(directory: string): Promise<void> {
  const { old } = await inspectSums(directory);
  await Promise.all(old.map((path) => rm(join(directory, path), { force: true })));
}

/** LanceDB names versions by what is missing to 2^64, so that the newest one comes first. */
async function newestManifest(directory: string): Promise<string | null> {
  const names = await readdir(join(directory, '_versions')).catch(() => []);
  const [newest] = names.filter((name) => name.endsWith('.manifest')).sort();
  return newest === undefined ? null : `_versions/${newest}`;
}
