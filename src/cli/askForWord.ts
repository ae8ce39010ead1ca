/** Waits on a terminal for a person's word before something is done. */

import { aborted } from '../base/aborted.ts';
import { CoraError } from '../base/errors.ts';
import type { CommandContext } from '../session/commandContext.ts';

type Terminal = Pick<CommandContext, 'stdin' | 'stderr'>;
type Asking = Pick<CommandContext, 'stdin' | 'stderr' | 'signal'>;

/** Somebody can read what is said and answer it. */
export function isAttended({ stdin, stderr }: Terminal): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** @param byDefault what an empty line means; an end of the input and Ctrl-C are a no */
export async function isAgreed({ stdin, stderr, signal }: Asking, byDefault = true): Promise<boolean> {
  stderr.write(byDefault ? 'Go on? [Y/n] ' : 'Go on? [y/N] ');
  const line = await Promise.race([firstOf(stdin), aborted(signal)]);
  if (typeof line !== 'string') return false;
  return line.trim() === '' ? byDefault : /^(?:y|yes)$/i.test(line.trim());
}

async function firstOf(stdin: Terminal['stdin']): Promise<string | undefined> {
  for await (const line of stdin) return String(line);
  return undefined;
}

/**
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
