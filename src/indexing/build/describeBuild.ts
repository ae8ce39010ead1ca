/** What a build leaves behind and says: repo_state.json and the report. */

import { blobKeyOf } from '../../base/identity.ts';
import type {
  BlobKey,
  EmbedderInfo,
  FailedFile,
  IndexReport,
  RedactedCount,
  RepoState,
  SkippedFile,
  View,
} from '../../base/types.ts';
import { CHUNKER_FINGERPRINT, CHUNKER_VERSION, FORMAT_VERSION, TOOL_VERSION } from '../../base/version.ts';
import { comparePaths } from '../../git/pathBytes.ts';
import type { ViewSettings } from '../../git/selectFiles.ts';
import { logicalDigest } from '../../store/logicalDigest.ts';
import type { StoredOutcomes } from '../../store/outcomes.ts';
import type { ViewRecord } from '../../store/storePort.ts';
import type { Computed } from '../../view/computeRows.ts';
import { settingsHash } from '../../view/workspace.ts';
import type { BuildPlan } from '../plan.ts';

export interface StateRequest {
  embedder: EmbedderInfo;
  settings: ViewSettings;
  view: View;
  record: ViewRecord;
  redacted: RedactedCount;
  chunkIds: ReadonlyMap<BlobKey, string[]>;
  outcomes: StoredOutcomes;
  computed: Computed;
  started: number;
}

export function stateOf({
  embedder,
  settings,
  view,
  record,
  redacted,
  chunkIds,
  outcomes,
  computed,
  started,
}: StateRequest): RepoState {
  const { id, dimensions, fingerprint } = embedder;
  const sizes = new Map(view.files.map((file) => [file.path, file.size]));
  const left = [...view.skipped];
  const errors: FailedFile[] = [];
  for (const file of view.files) {
    const key = blobKeyOf(file);
    const reason = computed.outcomes.get(key)?.skipped ?? outcomes[key]?.skipped;
    const error = computed.failed.get(key);
    if (error !== undefined) errors.push({ path: file.path, error });
    else if (reason === 'missing-object') left.push({ path: file.path, reason, detail: file.blob });
    else if (reason !== undefined) left.push({ path: file.path, reason });
  }
  const { skipped, failed } = partLost(left.sort(comparePaths));
  return {
    formatVersion: FORMAT_VERSION,
    toolVersion: TOOL_VERSION,
    repository: record.repository,
    commit: record.commit,
    tree: record.tree,
    embedder: { id, dimensions, fingerprint },
    chunker: { version: CHUNKER_VERSION, fingerprint: CHUNKER_FINGERPRINT },
    optionsHash: settingsHash(settings),
    shard: view.shard,
    files: Object.fromEntries(
      record.files.map(({ path, blob, language }) => [
        path,
        { blob, language, chunks: chunkIds.get(blobKeyOf({ blob, language })) ?? [] },
      ]),
    ),
    skipped,
    failed: [...failed, ...errors].sort(comparePaths),
    counts: {
      files: record.files.length,
      chunks: record.chunks,
      bytes: record.files.reduce((sum, { path }) => sum + (sizes.get(path) ?? 0), 0),
    },
    redacted,
    digest: logicalDigest(record, fingerprint),
    times: { builtAt: new Date().toISOString(), tookMs: Date.now() - started },
  };
}

/** Files whose objects a damaged repository has lost were not left out: they failed. */
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
  computed: Computed,
  outcomes: StoredOutcomes,
  view: View,
  started: number,
): IndexReport {
  const notes = view.files.flatMap((file) => {
    const key = blobKeyOf(file);
    const note = outcomes[key]?.note;
    return note === undefined || computed.failed.has(key) ? [] : [{ path: file.path, note }];
  });
  return {
    commit: state.commit,
    shard: view.shard,
    files: state.counts.files,
    chunks: state.counts.chunks,
    computed: computed.done,
    embedded: computed.embedded,
    reused: plan.reuse.length,
    removed: plan.remove.length,
    skipped: state.skipped,
    failed: state.failed,
    notes,
    redacted: state.redacted,
    tookMs: Date.now() - started,
    dryRun: false,
  };
}
