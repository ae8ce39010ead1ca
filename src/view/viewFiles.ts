/**
 * The files of a view by path and by blob. An edit changes one of thousands, so a view is made from
 * an earlier one and the differences, and shares the rest with it.
 */

import { CoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import { countWhile, filesBetween, getOrMake, replacedAt } from '../base/lists.ts';
import { meantBy } from '../base/nearest.ts';
import { comparePaths } from '../base/patterns.ts';
import type { FileStatus, Freshness } from '../base/searchTypes.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../languages/languages.ts';
import type { ViewPath, ViewRecord } from '../store/views.ts';
import { type ViewNumbers, ViewStatistics } from './statistics.ts';

export interface ViewedFile extends ViewPath {
  status: FileStatus;
}

export interface ViewFiles {
  /** Sorted by path. */
  files: readonly ViewedFile[];
  byBlob: FilesByBlob;
}

/** Finds files by their blob, as a map of lists would. */
export interface FilesByBlob extends Pick<ReadonlyMap<BlobKey, readonly ViewedFile[]>, 'get' | 'has'> {
  /** Returns the files of a row's blob. A search asks for hundreds of rows and needs no key. */
  ofRow(row: Pick<ChunkRow, 'blobSha' | 'language'>): readonly ViewedFile[];
}

/**
 * Keeps one number for each file. A map of lists takes five times as long to make: its keys would
 * be joined of two texts, and a question asks for some hundreds of 70,000.
 */
class BlobTable implements FilesByBlob {
  readonly #files: readonly ViewedFile[];
  /** By name of a blob: the index of its first file. */
  readonly #first = new Map<string, number>();
  /** By file: the index + 1 of the next one whose blob has the same name; 0 after the last one. */
  readonly #next: Uint32Array;

  constructor(files: readonly ViewedFile[]) {
    this.#files = files;
    this.#next = new Uint32Array(files.length);
    for (let at = files.length - 1; at >= 0; at--) {
      const { blob } = files[at]!;
      const next = this.#first.get(blob);
      if (next !== undefined) this.#next[at] = next + 1;
      this.#first.set(blob, at);
    }
  }

  /** Ends at the first file: thousands may have the same content. */
  has(key: BlobKey): boolean {
    const colon = key.indexOf(':');
    return this.#someFile(key.slice(0, colon), key.slice(colon + 1), () => true);
  }

  get(key: BlobKey): readonly ViewedFile[] | undefined {
    const colon = key.indexOf(':');
    const found = this.ofRow({ blobSha: key.slice(0, colon), language: key.slice(colon + 1) });
    return found.length === 0 ? undefined : found;
  }

  ofRow({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): readonly ViewedFile[] {
    const found: ViewedFile[] = [];
    this.#someFile(blobSha, language, (file) => found.push(file) === 0);
    return found;
  }

  #someFile(blob: string, language: string, isLast: (file: ViewedFile) => boolean): boolean {
    for (let at = (this.#first.get(blob) ?? -1) + 1; at > 0; at = this.#next[at - 1]!) {
      const file = this.#files[at - 1]!;
      if (file.language === language && isLast(file)) return true;
    }
    return false;
  }
}

export function groupByBlob(files: readonly ViewedFile[]): FilesByBlob {
  return new BlobTable(files);
}

/** A spread would take V8 ten times as long, and a view has thousands of files. */
export function committed({ path, blob, language }: ViewPath): ViewedFile {
  return { path, blob, language, status: 'committed' };
}

/** Remembered, because a long-running process needs the same files after every edit. */
const known = new WeakMap<ViewRecord, ViewFiles>();

/** Returns the files as they were committed. */
export function filesOfRecord(record: ViewRecord): ViewFiles {
  return getOrMake(known, record, () => viewFilesOf(record.files.map(committed)));
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
  const files = replacedAt(base.files, [...new Set(paths)].sort(), present);
  return { files, byBlob: groupByBlob(files) };
}

export function fileAt({ files }: Pick<ViewFiles, 'files'>, path: string): ViewedFile | undefined {
  const file = files[countWhile(files.length, (at) => files[at]!.path < path)];
  return file?.path === path ? file : undefined;
}

/**
 * Returns the blobs that only one of two views has. Each new blob has the last file with it, in the
 * order of the first.
 */
export function blobsBetween(base: ViewFiles, view: ViewFiles): { gone: BlobKey[]; came: [BlobKey, ViewedFile][] } {
  const files = filesBetween(base.files, view.files);
  const gone = new Set(files.gone.map(blobKeyOf));
  const came = new Set(files.came.map(blobKeyOf));
  return {
    gone: [...gone].filter((key) => !view.byBlob.has(key)),
    came: [...came].flatMap((key) => (base.byBlob.has(key) ? [] : [[key, view.byBlob.get(key)!.at(-1)!]])),
  };
}

/** @returns the path, if a file has it; else all paths that end in it */
export function pathsCalled(files: readonly Pick<ViewPath, 'path'>[], path: string): string[] {
  const found = files.flatMap((file) => (`/${file.path}`.endsWith(`/${path}`) ? [file.path] : []));
  return found.includes(path) ? [path] : found;
}

/** `Outer.inner`; a file's name may look like one. */
const NAME = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[\w$]+)*$/;

/** @returns the command for a name that was given in the place of a path; null for what is none */
export function hintForName(text: string): string | null {
  if (!NAME.test(text) || languageOf(text) !== DEFAULT_LANGUAGE) return null;
  return `cora symbols ${text}   says where that name is defined`;
}

/** @returns an error that suggests the nearest path */
export function notIndexed(
  code: 'USAGE' | 'BAD_PATH',
  path: string,
  files: readonly Pick<ViewPath, 'path'>[],
): CoraError {
  const paths = files.map((file) => file.path);
  const meant = meantBy(path, paths);
  if (paths.some((one) => one.startsWith(`${path}/`)))
    return new CoraError(code, `${path} is a folder.`, meant === undefined ? {} : { hint: meant });
  const named = meant === undefined ? hintForName(path) : null;
  return new CoraError(code, named === null ? `${path} is not indexed.` : `No indexed file is called ${path}.`, {
    hint: meant ?? named ?? 'cora files   lists what is indexed, and why the rest is not',
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
