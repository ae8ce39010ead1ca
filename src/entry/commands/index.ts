/** cora index */

import { EXIT, indexRepository } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { createProgress } from '../progress.ts';
import { renderReport } from '../renderReport.ts';

export async function runIndex({ options, surroundings, stdout, stderr, signal }: CommandContext): Promise<number> {
  const progress = createProgress(stderr, {
    tty: stderr.isTTY === true,
    quiet: options.quiet === true,
    width: stderr.columns ?? 80,
  });
  try {
    const report = await indexRepository(options, surroundings, {
      onProgress: (state) => progress.update(state),
      signal,
    });
    progress.done();
    if (options.json === true) printJson(stdout, report);
    else stdout.write(renderReport(report));
    return report.failed.length > 0 ? EXIT.finding : EXIT.ok;
  } finally {
    progress.done();
  }
}
