/** cora pull, cora verify, cora push: packed indexes of others, and for others. */

import { EXIT } from '../../base/errors.ts';
import { count, counted, duration, size, visible } from '../../base/renderText.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printDone, printJson } from '../../settings/commandContext.ts';
import { attestationSettings, indexingRequest, packRequest } from '../../settings/requests.ts';
import { type PullReport, pullIndex } from '../../share/pullIndex.ts';
import { type PublishReport, type PushReport, publishIndex, pushIndex } from '../../share/pushIndex.ts';
import { type VerifyReport, verifyArtifact } from '../../share/verifyArtifact.ts';
import { isStoreAddress } from '../../store/lanceEnvironment.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { renderReport } from '../renderReport.ts';
import { describeTerminal } from '../terminal.ts';

/** The most refused files that are named. */
const LISTED = 5;

export async function runPull(context: CommandContext): Promise<number> {
  const { words, options, surroundings, askedHistory } = context;
  const asked = { source: words[0] ?? null, withCommits: askedHistory !== undefined };
  const request = { ...indexingRequest(options), ...asked, attestation: attestationSettings(options) };
  const report = await withProgress(context, (watch) => pullIndex(request, surroundings, watch));
  warnOfRefused(context, report);
  const { added, known, absent } = report.blobs;
  if (added + known === 0 && absent > 0)
    surroundings.log.warn('No file of the packed index is in this clone: perhaps it is of another repository.');
  printDone(context, report, () => renderPulled(report) + renderReport(report.index, describeTerminal(context)));
  return report.index.failed.length > 0 ? EXIT.finding : EXIT.ok;
}

function renderPulled(report: PullReport): string {
  const { source, commit, commitsBehind, downloaded, blobs, rows, commentary = 0, attested, tookMs } = report;
  const behind = commitsBehind === null || commitsBehind === 0 ? '' : ` (${counted(commitsBehind, 'commit')} behind)`;
  const came = downloaded === null ? '' : ` (${size(downloaded)})`;
  const rest = [
    commentary === 0 ? '' : `${count(commentary)} with commentary`,
    blobs.known === 0 ? '' : `${count(blobs.known)} already there`,
    blobs.absent === 0 ? '' : `${count(blobs.absent)} not in this clone`,
    blobs.refused === 0 ? '' : `${count(blobs.refused)} refused`,
  ].filter((part) => part !== '');
  return `Pulled ${shortCommit(commit)}${behind} from ${visible(source)}${came}: ${counted(blobs.added, 'file')}, ${counted(rows, 'chunk')} added${rest.map((part) => `, ${part}`).join('')}, in ${duration(tookMs)}\n${attested === undefined ? '' : renderAttested(attested)}`;
}

/** The lines about who attested it, of `cora verify` too. */
function renderAttested({ repository, workflow, ref, commit, run }: NonNullable<PullReport['attested']>): string {
  const by = `Attested by ${visible(repository)}, ${visible(workflow)} on ${visible(ref)}, of commit ${shortCommit(commit)}`;
  return `${by}${run === null ? '' : ` (${visible(run)})`}\n`;
}

function warnOfRefused({ surroundings: { log } }: CommandContext, { refused }: PullReport): void {
  if (refused.length === 0) return;
  const named = refused.slice(0, LISTED).map(({ path, reason }) => `${visible(path)} (${reason})`);
  const more = refused.length > LISTED ? `, and ${count(refused.length - LISTED)} more` : '';
  log.warn(`What the packed index says of ${named.join(', ')}${more} does not fit this clone; they were indexed here.`);
}

export async function runVerify({ words, options, surroundings, stdout }: CommandContext): Promise<number> {
  const attestation = attestationSettings(options);
  const report = await verifyArtifact(words[0]!, attestation === null ? null : { ...surroundings, attestation });
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true || !report.ok) stdout.write(renderVerified(report));
  return report.ok ? EXIT.ok : EXIT.finding;
}

function renderVerified({ file, sha256, ok, problem, manifest, attested, ...report }: VerifyReport): string {
  if (!ok || manifest === null) return `${visible(problem ?? `${file} has no manifest`)}\n`;
  const { commit, counts, embedder, repository, text, digest } = manifest;
  return [
    `${visible(file)} is whole: ${counted(counts.files, 'file')}, ${counted(counts.chunks, 'chunk')}, ${size(report.size)}${text ? '' : ', without text'}`,
    `  commit    ${shortCommit(commit)}${repository === '' ? '' : ` of ${visible(repository)}`}`,
    `  embedder  ${visible(embedder.id)}`,
    `  digest    ${digest}`,
    `  sha256    ${sha256}`,
    ...(attested === undefined ? [] : [`  ${renderAttested(attested).trimEnd()}`]),
    '',
  ].join('\n');
}

export async function runPush(context: CommandContext): Promise<number> {
  const { words, options, surroundings } = context;
  const [destination] = words as [string];
  const request = { ...packRequest(options), destination };
  if (isStoreAddress(destination)) {
    const report = await withProgress(context, (watch) => publishIndex(request, surroundings, watch));
    printDone(context, report, () => renderPublished(report));
  } else {
    const report = await withProgress(context, (watch) => pushIndex(request, surroundings, watch));
    printDone(context, report, () => renderPushed(report));
  }
  return EXIT.ok;
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
