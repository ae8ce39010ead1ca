/**
 * Our jobs in lefthook's configuration. They go into the file that is one person's own, lefthook-local.yml, which lefthook
 * merges with the team's: https://lefthook.dev/configuration/ (a command of each hook, named cora).
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEdit } from '../fileEdit.ts';
import { lefthookNames } from './findHookPlace.ts';
import { appendBlock, blockOf, findBlock, isTorn, removeBlock } from './hookBlock.ts';
import { HOOKS } from './hookNames.ts';
import { blockNote, isBlockOfNewFile, SCRIPT_NAME } from './hookScript.ts';
import { lookIfThere, readIfThere } from './readIfThere.ts';

const NAMES = lefthookNames('lefthook-local');

/** `{0}` is lefthook's word for all arguments of the hook. */
const JOBS = HOOKS.map(
  (hook) =>
    `${hook}:\n  commands:\n    cora:\n      run: sh "$(git rev-parse --git-common-dir)/hooks/${SCRIPT_NAME}" ${hook} {0}\n`,
).join('');

export function lefthookFile(worktree: string): string {
  return join(worktree, NAMES.find((name) => existsSync(join(worktree, name))) ?? NAMES[0]!);
}

export function planLefthookFile(worktree: string, what: 'install' | 'uninstall'): FileEdit {
  const file = lefthookFile(worktree);
  // Others may use what a link leads to, and a clone must not choose a file of its user's to be copied into it.
  const isLink = lookIfThere(file)?.isSymbolicLink() === true;
  const before = isLink ? null : readIfThere(file);
  const edit = { file, hooks: HOOKS, before, mode: 0o644 };
  if (before !== null && isTorn(before)) {
    return { ...edit, after: before, problem: `${file} holds a part of Cora's lines; take out what is left of them.` };
  }
  if (what === 'uninstall') return { ...edit, after: without(before), problem: null };
  const problem = problemOf(file, before, isLink);
  const old = findBlock(before ?? '');
  const block = blockOf(blockNote(before === null || (old !== null && isBlockOfNewFile(old))), JOBS);
  return { ...edit, after: problem === null ? appendBlock(before ?? '', block) : before, problem };
}

/** A file that we made goes with the last line in it. */
function without(before: string | null): string | null {
  const block = findBlock(before ?? '');
  if (before === null || block === null) return before;
  const rest = removeBlock(before);
  return rest === '' && isBlockOfNewFile(block) ? null : rest;
}

/** A key may stand in a YAML mapping once, so what is already there for these hooks has to be joined by hand. */
function problemOf(file: string, before: string | null, isLink: boolean): string | null {
  const others = removeBlock(before ?? '');
  const isPlain = /\.ya?ml$/.test(file) && !/^[^\S\n\r\u2028\u2029]*[{[]|^---[\s\S]*^---/m.test(others);
  const taken = HOOKS.filter((hook) => new RegExp(`^['"]?${hook}['"]?\\s*:`, 'm').test(others));
  if (isPlain && taken.length === 0 && !isLink) return null;
  const why = isLink ? 'is a link' : isPlain ? `already has ${taken.join(' and ')}` : 'is not a plain YAML mapping';
  return `${file} ${why}; add to it for each of ${HOOKS.join(', ')} the command: sh "$(git rev-parse --git-common-dir)/hooks/${SCRIPT_NAME}" HOOK {0}`;
}
