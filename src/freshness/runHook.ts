/**
 * `cora hooks run`: what a Git hook starts in the background. Brings the index to HEAD of the
 * worktrees that wait, after the last of a burst of hooks and after a rebase, merge, cherry-pick or
 * bisect has ended. One run at a time: a second one leaves its worktree to the first.
 */

import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCoraError, knownError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { openRepository } from '../git/openRepository.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { type HookRun, hookLogDirectory, recordRun, writeHookLog } from '../indexing/lastRun.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import {
  addPending,
  keepTaken,
  type Operation,
  operationUnderWay,
  pendingSince,
  refuseLinkedHome,
  takePending,
} from './hooks/gitMarks.ts';

/** Milliseconds. */
export interface HookPace {
  /**
   * A run begins when no hook has come for that long: the commits of a script or of a rebase are
   * one burst.
   */
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

/** @returns what was done, in order; null where another run is under way, which will do it */
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
  /**
   * Null for a directory that is no repository any more, or of another one: it is dropped.
   * Undefined where that cannot be told now.
   */
  gitDir: string | null | undefined;
}

async function refreshWaiting(request: HookRequest): Promise<HookRun[]> {
  const { home, pace = PACE } = request;
  const waiting = new Map<string, Waiting>();
  const runs: HookRun[] = [];
  /** For the next run: nothing can be done for them now. */
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
