/** cora index */

import { type CommentaryPlan, EXIT, indexRepository } from '../../index.ts';
import type { IndexReport } from '../../types.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { confirmCost } from '../confirmCost.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { explainUnborn } from '../explainUnborn.ts';
import { progressOf } from '../progress.ts';
import { progressToParent } from '../progressToParent.ts';
import { renderReport } from '../render/renderReport.ts';

export async function runIndex(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout, signal } = context;
  const progress = progressOf(context);
  try {
    const confirmCommentary = async (plan: CommentaryPlan): Promise<boolean> => {
      progress.done();
      return confirmCost(plan, context);
    };
    const watch = { onProgress: progressToParent() ?? progress.update, signal, confirmCommentary };
    const report = await explainUnborn(options.rev, indexRepository(options, surroundings, watch));
    progress.done();
    if (options.json === true) printJson(stdout, report);
    // A run that a script asked to be quiet only speaks up when something went wrong.
    else if (options.quiet !== true || isPartial(report)) stdout.write(renderReport(report, describeTerminal(context)));
    return isPartial(report) ? EXIT.finding : EXIT.ok;
  } finally {
    progress.done();
  }
}

function isPartial({ failed, commentary }: IndexReport): boolean {
  return (
    failed.length > 0 || (commentary !== undefined && (commentary.failed > 0 || commentary.stopped === 'failures'))
  );
}
