/**
 * `cora hooks install`, `uninstall`, `status`: finds where Git looks for hooks, plans what to
 * write, writes it, and has Git run each hook to see that it gets there. The work of a hook is in
 * runHook.ts.
 */

import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { makeFolderBeside, makePrivate, removeFolder } from '../disk/makePrivate.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { configuredHooks, gitHooksDir, readHooksPath, runGitHook, tracksBelow } from '../git/gitConfiguration.ts';
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
import {
  FIRST_LINE,
  findBlock,
  hookBlock,
  RUNNER_NAME,
  runnerLines,
  SCRIPT_NAME,
  scriptFor,
} from './install/hookScript.ts';
import {
  findHookPlace,
  type HookPlace,
  hookFile,
  isLefthookHook,
  isPreCommitHook,
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

/** Returns the state of the hooks, by looking at files only. */
export async function hooksOf(repository: Repository): Promise<HooksStatus> {
  return statusOf(repository, await placeOf(repository), false);
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
  /** True if Git gets to them; null where that was not tried. */
  runs: boolean | null;
  /** The reason why not; null where nothing is wrong. */
  reason: string | null;
}

function inspectHooks(place: HookPlace, worktree: string | null): HookState[] {
  return HOOKS.map((hook) => {
    const file = place.manager === 'lefthook' ? lefthookFile(worktree!) : hookFile(place, hook);
    const text = readIfThere(file) ?? '';
    const installed = findBlock(text) !== null;
    const byHand = installed ? null : addedByHand(place, hook, text, worktree);
    if (byHand !== null) return { hook, file: byHand, installed: true, runs: null, reason: 'not tried: added by hand' };
    const reason = installed ? hookProblem(place, hook, file, worktree) : movedAway(place, hook);
    return { hook, file, installed, runs: reason === null ? null : false, reason };
  });
}

function hookProblem(place: HookPlace, hook: HookName, file: string, worktree: string | null): string | null {
  const { manager, dir, gitLooksIn, audience } = place;
  const script = readOwn(join(dir, SCRIPT_NAME));
  if (script === null) return `${join(dir, SCRIPT_NAME)} is missing; run: cora hooks install`;
  // Where a clone's own hooks were committed, its script still runs.
  const ours = [audience, ...(audience === 'team' ? (['clone'] as const) : [])].map(scriptFor);
  if (!ours.includes(Buffer.from(script, 'latin1').toString('utf8')))
    return `another version of Cora installed it; run: cora hooks install${place.reserved === null ? '' : ' --force'}`;
  const started = join(gitLooksIn, hook);
  if (manager === 'husky' && dir !== gitLooksIn && !existsSync(started)) {
    return `husky has not set up ${gitLooksIn} in this worktree; run: npx husky`;
  }
  if (manager === 'lefthook' && !isLefthookHook(started))
    return `lefthook has not set up ${started}; run: ${lefthookOf(worktree!)} install`;
  if (manager === 'git' && process.platform !== 'win32' && (statSync(file).mode & 0o111) === 0)
    return `${file} is not executable, so Git leaves it out; run: chmod +x ${file}`;
  return null;
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

// The proof: Git runs each hook with CORA_HOOK_TEST set, upon which Cora's lines write the hook's
// name into that file and end the hook. No commit is made. A hook in which something else would run
// is left alone, unless the user agrees to it.

const NO_COMMIT = '0'.repeat(40);
/** The arguments with which Git calls each hook. */
const ARGUMENTS: Record<HookName, readonly string[]> = {
  'post-commit': [],
  'post-merge': ['0'],
  'post-checkout': [NO_COMMIT, NO_COMMIT, '1'],
  'post-rewrite': ['amend'],
};
/** lefthook hands them to `lefthook run`: our command alone, as it takes that, and version 1. */
const LEFTHOOK_ARGUMENTS = ['--command', '--commands'].map((flag) => [flag, 'cora']);

/** Asks whether programs may be run that Cora did not write; each is named by a sentence. */
type MayRun = (what: readonly string[]) => Promise<boolean>;

/** @returns the same states, with `runs` told for those that are installed and look right */
async function testHooks(
  repository: Repository,
  place: HookPlace,
  states: readonly HookState[],
  mayRun: MayRun,
): Promise<HookState[]> {
  const foreign = new Map<HookName, string[]>();
  if (states.some(isReady)) {
    const added = await addedByGit(repository, place);
    for (const { hook } of states.filter(isReady))
      foreign.set(hook, [...foreignParts(place, hook, repository.worktree), ...added]);
  }
  const asked = [...new Set([...foreign.values()].flat())];
  const isAgreed = asked.length > 0 && (await mayRun(asked));
  const dir = await makeFolderBeside(join(tmpdir(), 'cora-hooks'), 'set TMPDIR to a folder that you may write');
  try {
    const tested: HookState[] = [];
    for (const state of states) {
      const [first] = foreign.get(state.hook) ?? [];
      if (!isReady(state)) tested.push(state);
      else if (first !== undefined && !isAgreed)
        tested.push({ ...state, reason: `not tried: ${first}; cora hooks status --run-hooks   has Git run it` });
      else tested.push(await testHook(repository, place, state, join(dir, state.hook)));
    }
    return tested;
  } finally {
    await removeFolder(dir);
  }
}

function isReady({ installed, reason }: HookState): boolean {
  return installed && reason === null;
}

/** Hooks that the configuration names, and a folder of hooks that was not looked at. */
async function addedByGit(repository: Repository, { gitLooksIn }: HookPlace): Promise<string[]> {
  const dir = await gitHooksDir(repository);
  const real = (path: string): Promise<string> => realpath(path).catch(() => path);
  const commands = (await configuredHooks(repository)).map((key) => `Git's configuration names ${key}`);
  const isThere = (await real(dir)) === (await real(gitLooksIn));
  return isThere ? commands : [`Git looks for hooks in ${dir}`, ...commands];
}

async function testHook(repository: Repository, place: HookPlace, state: HookState, token: string): Promise<HookState> {
  const { hook, file } = state;
  await writeFile(token, '');
  const env = { CORA_HOOK_TEST: token, ...silencedPreCommit(repository.worktree) };
  const calls = place.manager === 'lefthook' ? LEFTHOOK_ARGUMENTS : [ARGUMENTS[hook]];
  let said = '';
  for (const args of calls) {
    const ran = await runGitHook(repository, hook, args, env);
    if (!ran.isKnown) return { ...state, reason: 'not tried: git 2.36 and newer can run a hook on demand' };
    if ((await readFile(token, 'utf8')).includes(hook)) return { ...state, runs: true };
    said = ran.hasEnded ? ran.output : 'nothing, and did not end in time';
  }
  const printed = said === '' ? '' : ` It printed: ${said.split('\n')[0]}`;
  return { ...state, runs: false, reason: `Git ran its ${hook} hook and did not get to ${file}.${printed}` };
}

/** pre-commit runs its own hooks after ours: this names them in the variable to skip them. */
function silencedPreCommit(worktree: string | null): NodeJS.ProcessEnv {
  const config = worktree === null ? null : readOwn(join(worktree, '.pre-commit-config.yaml'));
  const ids = [...(config ?? '').matchAll(/\bid:\s*["']?([\w.-]+)/g)].map(([, id]) => id!);
  return ids.length === 0 ? {} : { SKIP: [...new Set(ids)].join(',') };
}

/** SHA-256 of `.husky/_/<hook>` as husky 9.0 and 9.1 make it. */
const HUSKY_STUBS: ReadonlySet<string> = new Set([
  'ac0574d1de5337c5d034f8ea867d42b2e5c41faa68a9ee663a49f1c448c91072',
  '34fe496008be71d8fdd446b2cce81e4bb0406109c130eafc583fbd9fe33244e2',
]);
/**
 * SHA-256 of `.husky/_/h` of husky 9.0.11 and 9.1.4 to 9.1.7. Others run the hook under another
 * name, so beside another cora.sh.
 */
const HUSKY_SHARED: ReadonlySet<string> = new Set([
  '548990e1c11285694096184993d907b258d41235461a7ca2551e3b53ff9d3a38',
  '70200b200ca709b0622784f93839a5b2872333a917a09afddefd7dc2d8cdc680',
]);

/**
 * Lists what Git would start beside Cora's own lines. A hook may come with the repository, so only
 * whole files are trusted: what Cora writes, and husky's stubs, which call it.
 * @returns one sentence without a full stop for each; none where only what Cora wrote would run
 */
function foreignParts(place: HookPlace, hook: HookName, worktree: string | null): string[] {
  const { manager, dir, gitLooksIn } = place;
  const started = join(gitLooksIn, hook);
  if (manager === 'lefthook') return [`${started} starts lefthook, which obeys the configuration of this repository`];
  if (isPreCommitHook(started))
    return [`${started} starts pre-commit, which obeys the configuration of this repository`];
  const isHusky9 = manager === 'husky' && dir !== gitLooksIn;
  const file = hookFile(place, hook);
  const foreign = [file, join(dir, SCRIPT_NAME)].filter((one) => lookIfThere(one)?.isFile() !== true);
  const blocks = [true, false].map((isNew) => `${hookBlock(hook, isNew)}\n`);
  const text = readIfThere(file) ?? '';
  // husky gives its hooks to `sh`; the first line of all others names it.
  if (!blocks.some((block) => text === FIRST_LINE + block || (isHusky9 && text === block))) foreign.push(file);
  if (isHusky9) foreign.push(...foreignToHusky(gitLooksIn, hook, worktree));
  return [...new Set(foreign)].map((one) => `${one} holds lines that Cora did not write`);
}

function foreignToHusky(gitLooksIn: string, hook: HookName, worktree: string | null): string[] {
  const files: [string, ReadonlySet<string>][] = [
    [join(gitLooksIn, hook), HUSKY_STUBS],
    [join(gitLooksIn, 'h'), HUSKY_SHARED],
  ];
  const digestOf = (file: string): string =>
    createHash('sha256')
      .update(readOwn(file) ?? '', 'latin1')
      .digest('hex');
  const unknown = files.filter(([file, known]) => !known.has(digestOf(file))).map(([file]) => file);
  // husky puts this folder before the PATH.
  const bin = join(worktree ?? gitLooksIn, 'node_modules', '.bin');
  const shells = ['sh', 'sh.exe', 'sh.cmd', 'sh.bat'].filter((name) => lookIfThere(join(bin, name)) !== null);
  return [...unknown, ...shells.map((name) => join(bin, name))];
}
