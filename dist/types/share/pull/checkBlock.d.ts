/**
 * One block of offered rows, held against the caller's blobs: what fits comes out in the form of the table, counted. Knows nothing
 * of the other blocks, so that it runs in any thread.
 */
import type { BlobKey, ChunkRow } from '../../base/types.ts';
import type { EncodedRows } from '../../store/storePort.ts';
import { type Counts } from '../../view/statistics.ts';
import { type ArtifactBlob, type BlockForm, type RawBlock } from '../artifact/blocks.ts';
import { type ChunkContent } from './verifyBlob.ts';
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
    chunk: ChunkContent;
}
export interface CheckedBlob {
    blob: string;
    language: string;
    /** How many were offered. */
    rows: number;
    outcome: 'known' | 'absent' | {
        chunkIds: string[];
    } | Refused;
}
interface Refused {
    refused: string;
    /** Where a parser can say more: what it needs. */
    doubt?: {
        blob: ArtifactBlob;
        content: Uint8Array;
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
export interface Sample {
    /** Drawn; nobody can foresee it. */
    lot: number;
    /** What is embedded. */
    text: string;
    vector: Float32Array;
}
export declare class RowSampler {
    #private;
    samples: Sample[];
    offer(row: ChunkRow): void;
    /** Those of other rows. */
    take(samples: readonly Sample[]): void;
}
export {};
