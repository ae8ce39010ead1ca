/**
 * A table from another machine is first read by a process that may crash (probe.js,
 * cli/probeProgram.ts), before LanceDB reads it in this one. A wrong length in a file makes LanceDB
 * ask for more memory than there is, which ends the process.
 *
 * A file in the table records that it was made or checked here. It names the folder by its inode
 * and the nanosecond of its creation, which nobody who hands over a table can know. For a folder
 * that others can write, nothing is kept on disk: this process remembers it together with all its
 * files.
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
/** The time limit in milliseconds. A million rows take half a minute. */
const PATIENCE = 300_000;
/**
 * The memory limit. The process reads batch by batch, so this is several times what Cora's largest
 * tables need.
 */
const MOST_MEMORY = 2 * 2 ** 30;
const LOOK_MS = 50;
const OTHERS_WRITE = 0o022;
const OTHERS_ENTER = 0o011;
/** The depth of the folders in `_indices`. */
const DEPTH = 2;

/** Checked tables, if nothing may be written about them. */
const known = new Set<string>();

/** More files than any table of Cora's has. */
const MOST_FILES = 200_000;

/**
 * @param table its folder
 * @param isShared true if other users and machines write to it
 * @throws CoraError BROKEN_INDEX for a table from elsewhere that cannot be read to its end,
 * PLATFORM without the program
 */
export async function mustBeSound(table: string, isShared = false, program = besideUs()): Promise<void> {
  const identity = identityOf(table, isShared);
  if (identity === null || known.has(identity) || (!isOthers(table, isShared) && recordOf(table) === identity)) return;
  // If a full disk has cut the table short, LanceDB reports that it does not exist.
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
  // This is the identity before reading: if the table was changed meanwhile, it is checked again.
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

/** Records that this process made the table. */
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
  // The device's number is left out: on some file systems it changes when the machine restarts.
  const folder = `${found.ino} ${found.birthtimeNs}`;
  return isOthers(table, isShared) ? `${folder} ${filesOf(table)}` : folder;
}

/** True if others can write there. Then nothing is written, and nothing there is believed. */
function isOthers(table: string, isShared: boolean): boolean {
  if (isShared || process.getuid === undefined) return isShared;
  const [found, parent] = [statSync(table), statSync(dirname(table))];
  return found.uid !== process.getuid() || ((found.mode & OTHERS_WRITE) !== 0 && (parent.mode & OTHERS_ENTER) !== 0);
}

/** A hash of a table's files with their times. */
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

/** A record that another user wrote does not count. */
function recordOf(table: string): string | null {
  const path = join(table, RECORD);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return null;
  if (process.getuid !== undefined && found.uid !== process.getuid()) return null;
  return readBoundedSync(path, MOST_RECORD).toString('utf8');
}

/** @returns null if the table could be read to its end, otherwise why not */
function probe(program: string, table: string): Promise<string | null> {
  // Passes no credentials: it needs none.
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

/** Returns null when run from source, where there is no bundle. */
function besideUs(): string | null {
  return import.meta.url.endsWith('.ts') ? null : fileURLToPath(new URL('./probe.js', import.meta.url));
}
