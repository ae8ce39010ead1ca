/** cora index */

import { EXIT, indexRepository } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { explainUnborn } from '../explainUnborn.ts';
import { createProgress } from '../progress.ts';
import { progressToParent } from '../progressToParent.ts';
import { renderReport } from '../renderReport.ts';

export async function runIndex(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout, stderr, signal } = context;
  const progress = createProgress(stderr, {
    tty: stderr.isTTY === true,
    quiet: options.quiet === true,
    width: stderr.columns ?? 80,
  });
  try {
    const watch = { onProgress: progressToParent() ?? progress.update, signal };
    const report = await explainUnborn(options.rev, indexRepository(options, surroundings, watch));
    progress.done();
    if (options.json === true) printJson(stdout, report);
    // A run that a script asked to be quiet only speaks up when something went wrong.
    else if (options.quiet !== true || report.failed.length > 0)
      stdout.write(renderReport(report, describeTerminal(context)));
    return report.failed.length > 0 ? EXIT.finding : EXIT.ok;
  } finally {
    progress.done();
  }
}
