/** Which files an installation or a removal writes, and with what. Reads; writeFiles.ts writes. */

import { basename, dirname, join } from 'node:path';
import { readBoundedSync } from '../../disk/boundedRead.ts';
import type { FileEdit } from '../fileEdit.ts';
import type { Program } from '../planClientFile.ts';
import { type HookPlace, isPreCommitHook } from './findHookPlace.ts';
import { findBlock, insertBlock, isTorn, removeBlock } from './hookBlock.ts';
import { HOOKS, type HookName } from './hookNames.ts';
import {
  FIRST_LINE,
  hookBlock,
  isBlockOfNewFile,
  isOurScript,
  isOwnRunner,
  ownRunner,
  RUNNER_NAME,
  SCRIPT_NAME,
  scriptFor,
} from './hookScript.ts';
import { planLefthookFile } from './planLefthookFile.ts';
import { lookIfThere, readIfThere, readOwn } from './readIfThere.ts';

/** Where our lines of a hook belong. */
export function hookFile({ manager, dir }: HookPlace, hook: HookName): string {
  const file = join(dir, hook);
  return manager === 'git' && isPreCommitHook(file) ? `${file}.legacy` : file;
}

/** @param program what the hooks of a person start; those of a repository look into its Git directory */
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
    hooks: [],
    before,
    after: isForeign ? before : Buffer.from(text, 'utf8').toString('latin1'),
    mode: 0o644,
    problem: isForeign ? `${file} is not Cora's.` : null,
  };
}

function planHook(place: HookPlace, hook: HookName): FileEdit {
  const file = hookFile(place, hook);
  const problem = problemOf(file);
  const before = problem === null ? readIfThere(file) : null;
  const edit = { file, hooks: [hook], before, mode: isReadByHusky9(place) ? 0o644 : 0o755, problem };
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

function problemOf(file: string): string | null {
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
    ...HOOKS.flatMap((hook) =>
      ['', '.legacy', '.old'].map((ending) => planRemoval(join(dir, `${hook}${ending}`), hook)),
    ),
    planOurRemoval(join(dir, SCRIPT_NAME), isOurScript),
    planOurRemoval(join(dir, RUNNER_NAME), isOwnRunner),
  ]);
  if (worktree !== null) edits.push(planLefthookFile(worktree, 'uninstall'));
  return edits.filter(({ before, after, problem }) => before !== after || problem !== null);
}

function planRemoval(file: string, hook: HookName): FileEdit {
  const before = readOwn(file);
  const edit = { file, hooks: [hook], before, mode: 0o755 };
  if (before !== null && isTorn(before)) return { ...edit, after: before, problem: problemOf(file) };
  const block = findBlock(before ?? '');
  if (before === null || block === null) return { ...edit, after: before, problem: null };
  const rest = removeBlock(before);
  const isEmptied = isBlockOfNewFile(block) && (rest === '' || rest === FIRST_LINE);
  return { ...edit, after: isEmptied ? null : rest, problem: null };
}

function planOurRemoval(file: string, isOurs: (before: string) => boolean): FileEdit {
  const before = readOwn(file);
  return {
    file,
    hooks: [],
    before,
    after: before !== null && isOurs(before) ? null : before,
    mode: 0o644,
    problem: null,
  };
}
