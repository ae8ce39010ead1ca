/**
 * Replaces a file as a whole: readers see the old or the new content, also after a crash. A
 * checksum at its end shows if a byte has changed on disk; it is no signature. Files of earlier
 * versions have no checksum and are accepted.
 */

import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseOrNull, STATE_JSON } from '../base/boundedJson.ts';
import { MOST_STATE, readTextBounded } from './boundedRead.ts';
import { makePrivate, PRIVATE_FILE } from './makePrivate.ts';

/** Matches a file that a killed writer may leave: `.<name>.<pid>.<random>.tmp`. */
export const TEMP_FILE = /^\..+\.\d+\.[0-9a-f]{12}\.tmp$/;

/** @returns names in a folder, and in the folders of its tables and search file */
export async function listTempFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  const inTables = names
    .filter((name) => name.endsWith('.lance') || name === 'search')
    .map(async (table) => (await readdir(join(dir, table)).catch(() => [])).map((name) => join(table, name)));
  return [...names, ...(await Promise.all(inTables)).flat()].filter((name) => TEMP_FILE.test(basename(name)));
}

/** Removes all of them, whoever left them. */
export async function removeTempFiles(dir: string): Promise<void> {
  const left = await listTempFiles(dir);
  await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
}

export function isTempFileOf(pid: number | null, name: string): boolean {
  return TEMP_FILE.test(name) && name.split('.').at(-3) === String(pid);
}

/** Removes files under `dir` that a killed writer has left unfinished. */
export function removeTempFilesOf(pid: number, dir: string): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (isTempFileOf(pid, entry.name) && entry.isFile()) rmSync(join(entry.parentPath, entry.name), { force: true });
  }
}

/**
 * Writes a file beside the target, flushes it and renames it. @param content whole, or its pieces
 * in order
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const dir = dirname(file);
  makePrivate(dir);
  const temp = join(dir, `.${basename(file)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temp, 'wx', PRIVATE_FILE);
    try {
      for await (const piece of typeof content === 'string' || content instanceof Uint8Array ? [content] : content)
        await handle.writeFile(piece);
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

/** Writes a new file that nobody looks for yet. @returns a function that flushes it */
export async function writeUnflushed(file: string, content: AsyncIterable<Uint8Array>): Promise<() => Promise<void>> {
  makePrivate(dirname(file));
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    for await (const piece of content) await handle.writeFile(piece);
    return () => handle.sync().finally(() => handle.close());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Makes the rename durable. Windows cannot flush folders and need not. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The number of hex digits of SHA-256 that are kept. */
const SUM_DIGITS = 32;
const JSON_SEAL = /,"checksum":"([0-9a-f]{32})"\}\n?$/;
/** Stands between the bytes of a file that is not JSON and its checksum. */
const BYTES_SEAL = 'CORASUM ';

/** @returns the object as one line of JSON, with the checksum as last key */
export function sealJson(value: object): string {
  const json = JSON.stringify(value);
  return `${json.slice(0, -1)},"checksum":"${sumOf(json)}"}\n`;
}

/** True if the checksum is right, or there is none. */
export function isJsonWhole(text: string): boolean {
  const found = JSON_SEAL.exec(text.slice(-2 * SUM_DIGITS));
  return found === null || sumOf(`${text.slice(0, -found[0].length)}}`) === found[1];
}

/** Reads a file of sealJson; {} if it is missing or damaged. */
export async function readSealedJson(file: string): Promise<Record<string, unknown>> {
  return parseSealedJson(await readTextBounded(file, MOST_STATE).catch(() => '{}'));
}

/** Parses what sealJson made, as readSealedJson does. */
export function parseSealedJson(json: string): Record<string, unknown> {
  const value = parseOrNull(json, STATE_JSON);
  return typeof value === 'object' && value !== null && isJsonWhole(json) ? { ...value } : {};
}

/** Changes when the file is replaced or written to; '' if there is none. */
export function stampOfFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

export function sealBytes(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from(BYTES_SEAL + sumOf(bytes))]);
}

/** True if the checksum is right, or there is none. */
export function areBytesWhole(bytes: Buffer): boolean {
  const start = bytes.length - BYTES_SEAL.length - SUM_DIGITS;
  const seal = bytes.subarray(Math.max(0, start)).toString('latin1');
  return !seal.startsWith(BYTES_SEAL) || sumOf(bytes.subarray(0, start)) === seal.slice(BYTES_SEAL.length);
}

function sumOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, SUM_DIGITS);
}
