/** cora gc */

import { CoraError, cleanStore, collectGarbage, EXIT, embedderFor, openWorkspaceFor } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';

export async function runGc({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  if ((await cleanStore(options, surroundings, { dryRun: true })).paths.length === 0)
    throw new CoraError('NO_INDEX', 'There is no index of this repository yet.', { hint: 'cora index   builds it' });
  const report = await collectGarbage({
    workspace,
    embedder,
    log: surroundings.log,
    dryRun: options['dry-run'] === true,
  });
  if (options.json === true) printJson(stdout, report);
  else if (report.deadRows === 0 && report.commentary === undefined)
    stdout.write(`Nothing to remove: all ${report.rows} rows are in use.\n`);
  else
    stdout.write(
      `${report.removed ? 'Removed' : 'Would remove'} ${report.deadRows} of ${report.rows} rows, of ${report.deadBlobs} blobs that nothing refers to.\n`,
    );
  return EXIT.ok;
}
