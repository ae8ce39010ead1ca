/** What one commit did: the numbers of `git show --stat`, and the diffs of the files that the caller lets through. */

import type { CommitFile } from '../base/historyTypes.ts';
import type { TreeFile } from '../base/types.ts';
import { CHANGE_STATUSES } from './changeStatuses.ts';
import { INERT_DIFF } from './gitEnvironment.ts';
import { withSizes } from './listTree.ts';
import { nulRecords } from './pathBytes.ts';
import { type RawChange, rawChanges } from './rawChanges.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

export interface ShownFile extends CommitFile {
  /** Lines; null for a binary file, and where blobs are missing. */
  added: number | null;
  deleted: number | null;
}

export interface ShownCommit {
  files: ShownFile[];
  /** As `git diff` writes it, one text for each file that was let through, in the order of `files`. */
  diffs: { path: string; text: string }[];
}

const SHOW = [
  ...['diff-tree', '-r', '--root', '--no-commit-id', '--diff-merges=first-parent', '-M', '--full-index'],
  ...[...INERT_DIFF, '--src-prefix=a/', '--dst-prefix=b/'],
];

/** Beyond these a commit is told by its list of files alone. */
const MOST_COUNTED = 1000;
const MOST_DIFFS = 20;

/**
 * @param allowed the paths whose diffs may be shown, of those that the commit touched; of a renamed file both are asked for
 */
export async function showCommit(
  repo: Repository,
  commit: string,
  allowed: (files: TreeFile[]) => Promise<ReadonlySet<string>>,
): Promise<ShownCommit> {
  const place = placeOf(repo);
  const raw = await runGit(place, [...SHOW, '--raw', '-z', commit], { mayFail: true });
  // Without the blobs only renames without an edit can be told.
  const run = raw.status === 0 ? raw : await runGit(place, [...SHOW, '-M100%', '--raw', '-z', commit]);
  const changes = rawChanges(nulRecords(run.stdout));
  const shown = await allowed(await withSizes(repo, sidesOf(changes)));
  const wanted = changes
    .filter(({ path, oldPath }) => shown.has(path) && (oldPath === null || shown.has(oldPath)))
    .slice(0, MOST_DIFFS);
  const [counts, diffs] = await Promise.all([
    changes.length > MOST_COUNTED ? new Map<string, Counts>() : countLines(repo, commit),
    Promise.all(wanted.map((change) => diffOf(repo, commit, change))),
  ]);
  return {
    files: changes.map((change) => ({ ...fileOf(change), ...(counts.get(change.path) ?? UNKNOWN) })),
    diffs: diffs.filter(({ text }) => text !== ''),
  };
}

const ABSENT = /^0+$/;

/** Every path with what stood or stands there. */
function sidesOf(changes: readonly RawChange[]): TreeFile[] {
  return changes.flatMap(({ path, oldPath, mode, blob, oldMode, oldBlob }) => {
    const now = { path, mode, blob, size: 0 };
    const before = { path: oldPath ?? path, mode: oldMode, blob: oldBlob, size: 0 };
    if (ABSENT.test(blob)) return [before];
    return oldPath === null ? [now] : [now, before];
  });
}

interface Counts {
  added: number | null;
  deleted: number | null;
}

const UNKNOWN: Counts = { added: null, deleted: null };

/**
 *     12 TAB 4 TAB src/main.c NUL
 *     - TAB - TAB logo.png NUL
 *     3 TAB 0 TAB NUL old.c NUL new.c NUL
 */
async function countLines(repo: Repository, commit: string): Promise<Map<string, Counts>> {
  const { stdout, status } = await runGit(placeOf(repo), [...SHOW, '--numstat', '-z', commit], { mayFail: true });
  const counts = new Map<string, Counts>();
  if (status !== 0) return counts;
  const records = nulRecords(stdout);
  for (let at = 0; at < records.length; at++) {
    const [, added, deleted, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(records[at]!) ?? [];
    if (path === undefined) continue;
    if (path === '') at += 2;
    counts.set(path === '' ? records[at]! : path, { added: numberOf(added!), deleted: numberOf(deleted!) });
  }
  return counts;
}

function numberOf(text: string): number | null {
  return text === '-' ? null : Number(text);
}

/** A path with bytes that are no UTF-8 cannot be named to git, and has no diff here. */
async function diffOf(
  repo: Repository,
  commit: string,
  { path, oldPath }: RawChange,
): Promise<{ path: string; text: string }> {
  const paths = oldPath === null ? [path] : [oldPath, path];
  if (paths.some((name) => name.includes('\uFFFD'))) return { path, text: '' };
  const args = [...SHOW, '-p', commit, '--', ...paths.map((name) => `:(top,literal)${name}`)];
  const { stdout, status } = await runGit(placeOf(repo), args, { mayFail: true });
  return { path, text: status === 0 ? stdout.toString('utf8') : '' };
}

function fileOf({ status, path, oldPath }: RawChange): CommitFile {
  return { status: CHANGE_STATUSES[status] ?? 'modified', path, oldPath };
}
