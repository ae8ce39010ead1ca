/** Results by repository, file and place: what is adjacent or overlaps becomes one chunk. Pure. */
import { type Excerpt } from '../query/segments.ts';
import type { FileStatus, LineRange, SearchHit } from '../searchTypes.ts';
export interface RepositoryGroup {
    repository: string;
    commit: string | null;
    files: FileGroup[];
}
export interface FileGroup {
    path: string;
    status: FileStatus;
    /** By line. */
    chunks: MergedChunk[];
}
export interface MergedChunk extends Excerpt {
    elided: LineRange[];
    /** A piece of an overlong line, which stays by itself. */
    isPiece: boolean;
    /** Every line of the file is shown. */
    isWhole: boolean;
    commentary: string[];
}
/** Repositories and files in the order of their best results, chunks in the order of their lines. */
export declare function groupHits(hits: readonly SearchHit[]): RepositoryGroup[];
