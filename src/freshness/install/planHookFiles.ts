/**
 * Finds where the hooks of a repository go, and plans which files an installation or a removal
 * writes there, and with what: Git's and husky's hooks, and for lefthook its lefthook-local.yml
 * (https://lefthook.dev/configuration/). Reads; writeFiles writes.
 */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type FileEdit, HOOKS, type HookName, inBytes, lookIfThere, readIfThere, readOwn } from '../fileEdit.ts';
import type { Program } from '../initClients.ts';
import {
  appendBlock,
  blockNote,
  blockOf,
  FIRST_LINE,
  findBlock,
  type HookAudience,
  hookBlock,
  insertBlock,
  isBlockOfNewFile,
  isOurScript,
  isOwnRunner,
  isTorn,
  ownRunner,
  RUNNER_NAME,
  removeBlock,
  SCRIPT_NAME,
  scriptFor,
} from './hookScript.ts';

/** Returns where our lines of a hook belong. */
export function hookFile({ manager, dir }: HookPlace, hook: HookName): string {
  const file = join(dir, hook);
  return manager === 'git' && isPreCommitHook(file) ? `${file}.legacy` : file;
}

/**
 * Plans the files of an installation.
 * @param program what the hooks of a person start; those of a repository look into its .git
 */
export function planInstall(place: HookPlace, worktree: string | null, program: Program): FileEdit[] {
  const { dir, audience, manager } = place;
  const script = planOurs(join(dir, SCRIPT_NAME), scriptFor(audience), isOurScript);
  if (script.problem !== null) return [script];
  if (manager === 'lefthook') return [script, planLefthookFile(worktree!, 'install')];
  const runner = audience === 'user' ? [planOurs(join(dir, RUNNER_NAME), ownRunner(program), isOwnRunner)] : [];
  return [script, ...runner, ...HOOKS.map((hook) => planHook(place, hook))];
}

function planOurs(file: string, text: string, isOurs: (before: string) => boolean): FileEdit {
  const before = readOwn(file);
  const isForeign = before === null ? lookIfThere(file) !== null : !isOurs(before);
  const after = isForeign ? before : inBytes(text);
  return { file, before, after, mode: 0o644, problem: isForeign ? `${file} is not Cora's.` : null };
}

function planHook(place: HookPlace, hook: HookName): FileEdit {
  const file = hookFile(place, hook);
  const problem = hookFileProblem(file);
  const before = problem === null ? readIfThere(file) : null;
  const edit = { file, before, mode: isReadByHusky9(place) ? 0o644 : 0o755, problem };
  if (problem !== null) return { ...edit, after: before };
  const old = findBlock(before ?? '');
  const block = hookBlock(hook, before === null || (old !== null && isBlockOfNewFile(old)));
  const begin = isReadByHusky9(place) ? '' : FIRST_LINE;
  return { ...edit, after: before === null ? `${begin}${block}\n` : insertBlock(before, block) };
}

/** husky 9 gives its hooks to `sh`; its predecessors let Git start them. */
function isReadByHusky9({ manager, dir, gitLooksIn }: HookPlace): boolean {
  return manager === 'husky' && dir !== gitLooksIn;
}

/** The most characters of a first line that Linux reads. */
const MOST_OF_SHEBANG = 256;
/** Shells that understand our lines. */
const SHELL =
  /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+)*)?(?:\S*\/)?(?:busybox\s+)?(?:sh|bash|dash|ash|ksh|mksh|zsh)(?:\.exe)?(?:\s|$)/;

function hookFileProblem(file: string): string | null {
  const found = lookIfThere(file);
  if (found === null) return null;
  const line = `sh '${join(dirname(file), SCRIPT_NAME)}' ${basename(file)}`;
  if (found.isSymbolicLink()) return `${file} is a link to a file that others may use; have it run: ${line} "$@"`;
  if (!found.isFile()) return `${file} is not a file.`;
  const text = readIfThere(file)!;
  if (text.includes('\0') || (text.startsWith('#!') && !SHELL.test(text.slice(0, MOST_OF_SHEBANG)))) {
    return `${file} is not a shell script; have it run: ${line} and its own arguments`;
  }
  return isTorn(text)
    ? `${file} holds a part of Cora's lines; take out what is left of them, then: cora hooks install`
    : null;
}

/**
 * Plans the files of a removal.
 * @param dirs where our lines may be;
 * @param worktree where a hook manager's file may hold them
 */
