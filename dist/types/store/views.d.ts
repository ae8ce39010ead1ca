/**
 * The folder views/, which holds facts about whole commits: views and their parts, one digest for
 * everything in an index, and the list of overwritten secrets in a view. `views/current` names the
 * view of the last built commit. Parts never change, and their names are hashes of their bytes.
 */
import { CoraError } from '../base/errors.ts';
import type { BlobKey, RedactedCount, RedactedSecret, RepoState, ViewedBlobs } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { type ReadPart, type ViewPath, type ViewRecord } from './viewFile.ts';
export type { ViewPath, ViewRecord } from './viewFile.ts';
/**
 * Writes a view if it has changed. @param from a view of the store; only the differences to it are
 * written
 */
export declare function writeView(dir: string, id: string, view: ViewRecord, from?: ViewRecord | null): Promise<void>;
export declare function writeCurrentView(dir: string, id: string): Promise<void>;
/** @returns the id of the last build's view, or else the newest one; null before the first build */
export declare function currentView(dir: string): Promise<string | null>;
/** @returns the content of `views/current`, null without one */
export declare function namedView(dir: string): Promise<string | null>;
/**
 * @param known parts that were read before, by name. @returns null if there is no view, or one with
 * a wrong byte
 */
export declare function readView(dir: string, id: string, known?: Map<string, Promise<ReadPart>>): Promise<ViewRecord | null>;
/** Returns the view of the last built commit; null if it cannot be read. */
export declare function readCurrentView(dir: string): Promise<ViewRecord | null>;
/** Returns the view that a state names. @throws CoraError BROKEN_INDEX if it cannot be read */
export declare function readViewOf(dir: string, { view }: Pick<RepoState, 'view'>): Promise<ViewRecord>;
export declare function lostView(): CoraError;
/** Returns the blobs of a view and, when asked, those of all kept views. */
export declare function viewedBlobs(dir: string, view: Pick<ViewRecord, 'files'> | null): ViewedBlobs;
/** Changes when the file is replaced; '' if there is none. */
export declare function viewStamp(dir: string, id: string): string;
/** @returns names of views that cannot be read, except those of a newer Cora */
export declare function tornViews(dir: string): Promise<string[]>;
/**
 * Removes all views but the newest `keep` and those named. Use it under the write lock. @param torn
 * is removed too
 */
export declare function pruneViews(dir: string, keep: number, always: ReadonlySet<string>, torn?: readonly string[]): Promise<void>;
/**
 * Removes views that have one of these blobs. Use it under the write lock, before the blobs' rows
 * are removed.
 */
export declare function removeViewsOf(dir: string, blobs: ReadonlySet<BlobKey>): Promise<void>;
/**
 * @returns 64 hex digits that are equal for equal views, however their rows were made. It is no
 * signature.
 */
export declare function logicalDigest(view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>, embedderFingerprint: string): string;
/** @returns sorted by path, in the order of the files, then by line */
export declare function listRedacted(store: Pick<RowReader, 'redactedRows'>, files: readonly ViewPath[]): Promise<RedactedSecret[]>;
/** @returns how many secrets there are, and the sorted blobs that hold them */
export declare function countRedacted(store: Pick<RowReader, 'redactedRows'>, files: readonly ViewPath[]): Promise<{
    count: RedactedCount;
    blobs: BlobKey[];
}>;
/**
 * Returns how many secrets the current view has, if the state has counted them. After a run that
 * was killed, the state may be of another view, or of this one with fewer files.
 */
export declare function secretsCounted(dir: string, state: Pick<RepoState, 'view' | 'counts' | 'redacted'> | null, view: Pick<ViewRecord, 'files' | 'chunks'> | null): Promise<RedactedCount | null>;
/** Returns how many secrets some blobs hold. */
export declare function secretsByBlob(store: Pick<RowReader, 'rowsByBlob'>, blobs: readonly BlobKey[]): Promise<Map<BlobKey, number>>;
