/**
 * Reads one segment: its blobs, its rows, its words and its vectors. Tables that every question
 * needs are read whole; of the others the ranges that it asks for, until the segment is kept in
 * memory.
 */
import type { BlobKey } from '../base/types.ts';
import { ByteVectors } from './byteVectors.ts';
import { RowNames } from './rowNames.ts';
import { RowNumbers } from './rowNumbers.ts';
import type { SearchColumn, WordRanking } from './rowReader.ts';
import { type ByteRanges, type SectionName, type SegmentHeader } from './segmentFile.ts';
import { type TextBytes } from './segmentTexts.ts';
import { type SeeTerm, type TermRows } from './segmentWords.ts';
export declare class SegmentReader {
    #private;
    readonly header: SegmentHeader;
    private constructor();
    /** @throws CoraError BROKEN_INDEX, INCOMPATIBLE_INDEX */
    static open(ranges: ByteRanges): Promise<SegmentReader>;
    /** Bytes of its file. */
    get size(): number;
    close(): void;
    /** Returns the bytes that `keep` takes. */
    get keptBytes(): number;
    /** Keeps in memory what is read from now on; what lies far away is kept by whoever fetches it. */
    keep(): void;
    /** Reads a section, and keeps nothing. */
    read(name: SectionName): Promise<Uint8Array>;
    /** Fetches a section that lies far away at once, before it is read piece by piece. */
    bring(name: SectionName): Promise<void>;
    /** Brings all bytes of the file, piece after piece; each is good until the next one comes. */
    pieces(): AsyncGenerator<Uint8Array>;
    whole(name: SectionName): Promise<Uint8Array>;
    /** Reads what tells blobs and rows apart: to be called before what is not asynchronous. */
    prepare(): Promise<void>;
    get names(): RowNames;
    blobKey(blob: number): BlobKey;
    shaOf(blob: number): string;
    languageOf(blob: number): string;
    /**
     * Scores all rows that hold any of the terms.
     * @returns calls back for each row, in no particular order
     */
    scoreWords({ weights, averageWords, }: WordRanking): Promise<(found: (row: number, score: number) => void) => void>;
    /** See SearchReader. */
    readTerms(terms: readonly string[]): Promise<void>;
    /** Returns how many rows hold a term. */
    frequencies(): Promise<(term: string) => number>;
    /** Tells all words, see Dictionary. */
    eachTerm(see: SeeTerm): Promise<void>;
    /** Returns the rows that hold each of the terms, and how often; null for an unknown one. */
    rowsOf(terms: readonly string[]): Promise<(TermRows | null)[]>;
    vectors(): Promise<ByteVectors>;
    /** Returns the bytes of vectors that have to come from afar; null for a segment here. */
    get missingVectors(): number | null;
    rowNumbers(): Promise<RowNumbers>;
    /** Returns the rows in which secrets were written over, and what stands there instead of them. */
    redactions(): Promise<{
        row: number;
        redacted: string;
    }[]>;
    /** Returns the chosen columns of rows, in their order. */
    columns(rows: readonly number[], columns: readonly SearchColumn[]): Promise<Record<SearchColumn, unknown>[]>;
    /** Returns the records and texts of neighbouring rows as they lie there, not decoded. */
    rowBytes(from: number, to: number): Promise<RowBytes[]>;
    /** @throws CoraError BROKEN_INDEX where bytes among records or texts are of no row */
    checkEnds(): Promise<void>;
}
export interface RowBytes extends TextBytes {
    record: Uint8Array;
}
