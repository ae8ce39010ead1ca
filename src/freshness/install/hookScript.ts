/**
 * Texts of hooks: the script that all hooks of a directory share (hooks/cora.sh), the lines that
 * call it, and how those are put into a file of somebody else between two marks, found again and
 * taken out. Texts are read as latin1, so that lines of others stay as they are.
 */

import template from '../../../hooks/cora.sh';
import type { HookName } from '../fileEdit.ts';
import type { Program } from '../initClients.ts';

/**
 * Tells who runs the hooks of a directory: `clone`, this clone and its worktrees; `team`, everybody
 * who has the repository, since the hooks are tracked; `user`, one person in all repositories.
 */
export type HookAudience = 'clone' | 'team' | 'user';

/** The script's name beside the hooks. Git only runs files that have the name of a hook. */
export const SCRIPT_NAME = 'cora.sh';

/** Beside the script of a person's hooks: no repository says what they start. */
export const RUNNER_NAME = 'cora-runner';
/** The last line of that file. */
const RUNNER_END = '# What cora.sh beside this file starts. cora hooks uninstall --force removes it.\n';

/** Says which node and which Cora hooks start. @returns the lines that cora.sh reads */
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

export function scriptFor(audience: HookAudience): string {
  let script = template;
  // What a team installs may come with the repository's own dependencies. A clone's own hooks run
  // nothing out of the repository.
  if (audience === 'team') script = script.replaceAll('#IN-A-TEAM ', '');
  // A person's hooks also run in repositories that have nothing to do with Cora.
  if (audience === 'user') script = script.replaceAll('#IN-MANY-REPOSITORIES ', '');
  return script.replace(/^ *#IN-.*\n/gm, '');
}

/** True for a script of any version. */
export function isOurScript(text: string): boolean {
  return text.startsWith('# cora.sh HOOK');
}

/** Stands in a file that held nothing before: such a file goes when nothing else is left in it. */
const MADE = 'made this file; it ';

/**
 * Returns the lines that call the script. They never fail, never end the hook, and never read its
 * standard input.
 */
export function hookBlock(hook: HookName, isNewFile: boolean): string {
  const script = `"\${0%/*}/${SCRIPT_NAME}"`;
  const start = `[ ! -f ${script} ] || /bin/sh ${script} ${hook} "$@" </dev/null || :`;
  return blockOf(blockNote(isNewFile), `${start}\n`);
}

/** @returns what stands behind the first mark */
export function blockNote(isNewFile: boolean): string {
  return `${isNewFile ? MADE : ''}refreshes the code index in the background; to remove it: cora hooks uninstall`;
}

export function isBlockOfNewFile(block: string): boolean {
  return block.split('\n', 1)[0]!.includes(MADE);
}

/** The first line of a hook that Git starts and that holds nothing but our lines. */
export const FIRST_LINE = '#!/bin/sh\n';

const BEGIN = '# BEGIN cora';
const END = '# END cora';

/** From its first character to behind its last, with the newline that came with it. */
interface BlockPlace {
  from: number;
  to: number;
  text: string;
}

/** @param note behind the first mark; @param lines each ending with a newline */
export function blockOf(note: string, lines: string): string {
  return `${BEGIN} ${note}\n${lines}${END}`;
}

/** @returns the block without a newline at its end; null where there is none */
export function findBlock(text: string): string | null {
  return blockPlaceOf(text)?.text ?? null;
}

/** True if a mark stands there without its other one: only who edited it knows what is whose. */
export function isTorn(text: string): boolean {
  const marks = text.split('\n').filter((line) => isBegin(line) || line === END);
  return marks.length > 0 && (marks.length !== 2 || blockPlaceOf(text) === null);
}

/**
 * Puts the block behind the line that names the interpreter: at the end it would never be reached
 * in a hook that ends with `exit` or `exec`. Replaces the block that is there.
 */
export function insertBlock(text: string, block: string): string {
  const firstLine = text.startsWith('#!') ? (/^.*(?:\n|$)/.exec(text)?.[0].length ?? 0) : 0;
  return putBlock(text, block, firstLine);
}

/** Puts the block at the end, or in the place of the one that is there. */
export function appendBlock(text: string, block: string): string {
  return putBlock(text, block, text.length);
}

function putBlock(text: string, block: string, at: number): string {
  const old = blockPlaceOf(text);
  if (old !== null)
    return text.slice(0, old.from) + text.slice(old.from, old.to).replace(old.text, () => block) + text.slice(old.to);
  // Behind a last line without a newline the block brings one before it, and has none behind it:
  // taking it out mends that.
  if (at > 0 && text[at - 1] !== '\n') return `${text}\n${block}`;
  return `${text.slice(0, at)}${block}\n${text.slice(at)}`;
}

/** Takes the block out; every other byte stays. */
export function removeBlock(text: string): string {
  const place = blockPlaceOf(text);
  return place === null ? text : text.slice(0, place.from) + text.slice(place.to);
}

function blockPlaceOf(text: string): BlockPlace | null {
  let begin = -1;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(from, end);
    if (isBegin(line)) begin = from;
    else if (line === END && begin !== -1) {
      const inner = text.slice(begin, end);
      if (newline !== -1) return { from: begin, to: end + 1, text: inner };
      return { from: text[begin - 1] === '\n' ? begin - 1 : begin, to: end, text: inner };
    }
    from = end + 1;
  }
  return null;
}

function isBegin(line: string): boolean {
  return line === BEGIN || line.startsWith(`${BEGIN} `);
}
