/** A file that readers see either as it was or as it will be, also after a crash. */

import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';

/** What a killed writer can leave behind: `.<name>.<pid>.<random>.tmp`. */
export const TEMP_FILE = /^\..+\.\d+\.[0-9a-f]{12}\.tmp$/;

/** @returns names under a folder, those in the folders of its tables too */
export async function listTempFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  const inTables = names
    .filter((name) => name.endsWith('.lance'))
    .map(async (table) => (await readdir(join(dir, table)).catch(() => [])).map((name) => join(table, name)));
  return [...names, ...(await Promise.all(inTables)).flat()].filter((name) => TEMP_FILE.test(basename(name)));
}

/** What a writer that was killed in the middle of a file left in any folder under `dir`. */
export function removeTempFilesOf(pid: number, dir: string): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const isIts = TEMP_FILE.test(entry.name) && entry.name.split('.').at(-3) === String(pid);
    if (isIts && entry.isFile()) rmSync(join(entry.parentPath, entry.name), { force: true });
  }
}

/** Writes beside the target, flushes, renames. Creates the folder where it is missing. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const dir = dirname(file);
  makePrivate(dir);
  const temp = join(dir, `.${basename(file)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temp, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temp, file);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  await syncDirectory(dir);
}

/** Makes the rename itself durable. Windows cannot flush folders and does not need to. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
