/**
 * Keeps what depends on a whole commit: the folder views/ with the views and their parts, one
 * digest for all that an index says, and which secrets were written over in a view. `views/current`
 * names the view of the last built commit. Parts never change, and are named after their bytes.
 */
import { CoraError } from '../base/errors.ts';
import type { BlobKey, RedactedCount, RedactedSecret, RepoState, ViewedBlobs } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { type ViewChange, type ViewPath, type ViewRecord } from './viewFile.ts';
export type { ViewPath, ViewRecord } from './viewFile.ts';
export declare const VIEWS = "views";
/** Writes a view, if it has changed. @param from of the store: only what differs is written */
export declare function writeView(dir: string, id: string, view: ViewRecord, from?: ViewRecord | null): Promise<void>;
export declare function writeCurrentView(dir: string, id: string): Promise<void>;
/** @returns the id of the last build's view, else the newest; null before the first build */
export declare function currentView(dir: string): Promise<string | null>;
/** @returns what `views/current` says, null where it says nothing */
export declare function namedView(dir: string): Promise<string | null>;
type ReadPart = Required<ViewChange> | null | undefined;
/** @param known parts that were read, by name. @returns null for no view, or a byte amiss */
export declare function readView(dir: string, id: string, known?: Map<string, Promise<ReadPart>>): Promise<ViewRecord | null>;
/** Returns the view of the last built commit; null where it cannot be read. */
export declare function readCurrentView(dir: string): Promise<ViewRecord | null>;
/** Returns the view that a state names. @throws CoraError BROKEN_INDEX where it cannot be read */
export declare function readViewOf(dir: string, { view }: Pick<RepoState, 'view'>): Promise<ViewRecord>;
export declare function lostView(): CoraError;
/** Tells which blobs a view has, and when asked those of all views that are kept. */
export declare function viewedBlobs(dir: string, view: Pick<ViewRecord, 'files'> | null): ViewedBlobs;
/** Changes when the file is replaced; '' where there is none. */
export declare function viewStamp(dir: string, id: string): string;
/** @returns names of views that cannot be read; one of a newer Cora is not torn */
export declare function tornViews(dir: string): Promise<string[]>;
/** Keeps the newest `keep` views and those named. Under the write lock. @param torn go too */
export declare function pruneViews(dir: string, keep: number, always: ReadonlySet<string>, torn?: readonly string[]): Promise<void>;
/** Removes views of which a blob loses its rows, under the write lock, before these go. */
export declare function removeViewsOf(dir: string, blobs: ReadonlySet<BlobKey>): Promise<void>;
/** @returns 64 hex digits, equal for equal views, however their rows came. Not a signature. */
export declare function logicalDigest(view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>, embedderFingerprint: string): string;
/** @returns by path, in the order of the files, then line */
export declare function listRedacted(store: Pick<RowReader, 'redactedRows'>, files: readonly ViewPath[]): Promise<RedactedSecret[]>;
/** @returns how many there are, and the blobs that hold them, sorted */
export declare function countRedacted(store: Pick<RowReader, 'redactedRows'>, files: readonly ViewPath[]): Promise<{
    count: RedactedCount;
    blobs: BlobKey[];
}>;
