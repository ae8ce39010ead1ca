/**
 * An index as it stands, for callers without a working tree: the view of the commit that was built.
 */

import type { Freshness } from '../base/searchTypes.ts';
import type { ViewRecord } from '../store/views.ts';
import type { CallerView } from './callerView.ts';
import { type ViewNumbers, ViewStatistics } from './statistics.ts';
import { groupByBlob, type ViewedFile } from './viewFiles.ts';

export function viewOfRecord(record: ViewRecord): CallerView {
  return viewAlone(record, new ViewStatistics(record));
}

export function viewAlone(
  about: Pick<ViewRecord, 'commit' | 'repository' | 'shard' | 'missing' | 'files'>,
  statistics: ViewNumbers,
): CallerView {
  const files = about.files.map((file): ViewedFile => ({ ...file, status: 'committed' }));
  return {
    files,
    byBlob: groupByBlob(files),
    statistics,
    overlay: [],
    isClean: () => false,
    freshness: freshnessAlone(about),
    repository: about.repository,
    commit: about.commit,
  };
}

const NOT_THERE = 'missing-blob: its content was not there when the index was built';

/** Nobody's HEAD is known. */
export function freshnessAlone({
  commit,
  shard,
  missing = [],
}: Pick<ViewRecord, 'commit' | 'shard' | 'missing'>): Freshness {
  return {
    indexedCommit: commit,
    headCommit: null,
    commitsBehind: null,
    dirtyFiles: 0,
    asCommitted: [],
    missingFiles: missing.map(({ path }) => ({ path, reason: NOT_THERE })),
    shard,
  };
}
