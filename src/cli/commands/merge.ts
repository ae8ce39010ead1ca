/** cora merge */

import { EXIT } from '../../base/errors.ts';
import { counted, duration, size, visible } from '../../base/renderText.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { type MergeReport, mergeShards } from '../../share/mergeShards.ts';
import { shortCommit } from '../../view/renderFreshness.ts';

export async function runMerge(context: CommandContext): Promise<number> {
  const { words, options, stdout } = context;
  const report = await withProgress(context, (watch) => mergeShards(words, options.output ?? null, watch));
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) stdout.write(render(report));
  return EXIT.ok;
}

function render({ file, commit, shards, files, chunks, text, tookMs, ...report }: MergeReport): string {
  const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}${text ? '' : ', without text'}`;
  const from = `${counted(shards, 'shard')} of ${shortCommit(commit)}`;
  return `Merged ${from} (${what}) into ${visible(file)}: ${size(report.size)}, in ${duration(tookMs)}\n`;
}