export function planUninstall(dirs: readonly string[], worktree: string | null): FileEdit[] {
  const edits = dirs.flatMap((dir) => [
    ...HOOKS.flatMap((hook) => ['', '.legacy', '.old'].map((ending) => planRemoval(join(dir, hook + ending)))),
    planOurRemoval(join(dir, SCRIPT_NAME), isOurScript),
    planOurRemoval(join(dir, RUNNER_NAME), isOwnRunner),
  ]);
  if (worktree !== null) edits.push(planLefthookFile(worktree, 'uninstall'));
  return edits.filter(({ before, after, problem }) => before !== after || problem !== null);
}

function planRemoval(file: string): FileEdit {
  const before = readOwn(file);
  const isDamaged = before !== null && isTorn(before);
  const after = isDamaged ? before : withoutOurs(before);
  return { file, before, mode: 0o755, after, problem: isDamaged ? hookFileProblem(file) : null };
}

/** Returns a text without our lines. A file that we made goes with the last line in it. */
function withoutOurs(before: string | null): string | null {
  const block = findBlock(before ?? '');
  if (before === null || block === null) return before;
  const rest = removeBlock(before);
  return isBlockOfNewFile(block) && (rest === '' || rest === FIRST_LINE) ? null : rest;
}

function planOurRemoval(file: string, isOurs: (before: string) => boolean): FileEdit {
  const before = readOwn(file);
  const after = before !== null && isOurs(before) ? null : before;
  return { file, before, after, mode: 0o644, problem: null };
}

const LEFTHOOK_NAMES = lefthookNames('lefthook-local');

/** `{0}` is lefthook's word for all arguments of the hook. */
const LEFTHOOK_JOBS = HOOKS.map(
  (hook) =>
    `${hook}:\n  commands:\n    cora:\n      run: sh "$(git rev-parse --git-common-dir)/hooks/${SCRIPT_NAME}" ${hook} {0}\n`,
).join('');

export function lefthookFile(worktree: string): string {
  return join(worktree, LEFTHOOK_NAMES.find((name) => existsSync(join(worktree, name))) ?? LEFTHOOK_NAMES[0]!);
}

function planLefthookFile(worktree: string, what: 'install' | 'uninstall'): FileEdit {
  const file = lefthookFile(worktree);
  // Others may use what a link leads to, and a clone must not choose a file of its user's to be
  // copied into it.
  const isLink = lookIfThere(file)?.isSymbolicLink() === true;
  const before = isLink ? null : readIfThere(file);
  const edit = { file, before, mode: 0o644 };
  if (before !== null && isTorn(before)) {
    return { ...edit, after: before, problem: `${file} holds a part of Cora's lines; take out what is left of them.` };
  }
  if (what === 'uninstall') return { ...edit, after: withoutOurs(before), problem: null };
  const problem = lefthookProblem(file, before, isLink);
  const old = findBlock(before ?? '');
  const block = blockOf(blockNote(before === null || (old !== null && isBlockOfNewFile(old))), LEFTHOOK_JOBS);
  return { ...edit, after: problem === null ? appendBlock(before ?? '', block) : before, problem };
}

/**
 * A key may stand in a YAML mapping once, so what is already there for these hooks has to be joined
 * by hand.
 */
