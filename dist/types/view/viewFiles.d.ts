/**
 * The files of a view by path and by blob. An edit changes one of thousands: a view is made of the
 * one that it began with and of what is different, and shares the rest with it.
 */
import { CoraError } from '../base/errors.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey } from '../base/types.ts';
import type { ViewPath, ViewRecord } from '../store/views.ts';
export interface ViewedFile extends ViewPath {
    status: FileStatus;
}
export interface ViewFiles {
    /** Sorted by path. */
    files: readonly ViewedFile[];
    byBlob: ReadonlyMap<BlobKey, readonly ViewedFile[]>;
}
export declare function groupByBlob(files: readonly ViewedFile[]): Map<BlobKey, ViewedFile[]>;
/** Returns the files as they were committed. */
export declare function filesOfRecord(record: ViewRecord): ViewFiles;
export declare function viewFilesOf(files: readonly ViewedFile[]): ViewFiles;
/**
 * @param paths those that are not as in `base`
 * @param present what is there instead; a path without is gone
 */
export declare function withChanges(base: ViewFiles, paths: Iterable<string>, present: readonly ViewedFile[]): ViewFiles;
export declare function fileAt({ files }: Pick<ViewFiles, 'files'>, path: string): ViewedFile | undefined;
/**
 * Blobs that only one of two views has; of those that came, the last file with each, in the order
 * of the first.
 */
export declare function blobsBetween(base: ViewFiles, view: ViewFiles): {
    gone: BlobKey[];
    came: [BlobKey, ViewedFile][];
};
/** @returns an error that suggests the nearest path */
export declare function notIndexed(code: 'USAGE' | 'BAD_PATH', path: string, files: readonly Pick<ViewPath, 'path'>[]): CoraError;
