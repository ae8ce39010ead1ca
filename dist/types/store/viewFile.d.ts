/**
 * The bytes of a view. A packed index has it in one piece. In a store it is a head that names its
 * parts: the first part holds all files and words, each later one only the differences to those
 * before, so that a commit writes only what it changes. Views share parts.
 */
import { type SortedCounts } from '../base/termTable.ts';
import type { BlobKey, Shard } from '../base/types.ts';
export declare const VIEWS = "views";
/** A file of a view. Lists of them are sorted by path. */
export interface ViewPath {
    path: string;
    blob: string;
    language: string;
}
/** The files and words of a view. */
interface ViewBody extends SortedCounts {
    files: ViewPath[];
    /** Files whose content the repository lacked, sorted by path. Missing if there are none. */
    missing?: ViewPath[];
}
/**
 * Facts about a whole commit, the content of views/<id>.view: its paths, and sums over its rows.
 */
export interface ViewRecord extends ViewBody {
    commit: string;
    tree: string;
    repository: string;
    /** Only if `files` are those of one shard. */
    shard?: Shard;
    /** The number of rows in the view. A blob with two paths counts once. */
    chunks: number;
    /** The sum of ChunkRow.tokens. */
    tokens: number;
    /** The sum of the words in ChunkRow.searchText. */
    words: number;
    /** The sum over all rows of round(vector × 2^14), in exact integers, one for each dimension. */
    vectorSum: Float64Array;
    /** The sum of all rows' digests, as four numbers modulo 2^32. */
    rowsDigest: Uint32Array;
    /** Blobs in which secrets were found, sorted. The others need no check when they are shown. */
    redacted: BlobKey[];
    /**
     * The files that hold it, if it was read from a store: the complete one first, then the
     * differences.
     */
    parts?: readonly ViewPart[];
}
export interface ViewPart {
    /** The first 32 hex digits of the SHA-256 of its bytes. */
    name: string;
    bytes: number;
}
/** The differences of files and words to the parts before. A word that is gone has the count 0. */
export interface ViewChange extends ViewBody {
    /** Paths of removed files. */
    gone: string[];
}
/** The statistics of a million files are smaller. */
export declare const MOST_VIEW_BYTES: number;
/**
 * @param parts the files that hold its paths and words; without them the result holds these itself
 */
export declare function encodeView(view: ViewRecord, parts?: readonly ViewPart[]): Buffer;
export declare function encodePart({ hashes, counts, files, missing, gone }: ViewBody & Partial<ViewChange>): Buffer;
/**
 * @param isInStore true if it may name parts and then lack files and words: only a store has the
 * parts
 * @returns null for bytes that are cut off or no view
 * @throws CoraError INCOMPATIBLE_INDEX for complete bytes of another format
 */
export declare function decodeView(bytes: Buffer, isInStore?: boolean): ViewRecord | null;
/** True for a list of parts that may be read: some, and no more than a view has. */
export declare function areParts(parts: unknown): parts is ViewPart[];
/** @returns null for bytes that are cut off or no part */
export declare function decodePart(bytes: Buffer): Required<ViewChange> | null;
/** Returns files and words after a change. */
export declare function withChange(body: Required<ViewChange>, change: Required<ViewChange>): Required<ViewBody>;
/** Returns a list of files as the body of parts. */
export declare function bodyOfFiles(files: ViewPath[]): ViewBody;
/**
 * Writes what differs from `from`, or everything. Each difference is less than half as large as the
 * one before, so there are few and they are rarely copied.
 */
export declare function writeParts(dir: string, body: ViewBody, from: (ViewBody & Pick<ViewRecord, 'parts'>) | null): Promise<ViewPart[]>;
export type ReadPart = Required<ViewChange> | null | undefined;
interface JoinedParts {
    /** Views share this object if they share the part. */
    whole: Required<ViewChange>;
    /** All later parts together. */
    change: Required<ViewChange> | null;
}
/**
 * @param known parts that were read before, by name
 * @returns null if a part is not as it was written, undefined if one is gone
 */
export declare function readParts(dir: string, parts: readonly ViewPart[], known?: Map<string, Promise<ReadPart>>): Promise<JoinedParts | null | undefined>;
export {};
