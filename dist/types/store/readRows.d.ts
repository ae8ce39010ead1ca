/**
 * Many rows of a large table: of one blob after the other, vectors by content, and all of them. An
 * index is for those who look for a few; here the keys of all rows are looked at once, and then
 * each row is read once, by its place.
 */
import type { BlobKey } from '../base/types.ts';
import { type AskTable, type ReadTable } from './readTable.ts';
import { type RowColumn, type RowOf } from './schema.ts';
export interface BlobRows<C extends RowColumn> {
    key: BlobKey;
    /** In no particular order; none where the table has none. */
    rows: RowOf<C>[];
}
/**
 * @param few looks blobs up in lists
 * @param ask null where rows have no places
 */
export declare function rowsByBlob<C extends RowColumn>(few: (blobs: readonly BlobKey[], columns: readonly (C | BlobColumn)[]) => Promise<RowOf<C | BlobColumn>[]>, ask: AskTable | null, blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>>;
type BlobColumn = 'blobSha' | 'language';
/** @returns how many rows each blob has */
export declare function readBlobKeys(table: ReadTable): Promise<Map<BlobKey, number>>;
export declare class ContentVectors {
    #private;
    /** @returns those that are there; null where the table is to be asked instead */
    find(ask: AskTable, wanted: ReadonlySet<string>): Promise<Map<string, Float32Array> | null>;
    /** Rows that were added behind all others. */
    appended(rows: readonly {
        contentHash: string;
    }[]): void;
    /** After rows have gone: others stand in their places. */
    forget(): void;
}
/**
 * @param recover moves a stale table to its newest version; throws what cannot be mended that way
 */
export declare function scanRows<C extends RowColumn>(table: ReadTable, columns: readonly C[], recover: (error: unknown, attempt: number) => Promise<void>): AsyncGenerator<RowOf<C>[]>;
/** @param keys what `isWanted` looks at, brought along and left out again */
export declare function scanFor<C extends RowColumn, K extends RowColumn>(scan: (columns: readonly (C | K)[]) => AsyncIterable<RowOf<C | K>[]>, columns: readonly C[], keys: readonly K[], isWanted: (row: RowOf<C | K>) => boolean): Promise<RowOf<C>[]>;
export {};
