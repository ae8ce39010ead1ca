/**
 * The caller's view: the indexed commit that is nearest to HEAD, moved to HEAD and to the
 * uncommitted files. Rows of blobs that the table does not hold are made in memory; nothing is
 * written.
 */

import { ifRefused } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import { comparePaths, directoriesOf } from '../base/patterns.ts';
import type { FileStatus, Freshness } from '../base/searchTypes.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder, TreeFile, View } from '../base/types.ts';
import { searchStamp } from '../engine/searchFile.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { diffTrees, type TreeDifference } from '../git/diffTrees.ts';
import { whoseContent } from '../git/missingContent.ts';
import { fileStamp } from '../git/readWorkingFile.ts';
import { type Repository, refuseLostHead } from '../git/repository.ts';
import { commitsBetween } from '../git/resolveCommit.ts';
import { type ChangedRules, changedRules, isRuleFile, NO_CHANGED_RULES } from '../git/ruleFiles.ts';
import { skipReasonOf } from '../git/skipReasonOf.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { deletedIn, unseenIn, type WorkingTreeChange, workingTreeChanges } from '../git/workingTreeChanges.ts';
import { outcomesFile, readOutcomes, type StoredOutcomes } from '../store/state.ts';
import { currentView, lostView, type ViewPath, type ViewRecord } from '../store/views.ts';
import { MOST_NEW, moveView, ViewMemory } from './moveView.ts';
import { type ViewNumbers, ViewStatistics } from './statistics.ts';
import { committed, filesOfRecord, type ViewedFile, type ViewFiles, viewFilesOf, withChanges } from './viewFiles.ts';
import { noIndex, viewIdOf, type Workspace } from './workspace.ts';

export interface CallerView extends ViewFiles {
  statistics: ViewNumbers;
  /** Rows of blobs that are not in the table. */
  overlay: ChunkRow[];
  /** True if the last build checked the blob and found no secret. */
  isClean(blob: BlobKey): boolean;
  /**
   * Bytes of uncommitted files at the time of the view, as many as were kept, and of files whose
   * content the repository lacks.
   */
  contents?: ReadonlyMap<string, Uint8Array>;
  /** The answer of Git that it was made from; missing for a named index. */
  look?: GitLook;
  freshness: Freshness;
  repository: string;
  commit: string | null;
}

/** An answer of Git about the caller's files. */
export interface GitLook {
  repository: Repository;
  working: readonly WorkingTreeChange[];
}

interface CallerViewRequest {
  workspace: Workspace;
  /** The folder of the store for this embedder. */
  dir: string;
  store: Promise<SegmentRows>;
  embedder: Embedder;
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  /** True to leave uncommitted files out. */
  committed: boolean;
  /** The most new content that is read; only for callers other than queries. */
  most?: { files: number; bytes: number };
  /** The memory of earlier views of the same caller in the same store. */
  memory?: ViewMemory<CallerView>;
  /** Changes that another session has found, so that Git is not asked again. */
  working?: GitLook['working'] | undefined;
  signal?: AbortSignal;
}

