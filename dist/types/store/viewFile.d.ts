/**
 * How a view is laid out in bytes. Others get it whole, in one piece. In a store it is a head,
 * which names its parts: the first one holds all files and words, each further one what is
 * different from those before it, so that a commit writes what it changes. Several views share
 * parts.
 */
import { type SortedCounts } from '../base/termTable.ts';
import type { BlobKey, Shard } from '../base/types.ts';
/** A file of a view; sorted by path. */
export interface ViewPath {
    path: string;
    blob: string;
    language: string;
}
/** The files and words of a view. */
interface ViewBody extends SortedCounts {
    files: ViewPath[];
    /** Files that the repository lacked the content of, sorted by path. Only where there are some. */
    missing?: ViewPath[];
}
/** Depends on a whole commit, as views/<id>.view holds it: paths, and sums over their rows. */
export interface ViewRecord extends ViewBody {
    commit: string;
    tree: string;
    repository: string;
    /** Only where `files` are one shard's. */
    shard?: Shard;
    /** Rows of the view; a blob with two paths counts once. */
    chunks: number;
    /** Sum of ChunkRow.tokens. */
    tokens: number;
    /** Sum of the words of ChunkRow.searchText. */
    words: number;
    /** Sum over rows of round(vector × 2^14), exact integers: [dimensions]. */
    vectorSum: Float64Array;
    /** Four lanes, modulo 2^32, of the sum of all row digests. */
    rowsDigest: Uint32Array;
    /** Blobs in which secrets were found, sorted: others need no second look when they are shown. */
    redacted: BlobKey[];
    /** The files that hold it, where it was read from a store: the whole one first. */
    parts?: readonly ViewPart[];
}
export interface ViewPart {
    /** The SHA-256 of its bytes, 32 hex digits of it. */
    name: string;
    bytes: number;
}
/** How files and words differ from those of the parts before; a word that is gone counts 0. */
export interface ViewChange extends ViewBody {
    /** Paths. */
    gone: string[];
}
/** Statistics of a million files are smaller. */
export declare const MOST_VIEW_BYTES: number;
/** @param parts that hold its files and words; without them it holds these itself */
export declare function encodeView(view: ViewRecord, parts?: readonly ViewPart[]): Buffer;
export declare function encodePart({ hashes, counts, files, missing, gone }: ViewBody & Partial<ViewChange>): Buffer;
/**
 * @param isInStore it may name parts, and is without files and words then: nowhere else can they be
 * read
 * @returns null for bytes that are cut off or no view
 * @throws CoraError INCOMPATIBLE_INDEX for whole bytes of another format
 */
export declare function decodeView(bytes: Buffer, isInStore?: boolean): ViewRecord | null;
/** @returns null for bytes that are cut off or no part */
export declare function decodePart(bytes: Buffer): Required<ViewChange> | null;
/** Returns what makes `to` of `from`. */
export declare function changeBetween(from: ViewBody, to: ViewBody): Required<ViewChange>;
/** Returns one change for two, the later one last. */
export declare function changesTogether(first: Required<ViewChange>, then: Required<ViewChange>): Required<ViewChange>;
/** Returns files and words as they are with the change. */
export declare function withChange(body: Required<ViewChange>, change: Required<ViewChange>): Required<ViewBody>;
export {};
