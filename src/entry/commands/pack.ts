/** cora pack */

import { describePack, EXIT, type PackReport, packIndex } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { shortCommit } from '../render/renderFreshness.ts';
import { count, counted, duration, shareOf, size } from '../render/renderNumbers.ts';
import { renderPackContents } from '../render/renderPackContents.ts';
import { visible } from '../render/renderText.ts';

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
