/**
 * Tables that this machine did not make are read once by a process that may die (probe.js,
 * cli/probeProgram.ts), before LanceDB reads them in this one: a wrong length in a file has
 * LanceDB ask for more memory than there is, and that ends its process.
 *
 * A file in the table says that it was made, or read whole, here. It names the folder by what
 * nobody who hands one over can know: its inode and the nanosecond of its birth. Nothing is kept on
 * disk about a folder that others can write, and this process knows it by every file in it, too.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoraError, codeOf } from '../base/errors.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { memoryOf } from '../disk/processes.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { NO_DICTIONARIES } from './lanceEnvironment.ts';

const RECORD = '.known-here';
const MOST_RECORD = 1000;
/** Milliseconds. A million rows take half a minute. */
const PATIENCE = 300_000;
/** It reads batch by batch: several times what the largest of ours needs. */
const MOST_MEMORY = 2 * 2 ** 30;
const LOOK_MS = 50;
const OTHERS_WRITE = 0o022;
const OTHERS_ENTER = 0o011;
/** The depth of the folders in `_indices`. */
const DEPTH = 2;

/** Where nothing is written this process remembers. */
const known = new Set<string>();

/** Larger than any table of ours. */
const MOST_FILES = 200_000;

/**
 * @param table its folder
 * @param isShared true where other users and machines write to it
 * @throws CoraError BROKEN_INDEX for a table that is not of this machine and cannot be read to its
 * end, PLATFORM without the program
 */
export async function mustBeSound(table: string, isShared = false, program = besideUs()): Promise<void> {
  const identity = identityOf(table, isShared);
  if (identity === null || known.has(identity) || (!isOthers(table, isShared) && recordOf(table) === identity)) return;
  // A table that a full disk cut short is none: LanceDB says that it is not there.
  if (program === null || !hasManifests(table)) return;
  if (!existsSync(program)) {
    throw new CoraError('PLATFORM', `This installation of Cora is incomplete: ${program} is missing.`, {
      hint: 'install Cora again',
    });
  }
  const trouble = await probe(program, table);
  if (trouble !== null) {
    throw new CoraError('BROKEN_INDEX', `the index in ${table} was not made here, and is not used: ${trouble}`, {
      hint: 'if the index is your own, rebuild it: cora doctor --fix; if somebody gave it to you, do not use it',
    });
  }
  // The identity from before the reading: what was changed meanwhile is read again.
  await keep(table, isShared, identity);
}

function hasManifests(table: string): boolean {
  try {
    return readdirSync(join(table, '_versions')).length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** It was made by this process. */
export async function remember(table: string): Promise<void> {
  const identity = identityOf(table, false);
  if (identity !== null) await keep(table, false, identity);
}

async function keep(table: string, isShared: boolean, identity: string): Promise<void> {
  known.add(identity);
  try {
    if (!isOthers(table, isShared)) await replaceFile(join(table, RECORD), identity);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

function identityOf(table: string, isShared: boolean): string | null {
  const found = statSync(table, { throwIfNoEntry: false, bigint: true });
  if (found === undefined) return null;
  // Not the device: some file systems have another number after each start of the machine.
  const folder = `${found.ino} ${found.birthtimeNs}`;
  return isOthers(table, isShared) ? `${folder} ${filesOf(table)}` : folder;
}

/** Others can write there: nothing is written, and nothing that lies there is believed. */
function isOthers(table: string, isShared: boolean): boolean {
  if (isShared || process.getuid === undefined) return isShared;
  const [found, parent] = [statSync(table), statSync(dirname(table))];
  return found.uid !== process.getuid() || ((found.mode & OTHERS_WRITE) !== 0 && (parent.mode & OTHERS_ENTER) !== 0);
}

/** A hash of which files a table has, and when each was last changed. */
function filesOf(table: string): string {
  const hash = createHash('sha256');
  let files = 0;
  const walk = (dir: string, depth: number): void => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (++files > MOST_FILES) throw new CoraError('BROKEN_INDEX', `the index in ${table} has too many files`);
      const path = join(dir, entry.name);
      const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
      if (entry.isDirectory() && depth < DEPTH) walk(path, depth + 1);
      else hash.update(JSON.stringify([path, `${found?.ino} ${found?.ctimeNs} ${found?.mtimeNs} ${found?.size}`]));
    }
  };
  walk(table, 0);
  return hash.digest('hex');
}

/** Another user's word does not count. */
function recordOf(table: string): string | null {
  const path = join(table, RECORD);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return null;
  if (process.getuid !== undefined && found.uid !== process.getuid()) return null;
  return readBoundedSync(path, MOST_RECORD).toString('utf8');
}

/** @returns null for a table that was read to its end, or why not */
function probe(program: string, table: string): Promise<string | null> {
  // No credentials: it needs none.
  const env = { LANCEDB_LOG: 'off', RUST_BACKTRACE: '0', LANCE_LANGUAGE_MODEL_HOME: NO_DICTIONARIES };
  const child = spawn(process.execPath, [program, table], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  let said = '';
  let reason: string | null = null;
  const stop = (why: string): void => {
    reason = why;
    child.kill('SIGKILL');
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, 1000);
  });
  const patience = setTimeout(() => stop('reading it does not end'), PATIENCE);
  const looks = setInterval(() => {
    void memoryOf(child.pid ?? 0).then((bytes) => {
      if (bytes > MOST_MEMORY) stop('reading it takes too much memory');
    });
  }, LOOK_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(patience);
      clearInterval(looks);
      if (code === 0 && reason === null) resolve(null);
      else resolve(reason ?? (code === 1 && said !== '' ? said : `LanceDB ended over it (${signal ?? code})`));
    });
  });
}

/** The sources have no bundle; what is installed has. */
function besideUs(): string | null {
  return import.meta.url.endsWith('.ts') ? null : fileURLToPath(new URL('./probe.js', import.meta.url));
}
