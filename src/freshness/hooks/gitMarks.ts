/**
 * Marks in the Git directory: the worktrees that wait for a refresh (hooks/cora.sh appends a line
 * to `pending`; a run keeps them in `taken` until it is done, so that a killed one loses none), and
 * those of a rebase or merge that Git is in the middle of.
 */

import { existsSync } from 'node:fs';
import { appendFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, ifAbsent } from '../../base/errors.ts';
import { MOST_STATE, readTextBounded } from '../../disk/boundedRead.ts';
import { APPEND, makePrivate, PRIVATE_FILE } from '../../disk/makePrivate.ts';
import { replaceFile } from '../../disk/replaceFile.ts';
import { isLink, refusedLink } from '../../store/location.ts';

function pendingPath(home: string): string {
  return join(home, 'pending');
}

function takenPath(home: string): string {
  return join(home, 'taken');
}

/** @throws CoraError STORE for a path that would be several lines */
export function refuseLineBreaks(dir: string): void {
  if (!dir.includes('\n')) return;
  throw new CoraError('STORE', `${JSON.stringify(dir)} cannot be refreshed by hooks: a line break is in its path.`, {
    hint: 'rename the folder; or index it by hand: cora index --store DIR',
  });
}

/**
 * @param home `cora` in the common Git directory;
 * @param dir a worktree, or a Git directory without one
 */
export async function addPending(home: string, dir: string): Promise<void> {
  refuseLineBreaks(dir);
  makePrivate(home, true);
  // A line begins after a whole one: what was torn must not swallow it.
  await appendFile(pendingPath(home), `\n${dir}\n`, { flag: APPEND, mode: PRIVATE_FILE });
}

/** @returns when the last line came, milliseconds since 1970; null where there is none */
export async function pendingSince(home: string): Promise<number | null> {
  const found = await stat(pendingPath(home)).catch(() => null);
  return found?.mtimeMs ?? null;
}

/** Takes what waits, each worktree once: of this run, and of one that did not get to its end. */
export async function takePending(home: string): Promise<string[]> {
  const moved = `${pendingPath(home)}.moved`;
  const earlier = [...(await markedLines(takenPath(home))), ...(await markedLines(moved))];
  // Renamed first: a hook that comes now begins a new file.
  await rename(pendingPath(home), moved).catch(() => undefined);
  const dirs = [...new Set([...earlier, ...(await markedLines(moved))])];
  await keepTaken(home, dirs);
  await rm(moved, { force: true });
  return dirs;
}

/** Writes down what is still to be done; nothing to do removes the list. */
export async function keepTaken(home: string, dirs: readonly string[]): Promise<void> {
  if (dirs.length === 0) await rm(takenPath(home), { force: true });
  else await replaceFile(takenPath(home), dirs.map((dir) => `${dir}\n`).join(''));
}

async function markedLines(file: string): Promise<string[]> {
  const text = await readTextBounded(file, MOST_STATE).catch(ifAbsent(''));
  return text.split('\n').filter((line) => line !== '');
}

// Where the hooks leave their marks and logs is a folder of the Git directory, with files of its
// own. A link among them would have the background write, and `cora status` read, what lies
// elsewhere. hooks/cora.sh looks for the same.

const MARK_FILES = [
  '',
  'runner',
  'pending',
  'pending.moved',
  'taken',
  'log',
  'log/hook.log',
  'log/hook.log.1',
  'log/last-run.json',
];

/** @param home `cora` in the common Git directory. @throws CoraError STORE */
export function refuseLinkedHome(home: string): void {
  const link = MARK_FILES.map((name) => join(home, name)).find(isLink);
  if (link !== undefined) throw refusedLink(link);
}

// Tells whether Git is in the middle of something that will move HEAD again.

export type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';

/** Files that Git keeps in the Git directory of a worktree until the end: see wt-status.c. */
const OPERATION_MARKS: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
];

export function operationUnderWay(gitDir: string): Operation | null {
  return OPERATION_MARKS.find(([name]) => existsSync(join(gitDir, name)))?.[1] ?? null;
}
