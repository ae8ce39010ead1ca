/**
 * Protects git from pipes, devices and huge files that somebody's repository has in place of files
 * that git opens. It checks these before the first git runs, and ends a git that waits for ever or
 * reads without end.
 */

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type Stats, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { readTextBounded } from '../disk/boundedRead.ts';
import { memoryOf } from '../disk/processes.ts';

const LOOK_MS = 1000;
/**
 * The longest that git may be silent. Only the first listing of a huge working tree comes near it.
 */
const MOST_SILENCE_MS = 15 * 60_000;

/** A device returns gigabytes each second. */
const LOOK_AT_MEMORY_MS = 200;
/** In bytes. */
const MOST_NAME = 1000;

/**
 * Linux uses these names for a process that opens a pipe without a writer. A normal git never does.
 */
const OPENING = /^(?:wait_for_partner|fifo_open)$/;
/**
 * A process that reads from a pipe or a terminal. This is normal as long as Cora has not sent
 * everything.
 */
const READING = /^(?:(?:anon_)?pipe_read|n_tty_read)$/;

const running = new Set<ChildProcessWithoutNullStreams>();

/** For programs that end: a git that waits for ever would stay. */
export function endRunningGit(): void {
  for (const child of running) child.kill();
}

/**
 * @param mostMemory in bytes; by default as much as normal work may take on this machine
 * @returns a function that tells why git was ended, null if it was not
 */
export function endIfWaiting(
  child: ChildProcessWithoutNullStreams,
  command: string,
  mostMemory?: number,
): () => CoraError | null {
  let why: CoraError | null = null;
  let said = -1;
  let silentMs = 0;
  let looksWaiting = 0;
  // Afterwards another process may have its id.
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const end = (error: CoraError): void => {
    if (hasEnded()) return;
    why ??= error;
    child.kill('SIGKILL');
  };
  const look = async (): Promise<void> => {
    if (hasEnded()) return;
    const { stdin, stdout, stderr } = child;
    const size = [stdout, stderr].reduce((sum, pipe) => sum + ((pipe as Socket).bytesRead ?? 0), 0);
    // Git is also silent if Cora has not read its output, or has not sent its input.
    const isSilent =
      size === said && stdout.readableLength === 0 && (stdin.writableFinished || stdin.writableLength > 0);
    said = size;
    silentMs = isSilent ? silentMs + LOOK_MS : 0;
    looksWaiting = (await isWaiting(child.pid, stdin.writableFinished)) ? looksWaiting + 1 : 0;
    if (looksWaiting < 2 && silentMs < MOST_SILENCE_MS) return;
    const isSlow = looksWaiting < 2;
    end(ended(command, isSlow ? 'said nothing for too long' : 'waits for a pipe or a device in the place of a file'));
  };
  const lookAtMemory = async (): Promise<void> => {
    const most = mostMemory ?? mostHere();
    if (!hasEnded() && (await memoryOf(child.pid ?? 0)) > most) end(tookTooMuch(command, most));
  };
  const timers = [
    setInterval(() => void look(), LOOK_MS).unref(),
    setInterval(() => void lookAtMemory(), LOOK_AT_MEMORY_MS).unref(),
  ];
  running.add(child);
  const leave = (): void => {
    for (const timer of timers) clearInterval(timer);
    running.delete(child);
  };
  child.once('close', leave).once('error', leave);
  return () => why;
}

/** Always false on systems other than Linux, which do not tell. */
async function isWaiting(pid: number | undefined, hasAll: boolean): Promise<boolean> {
  const place = await readTextBounded(`/proc/${pid}/wchan`, MOST_NAME).catch(() => '');
  return OPENING.test(place) || (hasAll && READING.test(place));
}

function ended(command: string, why: string): CoraError {
  return new CoraError('GIT', `git ${command} ${why}, and was ended.`, {
    hint: '`find . -type p` lists pipes; include.path, core.excludesFile or core.attributesFile in .git/config may name one',
  });
}

function tookTooMuch(command: string, mostMemory: number): CoraError {
  const message = `git ${command} takes more than ${Math.round(mostMemory / 2 ** 20)} MB of memory, and was ended.`;
  return new CoraError('GIT', message, {
    hint: 'a device or a huge file may stand in the place of one that git reads: `find -L .git -type c -o -size +1G` lists them',
  });
}

/** In bytes. Git lists the objects of the largest histories in half of 4 GB. */
function mostHere(): number {
  // The memory limit of the container; 0 or undefined outside of one.
  const limit = process.constrainedMemory() || totalmem();
  return Math.max(2 ** 30, Math.min(2 ** 32, Math.min(limit, totalmem()) / 2));
}

/** Files that git reads into memory before it prints anything. */
const READ_WHOLE = ['HEAD', 'commondir', 'packed-refs', 'shallow', 'info/grafts', 'objects/info/alternates'];
/** In bytes. Ten million refs take less. */
const MOST_SIZE = 2 ** 30;
/**
 * In bytes. Git sorts each line into those before: 200,000 of 41 bytes take each git half a minute.
 */
const MOST_SORTED: Readonly<Partial<Record<string, number>>> = { shallow: 2 ** 22, 'info/grafts': 2 ** 20 };

/**
 * Checks the nearest `.git` at or above the directory before git runs for the first time. On
 * systems that tell a process's memory, endIfWaiting also watches every git.
 * @throws CoraError GIT
 */
export function refuseDevices(dir: string): void {
  const gitDir = nearestGitDir(dir);
  if (gitDir === null) return;
  for (const name of READ_WHOLE) {
    const file = join(gitDir, name);
    const found = statOf(file);
    if (found === null) continue;
    // /dev/null is allowed: it reads as an empty file.
    if (found.isCharacterDevice() && found.rdev !== statOf('/dev/null')?.rdev) throw refusedFile(file, 'is a device');
    if (found.isBlockDevice()) throw refusedFile(file, 'is a device');
    const most = MOST_SORTED[name] ?? MOST_SIZE;
    if (found.size > most)
      throw refusedFile(file, `has more than ${most < MOST_SIZE ? `${most / 2 ** 20} MB` : '1 GB'}`);
  }
}

function nearestGitDir(dir: string): string | null {
  const git = join(dir, '.git');
  const found = statOf(git);
  if (found !== null) return found.isDirectory() ? git : null;
  const above = dirname(dir);
  return above === dir ? null : nearestGitDir(above);
}

/** Returns null also for a file that cannot be examined: git reports why. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

function refusedFile(file: string, why: string): CoraError {
  const hint = file.endsWith('shallow')
    ? 'git fetch --unshallow   brings the whole history, and the file goes'
    : 'no git makes such a file; remove it if you know what it is for';
  return new CoraError('GIT', `${file} ${why}, which git would read into memory.`, { hint });
}