/** @throws CoraError NO_INDEX that names the command to run */
export async function callerView(asked: CallerViewRequest): Promise<CallerView> {
  const { memory = new ViewMemory<CallerView>(), most = MOST_NEW } = asked;
  const { repository, settings } = asked.workspace;
  refuseLostHead(repository);
  const head = repository.head;
  const [base, working] = await Promise.all([
    nearestView(asked.dir, head?.tree ?? null, { ...asked, memory }).then((nearest) => {
      // Most questions need its files, and Git still looks at the working tree.
      filesOfRecord(nearest.record);
      return nearest;
    }),
    asked.committed || repository.worktree === null
      ? []
      : (asked.working ??
        workingTreeChanges(repository, {
          maxFileSize: settings.maxFileSize,
          skip: (path, size, mode) => skipReasonOf(path, size, mode, settings)?.reason ?? null,
          keepBytes: most.bytes,
          except: asked.workspace.location.root,
          signal: asked.signal,
        })),
  ]);
  const changed = working.map(({ bytes: _, ...change }) => change);
  const rules = asked.committed ? NO_CHANGED_RULES : changedRules(repository, working);
  const key = JSON.stringify([base.id, base.exact, head, viewIdOf('', settings), changed, [...rules]]);
  // Content that is not indexed may get rows from a build of another branch. So the view also
  // depends on the rows that were there.
  const keyOfRows = `${key} ${searchStamp(asked.dir)} ${fileStamp(outcomesFile(asked.dir))}`;
  const known = memory.view(key) ?? memory.view(keyOfRows);
  if (known !== null) return known;
  const committed =
    head === null || base.record.tree === head.tree ? [] : await treeChanges(repository, base.record.tree, head.tree);
  // Without the tree's changes all files have to be selected again.
  if (committed === null) base.exact = false;
  const changes = new Map<string, Change>();
  for (const { path, file } of committed ?? []) changes.set(path, { file, status: 'committed' });
  for (const { path, status, file } of working)
    changes.set(path, { file, status: status === 'untracked' ? 'untracked' : 'modified' });
  const contents = new Map(working.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [[path, bytes]])));
  const isSame = base.exact && changes.size === 0 && rules.size === 0;
  const outcomes = isSame && base.record.missing === undefined ? {} : await readOutcomes(asked.dir);
  const { wanted, lacking } = await wantedFiles(asked.workspace, base, changes, rules, outcomes);
  const request = { ...asked, memory, most, contents, lacking, outcomes };
  const isBase = isSame && lacking.size === 0;
  const moved = isBase ? null : await moveView(request, base.record, wanted);
  const missing = moved?.missing ?? [];
  const view: CallerView = {
    ...(moved?.files ?? wanted),
    statistics: moved?.statistics ?? new ViewStatistics(base.record),
    overlay: moved?.overlay ?? [],
    isClean: (blob) => filesOfRecord(base.record).byBlob.has(blob) && !base.record.redacted.includes(blob),
    contents: new Map([...contents, ...(moved?.contents ?? [])]),
    look: { repository, working },
    freshness: {
      ...(await freshnessOf(repository, base.record, moved?.looked ?? wanted.files, [
        ...missing,
        ...unseenIn(working),
      ])),
      ...deletedIn(working),
      asCommitted: moved?.asCommitted ?? [],
    },
    repository: base.record.repository,
    commit: head?.commit ?? null,
  };
  // A fetch may bring missing content, and the key would not change.
  if (moved?.torn !== true && missing.every(({ reason }) => whoseContent(reason) === null))
    memory.keepView(missing.length === 0 && view.freshness.asCommitted.length === 0 ? key : keyOfRows, view);
  return view;
}

/** @returns null if Git has removed the older tree, because no branch had it any more */
function treeChanges(repository: Repository, from: string, to: string): Promise<TreeDifference[] | null> {
  return diffTrees(repository, from, to).catch(ifRefused(null, 'GIT'));
}

interface Change {
  file: TreeFile | null;
  status: FileStatus;
}

interface BaseView {
  id: string;
  record: ViewRecord;
  /** True if the files were selected with the caller's settings. */
  exact: boolean;
}

async function nearestView(
  dir: string,
  tree: string | null,
  { workspace, embedder, memory }: Pick<Required<CallerViewRequest>, 'workspace' | 'embedder' | 'memory'>,
): Promise<BaseView> {
  const wanted = tree === null ? null : viewIdOf(tree, workspace.settings);
  const exact = wanted === null ? null : await memory.record(dir, wanted);
  if (wanted !== null && exact !== null) return { id: wanted, record: exact, exact: true };
  const id = await currentView(dir);
  if (id === null) throw await noIndex(workspace, embedder);
  const record = await memory.record(dir, id);
  if (record === null) throw lostView();
  return { id, record, exact: !isUnborn(workspace) && viewIdOf(record.tree, workspace.settings) === id };
}

/**
 * True for a branch without a commit, which holds the uncommitted files. A bare repository has only
 * what was indexed.
 */
function isUnborn({ repository }: Workspace): boolean {
  return repository.head === null && repository.worktree !== null;
}

interface Wanted {
  wanted: ViewFiles;
  /** Files whose blobs the repository lacked when it was last checked. */
  lacking: ReadonlySet<BlobKey>;
}

