/**
 * Segments as files: how one is written, and how several are joined, so that there are few and each
 * row is written again a few times at most.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowColumn, RowReader } from './rowReader.ts';
import type { SegmentReader } from './segment.ts';
import { SegmentBuilder } from './segmentBuilder.ts';
import { type SectionName } from './segmentFile.ts';
import { type ListedSegment } from './segmentList.ts';
/** The table that the search file is made of. */
export interface RowSource extends RowReader {
    readonly dimensions: number;
    /** Changes with every write. */
    version(): Promise<number>;
}
/**
 * Rows of a segment that a build writes: it is held in memory while it is made, about 1.5 kB a row.
 * A join is made in memory, too: rows beyond this stay where they are.
 */
export declare const MOST_ROWS = 60000;
export declare const ALL_COLUMNS: readonly RowColumn[];
/** A segment that is not a file yet. */
export interface BuiltSegment {
    name: string;
    rows: number;
    blobs: number;
    pieces: readonly Uint8Array[];
}
export declare function builtSegment(builder: SegmentBuilder): BuiltSegment;
/** Writes the file; no list names it yet. */
export declare function saveSegment(dir: string, { name, rows, blobs, pieces }: BuiltSegment): Promise<ListedSegment>;
interface JoinRequest {
    dir: string;
    dimensions: number;
    /** Has the rows of segments that are damaged; null where only segments have them. */
    source: RowReader | null;
    /** Tells the blobs of views that are kept; all where it is missing. */
    isViewed?: (key: BlobKey) => boolean;
    /** Called after a segment was written. */
    onSaved?: () => void;
}
/** A segment, and how many of its rows have not gone: those that views have, and others. */
export interface WeighedSegment {
    listed: ListedSegment;
    viewed: number;
    others: number;
}
/** True where rows of both kinds are many. */
export declare function isMixed({ viewed, others }: WeighedSegment): boolean;
/**
 * Joins segments of either kind until each is several times as large as the next one.
 * @returns the largest first
 */
export declare function joinSegments(request: JoinRequest, segments: readonly WeighedSegment[]): Promise<ListedSegment[]>;
/** Returns null for a segment that is not there, or not as it was written. */
export declare function ifDamaged(error: unknown): null;
export declare function isWhole(segment: SegmentReader, sections: readonly SectionName[]): Promise<boolean>;
/** Rows of one blob after the other. */
export declare function blobsOf<R extends ChunkRow>(rows: readonly R[]): Generator<readonly R[]>;
export declare function byPlace(a: ChunkRow, b: ChunkRow): number;
export {};
