/**
 * The proof: Git runs each hook with CORA_HOOK_TEST set, upon which Cora's lines write the hook's name into that file and
 * end the hook, before anything else in it is run. No commit is made.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGitHook } from '../git/hookSettings.ts';
import type { Repository } from '../git/repository.ts';
import type { HookPlace } from '../install/findHookPlace.ts';
import { linesBeforeBlock } from '../install/hookBlock.ts';
import type { HookName } from '../install/hookNames.ts';
import { readIfThere } from '../install/readIfThere.ts';
import type { HookState } from './inspectHooks.ts';

const NOTHING = '0'.repeat(40);
/** As Git calls them. */
const ARGUMENTS: Record<HookName, readonly string[]> = {
  'post-commit': [],
  'post-merge': ['0'],
  'post-checkout': [NOTHING, NOTHING, '1'],
  'post-rewrite': ['amend'],
};
/** lefthook hands a hook's arguments to `lefthook run`: only our command, by its name of today and of version 1. */
const LEFTHOOK_ARGUMENTS = [
  ['--command', 'cora'],
  ['--commands', 'cora'],
];

/** @returns the same states, with `runs` told for those that are installed and look right */
export async function testHooks(
  repository: Repository,
  place: HookPlace,
  states: readonly HookState[],
): Promise<HookState[]> {
  const dir = await mkdtemp(join(tmpdir(), 'cora-hooks-'));
  try {
    const tested: HookState[] = [];
    for (const state of states) {
      const isReady = state.installed && state.reason === null;
      tested.push(isReady ? await testHook(repository, place, state, join(dir, state.hook)) : state);
    }
    return tested;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function testHook(repository: Repository, place: HookPlace, state: HookState, token: string): Promise<HookState> {
  const { hook, file } = state;
  if (place.manager !== 'lefthook' && !saysNothing(linesBeforeBlock(readIfThere(file) ?? ''))) {
    return { ...state, reason: `not tried: ${file} has lines of its own before Cora's` };
  }
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

/** Whole lines, blank or of comments. */
function saysNothing(lines: string): boolean {
  return lines === '' || (lines.endsWith('\n') && lines.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line)));
}

/** pre-commit runs its own hooks after ours: their names, in the variable by which it leaves hooks out. */
function silencedPreCommit(worktree: string | null): NodeJS.ProcessEnv {
  const config = worktree === null ? null : readIfThere(join(worktree, '.pre-commit-config.yaml'));
  const ids = [...(config ?? '').matchAll(/\bid:\s*["']?([\w.-]+)/g)].map(([, id]) => id!);
  return ids.length === 0 ? {} : { SKIP: [...new Set(ids)].join(',') };
}
