/**
 * Plans which files an installation or a removal of hooks writes, and with what: Git's and husky's
 * hooks, and for lefthook its lefthook-local.yml (https://lefthook.dev/configuration/). Reads;
 * writeFiles writes.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readBoundedSync } from '../../disk/boundedRead.ts';
import { type FileEdit, HOOKS, type HookName, lookIfThere, readIfThere, readOwn } from '../fileEdit.ts';
import type { Program } from '../initClients.ts';
import { type HookPlace, isPreCommitHook, lefthookNames } from './findHookPlace.ts';
import {
  appendBlock,
  blockNote,
  blockOf,
  FIRST_LINE,
  findBlock,
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
 * @param program what the hooks of a person start; those of a repository look into its Git
 * directory
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
  return {
    file,
    before,
    after: isForeign ? before : Buffer.from(text, 'utf8').toString('latin1'),
    mode: 0o644,
    problem: isForeign ? `${file} is not Cora's.` : null,
  };
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

/** Linux reads no more of it. */
const MOST_OF_SHEBANG = 256;
/** Shells that understand our lines. */
const SHELL =
  /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+)*)?(?:\S*\/)?(?:busybox\s+)?(?:sh|bash|dash|ash|ksh|mksh|zsh)(?:\.exe)?(?:\s|$)/;

const MOST_HOOK = 16 * 2 ** 20;

function hookFileProblem(file: string): string | null {
  const found = lookIfThere(file);
  if (found === null) return null;
  const line = `sh '${join(dirname(file), SCRIPT_NAME)}' ${basename(file)}`;
  if (found.isSymbolicLink()) return `${file} is a link to a file that others may use; have it run: ${line} "$@"`;
  if (!found.isFile()) return `${file} is not a file.`;
  const text = readBoundedSync(file, MOST_HOOK).toString('latin1');
  if (text.includes('\0') || (text.startsWith('#!') && !SHELL.test(text.slice(0, MOST_OF_SHEBANG)))) {
    return `${file} is not a shell script; have it run: ${line} and its own arguments`;
  }
  return isTorn(text)
    ? `${file} holds a part of Cora's lines; take out what is left of them, then: cora hooks install`
    : null;
}

/** @param dirs where our lines may be; @param worktree where a hook manager's file may hold them */
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
  return {
    file,
    before,
    after: before !== null && isOurs(before) ? null : before,
    mode: 0o644,
    problem: null,
  };
}

// Our jobs in lefthook's configuration. They go into the file that is one person's own,
// lefthook-local.yml, which lefthook merges with the team's: https://lefthook.dev/configuration/ (a
// command of each hook, named cora).

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
