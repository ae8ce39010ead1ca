/** cora index */

import type { CommentaryPlan } from '../../base/answerTypes.ts';
import { EXIT } from '../../base/errors.ts';
import type { IndexReport } from '../../base/types.ts';
import { indexRepository } from '../../indexing/indexRepository.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { indexingRequest } from '../../settings/requests.ts';
import { progressToParent } from '../interruptSignal.ts';
import { explainUnborn } from '../readiness.ts';
import { costLine, renderReport } from '../renderReport.ts';
import { describeTerminal, isAgreed, isAttended } from '../terminal.ts';

export async function runIndex(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const tell = progressToParent();
  const report = await withProgress(context, ({ onProgress, signal }, clear) => {
    const confirmCommentary = async (plan: CommentaryPlan): Promise<boolean> => {
      clear();
      return confirmCost(plan, context);
    };
    const watch = { onProgress: tell ?? onProgress, signal, confirmCommentary };
    return explainUnborn(options.rev, indexRepository(indexingRequest(options), surroundings, watch));
  });
  if (options.json === true) printJson(stdout, report);
  // A run that a script asked to be quiet only speaks up when something went wrong.
  else if (options.quiet !== true || isPartial(report)) stdout.write(renderReport(report, describeTerminal(context)));
  return isPartial(report) ? EXIT.finding : EXIT.ok;
}

function isPartial({ failed, commentary }: IndexReport): boolean {
  return (
    failed.length > 0 || (commentary !== undefined && (commentary.failed > 0 || commentary.stopped === 'failures'))
  );
}

// Computes what commentary will cost, said before it starts; on a terminal it waits for a word,
// unless --yes was given.

export async function confirmCost(plan: CommentaryPlan, context: CommandContext): Promise<boolean> {
  const { options, stderr } = context;
  if (options.quiet !== true || options.yes !== true) stderr.write(`${costLine(plan)}\n`);
  return options.yes === true || !isAttended(context) || isAgreed(context);
}
