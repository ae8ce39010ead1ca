/**
 * `cora hooks run`: what a Git hook starts in the background. Brings the index to HEAD of the
 * worktrees that wait, after the last of a burst of hooks and after a rebase, merge, cherry-pick or
 * bisect has ended. One run at a time: a second one leaves its worktree to the first.
 */

import { existsSync } from 'node:fs';
import { appendFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError, ifAbsent, isCoraError, knownError } from '../base/errors.ts';
import { listed } from '../base/lists.ts';
import type { Log } from '../base/types.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { APPEND, makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { openRepository } from '../git/openRepository.ts';
import { type HookRun, hookLogDirectory, recordRun, writeHookLog } from '../indexing/lastRun.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { isLink, refusedLink } from '../store/location.ts';
import { withWriteLock } from '../store/withWriteLock.ts';

/** Milliseconds. */
export interface HookPace {
  /** A run begins when no hook has come for that long: commits of a script are one burst. */
  quiet: number;
  /** But no later than that. */
  longestBurst: number;
  /** The longest wait for the end of a rebase; the hook that comes with it begins anew. */
  longestWait: number;
}

const PACE: HookPace = { quiet: 1_000, longestBurst: 60_000, longestWait: 600_000 };
/** The intervals at which the end of a rebase is looked for, at first and later. */
const FIRST_POLL_MS = 100;
const LAST_POLL_MS = 2_000;

export interface HookRequest {
  /** The hook that Git runs; null by hand. */
  hook: string | null;
  /** `cora` in the common Git directory. */
  home: string;
  /** A worktree to refresh beside those that wait already; null where the hook has named it. */
  dir: string | null;
  surroundings: Surroundings;
  /** Returns the settings that count in a worktree. */
  settingsOf(dir: string): IndexingRequest;
  signal?: AbortSignal;
  pace?: HookPace;
}

/**
 * Refreshes the worktrees that wait.
 * @returns what was done, in order; null where another run is under way, which will do it
 */
export async function runHook(request: HookRequest): Promise<HookRun[] | null> {
  const { home, dir } = request;
  refuseLinkedHome(home);
  if (dir !== null) await addPending(home, dir);
  const runs: HookRun[] = [];
  for (let turn = 0; turn === 0 || (await pendingSince(home)) !== null; turn++) {
    // A hook that came while the lock was given back has found it taken: its line is looked for
    // again afterwards.
    const isDone = await asOnlyRun(home, request.surroundings.log, async () => {
      runs.push(...(await refreshWaiting(request)));
    });
    if (!isDone) return turn === 0 ? null : runs;
  }
  return runs;
}

/** @returns false where another run has the lock */
async function asOnlyRun(home: string, log: Log, action: () => Promise<void>): Promise<boolean> {
  let isOnly = false;
  try {
    await withWriteLock(hookLogDirectory(home), { waitMs: 0, log }, async () => {
      isOnly = true;
      await action();
    });
    return true;
  } catch (error) {
    if (!isOnly && isCoraError(error) && error.code === 'LOCKED') return false;
    throw error;
  }
}

interface Waiting {
  since: number;
  /** Null for what is no worktree of this repository; undefined where that cannot be told now. */
  gitDir: string | null | undefined;
}

async function refreshWaiting(request: HookRequest): Promise<HookRun[]> {
  const { home, pace = PACE } = request;
  const waiting = new Map<string, Waiting>();
  const runs: HookRun[] = [];
  /** Worktrees for the next run: nothing can be done for them now. */
  const left = new Set<string>();
  for (;;) {
    await untilQuiet(home, pace, request.hook === null);
    for (const dir of await takePending(home)) {
      if (!waiting.has(dir)) waiting.set(dir, { since: Date.now(), gitDir: await gitDirOf(dir, request) });
    }
    for (const [dir, { since, gitDir }] of waiting) {
      const operation = gitDir == null || request.hook === null ? null : operationUnderWay(gitDir);
      if (operation !== null && Date.now() - since < pace.longestWait) continue;
      waiting.delete(dir);
      if (gitDir === undefined) left.add(dir);
      if (gitDir == null) continue;
      const run = operation === null ? await refresh(dir, request) : gaveUp(dir, operation, request);
      if (operation !== null || run.error?.code === 'ABORTED') left.add(dir);
      else left.delete(dir);
      runs.push(run);
      await recordRun(home, run);
    }
    await keepTaken(home, [...waiting.keys(), ...left]);
    if (waiting.size === 0 && (await pendingSince(home)) === null) return runs;
    if (request.signal?.aborted === true) return runs;
    const longest = Math.max(0, ...[...waiting.values()].map(({ since }) => Date.now() - since));
    if (waiting.size > 0) await sleep(Math.min(LAST_POLL_MS, FIRST_POLL_MS + longest / 10));
  }
}

async function untilQuiet(home: string, { quiet, longestBurst }: HookPace, isByHand: boolean): Promise<void> {
  const end = Date.now() + (isByHand ? 0 : longestBurst);
  for (;;) {
    const since = await pendingSince(home);
    const left = since === null ? 0 : Math.min(quiet, since + quiet - Date.now());
    if (left <= 0 || Date.now() >= end) return;
    await sleep(left);
  }
}

