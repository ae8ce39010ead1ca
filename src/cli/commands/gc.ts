/** cora gc */

import { EXIT } from '../../base/errors.ts';
import { collectGarbage } from '../../indexing/collectGarbage.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { indexSettings } from '../../settings/requests.ts';

export async function runGc({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const report = await collectGarbage(indexSettings(options), surroundings, { dryRun: options['dry-run'] === true });
  if (options.json === true) printJson(stdout, report);
  else if (report.deadRows === 0 && report.commentary === undefined)
    stdout.write(`Nothing to remove: all ${report.rows} rows are in use.\n`);
  else
    stdout.write(
      `${report.removed ? 'Removed' : 'Would remove'} ${report.deadRows} of ${report.rows} rows, of ${report.deadBlobs} blobs that nothing refers to.\n`,
    );
  return EXIT.ok;
}
