/**
 * The part of the caller's view that a search looks at: filters by path, language and kind, and
 * what was probably meant where they let no file through.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { ViewPath } from '../store/views.ts';
import type { CallerView } from './callerView.ts';
import type { Frequencies } from './statistics.ts';
/**
 * The columns that scoring and ordering read. Columns that people see are read for the selected
 * rows only.
 */
export declare const SCORED_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'startLine', 'endLine', 'startByte', 'tokens', 'searchText'];
export type ScoredRow = Pick<ChunkRow, (typeof SCORED_COLUMNS)[number]> & Partial<Pick<ChunkRow, 'vector'>>;
/** The caller's view as retrieval sees it. Filters by path and language are applied before. */
export interface SearchedView {
    files: readonly SearchedFile[];
    byBlob: ReadonlyMap<BlobKey, readonly SearchedFile[]>;
    statistics: Frequencies & {
        averageWords: number;
    };
    /** Rows of blobs that the table does not hold: uncommitted edits, chunked in memory. */
    overlay: readonly ChunkRow[];
    wantedKind(kind: ChunkRow['kind']): boolean;
}
export type SearchedFile = ViewPath & {
    status: FileStatus;
};
/**
 * Rows of blobs that were asked for by name. A blob's rows never change, so what was read once
 * stays right.
 */
export type RowCache = Map<BlobKey, ScoredRow[]>;
export interface Filters {
    /** Globs; none means all. */
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    /** Ends of file names, with or without the dot; none means all. */
    extensions?: readonly string[];
}
export declare function searchedView(view: CallerView, filters: Filters): SearchedView;
type FilteredFile = Pick<ViewPath, 'path' | 'language'>;
/** @returns null where a file passes, or the view has none */
export declare function explainFilters(files: readonly FilteredFile[], filters: Partial<Omit<Filters, 'kinds'>>): string | null;
export {};
