/**
 * Before a build there is a plan: the wanted view against the rows that are there. After it there
 * are repo_state.json and a report.
 */

import { blobKeyOf, blobKeysOf } from '../../base/identity.ts';
import { filesBetween } from '../../base/lists.ts';
import { comparePaths } from '../../base/patterns.ts';
import type {
  BlobKey,
  ChosenFile,
  ChosenView,
  EmbedderInfo,
  FailedFile,
  IndexReport,
  RedactedCount,
  RepoState,
  SkippedFile,
  SkipReason,
} from '../../base/types.ts';
import { CHUNKER_FINGERPRINT, CHUNKER_VERSION, SELECTION } from '../../base/version.ts';
import type { RowReader } from '../../engine/rowReader.ts';
import type { ViewSettings } from '../../git/skipReasonOf.ts';
import { newState, type StoredOutcomes } from '../../store/state.ts';
import { countRedacted, logicalDigest, secretsByBlob, type ViewPath, type ViewRecord } from '../../store/views.ts';
import type { Computed } from '../../view/computeRows.ts';
import { countView, type ViewStatistics } from '../../view/statistics.ts';
import { settingsHash } from '../../view/workspace.ts';

/** The outcomes of blobs that are not simply rows: binary, empty, chunked by a fallback. */
type Outcomes = Readonly<Record<BlobKey, { skipped?: SkipReason; note?: string }>>;

export interface PlanInput {
  /** The wanted view's files, sorted by path. */
  files: readonly ChosenFile[];
  /** Rows of each blob in the table. */
  known: ReadonlyMap<BlobKey, number>;
  outcomes: Outcomes;
  /** Blobs of the last built view. */
  previous: ReadonlySet<BlobKey>;
  /** True to compute everything again. */
  full: boolean;
}

export interface BuildPlan {
  /** Blobs to read and chunk, each once, in the order of their first path. */
  compute: ChosenFile[];
  /** Blobs whose rows are there. */
  reuse: BlobKey[];
  /** Blobs of `compute` whose rows are there and give way to new ones (`--full`). */
  replace: BlobKey[];
  /** Blobs of the last view that this one lacks. Their rows stay for other branches until gc. */
  remove: BlobKey[];
  /** Files whose blobs are known to hold nothing to index. */
  skipped: SkippedFile[];
}

/** Says which blobs to compute, to reuse and to forget. */
export function planBuild({ files, known, outcomes, previous, full }: PlanInput): BuildPlan {
  const plan: BuildPlan = { compute: [], reuse: [], replace: [], remove: [], skipped: [] };
  const seen = new Set<BlobKey>();
  const keys = blobKeysOf(files);
  const outcomeOf = outcomesByKey(outcomes);
  for (const [at, file] of files.entries()) {
    const key = keys[at]!;
    const skipped = full ? undefined : outcomeOf.get(key)?.skipped;
    if (skipped !== undefined) plan.skipped.push({ path: file.path, reason: skipped });
    if (seen.has(key)) continue;
    seen.add(key);
    if (skipped !== undefined) continue;
    if (!full && known.has(key)) plan.reuse.push(key);
    else plan.compute.push(file);
    if (full && known.has(key)) plan.replace.push(key);
  }
  for (const key of previous) if (!seen.has(key)) plan.remove.push(key);
  return plan;
}

/** A property is looked up by a name that V8 first has to make unique; a key of a map is not. */
function outcomesByKey<T>(outcomes: Readonly<Record<BlobKey, T>>): ReadonlyMap<BlobKey, T> {
  return new Map(Object.entries(outcomes) as [BlobKey, T][]);
}

/** Counts the files of the last view that this one lacks: neither edited nor renamed, but gone. */
export function countGone(before: readonly ViewPath[], now: Pick<ChosenView, 'files' | 'missing'>): number {
  const { gone, came } = filesBetween<ViewPath>(before, now.files);
  const there = new Set([...came, ...now.missing].map(({ path }) => path));
  const left = gone.filter(({ path }) => !there.has(path));
  const known = new Set(gone.map(({ path }) => path));
  const renamed = new Set(came.filter(({ path }) => !known.has(path)).map(blobKeyOf));
  return left.filter((file) => !renamed.has(blobKeyOf(file))).length;
}

// Makes what a build leaves behind and says: the view, repo_state.json and the report.

interface RecordRequest {
  /** The address that the repository was cloned from. */
  origin: string;
  store: Pick<RowReader, 'rowsByBlob' | 'redactedRows'>;
  /** The view to start from. */
  base: ViewRecord | null;
  /** The secrets of that view; null if they are not known. */
  redactedBefore: RedactedCount | null;
  dimensions: number;
  view: ChosenView;
  target: { commit: string; tree: string };
  /** Rows of each blob in the store now. */
  rows: ReadonlyMap<BlobKey, number>;
  computed: Pick<Computed, 'rowCounts' | 'outcomes'>;
  /** Over the rows of `computed`. */
  counted: ViewStatistics;
}

/** Makes the record of the new view, with its statistics. */
export async function countRecord(request: RecordRequest): Promise<{ record: ViewRecord; redacted: RedactedCount }> {
  const { origin, store, base, dimensions, view, target, rows, computed, counted } = request;
  const all = blobKeysOf(view.files);
  const withRows = view.files.filter((_, at) => rows.has(all[at]!));
  // The keys of a list are known.
  const files = withRows.length === all.length ? view.files : withRows;
  const statistics = await countView({
    ...{ store, dimensions, base, files },
    rowCounts: rows,
    counted: { keys: new Set(computed.rowCounts.keys()), statistics: counted },
  });
  const isMissing = (file: ChosenFile) =>
    computed.outcomes.get(blobKeyOf(file))?.skipped?.startsWith('missing-') === true;
  const missing = [...view.missing, ...view.files.filter(isMissing)].sort(comparePaths).map(viewPathOf);
  const { count, blobs } = await countSecrets(request, files);
  const about = { ...target, repository: origin, shard: view.shard };
  const lacking = missing.length === 0 ? {} : { missing };
  return { record: { ...about, ...statistics.counts(), redacted: blobs, files, ...lacking }, redacted: count };
}

