/**
 * The files of a view by path and by blob. An edit changes one of thousands, so a view is made from
 * an earlier one and the differences, and shares the rest with it.
 */

import { CoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import { countWhile, groupBy } from '../base/lists.ts';
import { meantPaths, nearestPaths } from '../base/nearest.ts';
import { comparePaths } from '../base/patterns.ts';
import type { FileStatus, Freshness } from '../base/searchTypes.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { ViewPath, ViewRecord } from '../store/views.ts';
import { type ViewNumbers, ViewStatistics } from './statistics.ts';

export interface ViewedFile extends ViewPath {
  status: FileStatus;
}

export interface ViewFiles {
  /** Sorted by path. */
  files: readonly ViewedFile[];
  byBlob: ReadonlyMap<BlobKey, readonly ViewedFile[]>;
}

export function groupByBlob(files: readonly ViewedFile[]): Map<BlobKey, ViewedFile[]> {
  return groupBy(files, blobKeyOf);
}

/** A spread would take V8 ten times as long, and a view has thousands of files. */
export function committed({ path, blob, language }: ViewPath): ViewedFile {
  return { path, blob, language, status: 'committed' };
}

/** Remembered, because a long-running process needs the same files after every edit. */
const known = new WeakMap<ViewRecord, ViewFiles>();

/** Returns the files as they were committed. */
export function filesOfRecord(record: ViewRecord): ViewFiles {
  const last = known.get(record);
  if (last !== undefined) return last;
  const made = viewFilesOf(record.files.map(committed));
  known.set(record, made);
  return made;
}

export function viewFilesOf(files: readonly ViewedFile[]): ViewFiles {
  const sorted = files.toSorted(comparePaths);
  return { files: sorted, byBlob: groupByBlob(sorted) };
}

/**
 * @param paths that differ from `base`
 * @param present the files at these paths; a path without a file is deleted
 */
export function withChanges(base: ViewFiles, paths: Iterable<string>, present: readonly ViewedFile[]): ViewFiles {
  const now = new Map(present.map((file) => [file.path, file]));
  const files: ViewedFile[] = [];
  const byBlob = new Map(base.byBlob);
  let from = 0;
  for (const path of [...new Set(paths)].sort()) {
    const at = placeOf(path, base.files, from);
    while (from < at) files.push(base.files[from++]!);
    const before = base.files[at];
    if (before?.path === path) {
      from += 1;
      replaceIn(byBlob, before, (list) => list.filter((file) => file !== before));
    }
    const file = now.get(path);
    if (file === undefined) continue;
    files.push(file);
    replaceIn(byBlob, file, (list) => [...list, file].sort(comparePaths));
  }
  while (from < base.files.length) files.push(base.files[from++]!);
  return { files, byBlob };
}

export function fileAt({ files }: Pick<ViewFiles, 'files'>, path: string): ViewedFile | undefined {
  const file = files[placeOf(path, files, 0)];
  return file?.path === path ? file : undefined;
}

/** Returns the index of a path, or where it would be. */
function placeOf(path: string, files: readonly ViewedFile[], from: number): number {
  return from + countWhile(files.length - from, (at) => files[from + at]!.path < path);
}

function replaceIn(
  byBlob: Map<BlobKey, readonly ViewedFile[]>,
  file: ViewedFile,
  change: (list: readonly ViewedFile[]) => readonly ViewedFile[],
): void {
  const key = blobKeyOf(file);
  const list = change(byBlob.get(key) ?? []);
  if (list.length === 0) byBlob.delete(key);
  else byBlob.set(key, list);
}

/**
 * Returns the blobs that only one of two views has. Each new blob has the last file with it, in the
 * order of the first.
 */
export function blobsBetween(base: ViewFiles, view: ViewFiles): { gone: BlobKey[]; came: [BlobKey, ViewedFile][] } {
  const gone = [...base.byBlob.keys()].filter((key) => !view.byBlob.has(key));
  const came: { key: BlobKey; path: string; last: ViewedFile }[] = [];
  for (const [key, list] of view.byBlob)
    if (!base.byBlob.has(key)) came.push({ key, path: list[0]!.path, last: list.at(-1)! });
  return { gone, came: came.sort(comparePaths).map(({ key, last }) => [key, last]) };
}

/** @returns the path, if a file has it; else all paths that end in it */
export function pathsCalled(files: readonly Pick<ViewPath, 'path'>[], path: string): string[] {
  const found = files.flatMap((file) => (`/${file.path}`.endsWith(`/${path}`) ? [file.path] : []));
  return found.includes(path) ? [path] : found;
}

/** @returns an error that suggests the nearest path */
export function notIndexed(
  code: 'USAGE' | 'BAD_PATH',
  path: string,
  files: readonly Pick<ViewPath, 'path'>[],
): CoraError {
  const near = nearestPaths(
    path,
    files.map((file) => file.path),
  );
  return new CoraError(code, `${path} is not indexed.`, {
    hint: meantPaths(near) ?? 'cora files   lists what is indexed, and why the rest is not',
  });
}

// A named index on its own, for callers without a working tree: its files are those of the built
// commit.

export function viewOfRecord(record: ViewRecord): ReturnType<typeof viewAlone> {
  return viewAlone(record, new ViewStatistics(record));
}

export function viewAlone(
  about: Pick<ViewRecord, 'commit' | 'repository' | 'shard' | 'missing' | 'files'>,
  statistics: ViewNumbers,
) {
  const files = about.files.map(committed);
  return {
    files,
    byBlob: groupByBlob(files),
    statistics,
    overlay: [] as ChunkRow[],
    isClean: () => false,
    freshness: freshnessAlone(about),
    repository: about.repository,
    commit: about.commit,
  };
}

const NOT_THERE = 'missing-blob: its content was not there when the index was built';

/** HEAD is not known. */
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
