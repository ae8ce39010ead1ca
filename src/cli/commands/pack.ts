/** cora pack */

import { EXIT } from '../../base/errors.ts';
import { count, counted, duration, shareOf, size } from '../../base/renderNumbers.ts';
import { visible } from '../../base/renderText.ts';
import { type CommandContext, printJson } from '../../session/commandContext.ts';
import { describePack } from '../../share/describePack.ts';
import { type PackReport, packIndex } from '../../share/packIndex.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { renderPackContents } from '../render/renderPackContents.ts';

export async function runPack(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  if (options.report === true) return runReport(context);
  const report = await packIndex(options, surroundings);
  warnIfBehind(context, report);
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) stdout.write(render(report));
  return EXIT.ok;
}

async function runReport(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const contents = await describePack(options, surroundings);
  warnIfBehind(context, contents);
  if (options.json === true) printJson(stdout, contents);
  else stdout.write(renderPackContents(contents, describeTerminal(context)));
  return EXIT.ok;
}

function warnIfBehind(
  { surroundings }: CommandContext,
  { commit, headCommit }: Pick<PackReport, 'commit' | 'headCommit'>,
): void {
  if (headCommit === commit) return;
  surroundings.log.warn(
    `This is the index of ${shortCommit(commit)}, not of the commit that is checked out: cora index brings it up to date.`,
  );
}

function render({ file, commit, shard, files, chunks, text, commentary = 0, tookMs, ...report }: PackReport): string {
  const prose = commentary === 0 ? '' : `, ${count(commentary)} of them with commentary`;
  const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}${text ? '' : ', without text'}${prose}`;
  const part = shard === undefined ? '' : `shard ${shard.index} of ${shard.count} of `;
  return `Packed ${part}${shortCommit(commit)} (${what}) into ${visible(file)}: ${size(report.size)}${shareOf(report)}, in ${duration(tookMs)}\n`;
}
