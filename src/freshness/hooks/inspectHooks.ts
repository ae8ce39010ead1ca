/** What can be seen of the hooks without starting anything: are our lines where Git, or the hook manager, gets to them? */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type HookPlace, isLefthookHook, lefthookConfigs } from '../install/findHookPlace.ts';
import { findBlock } from '../install/hookBlock.ts';
import { HOOKS, type HookName } from '../install/hookNames.ts';
import { SCRIPT_NAME, scriptFor } from '../install/hookScript.ts';
import { hookFile } from '../install/planHookFiles.ts';
import { lefthookFile } from '../install/planLefthookFile.ts';
import { readIfThere, readOwn } from '../install/readIfThere.ts';

export interface HookState {
  hook: HookName;
  /** Where Cora's lines are, or would be. */
  file: string;
  installed: boolean;
  /** Whether Git gets to them; null where that was not tried. */
  runs: boolean | null;
  /** Why not; null where nothing is wrong. */
  reason: string | null;
}

export function inspectHooks(place: HookPlace, worktree: string | null): HookState[] {
  return HOOKS.map((hook) => {
    const file = place.manager === 'lefthook' ? lefthookFile(worktree!) : hookFile(place, hook);
    const text = readIfThere(file) ?? '';
    const installed = findBlock(text) !== null;
    const byHand = installed ? null : addedByHand(place, hook, text, worktree);
    if (byHand !== null) return { hook, file: byHand, installed: true, runs: null, reason: 'not tried: added by hand' };
    const reason = installed ? reasonOf(place, hook, file, worktree) : movedAway(place, hook);
    return { hook, file, installed, runs: reason === null ? null : false, reason };
  });
}

function reasonOf(place: HookPlace, hook: HookName, file: string, worktree: string | null): string | null {
  const { manager, dir, gitLooksIn, audience } = place;
  const script = readOwn(join(dir, SCRIPT_NAME));
  if (script === null) return `${join(dir, SCRIPT_NAME)} is missing; run: cora hooks install`;
  if (Buffer.from(script, 'latin1').toString('utf8') !== scriptFor(audience))
    return 'another version of Cora installed it; run: cora hooks install';
  const started = join(gitLooksIn, hook);
  if (manager === 'husky' && dir !== gitLooksIn && !existsSync(started)) {
    return `husky has not set up ${gitLooksIn} in this worktree; run: npx husky`;
  }
  if (manager === 'lefthook' && !isLefthookHook(started))
    return `lefthook has not set up ${started}; run: ${lefthookOf(worktree!)} install`;
  if (manager === 'git' && !isExecutable(file))
    return `${file} is not executable, so Git leaves it out; run: chmod +x ${file}`;
  return null;
}

/** How people start it: npm puts it where no shell looks. */
function lefthookOf(worktree: string): string {
  const isNamed = /"(?:@evilmartians\/)?lefthook(?:-installer)?"\s*:/.test(
    readOwn(join(worktree, 'package.json')) ?? '',
  );
  return isNamed || existsSync(join(worktree, 'node_modules', '.bin', 'lefthook')) ? 'npx lefthook' : 'lefthook';
}

/** In a hook that is no shell script, or in the team's configuration of lefthook, people put the call themselves. */
function addedByHand(
  { manager, dir }: HookPlace,
  hook: HookName,
  text: string,
  worktree: string | null,
): string | null {
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

function isExecutable(file: string): boolean {
  return process.platform === 'win32' || (statSync(file).mode & 0o111) !== 0;
}
