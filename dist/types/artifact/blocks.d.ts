/** Blocks of an artifact: from bytes to rows, one by one and in any thread, and what all of them together must be. */
import type { ViewPath } from '../storePort.ts';
import type { BlobKey } from '../types.ts';
import type { Manifest } from './manifest.ts';
import { type DecodedRows, type PackedBlob, type PackedRow } from './rowBlock.ts';
import { type HalfCodec } from './vectorBlock.ts';
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
    constructor(files: readonly ViewPath[], counts: Manifest['counts']);
    /** @throws CoraError BAD_ARTIFACT */
    take(blob: {
        blob: string;
        language: string;
    }, rows: number): void;
    /** @throws CoraError BAD_ARTIFACT where some are missing */
    finish(): void;
}
