/**
 * cora status: a name and a sentence for each subject, and with --check a line for each thing that
 * is not searched as it is.
 */

import { EXIT } from '../../base/errors.ts';
import {
  count,
  counted,
  createPaint,
  duration,
  type Paint,
  size,
  tally,
  visible,
  wrap,
} from '../../base/renderText.ts';
import type { HooksStatus } from '../../freshness/hooks.ts';
import { readStatus, type Status } from '../../freshness/readStatus.ts';
import { type CommandContext, printFound } from '../../settings/commandContext.ts';
import { sessionSettings } from '../../settings/requests.ts';
import { asTyped } from '../../view/asTyped.ts';
import { adviceFor, freshnessNotes, isStale, shortCommit } from '../../view/renderFreshness.ts';
import { describeRun, howToList, otherVersionLines, redactedLine } from '../renderReport.ts';
import { describeTerminal, type Look, PLAIN, renderRows } from '../terminal.ts';

export async function runStatus(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const status = await readStatus({ ...sessionSettings(options), check: options.check === true }, surroundings);
  printFound(context, status, () => renderStatus(status, describeTerminal(context)));
  if (status.damage !== undefined) return EXIT.error;
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

/** Columns of the names. */
const NAMES = 10;
const LISTED_FAILURES = 5;

type Shown = Omit<Status, 'digest' | 'hooks'> & { hooks?: Pick<HooksStatus, 'hooks' | 'lastRun' | 'pending'> };

/** @returns text that ends with a newline */
export function renderStatus(report: Shown, { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const { lastRun } = report;
  const at = visible(lastRun.at.slice(0, 16).replace('T', ' '));
  const others = otherVersionLines(report.otherVersions).flatMap((line) => wrap(line, width - NAMES));
  const rows: [string, string[]][] = [
    ['Index', indexLines(report, paint, width - NAMES)],
    ['Content', wrap(contentLine(report), width - NAMES)],
    ['Embedder', [`${visible(report.embedder.id)}, ${report.embedder.dimensions} dimensions`]],
    ['History', historyLines(report)],
    ['Prose', proseLines(report)],
    ['Store', storeLines(report, paint)],
    ['Beside it', others.map(paint.yellow)],
    ['Last run', [`${at} UTC, ${duration(lastRun.tookMs)}, of ${shortCommit(lastRun.commit)}`]],
    ['Failed', failedLines(report, paint)],
    ['Skipped', skippedLines(report, width - NAMES)],
    ['Redacted', report.redacted.secrets === 0 ? [] : [redactedLine(report.redacted)]],
    ['Hooks', hooksLines(report, paint)],
  ];
  return `${renderRows(rows, NAMES, paint).join('\n')}\n`;
}

function indexLines({ freshness, damage }: Shown, paint: Paint, width: number): string[] {
  if (damage !== undefined) {
    const { message, hint } = damage;
    const said = hint === undefined ? message : `${message.replace(/\.$/, '')} — ${hint.replace(/ +/g, ' ')}`;
    return wrap(visible(asTyped(said)), width).map((line) => paint.red(line));
  }
  if (freshness.indexedCommit === null) return [paint.yellow(asTyped('none yet — build it with: cora index'))];
  const notes = freshnessNotes(freshness).map(visible);
  const commit = shortCommit(freshness.indexedCommit);
  // An index without its repository is as fresh as it will ever be.
  if (freshness.headCommit === null) return wrap([`of ${commit}`, ...notes].join('; '), width);
  if (!isStale(freshness)) return [[`${paint.green('up to date')} with HEAD (${commit})`, ...notes].join('; ')];
  return wrap(`${notes.join('; ')} — ${adviceFor(freshness)}`, width).map((line) => paint.yellow(line));
}

function contentLine({ counts: { files, chunks, bytes }, table, shard }: Shown): string {
  const others = table.rows - chunks;
  const places = `other branches${shard === undefined ? '' : ', shards'} and commits`;
  const more = others > 0 ? `; ${counted(others, 'more chunk')} of ${places}` : '';
  const part = shard === undefined ? '' : ` (shard ${shard.index} of ${shard.count})`;
  return `${counted(files, 'file')}, ${counted(chunks, 'chunk')}, ${size(bytes)} of text${part}${more}`;
}

function historyLines({ history, hooks }: Shown): string[] {
  if (history !== undefined) return [`${counted(history.commits, 'commit')} for --commits, ${size(history.bytes)}`];
  const none = `no commits for --commits — ${asTyped('index them with: cora index --history N')}`;
  return hooks === undefined ? [] : [none];
}

function proseLines({ commentary }: Shown): string[] {
  if (commentary === undefined) return [];
  const { chunks, models, bytes } = commentary;
  return [`${counted(chunks, 'chunk')} described by ${models.map(visible).join(', ')}, ${size(bytes)}`];
}

function storeLines({ store, sizes }: Shown, paint: Paint): string[] {
  return [
    visible(store.path) + (store.writable ? '' : paint.yellow(' (read-only)')),
    `${size(sizes.total)} (table ${size(sizes.table)}, search ${size(sizes.search)}, state ${size(sizes.state)}, views ${size(sizes.views)})`,
  ];
}

/** An index without its repository has no files to list. */
function skippedLines({ skipped, hooks }: Shown, width: number): string[] {
  const total = Object.values(skipped).reduce((sum, value) => sum + value, 0);
  const advice = hooks === undefined ? '' : ` — ${howToList(skipped)}`;
  return total === 0 ? [] : wrap(`${count(total)}: ${tally(skipped)}${advice}`, width);
}

function failedLines({ failed }: Shown, paint: Paint): string[] {
  const shown = failed.slice(0, LISTED_FAILURES).map(({ path, error }) => paint.red(visible(`${path}: ${error}`)));
  const rest = failed.length - shown.length;
  return rest === 0 ? shown : [...shown, `and ${rest} more (--json lists all)`];
}

function hooksLines({ hooks }: Shown, paint: Paint): string[] {
  if (hooks === undefined) return [];
  const { hooks: states, lastRun, pending } = hooks;
  const missing = states.filter(({ installed }) => !installed);
  if (missing.length === states.length) return [`${paint.dim('not installed')} — ${asTyped('cora hooks install')}`];
  const reasons = new Set(
    states.flatMap(({ installed, reason }) => (installed && reason !== null ? [visible(reason)] : [])),
  );
  const absent = missing.length === 0 ? [] : [`${missing.map(({ hook }) => hook).join(', ')} not installed`];
  const wrong = [...absent, ...reasons].map((reason) => paint.red(reason));
  const run = lastRun === null ? 'installed' : `last run ${visible(describeRun(lastRun))}`;
  return [
    lastRun === null || lastRun.error === null ? run : paint.red(run),
    ...wrong,
    ...(pending ? ['a refresh is waiting or under way'] : []),
  ];
}
