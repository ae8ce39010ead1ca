/**
 * Finds where Git looks for the hooks of a repository, and whose that place is: its own, a hook
 * manager's, a team's or a person's. Looks at files; what Git has to say is given.
 */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readIfThere } from '../fileEdit.ts';
import type { HookAudience } from './hookScript.ts';

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
export function lefthookNames(stem: 'lefthook' | 'lefthook-local'): string[] {
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
export function isPreCommitHook(file: string): boolean {
  return (readIfThere(file) ?? '').includes('File generated by pre-commit');
}

/** True if lefthook (or a wrapper of it) is what Git would run. */
export function isLefthookHook(file: string): boolean {
  return /\blefthook\b/i.test(readIfThere(file) ?? '');
}
