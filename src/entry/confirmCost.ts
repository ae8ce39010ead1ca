/** What commentary will cost, said before it starts; on a terminal it waits for a word, unless --yes was given. */

import type { CommentaryPlan } from '../index.ts';
import type { CommandContext } from './commandContext.ts';
import { costLine } from './renderCommentary.ts';

export async function confirmCost(plan: CommentaryPlan, context: CommandContext): Promise<boolean> {
  const { options, stdin, stderr } = context;
  if (options.quiet !== true || options.yes !== true) stderr.write(`${costLine(plan)}\n`);
  if (options.yes === true || stdin.isTTY !== true || stderr.isTTY !== true) return true;
  stderr.write('Go on? [Y/n] ');
  for await (const line of stdin) return /^(?:y|yes)?$/i.test(String(line).trim());
  return false;
}
