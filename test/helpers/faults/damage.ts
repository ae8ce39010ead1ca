/** What a disk, a crash or a person does to a file, and what kind of file of a store it is done to. */

import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export type Fault = 'a changed byte' | 'a byte more' | 'cut in half' | 'emptied' | 'deleted';
export const FAULTS: readonly Fault[] = ['a changed byte', 'a byte more', 'cut in half', 'emptied', 'deleted'];

/** Whose checksum stands at the end: a byte changed there changes nothing. */
const SEALED = /\.(json|view)$/;
const SEAL_BYTES = 64;

/** @param random from 0 to 1: where the byte is */
export function damage(file: string, fault: Fault, random: () => number): void {
  const { size } = statSync(file);
  if (fault === 'deleted') rmSync(file);
  else if (fault === 'emptied') truncateSync(file, 0);
  else if (fault === 'a byte more') appendFileSync(file, '\n');
  else if (fault === 'cut in half') truncateSync(file, size >> 1);
  else {
    const bytes = readFileSync(file);
    const at = Math.floor(random() * (SEALED.test(file) ? Math.max(1, size - SEAL_BYTES) : size));
    // Never the same byte.
    bytes[at] = bytes[at]! ^ (1 + Math.floor(random() * 255));
    writeFileSync(file, bytes);
  }
}

/** All files under a folder, by path under it with `/`, sorted; empty ones are left out. */
export function filesUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0)
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** What names of one run and of the next have in common; `null`: newest of its kind first is asked for by the caller. */
export function kindOf(path: string): string {
  return path
    .replace(/^[0-9a-f]{16}\//, '')
    .replace(/_versions\/\d+\.manifest$/, '_versions/*.manifest')
    .replace(/_indices\/[0-9a-f-]{36}\/.*$/, '_indices/*')
    .replace(/_transactions\/.*$/, '_transactions/*')
    .replace(/(data|_deletions)\/.*$/, '$1/*')
    .replace(/search\/[0-9a-f]{32}\.segment$/, 'search/*.segment')
    .replace(/views\/[0-9a-f]{16}\.view$/, 'views/*.view')
    .replace(/views\/[0-9a-f]{32}\.part$/, 'views/*.part');
}
