/**
 * Finds where the caller stands, so that paths are printed as seen from there (what an editor or
 * the next command can open), and the repositories around, where a command line names none.
 */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { splitPlace } from '../base/patterns.ts';
import type { FleetRepository } from '../fleet/fleet.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import { indexSettings } from '../settings/requests.ts';
import { openWorkspaceFor } from '../view/workspace.ts';

/** Empty where paths are shown as they are in the repository. */
export interface CallerPlace {
  /** The working tree, absolute. */
  root?: string;
  /** The caller's directory below it, with `/`; '' at its top. */
  cwdPrefix?: string;
}

/** Finds where the caller stands. */
export async function findCallerPlace({
  options,
  surroundings,
}: Pick<CommandContext, 'options' | 'surroundings'>): Promise<CallerPlace> {
  // The paths of an index that was named belong to no working tree here.
  if (options.index !== undefined) return {};
  const { worktree } = (await openWorkspaceFor(indexSettings(options), surroundings)).repository;
  return placeIn(worktree, surroundings.dir);
}

/**
 * Tells where a directory lies in a worktree.
 * @param worktree null where there is none
 * @param dir the caller's
 */
export function placeIn(worktree: string | null, dir: string): CallerPlace {
  if (worktree === null) return {};
  const below = relative(worktree, realpathSync(dir));
  // Inside of a `.git` of another place there is no "here" among the files.
  if (leadsOut(below)) return { root: worktree };
  return { root: worktree, cwdPrefix: below.split(sep).join('/') };
}

/**
 * Makes a path of the repository of one that the caller wrote.
 * @param path as a caller writes it: as seen from where they stand, or absolute
 * @returns it as the repository has it; null for a place outside
 */
export function pathInRepository(path: string, { root, cwdPrefix = '' }: CallerPlace): string | null {
  if (root === undefined) {
    const inside = posix.join(cwdPrefix, path.split(sep).join('/'));
    return isAbsolute(path) || leadsOut(inside) ? null : inside;
  }
  const full = resolve(root, cwdPrefix, path);
  const inside = [full, throughLinks(full)].map((one) => relative(root, one)).find((way) => !leadsOut(way));
  return inside === undefined ? null : inside.split(sep).join('/') || '.';
}

/** Splits `src/a.ts:10-36`, unless there is a file of that whole name. */
export function splitTyped(text: string, { surroundings: { dir } }: CommandContext): ReturnType<typeof splitPlace> {
  return existsSync(resolve(dir, text)) ? { path: text, lines: null } : splitPlace(text);
}

/** No system opens a longer path. */
const MOST_PATH = 4096;

/** Returns an absolute path with the links on the way to its last part followed. */
function throughLinks(path: string): string {
  const folder = dirname(path);
  if (folder === path || path.length > MOST_PATH) return path;
  const real = existsSync(folder) ? realpathSync(folder) : throughLinks(folder);
  return join(real, basename(path));
}

/**
 * Returns the path from the top of the repository.
 * @throws CoraError USAGE for a place outside, and for an empty text, such as of a variable that is
 * not set
 */
export function mustBeInside(path: string, place: CallerPlace): string {
  if (path === '') throw new CoraError('USAGE', 'A path is empty.', { hint: 'Write . for the folder where you are.' });
  const inside = pathInRepository(path, place);
  if (inside !== null) return inside;
  throw new CoraError('USAGE', `${path} is outside of the repository.`, { hint: 'cora files   lists the paths in it' });
}

/**
 * Returns `--scope` as a folder below the top of the repository, or of each; '' for the top.
 * @param place null for several repositories
 * @throws CoraError USAGE for a folder outside
 */
export function scopeIn(scope: string, place: CallerPlace | null): string {
  const inside = pathInRepository(scope, place ?? {});
  if (inside !== null) return inside === '.' ? '' : inside.replace(/\/$/, '');
  const [outside, top] = place === null ? ['ies', 'the top of each repository'] : ['y', 'where you are'];
  throw new CoraError('USAGE', `--scope ${scope} is outside of the repositor${outside}.`, {
    hint: `Name a folder relative to ${top}.`,
  });
}

/**
 * Writes the globs of `--path` as seen from the top: `.`, `./src` and `../lib/*.ts` begin where the
 * caller stands, and whole paths are those of the system.
 * @returns none where one of them means all files
 * @throws CoraError USAGE for a place outside
 */
export async function globsFromHere(context: Pick<CommandContext, 'options' | 'surroundings'>): Promise<string[]> {
  const { path: globs, repo = [] } = context.options;
  // Where no repository can be opened, the command itself says why.
  const place: CallerPlace = repo.length > 0 ? {} : await findCallerPlace(context).catch(() => ({}));
  const found = globs.map((glob) => {
    const isWhole = isAbsolute(glob) && pathInRepository(glob, place) !== null;
    return isWhole || /^\.\.?(?:\/|$)/.test(glob) ? `/${mustBeInside(glob.replace(/(?<!\/)\/+$/, ''), place)}` : glob;
  });
  return found.includes('/.') ? [] : found;
}

/** Makes the error for an option that questions to several repositories do not take. */
export function notForSeveral(name: string): CoraError {
  return new CoraError('USAGE', `--${name} is for one repository, not for --repo.`, { hint: 'Leave one of them out.' });
}

/** @param way as path.relative gives it: absolute on another drive */
function leadsOut(way: string): boolean {
  return /^\.\.(?:[/\\]|$)/.test(way) || isAbsolute(way);
}

/** Returns the repository around with its submodules, where those are asked for. */
export async function membersHere({ options, surroundings }: CommandContext): Promise<FleetRepository[]> {
  const { membersAt } = await import('../fleet/findMembers.ts');
  return membersAt(surroundings, options.submodules === true);
}

/**
 * The most clones that are searched without a word. More take a while, and the caller may be in the
 * wrong folder.
 */
const MOST_UNTOLD = 10;

/**
 * Finds clones to ask in the place of the repository around.
 * @param error the reason why the repository around could not be asked
 * @returns the clones in the folder, where it is in no repository
 * @throws the error itself where it is another one, or there are none
 */
export async function clonesInstead(context: CommandContext, error: unknown): Promise<FleetRepository[]> {
  const isNowhere = isCoraError(error) && error.code === 'NOT_A_REPOSITORY' && context.options.index === undefined;
  const members = isNowhere ? await membersHere(context) : [];
  if (members.length === 0) throw error;
  if (members.length > MOST_UNTOLD)
    context.surroundings.log.info(`There is no repository here. Searching ${members.length} clones below this folder.`);
  return members;
}
