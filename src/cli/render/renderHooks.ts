/**
 * Renders `cora hooks` for people: what was written, whether Git runs it, what the last run did.
 */

import { counted, createPaint, duration, type Paint, visible } from '../../base/renderText.ts';
import type { FileChange } from '../../freshness/fileEdit.ts';
import type { HooksChange, HooksStatus } from '../../freshness/hooks.ts';
import type { Program } from '../../freshness/initClients.ts';
import type { HookRun } from '../../indexing/lastRun.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import type { Look } from '../terminal.ts';

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
  const lines = [
    ...reserved,
    ...status.hooks.map((state) => hookLine(state, paint)),
    ...startLines(status, program),
    ...lastRunLines(status, paint),
  ];
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
    // What Git would run is known when it is there.
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

function hookLine({ hook, installed, runs, reason }: HooksStatus['hooks'][number], paint: Paint): string {
  const name = hook.padEnd(NAMES);
  if (!installed) return `${name}${reason === null ? paint.dim('not installed') : paint.red(visible(reason))}`;
  if (runs === true) return `${name}${paint.green('Git will run this')}`;
  if (runs === false) return `${name}${paint.red('Git will not run this:')} ${visible(reason ?? '')}`;
  return `${name}installed${reason === null ? '' : `; ${visible(reason)}`}`;
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
  return [
    '',
    `Last run: ${lastRun.error === null ? text : paint.red(text)}`,
    ...waits,
    paint.dim(`Log: ${visible(log)}`),
  ];
}

/** '2026-11-22 05:12 UTC, post-commit: indexed a1b2c3d4e in 312 ms, 3 vectors computed' */
export function describeRun({ at, hook, commit, tookMs, embedded, error }: HookRun): string {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC, ${hook ?? 'by hand'}`;
  if (error !== null) return `${when}: ${error.message.split('\n')[0]}`;
  return `${when}: indexed ${shortCommit(commit ?? '')} in ${duration(tookMs ?? 0)}, ${counted(embedded ?? 0, 'vector')} computed`;
}