async function gitDirOf(dir: string, { home, surroundings }: HookRequest): Promise<string | null | undefined> {
  try {
    const { gitDir, commonDir } = await openRepository(dir, surroundings.env);
    // The list may have come with the Git directory: it names worktrees of this repository and no
    // others.
    if ((await realpath(commonDir)) === (await realpath(dirname(home)))) return gitDir;
    await writeHookLog(home, `${dir}: left out, it is no worktree of this repository`);
    return null;
  } catch (error) {
    await writeHookLog(home, `${dir}: ${(error as Error).message}`);
    const known = knownError(error);
    const isLacking = isCoraError(known) && known.code === 'STORE';
    return isLacking ? undefined : null;
  }
}

async function refresh(dir: string, { hook, surroundings, settingsOf, signal }: HookRequest): Promise<HookRun> {
  const begin = Date.now();
  const run = { hook, worktree: dir };
  const ended = () => ({ at: new Date().toISOString(), tookMs: Date.now() - begin });
  try {
    const watch = { onProgress: () => undefined, signal };
    // `cora status` reads the marks and builds nothing.
    const { indexRepository } = await import('../indexing/indexRepository.ts');
    const report = await indexRepository(settingsOf(dir), { ...surroundings, dir }, watch);
    const { commit, computed, embedded, reused, failed } = report;
    const error =
      failed.length === 0 ? null : { code: 'FAILED_FILES', message: `${failed[0]!.path}: ${failed[0]!.error}` };
    return { ...run, ...ended(), commit, computed, embedded, reused, error };
  } catch (thrown) {
    const error = knownError(thrown);
    // Nobody reads the background's output: whatever it was, it must be found in `cora status`.
    const code = isCoraError(error) ? error.code : 'UNEXPECTED';
    const message = isCoraError(error) ? error.message : ((error as Error | null)?.stack ?? String(error));
    return { ...run, ...ended(), error: { code, message } };
  }
}

function gaveUp(dir: string, operation: Operation, { hook }: HookRequest): HookRun {
  const message = `a ${operation} is under way; the hook at its end, or cora index, brings the index to HEAD`;
  return { at: new Date().toISOString(), hook, worktree: dir, error: { code: 'WAITING', message } };
}

/** The worktrees that wait for a refresh: hooks/cora.sh appends a line. */
const pendingPath = (home: string): string => join(home, 'pending');
/** A run keeps them there until it is done, so that a killed one loses none. */
const takenPath = (home: string): string => join(home, 'taken');

/**
 * Refuses a path that the list of worktrees cannot hold.
 * @throws CoraError STORE for a path that would be several lines
 */
export function refuseLineBreaks(dir: string): void {
  if (!dir.includes('\n')) return;
  throw new CoraError('STORE', `${JSON.stringify(dir)} cannot be refreshed by hooks: a line break is in its path.`, {
    hint: 'rename the folder; or index it by hand: cora index --store DIR',
  });
}

/**
 * Adds a worktree to the list.
 * @param home `cora` in the common Git directory;
 * @param dir a worktree, or a bare repository
 */
export async function addPending(home: string, dir: string): Promise<void> {
  refuseLineBreaks(dir);
  makePrivate(home, true);
  // A line begins after a whole one: what was torn must not swallow it.
  await appendFile(pendingPath(home), `\n${dir}\n`, { flag: APPEND, mode: PRIVATE_FILE });
}

/**
 * Tells since when worktrees wait.
 * @returns when the last line came, milliseconds since 1970; null where there is none
 */
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
async function keepTaken(home: string, dirs: readonly string[]): Promise<void> {
  if (dirs.length === 0) await rm(takenPath(home), { force: true });
  else await replaceFile(takenPath(home), dirs.map((dir) => `${dir}\n`).join(''));
}

async function markedLines(file: string): Promise<string[]> {
  const text = await readTextBounded(file, MOST_STATE).catch(ifAbsent(''));
  return text.split('\n').filter((line) => line !== '');
}

/** The files of a home. hooks/cora.sh looks for the same. */
const MARK_FILES = listed('runner pending pending.moved taken log log/hook.log log/hook.log.1 log/last-run.json');

/**
 * A link among them would have the background write, and `cora status` read, what lies elsewhere.
 * @param home `cora` in the common Git directory
 * @throws CoraError STORE
 */
export function refuseLinkedHome(home: string): void {
  const link = [home, ...MARK_FILES.map((name) => join(home, name))].find(isLink);
  if (link !== undefined) throw refusedLink(link);
}

/** An operation that Git is in the middle of, and at whose end it moves HEAD again. */
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

/** Returns the operation that Git is in the middle of; null for none. */
export function operationUnderWay(gitDir: string): Operation | null {
  return OPERATION_MARKS.find(([name]) => existsSync(join(gitDir, name)))?.[1] ?? null;
}
