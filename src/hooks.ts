/**
 * `cora hooks install`, `uninstall`, `status`: finds where Git looks for hooks, plans what to write, writes it, and has Git
 * run each hook to see that it gets there. What a hook then does is runHook.ts.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from './errors.ts';
import { readHooksPath, tracksBelow } from './git/hookSettings.ts';
import { openRepository } from './git/openRepository.ts';
import type { Repository } from './git/repository.ts';
import { type HookState, inspectHooks } from './hooks/inspectHooks.ts';
import { testHooks } from './hooks/testHooks.ts';
import { changesOf, type FileChange, type FileEdit } from './install/fileEdit.ts';
import { findHookPlace, type HookPlace } from './install/findHookPlace.ts';
import { planInstall, planUninstall } from './install/planHookFiles.ts';
import { writeFiles } from './install/writeFiles.ts';
import { type HookRun, logPath, readLastRun } from './runHook/lastRun.ts';
import { pendingSince } from './runHook/pending.ts';
import type { Surroundings } from './session.ts';
import { replaceFile } from './store/replaceFile.ts';

/** How a hook starts Cora when the PATH knows nothing of it. Absolute. */
export interface Program {
  node: string;
  cli: string;
}

export interface HooksRequest {
  surroundings: Pick<Surroundings, 'dir' | 'env'>;
  /** Write also where hooks are shared with other people or repositories. */
  force: boolean;
  dryRun: boolean;
}

export interface HooksStatus {
  manager: HookPlace['manager'];
  /** Where Cora's lines go, and where Git looks. Absolute. */
  dir: string;
  gitLooksIn: string;
  /** Why nothing is written there without --force. */
  reserved: string | null;
  hooks: HookState[];
  lastRun: HookRun | null;
  /** Whether a hook has come that no run has dealt with. */
  pending: boolean;
  log: string;
}

export interface HooksChange {
  /** Files that were written, or would be. */
  files: FileChange[];
  /** Files that can't be written, each with what to do instead. */
  problems: string[];
  status: HooksStatus;
}

/** @throws CoraError USAGE where the hooks are shared and `force` is not set; STORE where a file can't be written */
export async function installHooks(program: Program, request: HooksRequest): Promise<HooksChange> {
  const { repository, place } = await open(request.surroundings);
  if (place.reserved !== null && (!request.force || !place.reserved.canForce)) {
    throw new CoraError('USAGE', place.reserved.message, { hint: place.reserved.hint });
  }
  const edits = planInstall(place, repository.worktree);
  if (!request.dryRun) {
    writeFiles(edits);
    await replaceFile(join(homeOf(repository), 'runner'), `${slashes(program.node)}\n${slashes(program.cli)}\n`);
  }
  return changeOf(edits, await statusOf(repository, place, !request.dryRun));
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
    await Promise.all(
      ['runner', 'pending', 'taken'].map((name) => rm(join(homeOf(repository), name), { force: true })),
    );
  }
  return changeOf(edits, await statusOf(repository, place, false));
}

/** @param test have Git run each hook; otherwise files are looked at only */
export async function hooksStatus(surroundings: HooksRequest['surroundings'], test: boolean): Promise<HooksStatus> {
  const { repository, place } = await open(surroundings);
  return statusOf(repository, place, test);
}

/** Where hooks leave their marks and logs: with the clone, wherever its index may be kept. */
export function homeOf({ commonDir }: Pick<Repository, 'commonDir'>): string {
  return join(commonDir, 'cora');
}

async function open({ dir, env }: HooksRequest['surroundings']): Promise<{ repository: Repository; place: HookPlace }> {
  const repository = await openRepository(dir, env);
  const { worktree, gitDir, commonDir } = repository;
  const hooksPath = await readHooksPath(repository);
  const tracks = (below: string) => tracksBelow(repository, below);
  return { repository, place: await findHookPlace({ worktree, gitDir, commonDir, hooksPath, tracks }) };
}

async function statusOf(repository: Repository, place: HookPlace, test: boolean): Promise<HooksStatus> {
  const home = homeOf(repository);
  const looked = inspectHooks(place, repository.worktree);
  return {
    manager: place.manager,
    dir: place.dir,
    gitLooksIn: place.gitLooksIn,
    reserved: place.reserved?.message ?? null,
    hooks: test ? await testHooks(repository, place, looked) : looked,
    lastRun: await readLastRun(home),
    pending: (await pendingSince(home)) !== null,
    log: logPath(home),
  };
}

function changeOf(edits: readonly FileEdit[], status: HooksStatus): HooksChange {
  return { files: changesOf(edits), problems: edits.flatMap(({ problem }) => problem ?? []), status };
}

/** A shell on Windows understands `C:/…`. */
function slashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