/** Counts the secrets of the base again only in the files that changed. */
async function countSecrets(
  { base, redactedBefore, store }: RecordRequest,
  files: readonly ViewPath[],
): Promise<Awaited<ReturnType<typeof countRedacted>>> {
  if (base === null || redactedBefore === null) return countRedacted(store, files);
  const { gone, came } = filesBetween(base.files, files);
  const had = new Set(base.redacted);
  const lost = gone.filter((file) => had.has(blobKeyOf(file)));
  const secretsOf = await secretsByBlob(store, [...lost, ...came].map(blobKeyOf));
  const sum = (some: readonly ViewPath[]): number =>
    some.reduce((all, file) => all + (secretsOf.get(blobKeyOf(file)) ?? 0), 0);
  // The rows of a file that is gone may be gone, too.
  if (lost.some((file) => sum([file]) === 0)) return countRedacted(store, files);
  for (const [key, count] of secretsOf) if (count > 0) had.add(key);
  const holders = had.size === 0 ? [] : files.filter((file) => had.has(blobKeyOf(file)));
  return {
    count: { secrets: redactedBefore.secrets - sum(lost) + sum(came), files: holders.length },
    blobs: [...new Set(holders.map(blobKeyOf))].sort(),
  };
}

function viewPathOf({ path, blob, language }: ChosenFile): ViewPath {
  return { path, blob, language };
}

interface StateRequest {
  embedder: EmbedderInfo;
  settings: ViewSettings;
  view: ChosenView;
  record: ViewRecord;
  redacted: RedactedCount;
  /** The view's id. */
  id: string;
  outcomes: StoredOutcomes;
  computed: Pick<Computed, 'outcomes' | 'failed'>;
  started: number;
  lookedAt?: string | undefined;
}

/** Makes repo_state.json. */
export function stateOf(request: StateRequest): RepoState {
  const { embedder, settings, view, record, redacted, outcomes, computed, started, lookedAt } = request;
  const { id, dimensions, fingerprint } = embedder;
  const left = [...view.skipped];
  const errors: FailedFile[] = [];
  const outcomeOf = outcomesByKey(outcomes);
  let bytes = view.unchangedBytes ?? 0;
  let indexed = 0;
  for (const file of view.files) {
    while (record.files[indexed] !== undefined && record.files[indexed]!.path < file.path) indexed += 1;
    if (record.files[indexed]?.path === file.path) {
      bytes += file.size ?? 0;
      continue;
    }
    const key = blobKeyOf(file);
    const reason = computed.outcomes.get(key)?.skipped ?? outcomeOf.get(key)?.skipped;
    const error = computed.failed.get(key);
    if (error !== undefined) errors.push({ path: file.path, error });
    else if (reason === 'missing-object') left.push({ path: file.path, reason, detail: file.blob });
    else if (reason !== undefined) left.push({ path: file.path, reason });
  }
  const { skipped, failed } = partLost(left.sort(comparePaths));
  const { repository, commit, tree } = record;
  const about = {
    repository,
    commit,
    tree,
    embedder: { id, dimensions, fingerprint },
    chunker: { version: CHUNKER_VERSION, fingerprint: CHUNKER_FINGERPRINT },
    optionsHash: settingsHash(settings),
    selection: SELECTION,
    shard: view.shard,
    view: request.id,
    skipped,
    failed: [...failed, ...errors].sort(comparePaths),
    counts: { files: record.files.length, chunks: record.chunks, bytes },
    redacted,
    digest: logicalDigest(record, fingerprint),
  };
  return newState(about, started, lookedAt);
}

/**
 * Tells files that were left out from those that failed: a damaged repository has lost their
 * objects.
 */
export function partLost(files: readonly SkippedFile[]): { skipped: SkippedFile[]; failed: FailedFile[] } {
  const isLost = ({ reason }: SkippedFile): boolean => reason === 'missing-object';
  const error = (blob = ''): string =>
    `missing object ${blob}: the repository is damaged; run git fsck, then git fetch --refetch`;
  return {
    skipped: files.filter((file) => !isLost(file)),
    failed: files.filter(isLost).map(({ path, detail }) => ({ path, error: error(detail) })),
  };
}

export function reportOf(
  state: RepoState,
  plan: BuildPlan,
  computed: Pick<Computed, 'done' | 'embedded' | 'failed'>,
  outcomes: StoredOutcomes,
  view: ChosenView,
  removed: number,
  started: number,
): IndexReport {
  const keys = blobKeysOf(view.files);
  const noted = new Map(
    Object.entries(outcomes).filter(([, { note }]) => note !== undefined) as [BlobKey, { note: string }][],
  );
  const notes: IndexReport['notes'] = [];
  for (const [at, { path }] of noted.size === 0 ? [] : view.files.entries()) {
    const note = noted.get(keys[at]!)?.note;
    if (note !== undefined && !computed.failed.has(keys[at]!)) notes.push({ path, note });
  }
  return {
    commit: state.commit,
    shard: view.shard,
    files: state.counts.files,
    chunks: state.counts.chunks,
    computed: computed.done,
    embedded: computed.embedded,
    reused: plan.reuse.length,
    removed,
    skipped: state.skipped,
    failed: state.failed,
    notes,
    redacted: state.redacted,
    tookMs: Date.now() - started,
    dryRun: false,
  };
}
