/** The job summary of the Action: a Markdown table for whoever opens the run in a browser. */

import { count, counted, duration, shareOf, size, tally, tallyOf } from '../base/renderNumbers.ts';
import { visible } from '../base/renderText.ts';
import { shortCommit } from '../view/renderFreshness.ts';
import type { ActionReport } from './actionTypes.ts';

/** Failed files that are named. */
const LISTED = 20;

/** @returns Markdown that ends with a newline */
export function renderActionSummary(report: ActionReport): string {
  const rows = rowsOf(report).map(([name, value]) => `| ${name} | ${value} |`);
  const { commit, shard } = report.index;
  const part = shard === undefined ? '' : `, shard ${shard.index} of ${shard.count}`;
  return `### Cora index of \`${shortCommit(commit)}\`${part}\n\n| | |\n|---|---|\n${rows.join('\n')}\n${failedList(report)}`;
}

function rowsOf(report: ActionReport): [name: string, value: string][] {
  const { index, packed, uploaded, published } = report;
  const rows: [string, string | null][] = [
    ['Files', count(index.files)],
    ['Chunks', count(index.chunks)],
    ['Reused', reusedOf(report)],
    ['Computed', `${counted(index.computed, 'file')}, ${counted(index.embedded, 'vector')}`],
    ['Secrets redacted', redactedOf(report)],
    ['Artifact', `${size(packed.size)}${shareOf(packed)}`],
    ['Digest', `\`${packed.digest}\``],
    ['Cache', cacheOf(report)],
    ['Workflow artifact', uploaded === null ? null : `\`${uploaded}\``],
    ['Release', published === null ? null : `\`${published.destination}\`: \`cora pull\` takes it`],
    ['Skipped', index.skipped.length === 0 ? 'nothing' : skippedOf(report)],
    ['Failed', index.failed.length === 0 ? null : counted(index.failed.length, 'file')],
    ['Time', timeOf(report)],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

function reusedOf({ index: { reused, files } }: ActionReport): string {
  // Rounded down: 100 % means that nothing was computed.
  const share = files === 0 ? 0 : Math.floor((1000 * reused) / files) / 10;
  return `${share} % (${counted(reused, 'file')})`;
}

function redactedOf({ index: { redacted } }: ActionReport): string | null {
  if (redacted === undefined) return null;
  return redacted.secrets === 0 ? 'none found' : `${count(redacted.secrets)} in ${counted(redacted.files, 'file')}`;
}

function cacheOf({ restored, saved, pruned }: ActionReport): string {
  const parts = [
    restored === null ? 'nothing restored' : `restored \`${shortCommit(restored.commit)}\` (${size(restored.size)})`,
    saved === null ? 'nothing saved' : `saved \`${saved}\``,
    ...(pruned.length === 0 ? [] : [`${counted(pruned.length, 'older entry', 'older entries')} removed`]),
  ];
  return parts.join(', ');
}

function skippedOf({ index: { skipped } }: ActionReport): string {
  return `${counted(skipped.length, 'file')}: ${tally(tallyOf(skipped.map(({ reason }) => reason)))}`;
}

function timeOf({ tookMs, index, packed }: ActionReport): string {
  return `${duration(tookMs)} (index ${duration(index.tookMs)}, pack ${duration(packed.tookMs)})`;
}

function failedList({ index: { failed } }: ActionReport): string {
  if (failed.length === 0) return '';
  const lines = failed.slice(0, LISTED).map(({ path, error }) => `- ${code(path)}: ${plain(error)}`);
  const more = failed.length > LISTED ? [`- and ${count(failed.length - LISTED)} more`] : [];
  return `\nNot in the index, because they failed:\n\n${[...lines, ...more].join('\n')}\n`;
}

/** A path is the repository's: it may hold anything. */
function code(text: string): string {
  return `<code>${plain(text)}</code>`;
}

function plain(text: string): string {
  return visible(text).replace(/[&<>|`*_[\]\\]/g, (char) => `&#${char.charCodeAt(0)};`);
}
