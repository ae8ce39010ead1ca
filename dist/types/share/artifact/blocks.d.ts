/**
 * A block holds the rows of whole blobs as JSON under Brotli, by column, because equal things beside each other compress:
 * {"blobs":[["1eb41f…","python",2]],"kind":["function","class"],…}. The rest tells chunk ids, hashes and search text, so they are left out.
 */
import type { BlobKey, Chunk } from '../../base/types.ts';
import type { ViewPath } from '../../store/storePort.ts';
import { type ArtifactManifest } from './members.ts';
import { type HalfCodec } from './vectorBlock.ts';
/** What an artifact without text tells of a chunk. */
type Outline = Pick<Chunk, 'kind' | 'symbol' | 'startLine' | 'endLine' | 'startByte' | 'endByte'>;
interface PackedRow {
    outline: Outline;
    /** Null in an artifact without text. */
    chunk: Chunk | null;
    chunkId: string;
    contentHash: string;
}
export interface PackedBlob<Row = PackedRow> {
    blob: string;
    language: string;
    /** In the order of their bytes. */
    rows: Row[];
}
/** A whole chunk where text is wanted. */
export type BlockRow = (Chunk | Outline) & {
    contentHash: string;
};
/** @throws CoraError STORE for rows that no reader takes: those of one huge file */
export declare function encodeRowBlock(blobs: readonly PackedBlob<BlockRow>[], withText: boolean): Promise<Buffer>;
/** The same, not yet as text. */
export declare function packedColumns(blobs: readonly PackedBlob<BlockRow>[], withText: boolean): Record<string, unknown>;
/** Whose rows they are, and the rows of one blob after the other: they are made when they are asked for. */
interface DecodedRows {
    heads: {
        blob: string;
        language: string;
        rows: number;
    }[];
    /** @throws CoraError BAD_ARTIFACT where ranges are impossible */
    blobs(): Generator<PackedBlob, void, undefined>;
}
/** @throws CoraError BAD_ARTIFACT */
export declare function decodeRowBlock(member: Buffer, withText: boolean): DecodedRows;
/** @param value as `columnsOf` makes it, from whomever @throws CoraError BAD_ARTIFACT */
export declare function unpackColumns(value: Record<string, unknown>, withText: boolean): DecodedRows;
export type ArtifactBlob = PackedBlob<PackedRow & {
    vector: Float32Array;
}>;
/** Two members whose hashes are right; what they hold is not looked at yet. */
export interface RawBlock {
    rows: Buffer;
    vectors: Buffer;
}
export interface BlockForm {
    text: boolean;
    dimensions: number;
}
export interface DecodedBlock extends DecodedRows {
    blobs(): Generator<ArtifactBlob, void, undefined>;
}
/** @throws CoraError BAD_ARTIFACT for what rows cannot be */
export declare function decodeBlock(raw: RawBlock, { text, dimensions }: BlockForm, halves: HalfCodec): DecodedBlock;
/** Each once, in the order of their first path: so do their rows come. */
export declare function blobsInOrder(files: readonly ViewPath[]): BlobKey[];
/** That the blobs which come are those of the files, each once and in their order. */
export declare class BlobOrder {
    #private;
    constructor(files: readonly ViewPath[], counts: ArtifactManifest['counts']);
    /** @throws CoraError BAD_ARTIFACT */
    take(blob: {
        blob: string;
        language: string;
    }, rows: number): void;
    /** @throws CoraError BAD_ARTIFACT where some are missing */
    finish(): void;
}
export {};
