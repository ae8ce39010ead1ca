/**
 * Upkeep of the table: indexes, compaction, old versions. LanceDB's `optimize` rewrites the whole table and its indexes
 * whenever there is anything to fold in (60,000 rows: 2 s and 280 MB, for one changed file), so it runs only when enough
 * has gathered; until then the few uncovered rows are searched without the index (wordTail.ts), which costs 2 to 5 ms.
 */
import type { Table } from '@lancedb/lancedb';
import type { Lance } from './loadLance.ts';
import type { TableHandle } from './openTable.ts';
/**
 * @param retentionMs versions older than this are removed when the table is rewritten
 * @param removedRows rows removed since the last rewrite, as far as the caller knows
 * @returns true when the table was rewritten
 */
export declare function optimizeTable({ lance, table, reader, directory, isServed }: TableHandle, retentionMs: number, removedRows: number): Promise<boolean>;
/** Whether so many rows are outside the word index that searching them one by one is felt. */
export declare function isTailLong(rows: number, unindexed: number): boolean;
/** The table must hold a row. */
export declare function createMissingIndexes({ Index }: Lance, table: Table): Promise<void>;
/** @returns bytes of all regular files below; files that vanish meanwhile (a writer cleans up) do not count */
export declare function bytesUnder(dir: string): Promise<number>;
