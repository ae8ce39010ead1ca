/**
 * Renders a run of the Action for people: the log's lines for each step, the job summary in
 * Markdown, and annotations of real problems.
 */

import { count, counted, duration, shareOf, size, tally, tallyOf, visible } from '../base/renderText.ts';
import type { IndexReport } from '../base/types.ts';
import { renderReport } from '../cli/renderReport.ts';
import { shortCommit } from '../view/renderFreshness.ts';
import type { ActionReport, ActionStep } from './actionTypes.ts';

const LEFT_OUT = { save: 'Not saved to the cache', publish: 'Not published', attest: 'Not to be attested' } as const;

const STEPS: { readonly [S in ActionStep['step']]: (told: Extract<ActionStep, { step: S }>) => string } = {
  restored: ({ restored, tookMs }) => {
    if (restored === null) return 'The cache has no index of this repository';
    const { key, commit, blobs, size: bytes } = restored;
    const came = `${counted(blobs.added, 'file')} of ${shortCommit(commit)}, ${size(bytes)}`;
    return `Restored ${key} (${came}) in ${duration(tookMs)}`;
  },
  indexed: ({ report }) => renderReport(report, { color: false, width: 120 }).trimEnd(),
  packed: ({ packed }) =>
    `Packed ${size(packed.size)}${shareOf(packed)}, digest ${packed.digest}, in ${duration(packed.tookMs)}`,
  saved: ({ isNew, key, tookMs }) =>
    isNew ? `Saved ${key} in ${duration(tookMs)}` : `Not saved: ${key} is there already, or the cache did not take it`,
  uploaded: ({ name }) => `Uploaded the workflow artifact ${name}`,
  published: ({ published: { destination, name, removed } }) =>
    `Published ${name} to ${destination}${removed.length === 0 ? '' : `, ${counted(removed.length, 'older index', 'older indexes')} removed`}`,
  pages: ({ pages }) => `Wrote a page of ${size(pages.bytes)} into ${pages.dir}`,
  'left-out': ({ what, why }) => `${LEFT_OUT[what]}: ${why}`,
};

/** @returns lines without the last newline */
export function renderActionStep(told: ActionStep): string {
  return STEPS[told.step](told as never);
}

/** The most failed files that are named. */
const LISTED = 20;

/** @returns Markdown that ends with a newline */
export function renderActionSummary(report: ActionReport): string {
  const rows = rowsOf(report).map(([name, value]) => `| ${name} | ${value} |`);
  const { commit, shard } = report.index;
  const part = shard === undefined ? '' : `, shard ${shard.index} of ${shard.count}`;
  return `### Cora index of \`${shortCommit(commit)}\`${part}\n\n| | |\n|---|---|\n${rows.join('\n')}\n${failedList(report)}`;
}

function rowsOf(report: ActionReport): [name: string, value: string][] {
  const { index, packed, uploaded, published, pages } = report;
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
    ['Page', pages === null ? null : size(pages.bytes)],
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

function cacheOf({ restored, saved }: ActionReport): string {
  const parts = [
    restored === null ? 'nothing restored' : `restored \`${shortCommit(restored.commit)}\` (${size(restored.size)})`,
    saved === null ? 'nothing saved' : `saved \`${saved}\``,
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
  const lines = failed.slice(0, LISTED).map(({ path, error }) => `- ${codeOf(path)}: ${plainMarkdown(error)}`);
  const more = failed.length > LISTED ? [`- and ${count(failed.length - LISTED)} more`] : [];
  return `\nNot in the index, because they failed:\n\n${[...lines, ...more].join('\n')}\n`;
}

/** Writes a path as code in Markdown: it comes from the repository, and may hold anything. */
function codeOf(text: string): string {
  return `<code>${plainMarkdown(text)}</code>`;
}

function plainMarkdown(text: string): string {
  return visible(text).replace(/[&<>|`*_[\]\\]/g, (char) => `&#${char.charCodeAt(0)};`);
}

interface Annotation {
  message: string;
  /** Null where it is about no single file. */
  file: string | null;
}

/** The most annotations: GitHub shows ten warnings of a step. */
const SHOWN_ANNOTATIONS = 10;

export function annotationsOf({ failed, skipped }: Pick<IndexReport, 'failed' | 'skipped'>): Annotation[] {
  const general: string[] = [];
  const missing = skipped.filter(({ reason }) => reason === 'missing-blob').length;
  if (missing > 0) general.push(`The index lacks ${counted(missing, 'file')}: ${PARTIAL}`);
  const room = SHOWN_ANNOTATIONS - general.length;
  const named = failed.length <= room ? failed : failed.slice(0, room - 1);
  const rest = failed.length - named.length;
  if (rest > 0) general.push(`${counted(rest, 'more file')} failed: see the job summary`);
  return [
    ...named.map(({ path, error }): Annotation => ({ file: path, message: `Not in the index: ${error}` })),
    ...general.map((message): Annotation => ({ file: null, message })),
  ];
}

const PARTIAL =
  'this partial clone has not fetched them. Leave out `sparse-checkout` and `filter` of actions/checkout to index them';

/**
 * Text for the log of a job. The runner takes lines that begin with `::`, and `##[` anywhere, for
 * commands (set an output, mask a text, add an annotation), and a path of the repository may hold
 * anything.
 */
export function inertLines(text: string): string {
  return text.replace(/::(?<=^\s*::)/gm, '\\::').replaceAll('##[', '##\\[');
}
