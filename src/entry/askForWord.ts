/** Waits on a terminal for a person's word before something is done. */

import { CoraError } from '../index.ts';
import type { CommandContext } from './commandContext.ts';

type Terminal = Pick<CommandContext, 'stdin' | 'stderr'>;

/** Somebody can read what is said and answer it. */
export function isAttended({ stdin, stderr }: Terminal): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** An empty line is a yes; an end of the input is a no. */
export async function isAgreed({ stdin, stderr }: Terminal): Promise<boolean> {
  stderr.write('Go on? [Y/n] ');
  for await (const line of stdin) return /^(?:y|yes)?$/i.test(String(line).trim());
  return false;
}

/**
 * @param what would be done, in whole lines
 * @param hint how to say it on the command line
 * @throws CoraError USAGE where nobody is there to ask, ABORTED where the answer is no
 */
export async function askForWord(what: string, hint: string, terminal: Terminal): Promise<void> {
  if (!isAttended(terminal)) throw new CoraError('USAGE', `This needs your word:\n${what.trimEnd()}`, { hint });
  terminal.stderr.write(what);
  if (!(await isAgreed(terminal))) throw new CoraError('ABORTED', 'Nothing was written.');
}
