/** Disk use of a folder. */

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns bytes of all regular files below; files that vanish meanwhile (a writer cleans up) do not count */
export async function bytesUnder(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => sizeOf(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function sizeOf(file: string): Promise<number> {
  const stat = await lstat(file).catch(() => null);
  return stat?.size ?? 0;
}
