/**
 * Lists what Git would start beside Cora's own lines if it ran a hook for the proof. A hook may come with the repository, so only
 * whole files are trusted: what Cora writes, and husky's stubs, which call it. lefthook and pre-commit obey the repository's
 * configuration, which may name any program.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type HookPlace, isPreCommitHook } from '../install/findHookPlace.ts';
import type { HookName } from '../install/hookNames.ts';
import { FIRST_LINE, hookBlock, SCRIPT_NAME } from '../install/hookScript.ts';
import { hookFile } from '../install/planHookFiles.ts';
import { lookIfThere, readIfThere } from '../install/readIfThere.ts';

/** SHA-256 of `.husky/_/<hook>` as husky 9.0 and 9.1 make it. */
const HUSKY_STUBS: ReadonlySet<string> = new Set([
  'ac0574d1de5337c5d034f8ea867d42b2e5c41faa68a9ee663a49f1c448c91072',
  '34fe496008be71d8fdd446b2cce81e4bb0406109c130eafc583fbd9fe33244e2',
]);
/** SHA-256 of `.husky/_/h` of husky 9.0.11 and 9.1.4 to 9.1.7. Others run the hook under another name, so beside another cora.sh. */
const HUSKY_SHARED: ReadonlySet<string> = new Set([
  '548990e1c11285694096184993d907b258d41235461a7ca2551e3b53ff9d3a38',
  '70200b200ca709b0622784f93839a5b2872333a917a09afddefd7dc2d8cdc680',
]);

/** @returns one sentence without a full stop for each; none where only what Cora wrote would run */
export function foreignParts(place: HookPlace, hook: HookName, worktree: string | null): string[] {
  const { manager, dir, gitLooksIn } = place;
  const started = join(gitLooksIn, hook);
  if (manager === 'lefthook') return [`${started} starts lefthook, which obeys the configuration of this repository`];
  if (isPreCommitHook(started))
    return [`${started} starts pre-commit, which obeys the configuration of this repository`];
  const isHusky9 = manager === 'husky' && dir !== gitLooksIn;
  const file = hookFile(place, hook);
  const foreign = [file, join(dir, SCRIPT_NAME)].filter((one) => lookIfThere(one)?.isFile() !== true);
  if (!isWhole(readIfThere(file) ?? '', hook, isHusky9)) foreign.push(file);
  if (isHusky9) foreign.push(...foreignToHusky(gitLooksIn, hook, worktree));
  return [...new Set(foreign)].map((one) => `${one} holds lines that Cora did not write`);
}

/** husky gives its hooks to `sh`; the first line of all others names it. */
function isWhole(text: string, hook: HookName, isReadBySh: boolean): boolean {
  const blocks = [true, false].map((isNew) => `${hookBlock(hook, isNew)}\n`);
  return blocks.some((block) => text === FIRST_LINE + block || (isReadBySh && text === block));
}

function foreignToHusky(gitLooksIn: string, hook: HookName, worktree: string | null): string[] {
  const files: [string, ReadonlySet<string>][] = [
    [join(gitLooksIn, hook), HUSKY_STUBS],
    [join(gitLooksIn, 'h'), HUSKY_SHARED],
  ];
  const unknown = files.filter(([file, known]) => !known.has(digestOf(file))).map(([file]) => file);
  // husky puts this folder before the PATH.
  const bin = join(worktree ?? gitLooksIn, 'node_modules', '.bin');
  const shells = ['sh', 'sh.exe', 'sh.cmd', 'sh.bat'].filter((name) => lookIfThere(join(bin, name)) !== null);
  return [...unknown, ...shells.map((name) => join(bin, name))];
}

function digestOf(file: string): string {
  if (lookIfThere(file)?.isFile() !== true) return '';
  return createHash('sha256')
    .update(readIfThere(file) ?? '', 'latin1')
    .digest('hex');
}
