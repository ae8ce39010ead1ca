/**
 * `cora hooks install`, `uninstall`, `status`: finds where Git looks for hooks, plans what to
 * write, writes it, and reads what is there. It never runs a hook. The work of a hook is in
 * runHook.ts.
 */

import { existsSync, statSync } from 'node:fs';
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
import {
  changesOf,
  type FileChange,
  type FileEdit,
  HOOKS,
  type HookName,
  lookIfThere,
  readIfThere,
  readOwn,
  writeFiles,
} from './fileEdit.ts';
import type { Program } from './initClients.ts';
import { findBlock, RUNNER_NAME, runnerLines, SCRIPT_NAME, scriptFor } from './install/hookScript.ts';
import {
  findHookPlace,
  type HookPlace,
  hookFile,
  isLefthookHook,
  lefthookConfigs,
  lefthookFile,
  planInstall,
  planUninstall,
} from './install/planHookFiles.ts';
import { pendingSince, refuseLineBreaks, refuseLinkedHome } from './runHook.ts';

export interface HooksRequest {
  surroundings: Pick<Surroundings, 'dir' | 'env'>;
  /** Write also where hooks are shared with other people or repositories. */
  force: boolean;
  dryRun: boolean;
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
 * Installs the hooks: the runner, then a line in the file of each hook, where the repository keeps
 * them (hooks/, core.hooksPath, husky, lefthook).
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
    // The runner comes first: in a clone that users share it may fail, and nothing is half
    // installed then.
    await writeRunner(homeOf(repository), place.audience === 'user' ? null : runnerLines(program));
    writeFiles(edits);
  }
  return changeOf(edits, await statusOf(repository, place));
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

/** Removes Cora's lines, marks and logs. */
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
    const removing = marks.map((file) => rm(file, { force: true }));
    await Promise.all(removing).catch((error: unknown) => refuseHome(home, error));
    // Each where nothing else is in it.
    for (const folder of [hookLogDirectory(home), home]) await rmdir(folder).catch(() => undefined);
  }
  const change = changeOf(edits, await statusOf(repository, place));
  if (dirs.has(place.dir) || change.status.hooks.every(({ installed }) => !installed)) return change;
  const stay = `The hooks in ${place.dir} run in other repositories too, and stay. To remove them for all: cora hooks uninstall --force`;
  return { ...change, problems: [...change.problems, stay] };
}

export async function hooksOf(repository: Repository): Promise<HooksStatus> {
  return statusOf(repository, await placeOf(repository));
}

/** Returns where hooks leave marks and logs: with the clone, wherever its index is kept. */
export function homeOf({ commonDir }: Pick<Repository, 'commonDir'>): string {
  return join(commonDir, 'cora');
}

async function open({ dir, env }: HooksRequest['surroundings']): Promise<{ repository: Repository; place: HookPlace }> {
  const repository = await openRepository(dir, env);
  return { repository, place: await placeOf(repository) };
}

async function placeOf(repository: Repository): Promise<HookPlace> {
  refuseLinkedHome(homeOf(repository));
  const { worktree, gitDir, commonDir } = repository;
  const hooksPath = await readHooksPath(repository);
  const tracks = (below: string) => tracksBelow(repository, below);
  return findHookPlace({ worktree, gitDir, commonDir, hooksPath, tracks });
}

async function statusOf(repository: Repository, place: HookPlace): Promise<HooksStatus> {
  const home = homeOf(repository);
  return {
    manager: place.manager,
    dir: place.dir,
    gitLooksIn: place.gitLooksIn,
    reserved: place.reserved?.message ?? null,
    hooks: inspectHooks(place, repository.worktree),
    starts: startedBy(place.audience === 'user' ? join(place.dir, RUNNER_NAME) : join(home, 'runner')),
    lastRun: await readLastRun(home),
    pending: (await pendingSince(home)) !== null,
    log: hookLogPath(home),
  };
}

/** The most bytes of the runner's file, which holds two paths. */
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

interface HookState {
  hook: HookName;
  /** The file where Cora's lines are, or would be. */
  file: string;
  installed: boolean;
  /** The problem with them, and what to do; null where Git gets to lines of this version. */
  reason: string | null;
}

function inspectHooks(place: HookPlace, worktree: string | null): HookState[] {
  return HOOKS.map((hook) => {
    const file = place.manager === 'lefthook' ? lefthookFile(worktree!) : hookFile(place, hook);
    const text = readIfThere(file) ?? '';
    const installed = findBlock(text) !== null;
    const byHand = installed ? null : addedByHand(place, hook, text, worktree);
    if (!installed && byHand === null) return { hook, file, installed, reason: movedAway(place, hook) };
    const own = byHand ?? file;
    return { hook, file: own, installed: true, reason: hookProblem(place, hook, own, worktree) };
  });
}

function hookProblem(place: HookPlace, hook: HookName, file: string, worktree: string | null): string | null {
  const { manager, dir, gitLooksIn, audience, reserved } = place;
  if (reserved?.canForce === false) return `${reserved.message} Run: ${reserved.hint}`;
  const script = readOwn(join(dir, SCRIPT_NAME));
  if (script === null) return `${join(dir, SCRIPT_NAME)} is missing; run: cora hooks install`;
  // Where a clone's own hooks were committed, its script still runs.
  const ours = [audience, ...(audience === 'team' ? (['clone'] as const) : [])].map(scriptFor);
  if (!ours.includes(Buffer.from(script, 'latin1').toString('utf8')))
    return `another version of Cora installed it; run: cora hooks install${reserved === null ? '' : ' --force'}`;
  const started = join(gitLooksIn, hook);
  if (manager === 'husky' && dir !== gitLooksIn && !existsSync(started)) {
    return `husky has not set up ${gitLooksIn} in this worktree; run: npx husky`;
  }
  if (manager === 'lefthook' && !isLefthookHook(started))
    return `lefthook has not set up ${started}; run: ${lefthookOf(worktree!)} install`;
  // Git starts the first, and pre-commit the second; husky 9 and lefthook only read theirs.
  const idle = [started, ...(manager === 'git' ? [file] : [])].find(isIdle);
  return idle === undefined ? null : `${idle} is not executable, so Git leaves it out; run: chmod +x ${idle}`;
}

function isIdle(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o111) === 0;
}

/** Returns the words with which people start it: npm puts it where no shell looks. */
function lefthookOf(worktree: string): string {
  const manifest = readOwn(join(worktree, 'package.json')) ?? '';
  const isNamed = /"(?:@evilmartians\/)?lefthook(?:-installer)?"\s*:/.test(manifest);
  return isNamed || existsSync(join(worktree, 'node_modules', '.bin', 'lefthook')) ? 'npx lefthook' : 'lefthook';
}

/** People put the call themselves into a hook in another language, or a team's lefthook.yml. */
function addedByHand({ manager, dir }: HookPlace, hook: HookName, text: string, worktree: string | null) {
  const isCall = (line: string) => line.includes(SCRIPT_NAME) && line.includes(hook);
  if (text.split('\n').some(isCall)) return manager === 'lefthook' ? lefthookFile(worktree!) : join(dir, hook);
  if (manager !== 'lefthook') return null;
  return lefthookConfigs(worktree!).find((config) => (readOwn(config) ?? '').split('\n').some(isCall)) ?? null;
}

/** lefthook renames a hook that it takes over, and no longer runs it. */
function movedAway({ dir }: HookPlace, hook: HookName): string | null {
  const old = join(dir, `${hook}.old`);
  if (findBlock(readIfThere(old) ?? '') === null) return null;
  return `a hook manager has moved it to ${old}; run: cora hooks install`;
}
