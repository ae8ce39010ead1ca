/**
 * `cora hooks install`, `uninstall`, `status`: finds where Git looks for hooks, plans what to
 * write, writes it, and has Git run each hook to see that it gets there. The work of a hook is in
 * runHook.ts.
 */

import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { readHooksPath, tracksBelow } from '../git/gitConfiguration.ts';
import { openRepository } from '../git/openRepository.ts';
import type { Repository } from '../git/repository.ts';
import { type HookRun, hookLogDirectory, hookLogFiles, hookLogPath, readLastRun } from '../indexing/lastRun.ts';
import type { Surroundings } from '../settings/requests.ts';
import { changesOf, type FileChange, type FileEdit, lookIfThere, writeFiles } from './fileEdit.ts';
import { pendingSince, refuseLineBreaks, refuseLinkedHome } from './hooks/gitMarks.ts';
import { type HookState, inspectHooks, type MayRun, testHooks } from './hooks/inspectHooks.ts';
import type { Program } from './initClients.ts';
import { RUNNER_NAME, runnerLines } from './install/hookScript.ts';
import { findHookPlace, type HookPlace, planInstall, planUninstall } from './install/planHookFiles.ts';

export interface HooksRequest {
  surroundings: Pick<Surroundings, 'dir' | 'env'>;
  /** Write also where hooks are shared with other people or repositories. */
  force: boolean;
  dryRun: boolean;
  /**
   * Asks whether a hook may be run for its proof though Cora did not write all of it. Without it
   * none is.
   */
  mayRun?: MayRun;
}

export interface HooksStatus {
  manager: HookPlace['manager'];
  /** The folders to which Cora's lines go, and in which Git looks. Absolute. */
  dir: string;
  gitLooksIn: string;
  /** The reason why nothing is written there without --force. */
  reserved: string | null;
  hooks: HookState[];
  /** The program that a hook starts; null where only the PATH says. */
  starts: Program | null;
  lastRun: HookRun | null;
  /** True if a hook has come that no run has dealt with. */
  pending: boolean;
  log: string;
}

export interface HooksChange {
  /** Files that were written, or would be. */
  files: FileChange[];
  /** Files that can't be written, or are not touched, each with what to do instead. */
  problems: string[];
  status: HooksStatus;
}

/**
 * @throws CoraError USAGE where the hooks are shared and `force` is not set; STORE where a file
 * can't be written, or the path has a line break
 */
export async function installHooks(program: Program, request: HooksRequest): Promise<HooksChange> {
  const { repository, place } = await open(request.surroundings);
  refuseLineBreaks(repository.worktree ?? repository.gitDir);
  if (place.reserved !== null && (!request.force || !place.reserved.canForce)) {
    throw new CoraError('USAGE', place.reserved.message, { hint: place.reserved.hint });
  }
  const edits = planInstall(place, repository.worktree, program);
  if (!request.dryRun) {
    // First: in a clone that users share nothing is half installed.
    await writeRunner(homeOf(repository), place.audience === 'user' ? null : runnerLines(program));
    writeFiles(edits);
  }
  return changeOf(edits, await statusOf(repository, place, !request.dryRun, request.mayRun));
}

async function writeRunner(home: string, lines: string | null): Promise<void> {
  try {
    makePrivate(home);
    if (lines !== null) await replaceFile(join(home, 'runner'), lines);
  } catch (error) {
    refuseHome(home, error);
  }
}

/** @throws CoraError STORE where it is another user's; else the error itself */
function refuseHome(home: string, error: unknown): never {
  if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  throw new CoraError('STORE', `permission denied: ${home}, where hooks keep their marks, can't be written by you.`, {
    hint: 'where a clone is shared, one user installs its hooks; or use a clone of your own',
    cause: error,
  });
}

export async function uninstallHooks(request: HooksRequest): Promise<HooksChange> {
  const { repository, place } = await open(request.surroundings);
  const { worktree, commonDir } = repository;
  const dirs = new Set([join(commonDir, 'hooks')]);
  // The hooks of a person's other repositories stay, unless that is asked for.
  if (place.audience !== 'user' || request.force) dirs.add(place.dir);
  if (worktree !== null) dirs.add(join(worktree, '.husky'));
  const edits = planUninstall([...dirs], worktree);
  if (!request.dryRun) {
    writeFiles(edits);
    const home = homeOf(repository);
    const marks = [...['runner', 'pending', 'taken'].map((name) => join(home, name)), ...hookLogFiles(home)];
    await Promise.all(marks.map((file) => rm(file, { force: true }))).catch((error: unknown) =>
      refuseHome(home, error),
    );
    // Each where nothing else is in it.
    for (const folder of [hookLogDirectory(home), home]) await rmdir(folder).catch(() => undefined);
  }
  const change = changeOf(edits, await statusOf(repository, place, false));
  if (dirs.has(place.dir) || change.status.hooks.every(({ installed }) => !installed)) return change;
  const stay = `The hooks in ${place.dir} run in other repositories too, and stay. To remove them for all: cora hooks uninstall --force`;
  return { ...change, problems: [...change.problems, stay] };
}

/** @param test have Git run each hook; otherwise files are looked at only */
export async function hooksStatus(
  surroundings: HooksRequest['surroundings'],
  test: boolean,
  mayRun?: MayRun,
): Promise<HooksStatus> {
  const { repository, place } = await open(surroundings);
  return statusOf(repository, place, test, mayRun);
}

/**
 * Returns where hooks leave their marks and logs: with the clone, wherever its index may be kept.
 */
export function homeOf({ commonDir }: Pick<Repository, 'commonDir'>): string {
  return join(commonDir, 'cora');
}

async function open({ dir, env }: HooksRequest['surroundings']): Promise<{ repository: Repository; place: HookPlace }> {
  const repository = await openRepository(dir, env);
  refuseLinkedHome(homeOf(repository));
  const { worktree, gitDir, commonDir } = repository;
  const hooksPath = await readHooksPath(repository);
  const tracks = (below: string) => tracksBelow(repository, below);
  return { repository, place: await findHookPlace({ worktree, gitDir, commonDir, hooksPath, tracks }) };
}

async function statusOf(
  repository: Repository,
  place: HookPlace,
  test: boolean,
  mayRun: MayRun = async () => false,
): Promise<HooksStatus> {
  const home = homeOf(repository);
  const looked = inspectHooks(place, repository.worktree);
  return {
    manager: place.manager,
    dir: place.dir,
    gitLooksIn: place.gitLooksIn,
    reserved: place.reserved?.message ?? null,
    hooks: test ? await testHooks(repository, place, looked, mayRun) : looked,
    starts: startedBy(place.audience === 'user' ? join(place.dir, RUNNER_NAME) : join(home, 'runner')),
    lastRun: await readLastRun(home),
    pending: (await pendingSince(home)) !== null,
    log: hookLogPath(home),
  };
}

/** Longer than two paths. */
const MOST_OF_RUNNER = 20_000;

function startedBy(file: string): Program | null {
  try {
    const found = lookIfThere(file);
    if (found === null || !found.isFile() || found.size > MOST_OF_RUNNER) return null;
    const [node = '', cli = ''] = readBoundedSync(file, MOST_OF_RUNNER).toString('utf8').split('\n');
    return { node, cli };
  } catch (error) {
    // In a clone that users share the folder may be another one's.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
}

function changeOf(edits: readonly FileEdit[], status: HooksStatus): HooksChange {
  return { files: changesOf(edits), problems: edits.flatMap(({ problem }) => problem ?? []), status };
}
