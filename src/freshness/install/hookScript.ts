/** What is written: the script that all hooks of a directory share (hooks/cora.sh) and the lines that call it. Texts only. */

import template from '../../../hooks/cora.sh';
import type { Program } from '../planClientFile.ts';
import { blockOf } from './hookBlock.ts';
import type { HookName } from './hookNames.ts';

/**
 * Who runs the hooks of a directory: `clone`, this clone and its worktrees; `team`, everybody who has the repository, since
 * the hooks are tracked; `user`, one person in all repositories.
 */
export type HookAudience = 'clone' | 'team' | 'user';

/** Beside the hooks. Git runs files by the names of hooks only. */
export const SCRIPT_NAME = 'cora.sh';

/** Beside the script of a person's hooks: a repository that they come to does not say what they start. */
export const RUNNER_NAME = 'cora-runner';
/** The last line of that file. */
const RUNNER_END = '# What cora.sh beside this file starts. cora hooks uninstall --force removes it.\n';

/** @returns the lines that cora.sh reads */
export function runnerLines({ node, cli }: Program): string {
  return `${slashes(node)}\n${slashes(cli)}\n`;
}

export function ownRunner(program: Program): string {
  return `${runnerLines(program)}${RUNNER_END}`;
}

export function isOwnRunner(text: string): boolean {
  return text.endsWith(RUNNER_END);
}

/** A shell on Windows understands `C:/…`. */
function slashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** A script that begins like this is ours, of whatever version. */
const FIRST_WORDS = '# cora.sh HOOK';

export function scriptFor(audience: HookAudience): string {
  let script = template;
  // What a team installs may come with the repository's own dependencies. A clone's own hooks run nothing out of the repository.
  if (audience === 'team') script = script.replaceAll('#IN-A-TEAM ', '');
  // A person's hooks also run in repositories that have nothing to do with Cora.
  if (audience === 'user') script = script.replaceAll('#IN-MANY-REPOSITORIES ', '');
  return script.replace(/^ *#IN-.*\n/gm, '');
}

export function isOurScript(text: string): boolean {
  return text.startsWith(FIRST_WORDS);
}

/** Stands in a file that held nothing before: such a file goes when nothing else is left in it. */
const MADE = 'made this file; it ';

/** The lines of a hook. They never fail, never read the hook's standard input and end it early in the self-test only. */
export function hookBlock(hook: HookName, isNewFile: boolean): string {
  return blockOf(
    blockNote(isNewFile),
    [
      `[ ! -f "\${0%/*}/${SCRIPT_NAME}" ] || /bin/sh "\${0%/*}/${SCRIPT_NAME}" ${hook} "$@" </dev/null || :`,
      '[ -z "${CORA_HOOK_TEST-}" ] || exit 0',
      '',
    ].join('\n'),
  );
}

/** @returns what stands behind the first mark */
export function blockNote(isNewFile: boolean): string {
  return `${isNewFile ? MADE : ''}refreshes the code index in the background; to remove it: cora hooks uninstall`;
}

export function isBlockOfNewFile(block: string): boolean {
  return block.split('\n', 1)[0]!.includes(MADE);
}

/** Of a hook that holds nothing but our lines. husky reads its hooks with `sh`, Git starts them. */
export const FIRST_LINE = '#!/bin/sh\n';
