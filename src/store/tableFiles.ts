/**
 * What may lie in a table of Cora's, by the path of each file in it, and which of the files are read before LanceDB reads them: every
 * manifest and every head of an index of words (lanceManifest.ts, lanceIndexFile.ts). Pure: where the files lie is checkTable.ts and checkObjects.ts.
 */

import { checkIndexFile } from './lanceIndexFile.ts';
import { checkManifest } from './lanceManifest.ts';
import { OddField } from './readFields.ts';

/** A file that is read, and by what. */
export interface CheckedPart {
  /** Bytes. */
  most: number;
  /** @throws OddField */
  check(bytes: Buffer): void;
  /** Of a manifest; null for the head of an index. */
  version: number | null;
}

const FOLDERS: readonly string[] = ['data', '_versions', '_transactions', '_indices', '_deletions'];
const MANIFEST = /^\d{20}\.manifest$/;
const LARGEST_MANIFEST = 256 * 1024 * 1024;
const LARGEST_HEAD = 16 * 1024 * 1024;
/** Of an index of words. */
const HEAD = 'metadata.lance';
/** Of one as LanceDB made them once: it stands for the other where that cannot be read. */
const OLD_HEAD = 'tokens.lance';

/** @param path names, from the table down @throws OddField for a folder that no table of ours has */
export function mustBeFolder(path: readonly string[]): void {
  const [first = '', name = ''] = path;
  const isOurs = path.length === 1 ? FOLDERS.includes(first) : first === '_indices' && /^[\w-]+$/.test(name);
  if (!isOurs || path.length > 2) throw new OddField(`a folder ${JSON.stringify(path.at(-1))}`);
}

/** @param path of a file, in folders that were looked at @returns null for one that is not read @throws OddField */
export function checkedPart(path: readonly string[]): CheckedPart | null {
  const name = path.at(-1)!;
  // Where LanceDB once kept the newest one.
  if (path.length === 1 && name.endsWith('manifest')) throw new OddField(`a manifest ${JSON.stringify(name)}`);
  if (path[0] === '_versions' && path.length === 2 && name.endsWith('manifest'))
    return { most: LARGEST_MANIFEST, check: checkManifest, version: versionIn(name) };
  if (path[0] !== '_indices' || path.length !== 3) return null;
  // Where case does not count LanceDB finds it by any.
  if (name.toLowerCase() === OLD_HEAD) throw new OddField('an index of an older LanceDB');
  if (name.toLowerCase() !== HEAD) return null;
  return { most: LARGEST_HEAD, check: checkIndexFile, version: null };
}

/** LanceDB counts down in the names, so that the newest is listed first. A version that is no exact number could stand for another one. */
function versionIn(name: string): number {
  const version = MANIFEST.test(name) ? 2n ** 64n - 1n - BigInt(name.slice(0, 20)) : 0n;
  if (version < 1n || version > BigInt(Number.MAX_SAFE_INTEGER))
    throw new OddField(`a manifest ${JSON.stringify(name)}`);
  return Number(version);
}
