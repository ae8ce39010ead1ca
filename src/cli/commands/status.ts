/** cora status */

import { EXIT } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import { type Status, statusOf } from '../../freshness/readStatus.ts';
import { type CommandContext, printJson } from '../../session/commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { renderStatus } from '../render/renderStatus.ts';

export async function runStatus(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const status = await statusOf(options, surroundings);
  if (options.json === true) printJson(stdout, status);
  else stdout.write(renderStatus(status, describeTerminal(context)));
  if (options.check !== true) return EXIT.ok;
  const open = unsearchedIn(status);
  if (options.json !== true) for (const line of open) stdout.write(`${visible(line)}\n`);
  return open.length === 0 ? EXIT.ok : EXIT.finding;
}

/** A line for each thing that is behind or not searched as it is now. */
function unsearchedIn({ freshness, failed }: Status): string[] {
  const { indexedCommit, headCommit, missingFiles, asCommitted, shard } = freshness;
  return [
    ...(headCommit !== null && indexedCommit !== headCommit ? [`HEAD ${headCommit}: not indexed`] : []),
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}: the others are missing`]),
    ...missingFiles.map(({ path, reason }) => `${path}: ${reason}`),
    ...asCommitted.map((path) => `${path}: searched as it was committed`),
    ...failed
      .filter(({ path }) => !missingFiles.some((file) => file.path === path))
      .map(({ path, error }) => `${path}: ${error}`),
  ];
}
