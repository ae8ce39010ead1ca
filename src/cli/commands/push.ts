/** cora push */

import { EXIT } from '../../base/errors.ts';
import { count, counted, duration, size, visible } from '../../base/renderText.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { packRequest } from '../../settings/requests.ts';
import { type PublishReport, publishIndex } from '../../share/publishIndex.ts';
import { type PushReport, pushIndex } from '../../share/pushIndex.ts';
import { isStoreAddress } from '../../store/lanceEnvironment.ts';
import { shortCommit } from '../../view/renderFreshness.ts';

export async function runPush(context: CommandContext): Promise<number> {
  const { words, options, surroundings, stdout } = context;
  const [destination] = words as [string];
  const request = { ...packRequest(options), destination };
  const [report, text] = await withProgress(context, async (watch) =>
    isStoreAddress(destination)
      ? said(await publishIndex(request, surroundings, watch), renderPublished)
      : said(await pushIndex(request, surroundings, watch), renderPushed),
  );
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) stdout.write(text);
  return EXIT.ok;
}

function said<T>(report: T, render: (report: T) => string): [report: T, text: string] {
  return [report, render(report)];
}

function renderPushed({ packed, destination, name, removed, tookMs }: PushReport): string {
  return `Pushed ${shortCommit(packed.commit)} to ${visible(destination)} as ${visible(name)}: ${size(packed.size)}${removedPart(removed)}, in ${duration(tookMs)}\n`;
}

function renderPublished({ commit, destination, chunks, rows, removed, tookMs }: PublishReport): string {
  return `Pushed ${shortCommit(commit)} to ${visible(destination)}: ${counted(chunks, 'chunk')}, ${count(rows)} of them new${removedPart(removed)}, in ${duration(tookMs)}\n`;
}

function removedPart(removed: readonly string[]): string {
  return removed.length === 0 ? '' : `, ${counted(removed.length, 'older index', 'older indexes')} removed`;
}
