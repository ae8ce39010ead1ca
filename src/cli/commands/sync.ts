/** cora sync */

import { EXIT } from '../../base/errors.ts';
import { syncFleet } from '../../fleet/syncFleet.ts';
import { type CommandContext, fleetOf, printJson } from '../../settings/commandContext.ts';
import { progressToParent } from '../progressToParent.ts';
import { renderSync, renderSynced } from '../renderReport.ts';
import { describeTerminal } from '../terminal.ts';

/** @returns 1 where a repository could not be synced, or another process was still at it */
export async function runSync(context: CommandContext): Promise<number> {
  const { words, options, stdout, signal } = context;
  const terminal = describeTerminal(context);
  const tell = progressToParent();
  const isText = options.json !== true && options.quiet !== true;
  const report = await syncFleet(fleetOf(context), {
    names: words,
    force: options.force === true,
    full: options.full === true,
    signal,
    ...(tell === null ? {} : { onProgress: (_, progress) => tell(progress) }),
    onRepository: (done) => {
      if (isText) stdout.write(renderSynced(done, terminal));
    },
  });
  if (options.json === true) printJson(stdout, report);
  else stdout.write(renderSync(report, terminal, isText));
  const hasFailed = report.repositories.some(({ outcome }) => outcome === 'failed');
  return hasFailed || report.role === 'follower' ? EXIT.finding : EXIT.ok;
}
