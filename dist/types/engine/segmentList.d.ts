/**
 * The folder of a search file: which segments belong together, and beside each the blobs whose rows
 * have gone.
 */
/** The number of the list's form. */
export declare const LIST_FORMAT = 2;
/** A segment of the list. */
export interface ListedSegment {
    /** The SHA-256 of its header, of which 32 hex digits; the header holds those of the sections. */
    name: string;
    rows: number;
    blobs: number;
    bytes: number;
    /** The numbers of the blobs whose rows have gone, ascending. */
    gone: number[];
    /** Its rows came without a table, such as by a pull: the next `cora index` puts them into one. */
    isPending?: true;
}
export interface SegmentList {
    format: number;
    /** The table's version that it was made of; 0 where there was no table. */
    version: number;
    dimensions: number;
    segments: ListedSegment[];
}
export declare function searchFolder(dir: string): string;
export declare function listFile(dir: string): string;
export declare function segmentFile(dir: string, name: string): string;
/** Changes when another list is in its place; '' where there is none. */
export declare function searchStamp(dir: string): Promise<string>;
/** @returns null where there is none, or one of another form: it can always be made again */
export declare function readSegmentList(dir: string): Promise<SegmentList | null>;
