/**
 * Renders for people what was done: a run of `cora index` with its notes and what commentary costs
 * and did, repositories and their sync, and hooks.
 */

import type { CommentaryPlan, CommentaryReport, CommentaryStop } from '../base/answerTypes.ts';
import { groupBy } from '../base/lists.ts';
import {
  count,
  counted,
  createPaint,
  duration,
  type Paint,
  tally,
  tallyOf,
  visible,
  wrap,
} from '../base/renderText.ts';
import type { IndexReport, RedactedCount, SkipReason } from '../base/types.ts';
import type { FleetRepository, SyncedRepository, SyncReport } from '../fleet/fleet.ts';
import type { FileChange } from '../freshness/fileEdit.ts';
import type { HooksChange, HooksStatus } from '../freshness/hooks.ts';
import type { Program } from '../freshness/initClients.ts';
import { FETCH_ALL } from '../git/repository.ts';
import type { HookRun } from '../indexing/lastRun.ts';
import { asTyped } from '../view/asTyped.ts';
import { shortCommit } from '../view/renderFreshness.ts';
import { type Look, PLAIN } from './terminal.ts';

/** The most paths that are listed of failures, and of each note. */
const LISTED_FAILURES = 20;
const LISTED_NOTES = 3;

/** @returns text that ends with a newline */
export function renderReport(report: IndexReport, { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const { commentary } = report;
  const lines = [
    `${paint.green(report.dryRun ? 'Would index' : 'Indexed')} ${summaryOf(report)}`,
    ...(report.skipped.length === 0 ? [] : wrap(skippedLine(report), width).map(paint.dim)),
    ...doneBesides(report).map(paint.dim),
    ...(commentary === undefined ? [] : renderCommentary(commentary))
      .flatMap((line) => wrap(line, width))
      .map(paint.dim),
    ...otherVersionLines(report.otherVersions)
      .flatMap((line) => wrap(line, width))
      .map(paint.yellow),
    ...[...missingLines(report), ...lateLines(report)].map(paint.yellow),
    ...noteLines(report, paint),
    ...failedLines(report, paint),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryOf(report: IndexReport): string {
  const { commit, shard, files, chunks, computed, embedded, reused, removed, tookMs, dryRun } = report;
  const part = shard === undefined ? '' : `shard ${shard.index} of ${shard.count} of `;
  const what = `${part}${shortCommit(commit)}: ${counted(files, 'file')}${dryRun ? '' : `, ${counted(chunks, 'chunk')}`}`;
  const read =
    reused === 0 ? `${counted(computed, 'file')} read` : `${counted(reused, 'file')} reused, ${count(computed)} read`;
  const made = dryRun ? '' : `, ${counted(embedded, 'vector')} computed`;
  const work = computed === 0 && embedded === 0 ? 'nothing new to compute' : `${read}${made}`;
  const gone = removed === 0 ? '' : `, ${counted(removed, 'file')} gone`;
  return `${what} (${work}${gone}) in ${duration(tookMs)}`;
}

function doneBesides({ redacted, history, edits }: IndexReport): string[] {
  const lines: string[] = [];
  if (redacted !== undefined && redacted.secrets > 0) lines.push(`Redacted ${redactedLine(redacted)}`);
  if (history !== undefined && history.added > 0)
    lines.push(`${counted(history.added, 'new commit')} for --commits in ${duration(history.tookMs)}`);
  if (edits !== undefined && edits.blobs > 0)
    lines.push(`Beside the commit ${counted(edits.blobs, 'changed file')}, ${counted(edits.chunks, 'chunk')}`);
  return lines;
}

function skippedLine({ skipped }: IndexReport): string {
  const reasons = tallyOf(skipped.map((file) => file.reason));
  return `Skipped ${counted(skipped.length, 'file')}: ${tally(reasons)} — ${howToList(reasons)}`;
}

/** Says what to do about files whose content is in no blob. */
const FILTERED =
  'filtered ones go through a filter of Git (Git LFS, git-crypt), which Cora does not run: commit them without it to index them';

/**
 * Says which command lists what a build has skipped, and how filtered files get into an index. A
 * blob that it lacked may lie in the working tree, so that only the commit's own files show it.
 */
export function howToList(reasons: Partial<Record<SkipReason, number>>): string {
  const lacks = reasons['missing-blob'] !== undefined || reasons['missing-object'] !== undefined;
  const command = asTyped(`list them with: cora files${lacks ? ' --rev HEAD' : ''}`);
  return reasons.filtered === undefined ? command : `${command}; ${FILTERED}`;
}

/** `3 secrets in 1 file`, and where they are named. */
export function redactedLine({ secrets, files }: RedactedCount): string {
  return `${counted(secrets, 'secret')} in ${counted(files, 'file')} — ${asTyped('list them with: cora pack --report')}`;
}

/** Says what a partial clone lacks: the index may be passed on as if it were whole. */
function missingLines({ skipped }: IndexReport): string[] {
  const missing = skipped.filter(({ reason }) => reason === 'missing-blob').length;
  return missing === 0 ? [] : [`This partial clone lacks ${counted(missing, 'file')} — ${FETCH_ALL}`];
}

function lateLines({ late }: IndexReport): string[] {
  if (late === undefined) return [];
  const rest = asTyped('questions read some of them as they are; cora index indexes them');
  return [`${counted(late, 'file')} came after the pulled index — ${rest}`];
}

/** @param stores folders */
export function otherVersionLines(stores: readonly string[] | undefined): string[] {
  if (stores === undefined || stores.length === 0) return [];
  const shown = `${counted(stores.length, 'index', 'indexes')} of other versions of Cora`;
  return [`${shown}, which may hold secrets that this one hides — delete with: cora clean --old --yes`];
}

function noteLines({ notes }: IndexReport, paint: Paint): string[] {
  return [...groupBy(notes, ({ note }) => note)].map(([note, files]) => {
    const shown = files
      .slice(0, LISTED_NOTES)
      .map(({ path }) => visible(path))
      .join(', ');
    const rest = files.length > LISTED_NOTES ? ` and ${files.length - LISTED_NOTES} more` : '';
    return paint.dim(`Note: ${visible(note)}: ${shown}${rest}`);
  });
}

function failedLines({ failed }: IndexReport, paint: Paint): string[] {
  if (failed.length === 0) return [];
  const head = `${counted(failed.length, 'file')} failed and ${failed.length === 1 ? 'is' : 'are'} not in the index:`;
  const rows = failed.slice(0, LISTED_FAILURES).map(({ path, error }) => `  ${visible(path)}: ${visible(error)}`);
  const rest = failed.length - rows.length;
  return [paint.red(head), ...rows, ...(rest === 0 ? [] : [`  and ${rest} more (--json lists all)`])];
}

/**
 * `ollama:qwen3 (Ollama at 127.0.0.1:11434) will describe 40 of 40 chunks: about 31,000 tokens to
 * it, 4,400 from it`
 */
export function costLine({ model, place, isRemote, missing, now, promptTokens, answerTokens }: CommentaryPlan): string {
  const who = `${visible(model)} (${visible(place)}${isRemote ? '; their text leaves this machine' : ''})`;
  const what = `${count(now)} of ${counted(missing, 'chunk')} without commentary`;
  return `${who} will describe ${what}: about ${counted(promptTokens, 'token')} to it, ${count(answerTokens)} from it`;
}

const STOPPED: Readonly<Record<CommentaryStop, string>> = {
  limit: 'the rest waits for the next run (--commentary-limit)',
  tokens: 'the rest waits for the next run (--commentary-tokens)',
  failures: 'given up',
  declined: 'not wanted',
  locked: 'left to the other run',
  'dry-run': 'not asked',
};

export function renderCommentary(report: CommentaryReport): string[] {
  const { chunks, missing, written, recovered, empty, failed, usedTokens, stopped, problem } = report;
  if (stopped === 'dry-run' && problem === null) return [`Commentary: ${costLine(report)}`];
  const facts = [
    ...(written > 0 ? [`${counted(written, 'chunk')} described by ${visible(report.model)}`] : []),
    ...(recovered > 0 ? [`${count(recovered)} of them paid for earlier`] : []),
    ...(empty > 0 ? [`${counted(empty, 'answer')} without a word`] : []),
    ...(failed > 0 ? [`${counted(failed, 'chunk')} failed`] : []),
    ...(usedTokens > 0 ? [`${counted(usedTokens, 'token')} used`] : []),
    ...(stopped === null ? [] : [STOPPED[stopped]]),
  ];
  if (facts.length === 0) facts.push(missing === 0 ? `${counted(chunks, 'chunk')} have it` : 'nothing to do');
  return [`Commentary: ${facts.join(', ')}`, ...(problem === null ? [] : [`  ${visible(problem)}`])];
}

/**
 * `* github.com/org/name 11079cb1c, 622 files, pulled 2026-11-22 08:51`
 * @returns text that ends with a newline
 */
export function renderRepositories(repositories: readonly FleetRepository[], { color }: Look): string {
  const paint = createPaint(color);
  if (repositories.length === 0) return 'No repository yet. Add one: cora repos add URL\n';
  const width = Math.max(...repositories.map(({ name }) => visible(name).length));
  const lines = repositories.map((one) => {
    const { name, active, lastIndexed, fileCount, lastPull, error, kind, url, branch } = one;
    const state =
      lastIndexed === null
        ? 'not indexed yet'
        : `${shortCommit(lastIndexed)}, ${counted(fileCount ?? 0, 'file')}, ${kind === 'clone' ? 'fetched' : 'indexed'} ${timeOf(lastPull)}`;
    const from = `${visible(url)}${branch === null ? '' : ` (${visible(branch)})`}`;
    const line = `${active ? '*' : ' '} ${paint.bold(visible(name).padEnd(width))}  ${state}  ${paint.dim(from)}\n`;
    return error === null ? line : `${line}    ${paint.yellow(visible(error))}\n`;
  });
  return lines.join('');
}

/** `2026-11-22T08:51:50.123Z` → `2026-11-22 08:51` */
function timeOf(iso: string | null): string {
  return iso === null ? 'never' : iso.slice(0, 16).replace('T', ' ');
}

/** One line for a repository that is done; nothing for one that waits. */
export function renderSynced(
  { name, outcome, commit, files, index, counts, error, tookMs }: SyncedRepository,
  { color }: Look,
): string {
  const paint = createPaint(color);
  const shown = paint.bold(visible(name));
  if (outcome === 'waiting') return '';
  if (outcome === 'failed') return `${shown}  ${paint.yellow(`failed: ${visible(error ?? '')}`)}\n`;
  // Another version of Cora, or --full, indexes the same commit anew.
  const isSame = outcome === 'fresh' && (counts?.computed ?? 0) === 0;
  const what = isSame ? 'nothing new' : `${index === 'pulled' ? 'pulled' : 'indexed'} ${counted(files ?? 0, 'file')}`;
  return `${shown}  ${shortCommit(commit ?? '')} ${what} in ${duration(tookMs)}\n`;
}

/** @param isAll whether anything but what is wrong is said */
export function renderSync(report: SyncReport, { color }: Look, isAll: boolean): string {
  const { role, stale = '', repositories, removed, tookMs } = report;
  const paint = createPaint(color);
  if (role === 'follower') return paint.yellow(`${visible(stale)}: what is there answers, and may be stale.\n`);
  const of = (wanted: SyncedRepository['outcome']): number =>
    repositories.filter(({ outcome }) => outcome === wanted).length;
  const gone = removed.map((name) => `Removed ${visible(name)}: the settings list it no more.\n`).join('');
  const counts = [
    of('updated') === 0 ? '' : `${of('updated')} updated`,
    of('fresh') === 0 ? '' : `${of('fresh')} with nothing new`,
    of('waiting') === 0 ? '' : `${of('waiting')} not due yet (--force, or a name: now)`,
    of('failed') === 0 ? '' : `${of('failed')} failed`,
  ].filter((text) => text !== '');
  if (repositories.length === 0) return isAll ? `${gone}No repository yet. Add one: cora repos add URL\n` : '';
  const all = `${counted(repositories.length, 'repository', 'repositories')}: ${counts.join(', ')}, in ${duration(tookMs)}\n`;
  return isAll ? gone + paint.dim(all) : of('failed') === 0 ? '' : all;
}

/** Columns of the names of hooks. */
const NAMES = 15;

/** @returns text that ends with a newline */
export function renderHooksStatus(
  status: HooksStatus,
  { color, program }: Pick<Look, 'color'> & { program?: Program },
): string {
  const paint = createPaint(color);
  const installed = status.hooks.some((state) => state.installed);
  const reserved = status.reserved === null || installed ? [] : [paint.yellow(visible(status.reserved))];
  const hooks = status.hooks.map((state) => hookLine(state, paint));
  const lines = [...reserved, ...hooks, ...startLines(status, program), ...lastRunLines(status, paint)];
  const hint = installed || status.reserved !== null ? [] : ['', 'Install them with: cora hooks install'];
  return `${[...lines, ...hint].join('\n')}\n`;
}

export function renderHooksChange(
  { files, problems, status }: HooksChange,
  { action, dryRun, color }: Pick<Look, 'color'> & { action: 'install' | 'uninstall'; dryRun: boolean },
): string {
  const paint = createPaint(color);
  const written = fileLines(files, dryRun);
  const lines = [
    ...(written.length + problems.length > 0
      ? written
      : [action === 'install' ? 'The hooks are installed already.' : 'There are no hooks of Cora here.']),
    ...problems.map((problem) => paint.yellow(visible(problem))),
    // A dry run installs nothing, so there is no state of hooks to show.
    ...(action === 'install' && !dryRun ? ['', ...status.hooks.map((state) => hookLine(state, paint))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** 'created /repo/.git/hooks/post-commit' */
export function fileLines(files: readonly FileChange[], dryRun: boolean): string[] {
  const verbs = dryRun
    ? { create: 'would create', change: 'would change', delete: 'would delete' }
    : { create: 'created', change: 'changed', delete: 'deleted' };
  return files.map(({ file, action }) => `${verbs[action]} ${visible(file)}`);
}

/** @param runs null where another run has taken the work over */
export function renderHookRuns(runs: readonly HookRun[] | null): string {
  if (runs === null) return 'A run is under way in the background; it will come to this worktree too.\n';
  return runs.map((run) => `${visible(describeRun(run))}\n`).join('');
}

function hookLine({ hook, installed, reason }: HooksStatus['hooks'][number], paint: Paint): string {
  const state = installed ? paint.green('installed') : paint.dim('not installed');
  return `${hook.padEnd(NAMES)}${reason === null ? state : paint.red(visible(reason))}`;
}

/** The file that says it lies with the repository: somebody else may have written it. */
function startLines({ hooks, starts }: HooksStatus, program: Program | undefined): string[] {
  if (starts === null || program === undefined || hooks.every(({ installed }) => !installed)) return [];
  const here = [program.node, program.cli].map((path) => path.replaceAll('\\', '/'));
  if ([starts.node, starts.cli].every((path, at) => path.replaceAll('\\', '/') === here[at])) return [];
  return ['', `Hooks start ${visible(starts.node)} ${visible(starts.cli)}, which is not this Cora: cora hooks install`];
}

function lastRunLines({ lastRun, pending, log }: HooksStatus, paint: Paint): string[] {
  const waits = pending ? ['A refresh is waiting or under way.'] : [];
  if (lastRun === null) return [...waits];
  const text = visible(describeRun(lastRun));
  const last = `Last run: ${lastRun.error === null ? text : paint.red(text)}`;
  return ['', last, ...waits, paint.dim(`Log: ${visible(log)}`)];
}

/** '2026-11-22 05:12 UTC, post-commit: indexed a1b2c3d4e in 312 ms, 3 vectors computed' */
export function describeRun({ at, hook, commit, tookMs, embedded, error }: HookRun): string {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC, ${hook ?? 'by hand'}`;
  if (error !== null) return `${when}: ${error.message.split('\n')[0]}`;
  return `${when}: indexed ${shortCommit(commit ?? '')} in ${duration(tookMs ?? 0)}, ${counted(embedded ?? 0, 'vector')} computed`;
}
