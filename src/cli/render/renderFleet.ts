/** Renders a fleet for people: one repository on a line, what is wrong with it below. */

import { createPaint, visible } from '../../base/renderText.ts';
import { counted, duration } from '../../base/renderValues.ts';
import type { FleetRepository, SyncedRepository, SyncReport } from '../../fleet/fleet.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import type { Look } from '../terminal.ts';

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
        : `${shortCommit(lastIndexed)}, ${counted(fileCount ?? 0, 'file')}, ${kind === 'clone' ? 'fetched' : 'looked at'} ${timeOf(lastPull)}`;
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
  { name, outcome, commit, files, index, error, tookMs }: SyncedRepository,
  { color }: Look,
): string {
  const paint = createPaint(color);
  const shown = paint.bold(visible(name));
  if (outcome === 'waiting') return '';
  if (outcome === 'failed') return `${shown}  ${paint.yellow(`failed: ${visible(error ?? '')}`)}\n`;
  const what =
    outcome === 'fresh' ? 'nothing new' : `${index === 'pulled' ? 'pulled' : 'indexed'} ${counted(files ?? 0, 'file')}`;
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