function lefthookProblem(file: string, before: string | null, isLink: boolean): string | null {
  const others = removeBlock(before ?? '');
  const isPlain = /\.ya?ml$/.test(file) && !/^[^\S\n\r\u2028\u2029]*[{[]|^---[\s\S]*^---/m.test(others);
  const taken = HOOKS.filter((hook) => new RegExp(`^['"]?${hook}['"]?\\s*:`, 'm').test(others));
  if (isPlain && taken.length === 0 && !isLink) return null;
  const why = isLink ? 'is a link' : isPlain ? `already has ${taken.join(' and ')}` : 'is not a plain YAML mapping';
  return `${file} ${why}; add to it for each of ${HOOKS.join(', ')} the command: sh "$(git rev-parse --git-common-dir)/hooks/${SCRIPT_NAME}" HOOK {0}`;
}

export interface HookFacts {
  /** The directory of this worktree; null in a bare repository. */
  worktree: string | null;
  gitDir: string;
  commonDir: string;
  /** core.hooksPath as it counts here, with `~` expanded; null where it is not set. */
  hooksPath: { value: string; scope: string } | null;
  /** True if Git tracks files below a directory of the worktree. */
  tracks(dir: string): Promise<boolean>;
}

export interface HookPlace {
  manager: 'git' | 'husky' | 'lefthook';
  /** The folder to which our lines go. */
  dir: string;
  /**
   * The folder in which Git looks. With husky 9 that is a generated directory, whose scripts run
   * those of `dir`.
   */
  gitLooksIn: string;
  audience: HookAudience;
  /** The reason why nothing is written there unless the user asks for it. */
  reserved: { message: string; hint: string; canForce: boolean } | null;
}

/** Finds where hooks go, and who runs them there. */
export async function findHookPlace(facts: HookFacts): Promise<HookPlace> {
  const { worktree, gitDir, commonDir, hooksPath } = facts;
  const own = join(commonDir, 'hooks');
  const dir = hooksPath === null ? own : resolve(worktree ?? gitDir, hooksPath.value);
  const place: HookPlace = { manager: 'git', dir, gitLooksIn: dir, audience: 'clone', reserved: null };
  // A directory of hooks may be a link to one that is tracked, or shared by other repositories.
  const real = realPathOf(dir);
  const isOwn = isWithin(real, realPathOf(commonDir));
  if (hooksPath !== null && (hooksPath.value === '' || hooksPath.value === '/dev/null')) {
    return { ...place, dir: own, reserved: switchedOff(hooksPath.scope) };
  }
  if (!isOwn && worktree !== null && isWithin(real, worktree)) return inWorktree(facts, worktree, real, place);
  if (!isOwn) return { ...place, audience: 'user', reserved: ofManyRepositories(hooksPath, dir, real) };
  const isLefthook = worktree !== null && lefthookConfigs(worktree).length > 0;
  return isLefthook ? { ...place, manager: 'lefthook' } : place;
}

async function inWorktree(
  { tracks, hooksPath }: HookFacts,
  worktree: string,
  real: string,
  place: HookPlace,
): Promise<HookPlace> {
  const { dir } = place;
  // husky 9: .husky/_ is generated, git-ignored and made anew by each `npm install`; people's hooks
  // lie above it.
  if (basename(dir) === '_' && (basename(dirname(dir)) === '.husky' || existsSync(join(dir, 'h')))) {
    return { ...place, manager: 'husky', dir: dirname(dir), audience: 'team' };
  }
  if (existsSync(join(dir, '_', 'husky.sh'))) return { ...place, manager: 'husky', audience: 'team' };
  if (!(await tracks(real))) return place;
  const shown = relative(worktree, real).split(sep).join('/');
  return {
    ...place,
    audience: 'team',
    reserved: {
      message: `${hooksPath === null ? dir : 'core.hooksPath'} leads to ${shown}, whose hooks are tracked: what is written there goes to everybody who has this repository.`,
      hint: 'if that is what you want: cora hooks install --force',
      canForce: true,
    },
  };
}

function ofManyRepositories(hooksPath: HookFacts['hooksPath'], dir: string, real: string): HookPlace['reserved'] {
  return {
    message: `${hooksPath === null ? dir : `core.hooksPath (${hooksPath.scope})`} leads to ${real}, outside of this repository: its hooks run in other repositories too.`,
    hint: 'to use it: cora hooks install --force; to give this repository hooks of its own: git config --local core.hooksPath "$(git rev-parse --git-common-dir)/hooks"',
    canForce: true,
  };
}

function switchedOff(scope: string): HookPlace['reserved'] {
  return {
    message: `core.hooksPath (${scope}) is set to nothing: Git runs no hooks here.`,
    hint: `git config --${scope} --unset core.hooksPath   then: cora hooks install`,
    canForce: false,
  };
}

/** The configurations of lefthook that a team shares, as far as they are there. */
export function lefthookConfigs(worktree: string): string[] {
  return lefthookNames('lefthook')
    .map((name) => join(worktree, name))
    .filter((file) => existsSync(file));
}

/** Returns the paths at which lefthook looks for a configuration, in its order. */
function lefthookNames(stem: 'lefthook' | 'lefthook-local'): string[] {
  return ['', '.', '.config/'].flatMap((prefix) =>
    ['yml', 'yaml', 'toml', 'json', 'jsonc'].map((extension) => `${prefix}${stem}.${extension}`),
  );
}

function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function isWithin(path: string, dir: string): boolean {
  const below = relative(dir, path);
  return below === '' || (!below.startsWith(`..${sep}`) && below !== '..' && !isAbsolute(below));
}

/**
 * True if pre-commit wrote a hook. It runs `<hook>.legacy` first, keeps it when it is installed
 * again and moves it back when it is uninstalled.
 */
function isPreCommitHook(file: string): boolean {
  return (readIfThere(file) ?? '').includes('File generated by pre-commit');
}

/** True if lefthook (or a wrapper of it) is what Git would run. */
export function isLefthookHook(file: string): boolean {
  return /\blefthook\b/i.test(readIfThere(file) ?? '');
}
