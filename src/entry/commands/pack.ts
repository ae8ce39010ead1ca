/** cora pack */

import { EXIT, type PackReport, packIndex } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { shortCommit } from '../renderFreshness.ts';
import { counted, duration, size } from '../renderNumbers.ts';

export async function runPack({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const report = await packIndex(options, surroundings);
  if (report.headCommit !== report.commit) {
    surroundings.log.warn(
      `This is the index of ${shortCommit(report.commit)}, not of the commit that is checked out: cora index brings it up to date.`,
    );
  }
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) stdout.write(render(report));
  return EXIT.ok;
}

function render({ file, commit, shard, files, chunks, indexedBytes, text, tookMs, ...report }: PackReport): string {
  const share = indexedBytes === 0 ? '' : `, ${Math.round((100 * report.size) / indexedBytes)} % of the indexed text`;
  const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}${text ? '' : ', without text'}`;
  const part = shard === undefined ? '' : `shard ${shard.index} of ${shard.count} of `;
  return `Packed ${part}${shortCommit(commit)} (${what}) into ${file}: ${size(report.size)}${share}, in ${duration(tookMs)}\n`;
}
