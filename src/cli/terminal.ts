/**
 * The terminal of a command: its colours and columns, a table of two columns for it, and the word
 * of the person who sits at it.
 */

import { pathToFileURL } from 'node:url';
import { aborted } from '../base/concurrency.ts';
import { CoraError } from '../base/errors.ts';
import { type Paint, wantsColor, wantsLinks } from '../base/renderText.ts';
import type { CommandContext } from '../settings/commandContext.ts';

export interface Terminal {
  color: boolean;
  /** Columns. */
  width: number;
  /** OSC 8 hyperlinks. */
  links: boolean;
}

/** The properties of a terminal that most texts need. */
export type Look = Pick<Terminal, 'color' | 'width'>;

/** For a terminal that nothing is known of. */
export const PLAIN: Look = { color: false, width: 80 };

/** The width for a pipe: its reader has no edge of the screen, but long lines are still cut. */
const PIPE_WIDTH = 120;
/** The least width: narrower lines cannot be read. */
const LEAST_WIDTH = 40;

/** COLUMNS tells the width where stdout does not know it: `COLUMNS=100 cora query … | less -R`. */
export function describeTerminal({ stdout, surroundings, options }: CommandContext): Terminal {
  const { env } = surroundings;
  const color = wantsColor(stdout, env, options.color);
  const told = /^\d{1,4}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : PIPE_WIDTH;
  return { color, width: Math.max(LEAST_WIDTH, stdout.columns || told), links: color && wantsLinks(stdout, env) };
}

/**
 * @param column of the names, in characters.
 * @returns lines; none for a name of which nothing is said
 */
export function renderRows(
  rows: readonly (readonly [string, readonly string[]])[],
  column: number,
  paint: Paint,
): string[] {
  return rows.flatMap(([name, values]) =>
    values.map((value, at) => `${at === 0 ? paint.dim(name.padEnd(column)) : ' '.repeat(column)}${value}`),
  );
}

type Asking = Pick<CommandContext, 'stdin' | 'stderr' | 'signal'>;

/** True if somebody can read a question and answer it. */
export function isAttended({ stdin, stderr }: Omit<Asking, 'signal'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** An empty line is a yes; an end of the input and Ctrl-C are a no. */
export async function isAgreed({ stdin, stderr, signal }: Asking): Promise<boolean> {
  stderr.write('Go on? [Y/n] ');
  const line = await Promise.race([firstOf(stdin), aborted(signal)]);
  return typeof line === 'string' && /^(?:|y|yes)$/i.test(line.trim());
}

async function firstOf(stdin: Asking['stdin']): Promise<string | undefined> {
  for await (const line of stdin) return String(line);
  return undefined;
}

/**
 * Asks a person whether to go on.
 * @param what would be done, in whole lines
 * @param hint how to say it on the command line
 * @throws CoraError USAGE where nobody is there to ask, ABORTED where the answer is no
 */
export async function askForWord(what: string, hint: string, terminal: Asking): Promise<void> {
  if (!isAttended(terminal))
    throw new CoraError('USAGE', 'Nothing was done, because nobody can be asked here:', {
      lines: what.trimEnd(),
      hint,
    });
  terminal.stderr.write(what);
  if (!(await isAgreed(terminal))) throw new CoraError('ABORTED', 'Nothing was written.');
}

/** An OSC 8 hyperlink to a line of a file. @param path absolute, as it is on disk */
export function linkTo(path: string, line: number, label: string): string {
  return `\x1b]8;;${pathToFileURL(path).href}#${line}\x1b\\${label}\x1b]8;;\x1b\\`;
}
