/** What commentary will cost, said before it starts; on a terminal it waits for a word, unless --yes was given. */

import type { CommentaryPlan } from '../base/answerTypes.ts';
import type { CommandContext } from '../session/commandContext.ts';
import { isAgreed, isAttended } from './askForWord.ts';
import { costLine } from './render/renderCommentary.ts';

export async function confirmCost(plan: CommentaryPlan, context: CommandContext): Promise<boolean> {
  const { options, stderr } = context;
  if (options.quiet !== true || options.yes !== true) stderr.write(`${costLine(plan)}\n`);
  return options.yes === true || !isAttended(context) || isAgreed(context);
}
