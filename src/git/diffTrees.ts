/**
 * Compares trees: two of them (for a query: one process, or two if something differs), and a commit
 * with its parent.
 */

import { ifRefused } from '../base/errors.ts';
import type { CommitFile } from '../base/historyTypes.ts';
import { countWhile, replacedAt } from '../base/lists.ts';
import { comparePaths } from '../base/patterns.ts';
import type { ChosenFile, ChosenView, SkippedFile, TreeFile } from '../base/types.ts';
import { blobSizes } from './readBlobs.ts';
import { nulRecords, type Repository, SUBMODULE_MODE } from './repository.ts';
import { isRuleFile } from './ruleFiles.ts';
import { INERT_DIFF, runGit } from './runGit.ts';
import type { ViewSettings } from './skipReasonOf.ts';
import { selectFiles, withSizes } from './treeFiles.ts';

export interface TreeDifference {
  path: string;
  /** The file in the second tree; null if it has none. */
  file: TreeFile | null;
}

/** Returns the sorted paths whose bytes, mode or presence differ; a rename is two of them. */
export async function diffTrees(
  repo: Repository,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<TreeDifference[]> {
  const changes = await changesBetween(repo, from, to, { signal });
  const there = changes
    .filter(({ status }) => status !== 'D')
    .map(({ path, blob, mode }) => ({ path, blob, mode, size: 0 }));
  const gone = changes.filter(({ status }) => status === 'D').map(({ path }) => ({ path, file: null }));
  const files = await withSizes(repo, there, signal);
  return [...gone, ...files.map((file) => ({ path: file.path, file }))].sort(comparePaths);
}

/** Between trees, nothing inside of a submodule is looked at. */
const WITH_SUBMODULES = '--ignore-submodules=none';

async function changesBetween(
  repo: Repository,
  from: string,
  to: string,
  { more = [], signal }: { more?: readonly string[]; signal?: AbortSignal | undefined } = {},
): Promise<RawChange[]> {
  if (from === to) return [];
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--full-index', ...INERT_DIFF, ...more, from, to];
  return rawChanges(nulRecords((await runGit(repo, args, { signal })).stdout));
}

/** The files that were chosen of an earlier tree, with the same settings and by the same code. */
export interface ChosenBefore {
  files: readonly ChosenFile[];
  skipped: readonly SkippedFile[];
  tree: string;
  /** The sum of the sizes of all files. */
  bytes: number;
}

/**
 * Chooses the files of a tree by looking only at what differs from an earlier one.
 * @returns null if all files have to be looked at: rules differ, a tree is malformed, or git lacks
 * an object
 */
export async function selectChanged(
  repo: Repository,
  before: ChosenBefore,
  tree: string,
  settings: ViewSettings,
): Promise<ChosenView | null> {
  const comparing = changesBetween(repo, before.tree, tree, { more: [WITH_SUBMODULES] });
  const changes = await comparing.catch(ifRefused(null, 'GIT'));
  if (changes === null || changes.some(({ path }) => isRuleFile(path)) || !areClear(changes, before)) return null;
  const paths = changes.map(({ path }) => path).sort();
  const there = changes.filter(({ status }) => status !== 'D');
  const gone = paths.flatMap((path) => entriesAt(before.files, path));
  const blobs = [...there.filter(({ mode }) => mode !== SUBMODULE_MODE), ...gone].map(({ blob }) => blob);
  const sizes = await blobSizes(repo, blobs);
  if (!blobs.every((blob) => sizes.has(blob))) return null;
  const files = there.map(({ path, blob, mode }) => ({ path, blob, mode, size: sizes.get(blob) ?? 0 }));
  const { files: came, skipped } = await selectFiles(repo, tree, files, settings);
  return {
    files: replacedAt(before.files, paths, came),
    skipped: replacedAt(before.skipped, paths, skipped),
    missing: [],
    unchangedBytes: gone.reduce((rest, { blob }) => rest - sizes.get(blob)!, before.bytes),
  };
}

/** False if a path that differs stands twice in one of the trees. */
function areClear(changes: readonly RawChange[], { files, skipped }: ChosenBefore): boolean {
  if (new Set(changes.map(({ path }) => path)).size < changes.length) return false;
  return changes.every(({ path, status }) => {
    const left = entriesAt(skipped, path);
    const isNew = left.length === 0 && entriesAt(files, path).length === 0;
    return isNew === (status === 'A') && left.every(({ reason }) => reason !== 'not-regular');
  });
}

function entriesAt<F extends { path: string }>(list: readonly F[], path: string): readonly F[] {
  const from = countWhile(list.length, (at) => list[at]!.path < path);
  let to = from;
  while (list[to]?.path === path) to += 1;
  return list.slice(from, to);
}

/** Numbers of lines; null for a binary file, and if blobs are missing. */
interface Counts {
  added: number | null;
  deleted: number | null;
}

export interface ShownCommit {
  files: (CommitFile & Counts)[];
  /** The `git diff` of each allowed file, in the order of `files`. */
  diffs: { path: string; text: string }[];
}

const SHOW = [
  ...['diff-tree', '-r', '--root', '--no-commit-id', '--diff-merges=first-parent', '-M', '--full-index'],
  ...[...INERT_DIFF, '--src-prefix=a/', '--dst-prefix=b/'],
];

/** A commit with more files is described by their list alone. */
const MOST_COUNTED = 1000;
const MOST_DIFFS = 20;

/**
 * @param allowed returns the paths whose diffs may be shown; for a renamed file both paths are
 * asked
 */
export async function showCommit(
  repo: Repository,
  commit: string,
  allowed: (files: TreeFile[]) => Promise<ReadonlySet<string>>,
): Promise<ShownCommit> {
  const raw = await runGit(repo, [...SHOW, '--raw', '-z', commit], { mayFail: true });
  // Without blobs only renames without an edit can be recognised.
  const run = raw.status === 0 ? raw : await runGit(repo, [...SHOW, '-M100%', '--raw', '-z', commit]);
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
    files: changes.map(({ status, path, oldPath }) => {
      const file = { status: CHANGE_STATUSES[status] ?? 'modified', path, oldPath };
      return { ...file, ...(counts.get(path) ?? UNKNOWN) };
    }),
    diffs: diffs.filter(({ text }) => text !== ''),
  };
}