/**
 * If a file changes that decides about others, such as .gitattributes, all files of its folder are
 * selected again.
 */
async function wantedFiles(
  workspace: Workspace,
  base: BaseView,
  changes: ReadonlyMap<string, Change>,
  changed: ChangedRules,
  outcomes: StoredOutcomes,
): Promise<Wanted> {
  const { repository, settings } = workspace;
  const tree = repository.head?.tree ?? null;
  const rules = [...changed.keys(), ...[...changes.keys()].filter(isRuleFile)];
  const isDecidedAnew = base.exact ? inFoldersOf(rules) : () => true;
  const select = (files: readonly TreeFile[]) => selectFiles(repository, tree, files, settings, { changed });
  let before = { files: viewFilesOf([]), missing: [] as readonly ViewPath[] };
  let left = changes;
  if (!isUnborn(workspace) && (tree === null || (base.exact && rules.length === 0)))
    before = { files: filesOfRecord(base.record), missing: base.record.missing ?? [] };
  else if (tree !== null) {
    const listed = (await listTree(repository, tree)).filter(isDecidedAnew);
    before = withSelected(base.record, isDecidedAnew, await select(listed), outcomes);
    left = new Map([...left].filter(([path, { status }]) => status !== 'committed' || !isDecidedAnew({ path })));
  }
  const { files, missing } = await select([...left.values()].flatMap(({ file }) => (file === null ? [] : [file])));
  const lacking = [...before.missing.filter(({ path }) => !left.has(path)), ...missing];
  const now = [...files, ...lacking].map((file) => ({
    ...committed(file),
    status: changes.get(file.path)?.status ?? 'committed',
  }));
  const paths = [...left.keys(), ...lacking.map(({ path }) => path)];
  return {
    wanted: paths.length === 0 ? before.files : withChanges(before.files, paths, now),
    lacking: new Set(lacking.map(blobKeyOf)),
  };
}

/** @returns a test if a file lies in a folder that directly holds one of these paths */
function inFoldersOf(paths: readonly string[]): (file: { path: string }) => boolean {
  // Rules in `.git` count for the whole repository.
  const folders = new Set(paths.map((path) => (path.startsWith('.git/') ? '' : (directoriesOf(path).at(-1) ?? ''))));
  return ({ path }) => directoriesOf(path).some((folder) => folders.has(folder));
}

/**
 * Replaces files of a view by those that were selected again. Those in which a build found nothing
 * to index are left out: the view of a built commit lacks them too.
 */
function withSelected(
  record: ViewRecord,
  isReplaced: (file: ViewPath) => boolean,
  { files, missing }: View,
  outcomes: StoredOutcomes,
): { files: ViewFiles; missing: readonly ViewPath[] } {
  const known = files.filter((file) => outcomes[blobKeyOf(file)]?.skipped === undefined).map(committed);
  const gone = record.files.filter(isReplaced);
  const others = (record.missing ?? []).filter((file) => !isReplaced(file));
  const paths = [...gone, ...known].map(({ path }) => path);
  return {
    files: gone.length === record.files.length ? viewFilesOf(known) : withChanges(filesOfRecord(record), paths, known),
    missing: [...others, ...missing],
  };
}

async function freshnessOf(
  repository: Repository,
  base: ViewRecord,
  files: readonly ViewedFile[],
  missing: Freshness['missingFiles'],
): Promise<Omit<Freshness, 'asCommitted'>> {
  const head = repository.head;
  const same = head !== null && head.tree === base.tree;
  const unseen = new Set(missing.map(({ path }) => path));
  return {
    indexedCommit: same ? head.commit : base.commit,
    headCommit: head?.commit ?? null,
    commitsBehind: same ? 0 : head === null ? null : await commitsBetween(repository, base.commit, head.commit),
    dirtyFiles: files.filter(({ status, path }) => status !== 'committed' && !unseen.has(path)).length,
    missingFiles: missing.toSorted(comparePaths),
    // Nothing is missing if the store has the rows of the other shards, or they have few files.
    shard: missing.length === 0 ? undefined : base.shard,
  };
}
