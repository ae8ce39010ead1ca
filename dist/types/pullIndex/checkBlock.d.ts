/**
 * One block of offered rows, held against the caller's blobs: what fits comes out in the form of the table, counted. Knows nothing
 * of the other blocks, so that it runs in any thread.
 */
import { type ArtifactBlob, type BlockForm, type RawBlock } from '../artifact/blocks.ts';
import { type Counts } from '../query/statistics.ts';
import type { EncodedRows } from '../storePort.ts';
import type { BlobKey, ChunkedBlob } from '../types.ts';
import { type Sample } from './sampleRows.ts';
/** As it was packed, or as rows that something else has looked at already. */
export type OfferedBlock = RawBlock | ArtifactBlob[];
export interface BlockContext {
    form: BlockForm;
    /** Blobs whose rows the store has. */
    known: ReadonlySet<BlobKey>;
}
/** Where the caller's own contents come from. */
export interface Contents {
    /** Of those that are in the repository. */
    read(blobs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
    /** For an artifact without text. */
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
}
export interface CheckedBlob {
    blob: string;
    language: string;
    /** How many were offered. */
    rows: number;
    outcome: 'known' | 'absent' | {
        chunkIds: string[];
    } | {
        refused: string;
    };
}
export interface CheckedBlock {
    /** In the order in which they were offered. */
    blobs: CheckedBlob[];
    /** Of all offered rows. */
    sum: Pick<Counts, 'chunks' | 'rowsDigest'>;
    /** Of those that fit, as all below. */
    counts: Counts;
    encoded: EncodedRows[];
    samples: Sample[];
}
/** @throws CoraError BAD_ARTIFACT for what rows cannot be, GIT */
export declare function checkBlock(offered: OfferedBlock, { form, known }: BlockContext, contents: Contents): Promise<CheckedBlock>;