const ABSENT = /^0+$/;

/** Returns every file on both sides of the changes. */
function sidesOf(changes: readonly RawChange[]): TreeFile[] {
  return changes.flatMap(({ path, oldPath, mode, blob, oldMode, oldBlob }) => {
    const now = { path, mode, blob, size: 0 };
    const before = { path: oldPath ?? path, mode: oldMode, blob: oldBlob, size: 0 };
    if (ABSENT.test(blob)) return [before];
    return oldPath === null ? [now] : [now, before];
  });
}

const UNKNOWN: Counts = { added: null, deleted: null };

/**
 *     12 TAB 4 TAB src/main.c NUL
 *     - TAB - TAB logo.png NUL
 *     3 TAB 0 TAB NUL old.c NUL new.c NUL
 */
async function countLines(repo: Repository, commit: string): Promise<Map<string, Counts>> {
  const { stdout, status } = await runGit(repo, [...SHOW, '--numstat', '-z', commit], { mayFail: true });
  const counts = new Map<string, Counts>();
  if (status !== 0) return counts;
  const records = nulRecords(stdout);
  for (let at = 0; at < records.length; at++) {
    const [, added, deleted, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(records[at]!) ?? [];
    if (path === undefined) continue;
    if (path === '') at += 2;
    const numberOf = (text: string): number | null => (text === '-' ? null : Number(text));
    counts.set(path === '' ? records[at]! : path, { added: numberOf(added!), deleted: numberOf(deleted!) });
  }
  return counts;
}

/** A path that is not UTF-8 cannot be passed to git, and gets no diff. */
async function diffOf(
  repo: Repository,
  commit: string,
  { path, oldPath }: RawChange,
): Promise<{ path: string; text: string }> {
  const paths = oldPath === null ? [path] : [oldPath, path];
  if (paths.some((name) => name.includes('\uFFFD'))) return { path, text: '' };
  const args = [...SHOW, '-p', commit, '--', ...paths.map((name) => `:(top,literal)${name}`)];
  const { stdout, status } = await runGit(repo, args, { mayFail: true });
  return { path, text: status === 0 ? stdout.toString('utf8') : '' };
}

/** A line of `--raw -z`. Zeros stand for a missing side, and for new blobs without a name. */
interface RawChange {
  /** A, D, M, T, U, or R and C with an `oldPath`. */
  status: string;
  path: string;
  oldPath: string | null;
  mode: string;
  blob: string;
  oldMode: string;
  oldBlob: string;
}

/**
 *     :100644 100644 1eb41fa… 0b9ebb1… M  NUL  src/main.c
 *     :100644 100644 1eb41fa… 1eb41fa… R100  NUL  old.c  NUL  new.c
 */
export function rawChanges(records: readonly string[]): RawChange[] {
  const changes: RawChange[] = [];
  for (let at = 0; at < records.length; ) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', code = ''] = records[at]!.slice(1).split(' ');
    const status = code.charAt(0);
    const renamed = status === 'R' || status === 'C';
    const [first, second] = [records[at + 1]!, records[at + 2]];
    const paths = { path: renamed ? second! : first, oldPath: renamed ? first : null };
    changes.push({ status, ...paths, mode, blob, oldMode, oldBlob });
    at += renamed ? 3 : 2;
  }
  return changes;
}

/** Git's letters. All others mean that a file's content changed. */
export const CHANGE_STATUSES: Readonly<Record<string, CommitFile['status']>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
};

const LETTERS = new Map(Object.entries(CHANGE_STATUSES).map(([letter, status]) => [status, letter]));

export function letterOf(status: CommitFile['status']): string {
  return LETTERS.get(status)!;
}
