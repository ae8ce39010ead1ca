/**
 * The file of a segment: a header that says where its sections lie, then the sections. It is read
 * by ranges of bytes, from a file, from memory, or from anywhere else that has them.
 * docs/search-file.md describes every section.
 *
 *     CORASEG1 <u32: bytes of the header> <header: JSON> <sections, each at a multiple of 8>
 */
export declare const SECTIONS: ("blobs" | "exceptions" | "ids" | "numbers" | "postings" | "records" | "termIndex" | "terms" | "texts" | "textsAt" | "vectors" | "words" | "wordsAt")[];
export type SectionName = (typeof SECTIONS)[number];
/** The header of a segment, without its places. */
export interface SegmentFacts {
    rows: number;
    blobs: number;
    /** Bytes of a blob's name: 20 or 32. */
    blobBytes: number;
    dimensions: number;
    /** The number of distinct words. */
    terms: number;
    /** The names that records and blobs give by number. */
    languages: string[];
    kinds: string[];
    nodeTypes: string[];
    /** The length of the longest vector, as its bytes stand for it. */
    longest: number;
    /**
     * Names the parts that are left out, see `Omission`. In a store only a segment that was pulled as
     * it is lacks any.
     */
    omits: Omission[];
}
/**
 * Parts that a segment which is packed may leave out: chunk ids, which follow from the blob and the
 * range; the words of each row and the hash of its content, which follow from its text; the words
 * of all rows with their postings, which can be made again; texts.
 */
export declare const OMISSIONS: readonly ['ids', 'words', 'contentHash', 'terms', 'texts'];
export type Omission = (typeof OMISSIONS)[number];
/**
 * A section's place from the start of the file, its length in bytes, and the first 16 hex digits of
 * its SHA-256.
 */
export type SectionPlace = [offset: number, length: number, digest: string];
export interface SegmentHeader extends SegmentFacts {
    format: number;
    sections: Record<SectionName, SectionPlace>;
}
export type ByteRange = readonly [offset: number, length: number];
/** Brings ranges of bytes of one segment. */
export interface ByteRanges {
    readonly size: number;
    /** @returns a buffer of its own: `length` bytes */
    read(offset: number, length: number): Promise<Uint8Array>;
    /**
     * Brings several ranges at once, in the order asked for. Over a network they come in few
     * requests.
     */
    readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]>;
    /** Fills the target. */
    readInto(offset: number, target: Uint8Array): Promise<void>;
    /** Only of bytes that lie far away. */
    readonly far?: FarRanges | undefined;
    close(): void;
}
/** Bytes that lie far away: each request for some of them is a wait. */
export interface FarRanges {
    /** Returns how many have to come before a range can be read. */
    missing(offset: number, length: number): number;
    /** Fetches a range, and reads nothing of it. */
    bring(offset: number, length: number): Promise<void>;
}
/** @param digestOf gives the first 16 hex digits of the SHA-256 of a section */
export declare function encodeSegment(facts: SegmentFacts, sections: Readonly<Record<SectionName, Uint8Array>>, digestOf: (bytes: Uint8Array) => string): Uint8Array[];
/** @throws CoraError BROKEN_INDEX, INCOMPATIBLE_INDEX */
export declare function readHeader(ranges: ByteRanges): Promise<SegmentHeader>;
export declare const LANES = 16;
/** Words that share one entry of the index of words. */
export declare const TERMS_IN_BLOCK = 16;
/** The most characters of a row's search text: those of Cora's chunks have a hundredth of it. */
export declare const MOST_CHARACTERS: number;
/** The kinds of references by number. */
export declare const REFERENCE_KINDS: readonly ['import', 'call', 'inherit', 'type', 'link'];
/** Returns the bytes of a vector: its dimensions, filled up for the kernel that reads them. */
export declare function vectorWidth(dimensions: number): number;
/** A segment that lies in memory. */
export declare class MemoryRanges implements ByteRanges {
    #private;
    readonly size: number;
    constructor(bytes: Uint8Array);
    read(offset: number, length: number): Promise<Uint8Array>;
    readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]>;
    readInto(offset: number, target: Uint8Array): Promise<void>;
    close(): void;
}
