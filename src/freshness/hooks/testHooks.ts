/**
 * The proof: Git runs each hook with CORA_HOOK_TEST set, upon which Cora's lines write the hook's name into that file and
 * end the hook. No commit is made. A hook in which something else would run is left alone, unless the user agrees to it.
 */

import { readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolderBeside, removeFolder } from '../../disk/makeFolderBeside.ts';
import { configuredHooks, gitHooksDir, runGitHook } from '../../git/hookSettings.ts';
import type { Repository } from '../../git/repository.ts';
import type { HookPlace } from '../install/findHookPlace.ts';
import type { HookName } from '../install/hookNames.ts';
import { readOwn } from '../install/readIfThere.ts';
import { foreignParts } from './foreignParts.ts';
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

/** Asks whether programs may be run that Cora did not write; each is named by a sentence. */
export type MayRun = (what: readonly string[]) => Promise<boolean>;

/** @returns the same states, with `runs` told for those that are installed and look right */
export async function testHooks(
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
      else if (first !== undefined && !isAgreed) tested.push({ ...state, reason: `not tried: ${first}; ${HOW}` });
      else tested.push(await testHook(repository, place, state, join(dir, state.hook)));
    }
    return tested;
  } finally {
    await removeFolder(dir);
  }
}

const HOW = 'cora hooks status --run-hooks   has Git run it';

function isReady({ installed, reason }: HookState): boolean {
  return installed && reason === null;
}

/** Hooks that the configuration names, and a folder of hooks that is not the one that was looked at. */
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

/** pre-commit runs its own hooks after ours: their names, in the variable by which it leaves hooks out. */
function silencedPreCommit(worktree: string | null): NodeJS.ProcessEnv {
  const config = worktree === null ? null : readOwn(join(worktree, '.pre-commit-config.yaml'));
  const ids = [...(config ?? '').matchAll(/\bid:\s*["']?([\w.-]+)/g)].map(([, id]) => id!);
  return ids.length === 0 ? {} : { SKIP: [...new Set(ids)].join(',') };
}
