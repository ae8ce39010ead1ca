/** cora pull */

import { EXIT } from '../../base/errors.ts';
import { count, counted, duration, size, visible } from '../../base/renderText.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { attestationSettings, indexingRequest } from '../../settings/requests.ts';
import { type PullReport, pullIndex } from '../../share/pullIndex.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { renderReport } from '../renderReport.ts';
import { describeTerminal } from '../terminal.ts';

/** Refused files that are named. */
const LISTED = 5;

export async function runPull(context: CommandContext): Promise<number> {
  const { words, options, surroundings, stdout } = context;
  const report = await withProgress(context, (watch) =>
    pullIndex(
      { ...indexingRequest(options), source: words[0] ?? null, attestation: attestationSettings(options) },
      surroundings,
      watch,
    ),
  );
  warnOfRefused(context, report);
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) stdout.write(render(report) + renderReport(report.index, describeTerminal(context)));
  return report.index.failed.length > 0 ? EXIT.finding : EXIT.ok;
}

function render({
  source,
  commit,
  commitsBehind,
  downloaded,
  blobs,
  rows,
  commentary = 0,
  attested,
  tookMs,
}: PullReport): string {
  const behind = commitsBehind === null || commitsBehind === 0 ? '' : `, ${counted(commitsBehind, 'commit')} behind`;
  const came = downloaded === null ? '' : ` (${size(downloaded)})`;
  const rest = [
    commentary === 0 ? '' : `${count(commentary)} with commentary`,
    blobs.known === 0 ? '' : `${count(blobs.known)} were there`,
    blobs.absent === 0 ? '' : `${count(blobs.absent)} are not in this clone`,
    blobs.refused === 0 ? '' : `${count(blobs.refused)} were refused`,
  ].filter((part) => part !== '');
  return `Pulled ${shortCommit(commit)}${behind} from ${visible(source)}${came}: ${counted(blobs.added, 'file')}, ${counted(rows, 'chunk')} added${rest.map((part) => `, ${part}`).join('')}, in ${duration(tookMs)}\n${attested === undefined ? '' : renderAttested(attested)}`;
}

/** The lines about who attested it, of `cora verify` too. */
export function renderAttested({
  repository,
  workflow,
  ref,
  commit,
  run,
}: NonNullable<PullReport['attested']>): string {
  const by = `Attested by ${visible(repository)}, ${visible(workflow)} on ${visible(ref)}, of commit ${shortCommit(commit)}`;
  return `${by}${run === null ? '' : ` (${visible(run)})`}\n`;
}

function warnOfRefused({ surroundings: { log } }: CommandContext, { refused }: PullReport): void {
  if (refused.length === 0) return;
  const named = refused.slice(0, LISTED).map(({ path, reason }) => `${visible(path)} (${reason})`);
  const more = refused.length > LISTED ? `, and ${count(refused.length - LISTED)} more` : '';
  log.warn(`What the packed index says of ${named.join(', ')}${more} does not fit this clone; they were indexed here.`);
}
